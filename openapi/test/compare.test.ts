import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { annotations, refusal, table } from "../compare/report.ts";
import { compareSpecs } from "../compare/specs.ts";
import documented from "../documented-operations.json" with { type: "json" };
import { dropUnused } from "../merge/names.ts";
import { compareCommand } from "../scripts/compare-command.ts";
import { built, folder, readSpec } from "../scripts/specs.ts";
import { mergePatch } from "./merge-patch.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read and change a spec by path.
type Tree = any;
type Patches = Record<string, Tree>;
type Pair = {
  name: string;
  before?: Patches;
  after: Patches;
  breaking?: string[];
  rest?: string[];
};

const pairs: Pair[] = parse(readFileSync(join(folder, "test/compare/pairs.yaml"), "utf8"));
const small: Tree = parse(readFileSync(join(folder, "test/compare/spec.yaml"), "utf8"));
const spec: Tree = await readSpec(built);

describe("a pair of specs", () => {
  // Vitest truncates `$name`, but not `%s`.
  test.each(pairs.map((pair): [string, Pair] => [pair.name, pair]))("shows %s", (_, pair) => {
    const changes = compareSpecs(smallSpec(pair.before), smallSpec(pair.after));

    expect(kinds(changes, true)).toEqual(pair.breaking ?? []);
    expect(kinds(changes, false)).toEqual(pair.rest ?? []);
  });
});

describe("the spec", () => {
  const routes = Object.entries<Tree>(spec.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== "parameters")
      .map((method): [string, string, string] => [`${method.toUpperCase()} ${path}`, path, method]),
  );
  const shown = routes.filter(
    ([, path, method]) => spec.paths[path][method]["x-documented"].response === "shown",
  );

  test("equals itself", () => {
    expect(compareSpecs(spec, structuredClone(spec))).toEqual([]);
  });

  test("breaks callers when any of its routes is removed", () => {
    for (const [route, path, method] of routes) {
      // One path alone, because comparing the whole spec for each route takes long.
      const before = { ...spec, paths: { [path]: spec.paths[path] } };
      const { [method]: _, ...item } = spec.paths[path];
      const changes = compareSpecs(before, { ...spec, paths: { [path]: item } });

      expect(changes, route).toEqual([
        {
          kind: "route-removed",
          breaking: true,
          where: route,
          what: expect.any(String),
          routes: [route],
        },
      ]);
    }
    expect(routes.length).toBe(documented.length);
  });

  test.each(shown)(
    "breaks callers of %s when a property of its response is removed",
    (route, path, method) => {
      const paths = { [path]: { [method]: spec.paths[path][method] } };
      const before = structuredClone({ ...spec, paths });
      dropUnused(before);
      const objects = objectsOf(before, spec.paths[path][method].responses["2XX"]);
      const all = new Set(objects.flatMap((properties) => Object.keys(properties)));
      // A property with the schema false, such as `pending_state`, is never present.
      const names = [...all].filter((name) => objects.every((one) => one[name] !== false));

      for (const name of names) {
        const changes = compareSpecs(before, without(before, name));

        const kind = "response-property-removed";
        expect(changes, name).toContainEqual(
          expect.objectContaining({ kind, breaking: true, routes: [route] }),
        );
      }
      expect(names.length).toBeGreaterThan(1);
    },
  );

  test("shows a change of a shared schema once, with every route it affects", () => {
    const after = structuredClone(spec);
    after.components.schemas.OperationStatus.enum.push("skipped");

    const changes = compareSpecs(spec, after);

    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      kind: "response-enum-value-added",
      where: "OperationStatus",
      what: 'now also allows "skipped"',
    });
    const mutations = routes.filter(([, , method]) => method !== "get").length;
    expect(changes[0]?.routes.length).toBeGreaterThanOrEqual(mutations);
  });
});

describe("a description of a change", () => {
  test.each<[Patches, string]>([
    [{ "paths /computes get security": [] }, "changed from bearer to nothing"],
    [
      { security: [{ Key: ["write"], Session: [] }] },
      "changed from bearer to bearer write and session",
    ],
    [
      { "components schemas Compute properties size maximum": null },
      "maximum changed from 16 to none",
    ],
    [
      { "components schemas Compute properties size type": ["integer", "boolean"] },
      "now also allows boolean",
    ],
    [
      { "components schemas Compute properties size type": "string" },
      "changed from integer (minimum 1, maximum 16) to string",
    ],
    [
      { "components schemas Compute properties settings type": null },
      "changed from object to any type",
    ],
    [
      { "components parameters ProjectHeader schema default": "none" },
      'default changed from none to "none"',
    ],
  ])("says for %j: %s", (patches, sentence) => {
    const [change] = compareSpecs(smallSpec(), smallSpec(patches));

    expect(change?.what).toBe(sentence);
  });

  test("rejects a reference that leads nowhere", () => {
    const lost = smallSpec({ "components schemas Compute": { $ref: "#/components/schemas/No" } });
    const elsewhere = smallSpec({ "components schemas Compute": { $ref: "other.yaml" } });

    expect(() => compareSpecs(smallSpec(), lost)).toThrow("#/components/schemas/No leads nowhere");
    expect(() => compareSpecs(smallSpec(), elsewhere)).toThrow("other.yaml leads nowhere");
  });
});

describe("random schemas", () => {
  const VALUES = [null, true, 0, 1, 2, 3, 0.5, "", "a", "b", "ep-1", [], ["a"], ["a", "a"], [1, 2]];
  const OBJECTS = [
    {},
    { a: 1 },
    { a: "a" },
    { a: null },
    { b: "b" },
    { a: "a", b: 1 },
    { b: ["b"] },
  ];

  test("break callers wherever a request is newly refused or a response is new", () => {
    const pick = randomly(20261121);
    let compared = 0;
    while (compared < 600) {
      const before = randomSchema(pick);
      const after = pick([true, false]) ? randomSchema(pick) : narrowed(pick, before);
      const [old, now] = [before, after].map((schema) => new Validator(schema, "2020-12"));

      for (const side of ["request", "response"]) {
        const changes = compareSpecs(specWith(side, before), specWith(side, after));
        // Nobody sent or received a new property before, even if unknown ones were allowed.
        if (changes.some(({ kind, breaking }) => breaking || kind.endsWith("property-added")))
          continue;
        const [had, has] = side === "request" ? [old, now] : [now, old];
        const broken = [...VALUES, ...OBJECTS].filter(
          (value) => had?.validate(value).valid && !has?.validate(value).valid,
        );
        expect(broken, JSON.stringify({ side, before, after })).toEqual([]);
        compared++;
      }
    }
  });

  test("equal themselves when written another way", () => {
    const pick = randomly(7);
    for (let count = 0; count < 200; count++) {
      const schema = randomSchema(pick);
      const other = pick([{ allOf: [schema] }, { anyOf: [schema] }, { allOf: [{}, schema] }]);

      for (const side of ["request", "response"]) {
        const changes = compareSpecs(specWith(side, schema), specWith(side, other));

        expect(changes, JSON.stringify(schema)).toEqual([]);
      }
    }
  });
});

describe("report", () => {
  const removed = {
    kind: "route-removed",
    breaking: true,
    where: "GET /a",
    what: "is gone",
    routes: ["GET /a"],
  };
  const added = {
    kind: "property-added",
    breaking: false,
    where: "A.b",
    what: "is new",
    routes: ["GET /a", "GET /b"],
  };

  test.each([
    ["0.1.0", "0.1.0", false],
    ["0.1.0", "0.1.9", false],
    ["0.1.0", "0.2.0", true],
    ["0.1.0", "1.0.0", true],
    ["1.2.0", "1.3.0", false],
    ["1.2.0", "2.0.0-rc.1", true],
    ["0.9.0", "0.10.0", true],
  ])("allows a breaking change from %s to %s: %s", (before, after, allowed) => {
    expect(refusal([removed, added], before, after) === undefined).toBe(allowed);
  });

  test("allows other changes under the same version, and no change under an older one", () => {
    expect(refusal([added], "1.2.0", "1.2.0")).toBeUndefined();
    expect(refusal([], "1.2.0", "1.1.9")).toMatch(/1.2.0 or later; it is 1.1.9/);
    expect(() => refusal([], "1.2", "1.2.0")).toThrow(/not of the form/);
  });

  test("lists breaking changes first, each with the routes it affects", () => {
    expect(table([removed, added], "1.0.0", "1.1.0")).toBe(`Breaking
  route-removed  GET /a  is gone

Not breaking
  property-added  A.b  is new (GET /a and 1 more)

1.0.0 to 1.1.0: 1 breaking, 1 other`);
  });

  test("annotates each breaking change for GitHub, with special characters escaped", () => {
    const change = { ...removed, what: "100%\nis gone" };

    expect(annotations([change, added], () => "a,b.yaml")).toEqual([
      "::error file=a%2Cb.yaml,title=route-removed::GET /a 100%25%0Ais gone",
    ]);
  });
});

describe("the command", () => {
  test("compares the built spec with its last release", async () => {
    expect((await run([])).output).toMatch(
      /\d+\.\d+\.\d+ to \d+\.\d+\.\d+: \d+ breaking, \d+ other/,
    );
  });

  test("refuses a breaking change, and names its file under GitHub only", async () => {
    const { isAllowed, output } = await run([small, broken]);

    expect(isAllowed).toBe(false);
    expect(output).toContain("Breaking changes need info.version 2.0.0 or later; it is 1.0.0.");
    expect(output).not.toContain("::error");
    expect((await run([small, broken], { isGitHub: true })).output).toContain(
      "title=operation-id-changed::GET /computes operationId changed from listComputes to readComputes",
    );
  });

  test("names the file of a changed path or schema of our spec", async () => {
    const changed = structuredClone(spec);
    changed.paths["/api_keys"].get.operationId = "readApiKeys";
    changed.components.schemas.Project.properties.plan = {};
    const { output } = await run([changed], { isGitHub: true });

    expect(output).toContain(
      "file=openapi/paths/api-keys/api_keys.yaml,title=operation-id-changed",
    );
    expect(output).toContain(
      "file=openapi/components/schemas/Project.yaml,title=response-property",
    );
  });

  test("allows a breaking change under a new major version, and other changes under any", async () => {
    const major = smallSpec({ ...BROKEN, "info version": "2.0.0" });
    const reworded = smallSpec({ "paths /computes get summary": "List" });

    expect((await run([small, major])).isAllowed).toBe(true);
    expect((await run([small, reworded])).isAllowed).toBe(true);
  });

  test("exits with 1 when it refuses", () => {
    const { status, stdout } = withFiles([small, broken], (files) =>
      spawnSync(process.execPath, ["--import", tsx, join(folder, "scripts/check.ts"), ...files], {
        encoding: "utf8",
        env: { ...process.env, GITHUB_ACTIONS: "true" },
      }),
    );

    expect(status).toBe(1);
    expect(stdout).toContain("::error");
  });

  const BROKEN = { "paths /computes get operationId": "readComputes" };
  const broken = smallSpec(BROKEN);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

  async function run(specs: Tree[], { isGitHub = false } = {}) {
    let output = "";
    const print = (text: string) => {
      output += `${text}\n`;
    };
    const isAllowed = await withFiles(specs, (files) => compareCommand(files, { isGitHub, print }));
    return { isAllowed, output };
  }

  function withFiles<Result>(specs: Tree[], use: (files: string[]) => Result): Result {
    const files = specs.map((content, index) => {
      const file = join(temporary, `${index}.json`);
      writeFileSync(file, JSON.stringify(content));
      return file;
    });
    return use(files);
  }

  const temporary = mkdtempSync(join(tmpdir(), "compare-"));
  afterAll(() => rmSync(temporary, { recursive: true }));
});

function kinds(changes: { kind: string; breaking: boolean }[], breaking: boolean): string[] {
  return changes
    .filter((change) => change.breaking === breaking)
    .map(({ kind }) => kind)
    .sort();
}

/** The `properties` of every schema in a response. */
function objectsOf(document: Tree, response: Tree): Tree[] {
  const seen = new Set<Tree>();
  const visit = (value: Tree): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value.$ref) visit(at(document, value.$ref.slice(2).split("/")));
    for (const [key, part] of Object.entries(value)) {
      if (!["example", "examples"].includes(key)) visit(part);
    }
  };
  visit(response);
  return [...seen].flatMap(({ properties }) => (properties ? [properties] : []));
}

function at(document: Tree, place: string[]): Tree {
  return place.reduce((value, key) => value[key], document);
}

/** The document without the property in any of its schemas. */
function without(document: Tree, name: string): Tree {
  const text = JSON.stringify(document, (key, value) => {
    if (key === "required" && Array.isArray(value)) return value.filter((other) => other !== name);
    if (key !== "properties" || !(name in value)) return value;
    const { [name]: _, ...properties } = value;
    return properties;
  });
  return JSON.parse(text);
}

type Pick = <Value>(from: Value[]) => Value;

/** Makes the same choices for the same seed (mulberry32). */
function randomly(seed: number): Pick {
  let state = seed;
  return (from) => {
    state = (state + 0x6d2b79f5) | 0;
    let number = Math.imul(state ^ (state >>> 15), 1 | state);
    number = (number + Math.imul(number ^ (number >>> 7), 61 | number)) ^ number;
    return from[((number ^ (number >>> 14)) >>> 0) % from.length] as never;
  };
}

/** Omits `oneOf`, which is read like `anyOf`, and schemas that no value satisfies. */
function randomSchema(pick: Pick, depth = 2): Tree {
  const part = () => randomSchema(pick, depth - 1);
  const simple = [
    () => ({}),
    () => ({
      type: "string",
      ...pick([{}, { minLength: 1 }, { maxLength: 2 }, { pattern: "^ep-" }]),
    }),
    () => ({ type: "string", enum: pick([["a"], ["a", "b"], ["b", "ep-1"]]) }),
    () => ({
      type: pick(["integer", "number"]),
      ...pick([{}, { minimum: 1 }, { exclusiveMinimum: 1 }]),
    }),
    () => ({ type: "number", ...pick([{ maximum: 2 }, { multipleOf: 1 }, { multipleOf: 2 }]) }),
    () => ({ type: [pick(["string", "integer", "object"]), pick(["null", "boolean", "array"])] }),
    () => ({ const: pick(["a", 1, null]) }),
  ];
  const nested = [
    () => ({ type: "array", items: part(), ...pick([{}, { maxItems: 1 }, { uniqueItems: true }]) }),
    () => ({ type: "object", properties: { a: part() }, ...pick([{}, { required: ["a"] }]) }),
    () => ({
      type: "object",
      properties: { a: part(), b: part() },
      ...pick([{}, { additionalProperties: false }]),
    }),
    () => ({ properties: { b: part() }, additionalProperties: randomSchema(pick, 0) }),
    () => ({ anyOf: [part(), part()] }),
    () => ({ allOf: [part(), pick([{ required: ["a"] }, { minimum: 1 }, { maxItems: 2 }])] }),
  ];
  return pick(depth > 0 ? [...simple, ...nested] : simple)();
}

/** The schema with one condition added or replaced. */
function narrowed(pick: Pick, schema: Tree): Tree {
  const conditions = [
    { type: "string" },
    { minimum: 1 },
    { maxLength: 1 },
    { required: ["a"] },
    { items: { type: "string" } },
    { enum: ["a", "b"] },
    { additionalProperties: { type: "string" } },
  ];
  return { ...schema, ...pick(conditions) };
}

function specWith(side: string, schema: Tree): Tree {
  const content = { "application/json": { schema } };
  const post =
    side === "request" ? { requestBody: { content } } : { responses: { 200: { content } } };
  return { openapi: "3.1.1", paths: { "/computes": { post } } };
}

/** A fresh copy with the patches at their paths. */
function smallSpec(patches: Patches = {}): Tree {
  let spec: Tree = small;
  for (const [path, patch] of Object.entries(patches)) {
    const nested = path.split(" ").reduceRight<Tree>((value, key) => ({ [key]: value }), patch);
    spec = mergePatch(spec, nested);
  }
  return structuredClone(spec);
}
