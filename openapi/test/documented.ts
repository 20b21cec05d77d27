/** The document's forms and facts as they are written down in shapes.yaml and facts.yaml. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import table from "../documented-operations.json" with { type: "json" };
import { folder } from "../scripts/specs.ts";
import { factsOf, missingFacts, unprovenWords } from "./facts.ts";
import { byName, formsOf, rowsOf, type Tree } from "./forms.ts";

type Row = (typeof table)[number];

const shapes: Tree = read("shapes.yaml");
export const facts = factsOf(read("facts.yaml"));

/** The rows that `rowsOf` returns for a right spec. */
export const documentedRows = table.toSorted(byName);

/** The forms that `formsOf` returns for a right spec. */
export function documentedForms() {
  const { placeholders: _, routes: __, parameters, ...others } = shapes;
  const names = new Set(table.flatMap(({ path }) => pathNames(path)));
  return {
    ...others,
    parameters: {
      ...Object.fromEntries([...names].map((name) => [name, "path string"])),
      ...parameters,
    },
    routes: Object.fromEntries(table.map((row) => [row.operationId, routeForm(row)])),
  };
}

/** Whether a spec says anything else than the document. */
export function differs(spec: Tree): boolean {
  // Most mutants change a form, which is found sooner than a word.
  return (
    !isDeepStrictEqual(formsOf(spec), expected) ||
    !isDeepStrictEqual(rowsOf(spec), documentedRows) ||
    missingFacts(spec, facts).length > 0 ||
    unprovenWords(spec, facts).length > 0
  );
}

const expected = documentedForms();

function routeForm({ method, path, operationId }: Row): string {
  const form = shapes.routes[operationId] ?? shapes.placeholders[method];
  const [takes, answer] = form.split(/ ?-> /);
  const parameters = pathNames(path).map((name) => `${pascal(name)}Path`);
  const all = [...parameters, ...(takes ? [takes] : [])].join(", ");
  return `${all} -> 401 Unauthorized, 2XX ${answer}, default Error`;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}`);
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}

function read(name: string): Tree {
  return parse(readFileSync(join(folder, "test", name), "utf8"));
}
