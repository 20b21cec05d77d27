/** Checks the spec against what the document says, written down here a second time. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import table from "../documented-operations.json" with { type: "json" };
import { folder, readSpec, source } from "../scripts/specs.ts";
import { documentedForms, documentedRows, facts } from "./documented.ts";
import { missingFacts, unprovenWords } from "./facts.ts";
import { formsOf, rowsOf, type Tree } from "./forms.ts";

const spec: Tree = await readSpec(source);
const { schemas } = spec.components;
const operations = Object.entries<Tree>(spec.paths).flatMap(([path, item]) =>
  Object.entries<Tree>(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

describe("routes", () => {
  test("are those of the document's table, each under its own operationId", () => {
    const ids = table.map(({ operationId }) => operationId);

    expect(rowsOf(spec)).toEqual(documentedRows);
    expect(new Set(ids).size).toBe(table.length);
  });

  test.each(["openapi.yaml", "profiles/neon/openapi.yaml"])("use every file of %s", (index) => {
    const root = join(folder, dirname(index));
    const files = ["components", "paths"].flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".yaml"))
        .map((file) => join(root, part, file)),
    );

    const used = [...referenced(join(folder, index))].filter((file) => file.startsWith(root));

    expect(used.sort()).toEqual(files.sort());
  });
});

describe("schemas", () => {
  test("constrain nothing but what the document fixes", () => {
    expect(formsOf(spec)).toEqual(documentedForms());
  });

  test("declare every field of the examples", () => {
    const values = allExamples().flatMap(([, schema, value]) => objectsIn(schema, value));

    const undeclared = values.flatMap(({ properties, value }) =>
      Object.keys(value).filter((field) => !(field in properties)),
    );

    expect(undeclared).toEqual([]);
    expect(values.length).toBeGreaterThan(table.filter(isShown).length);
  });

  test("have pending_state in responses to create and update, and not to list and delete", () => {
    const endpoint = structuredClone(
      spec.components.examples.EndpointMoved.value.endpoint as Record<string, unknown>,
    );

    expect(accepts("EndpointWithPendingState", endpoint)).toBe(true);
    expect(accepts("EndpointWithoutPendingState", endpoint)).toBe(false);
    delete endpoint.pending_state;
    expect(accepts("EndpointWithPendingState", endpoint)).toBe(false);
    expect(accepts("EndpointWithoutPendingState", endpoint)).toBe(true);
  });

  test("list the display names of the console in their API form, as OperationAction", () => {
    const shown = [
      "Apply config",
      "Apply storage config",
      "Check availability",
      "Create branch",
      "Create timeline",
      "Delete tenant",
      "Start compute",
      "Suspend compute",
      "Tenant attach",
      "Tenant detach",
      "Tenant reattach",
      "Timeline archive",
      "Timeline unarchive",
    ];

    const names: string[] = schemas.OperationAction.anyOf.flatMap((part: Tree) => part.enum ?? []);

    expect(names.toSorted()).toEqual(shown.map((name) => name.toLowerCase().replaceAll(" ", "_")));
  });
});

describe("descriptions", () => {
  test("state the facts of the document", () => {
    expect(missingFacts(spec, facts)).toEqual([]);
  });

  test("name no number, role or value that is not a fact", () => {
    expect(unprovenWords(spec, facts)).toEqual([]);
  });
});

describe("sizes", () => {
  const integers = Array.from({ length: 60 }, (_, index) => index);
  const sizes = [
    0.25,
    0.5,
    ...integers.filter((size) => size >= 1 && size <= 16),
    ...integers.filter((size) => size >= 18 && size <= 56 && size % 2 === 0),
  ];

  test("allow 0.25, 0.5, integers from 1 to 16 and even ones from 18 to 56 as a size", () => {
    const refused = [-1, 0.1, 0.75, 1.5, 15.5, 100, "1", null];
    const candidates = [...sizes, ...integers.filter((size) => !sizes.includes(size)), ...refused];

    const accepted = candidates.filter((size) => accepts("ComputeSize", size));

    expect(accepted).toEqual(sizes);
    expect(accepted).toHaveLength(38);
  });
});

describe("examples", () => {
  test("begin with one that is not empty, which a mock answers by default", () => {
    for (const { operationId } of table.filter(isShown)) {
      const { operation } =
        operations.find((one) => one.operation.operationId === operationId) ?? {};
      expect(namedExamples(operation.responses["2XX"])?.[0], operationId).not.toBe("empty");
    }
  });

  test("exist for every content, so that a mock need not invent one", () => {
    const { requestBodies, responses } = spec.components;
    for (const [name, { content }] of Object.entries<Tree>({ ...requestBodies, ...responses })) {
      for (const { example, examples } of Object.values<Tree>(content)) {
        expect(example ?? examples, name).toBeDefined();
      }
    }
  });

  test.each(allExamples())("at %s match their schema", (name, schema, value) => {
    const errors = errorsOf(schema, value);

    expect(errors, name).toEqual([]);
  });

  test("show a created compute with the documented values and one running start", () => {
    const { endpoint, operations } = example("EndpointCreated");

    expect(endpoint).toMatchObject({
      type: "read_write",
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
      current_state: "init",
      pending_state: "active",
      settings: { pg_settings: {} },
      pooler_enabled: false,
      pooler_mode: "transaction",
      disabled: false,
      passwordless_access: true,
    });
    expect(endpoint).not.toHaveProperty("last_active");
    expect(started(operations)).toEqual(["start_compute running"]);
  });

  test("show a moved compute idle while its configuration is applied", () => {
    const { endpoint, operations } = example("EndpointMoved");

    expect(endpoint).toMatchObject({ current_state: "idle", pending_state: "idle" });
    expect(started(operations)).toEqual(["apply_config running", "suspend_compute scheduling"]);
  });

  test("list operations newest first across pages, one of them without a compute", () => {
    const pages = ["OperationListFirstPage", "OperationListNextPage", "OperationListLastPage"];
    const listed = pages.flatMap((page) => example(page).operations);

    const times = listed.map((operation) => operation.created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(listed.filter((operation) => !("endpoint_id" in operation))).toHaveLength(1);
    expect(new Set(listed.map((operation) => operation.id)).size).toBe(listed.length);
  });
});

function isShown({ response }: (typeof table)[number]): boolean {
  return response === "shown";
}

/** Every object of a schema with properties in a value, and the properties it declares. */
function objectsIn(schema: Tree, value: Tree): { properties: Tree; value: object }[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(schema?.items, item));
  const properties = propertiesOf(schema);
  if (Object.keys(properties).length === 0) return [];
  const parts = Object.entries<Tree>(value);
  return [
    { properties, value },
    ...parts.flatMap(([name, part]) => objectsIn(properties[name], part)),
  ];
}

/** Its own, and those of its reference and of its `allOf`. */
function propertiesOf(schema: Tree): Tree {
  if (typeof schema !== "object") return {};
  const { $ref, allOf = [], properties } = schema;
  const target = $ref && schemas[$ref.split("/").at(-1)];
  return Object.assign({}, ...[target, ...allOf].map(propertiesOf), properties);
}

/** The files an index reaches through its references. */
function referenced(file: string, seen = new Set<string>()): Set<string> {
  for (const [, ref] of readFileSync(file, "utf8").matchAll(/\$ref: ["']?([^"'\n]+\.yaml)/g)) {
    const target = join(dirname(file), ref as string);
    if (seen.has(target)) continue;
    seen.add(target);
    referenced(target, seen);
  }
  return seen;
}

function errorsOf(schema: Tree, value: unknown): string[] {
  const validator = new Validator({ ...schema, components: { schemas } }, "2020-12", false);
  return validator.validate(value).errors.map((e) => `${e.instanceLocation}: ${e.error}`);
}

function accepts(name: string, value: unknown): boolean {
  return errorsOf({ $ref: `#/components/schemas/${name}` }, value).length === 0;
}

/** Every example of contents, parameters and schemas: its place, schema and value. */
function allExamples(): [place: string, schema: Tree, value: unknown][] {
  const found: [string, Tree, unknown][] = [];
  const walk = (node: Tree, place: string) => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node.examples)) {
      for (const value of node.examples) found.push([place, node, value]);
    }
    if (node.schema && "example" in node) found.push([place, node.schema, node.example]);
    if (node.schema && node.examples) {
      for (const [name, { $ref }] of Object.entries<Tree>(node.examples)) {
        const file = $ref.split("/").at(-1);
        found.push([`${place} ${name}, ${file}.yaml,`, node.schema, example(file)]);
      }
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== "examples" && key !== "example") walk(child, `${place}/${key}`);
    }
  };
  for (const part of ["schemas", "parameters", "requestBodies", "responses"]) {
    walk(spec.components[part], part);
  }
  return found;
}

function example(name: string): Tree {
  return spec.components.examples[name].value;
}

function namedExamples({ $ref }: { $ref?: string } = {}): string[] | undefined {
  if ($ref === undefined) return undefined;
  const [, part, name] = $ref.match(/components\/(.+)\/(.+)/) as unknown as [
    string,
    string,
    string,
  ];
  const [content] = Object.values<Tree>(spec.components[part][name].content);
  return content.examples && Object.keys(content.examples);
}

function started(operations: Tree[]): string[] {
  return operations.map(({ action, status }) => `${action} ${status}`);
}
