/** Makes wrong specs, each by one small change that the tests must notice. */
import { differs } from "./documented.ts";
import type { Tree } from "./forms.ts";

/** A change of one spec: `apply` makes it, and returns the function that takes it back. */
export type Mutant = { name: string; apply: () => () => void };

/** Words whose exchange makes another statement. */
const OPPOSITES: [string, string][] = [
  ["active", "idle"],
  ["running", "scheduling"],
  ["finished", "failed"],
  ["start_compute", "suspend_compute"],
  ["apply_config", "apply_storage_config"],
  ["administrators", "members"],
  ["administrator", "member"],
  ["any user", "an administrator"],
  ["any member", "an administrator"],
  ["owner", "administrator"],
  ["personal", "organization"],
  ["project-scoped", "personal"],
  ["immediately", "eventually"],
  ["permanently", "temporarily"],
  ["milliseconds", "seconds"],
  ["minutes", "hours"],
  ["hundred", "thousand"],
  ["never", "always"],
  ["once", "twice"],
  ["only", "also"],
  ["cannot", "can"],
  ["must not", "may"],
  ["at most", "at least"],
  ["up to", "at least"],
  ["absent", "present"],
  ["newest", "oldest"],
  ["larger", "smaller"],
  ["minimum", "maximum"],
  ["with", "without"],
  ["primary", "replica"],
  ["no expiry", "an expiry"],
];
const EXCHANGES = [...OPPOSITES, ...OPPOSITES.map(([one, other]) => [other, one])].map(
  ([word, instead]) => ({ word: new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "g"), instead }),
);
/** Kept out: words that no program and no caller depends on. */
const UNCHANGED = ["example", "examples", "info", "x-displayName", "license", "title"];
const SUCCESSES = ["Undocumented", "UndocumentedMutation", "ProjectList"];

/** Every mutant of a spec, in a fixed order. Each changes the given object in place. */
export function mutantsOf(spec: Tree): Mutant[] {
  return [
    ...textMutants(spec.info, "info"),
    ...deep(spec.servers, "servers"),
    ...deep(spec.tags, "tags"),
    ...change(spec, "security", [{ ApiKey: [] }, {}], "spec"),
    ...deep(spec.components, "components"),
    ...Object.entries<Tree>(spec.paths).flatMap(([path, item]) => [
      ...deep(item, path),
      ...Object.entries<Tree>(item).flatMap(([method, route]) =>
        route.operationId ? routeMutants(route, `${method.toUpperCase()} ${path}`) : [],
      ),
    ]),
  ];
}

/** Picks some mutants: the same for the same seed. */
export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const left = [...mutants];
  let state = seed;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(state % left.length, 1)[0] as Mutant;
  });
}

/** The names of the mutants that the tests take for a right spec. */
export function survivorsOf(spec: Tree, mutants: Mutant[]): string[] {
  return mutants.filter(({ apply }) => survives(spec, apply)).map(({ name }) => name);
}

function survives(spec: Tree, apply: Mutant["apply"]): boolean {
  const undo = apply();
  try {
    return !differs(spec);
  } catch {
    // A test that crashes is red too.
    return false;
  } finally {
    undo();
  }
}

function deep(node: Tree, place: string): Mutant[] {
  if (typeof node !== "object" || node === null) return [];
  const own = Array.isArray(node) ? [] : [...textMutants(node, place), ...nodeMutants(node, place)];
  const children = Object.entries<Tree>(node).filter(([key]) => !UNCHANGED.includes(key));
  return [...own, ...children.flatMap(([key, child]) => deep(child, `${place}/${key}`))];
}

function nodeMutants(node: Tree, place: string): Mutant[] {
  if (/\/(schemas|properties|items|schema|anyOf|allOf)\/?[^/]*$/.test(place) && isSchema(node)) {
    return schemaMutants(node, place);
  }
  if (/components\/(parameters|requestBodies|securitySchemes)\/\w+$/.test(place)) {
    return partMutants(node, place);
  }
  return [];
}

function isSchema(node: Tree): boolean {
  const keywords = ["type", "anyOf", "allOf", "$ref", "enum"];
  return Object.keys(node).every((key) => key === "description") || keywords.some((k) => k in node);
}

function schemaMutants(node: Tree, place: string): Mutant[] {
  const { required = [], properties = {}, type } = node;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const words = ["pattern", "format", "enum", "anyOf", "type", "$ref", "items", "maxItems"];
  const numbers = ["minimum", "maximum", "multipleOf", "maxItems"];
  return [
    ...words.filter((word) => word in node).flatMap((word) => change(node, word, undefined, place)),
    ...numbers
      .filter((word) => word in node)
      .flatMap((word) => change(node, word, node[word] + 1, place)),
    ...required.flatMap((name: string) =>
      change(node, "required", without(required, name), place, `${name} is optional`),
    ),
    ...optional.flatMap((name) =>
      change(node, "required", [...required, name], place, `${name} is required`),
    ),
    ...Object.keys(properties).flatMap((name) => change(properties, name, undefined, place)),
    ...(node.enum ?? []).flatMap((value: Tree) =>
      change(node, "enum", without(node.enum, value), place, `without ${value}`),
    ),
    ...(node.enum ? change(node, "enum", [...node.enum, "other"], place, "with another") : []),
    ...otherTypes(type).flatMap((other) => change(node, "type", other, place)),
    ...inventions(node).flatMap(([word, value]) => change(node, word, value, place)),
  ];
}

/** A narrower type, a wider one and another. */
function otherTypes(type: Tree): Tree[] {
  if (type === "integer") return ["number", "string"];
  if (type === "number") return ["integer", "string"];
  if (type === "string") return ["integer", ["string", "null"]];
  if (type === "boolean") return ["string", ["boolean", "null"]];
  return type ? [["string", type], "string"] : [];
}

/** Constraints that the document does not state. */
function inventions(node: Tree): [string, Tree][] {
  const { type } = node;
  const any: [string, Tree][] = [
    ["not", { const: "x" }],
    ["const", {}],
    ["enum", ["x"]],
    ["if", { const: "x" }],
    ["readOnly", true],
    ["deprecated", true],
    ["default", "x"],
  ];
  const byType: Record<string, [string, Tree][]> = {
    object: [
      ["additionalProperties", false],
      ["additionalProperties", { type: "string" }],
      ["propertyNames", { pattern: "^[a-z_]+$" }],
      ["patternProperties", { "^a": { type: "string" } }],
      ["unevaluatedProperties", false],
      ["minProperties", 1],
      ["maxProperties", 99],
      ["dependentRequired", { a: ["b"] }],
    ],
    array: [
      ["minItems", 1],
      ["uniqueItems", true],
      ["contains", {}],
      ["prefixItems", [{ type: "string" }]],
    ],
    string: [
      ["minLength", 1],
      ["maxLength", 255],
      ["pattern", "^[a-z]"],
      ["format", "hostname"],
      ["contentEncoding", "base64"],
    ],
    integer: [
      ["minimum", 0],
      ["exclusiveMaximum", 1000],
      ["multipleOf", 3],
      ["format", "int32"],
    ],
    number: [["minimum", 0]],
  };
  return [...any, ...(byType[type] ?? [])].filter(
    ([word]) => word === "additionalProperties" || !(word in node),
  );
}

function partMutants(node: Tree, place: string): Mutant[] {
  return [
    ...change(node, "required", !node.required, place),
    ...("in" in node ? change(node, "in", "header", place) : []),
    ...("name" in node ? change(node, "name", `${node.name}_`, place) : []),
    ...change(node, "deprecated", true, place),
    ...("scheme" in node ? change(node, "scheme", "basic", place) : []),
    ...("content" in node ? change(node.content, "text/plain", {}, place) : []),
  ];
}

function routeMutants(route: Tree, place: string): Mutant[] {
  const { parameters = [], requestBody, responses, "x-documented": documented } = route;
  const success = responses["2XX"];
  const error = { $ref: "#/components/responses/Error" };
  return [
    ...parameters.flatMap((parameter: Tree) =>
      change(route, "parameters", without(parameters, parameter), place),
    ),
    ...change(route, "requestBody", undefined, place, "without a body").filter(() => requestBody),
    ...SUCCESSES.filter((name) => !success.$ref.endsWith(`/${name}`)).flatMap((name) =>
      change(responses, "2XX", { $ref: `#/components/responses/${name}` }, place),
    ),
    ...change(responses, "401", undefined, place),
    ...change(responses, "default", undefined, place),
    ...change(responses, "404", error, place),
    ...change(route, "operationId", `${route.operationId}s`, place),
    ...change(route, "tags", ["Users", "Regions"], place),
    ...change(route, "security", [], place),
    ...change(route, "deprecated", true, place),
    ...Object.keys(documented).flatMap((key) => change(documented, key, "else", place)),
  ];
}

/** Each number one higher, and each telling word exchanged, outside the paragraph "Not shown". */
function textMutants(node: Tree, place: string): Mutant[] {
  return ["summary", "description", "url"].flatMap((key) => {
    const text = node[key];
    if (typeof text !== "string") return [];
    const [shown = ""] = text.split("\nNot shown");
    return editsOf(shown).flatMap(([start, end, word]) =>
      change(
        node,
        key,
        text.slice(0, start) + word + text.slice(end),
        place,
        `${text.slice(Math.max(0, start - 12), end + 12)} -> ${word}`,
      ),
    );
  });
}

function editsOf(text: string): [start: number, end: number, word: string][] {
  const edits: [number, number, string][] = [];
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    edits.push([index, index + digits.length, String(Number(digits) + 1)]);
  }
  for (const { word, instead } of EXCHANGES) {
    for (const { 0: found, index } of text.matchAll(word)) {
      edits.push([index, index + found.length, `${instead}`]);
    }
  }
  return edits;
}

/** Sets a key, or removes it when the value is undefined. Names the change by its place. */
function change(node: Tree, key: string, value: Tree, place: string, what?: string): Mutant[] {
  const name = `${place} ${key}: ${what ?? JSON.stringify(value) ?? "gone"}`;
  const apply = () => {
    const before = { ...node };
    if (value === undefined) delete node[key];
    else node[key] = value;
    return () => {
      for (const name of Object.keys(node)) delete node[name];
      Object.assign(node, before);
    };
  };
  return [{ name, apply }];
}

function without<Value>(values: Value[], one: Value): Value[] {
  return values.filter((value) => value !== one);
}
