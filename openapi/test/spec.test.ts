/** Checks the spec against what the document says, written down here a second time. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import table from "../documented-operations.json" with { type: "json" };
import { folder, readSpec, source } from "../scripts/specs.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read a spec by path.
type Tree = any;

const spec: Tree = await readSpec(source);
const { schemas } = spec.components;
const operations = Object.entries<Tree>(spec.paths).flatMap(([path, item]) =>
  Object.entries<Tree>(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

describe("routes", () => {
  test("stand in the table once each, every one under its own operationId", () => {
    const names = table.map(({ method, path }) => `${method} ${path}`);
    const ids = table.map(({ operationId }) => operationId);

    expect(operations.map(({ route }) => route).sort()).toEqual(names.toSorted());
    expect(new Set(ids).size).toBe(table.length);
  });

  test("take the same bearer key", () => {
    expect(spec.security).toEqual([{ ApiKey: [] }]);
    expect(spec.components.securitySchemes.ApiKey).toMatchObject({
      type: "http",
      scheme: "bearer",
    });
    for (const { route, operation } of operations)
      expect(operation.security, route).toBeUndefined();
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
  const fields: Record<string, { required?: string[]; optional?: string[] }> = {
    Project: {
      required: [
        "id",
        "name",
        "platform_id",
        "region_id",
        "provisioner",
        "pg_version",
        "locked",
        "cpu_used_sec",
        "branch_logical_size_limit",
        "proxy_host",
        "created_at",
        "updated_at",
      ],
    },
    Endpoint: {
      required: [
        "id",
        "host",
        "project_id",
        "branch_id",
        "region_id",
        "type",
        "autoscaling_limit_min_cu",
        "autoscaling_limit_max_cu",
        "current_state",
        "settings",
        "pooler_enabled",
        "pooler_mode",
        "disabled",
        "passwordless_access",
        "created_at",
        "updated_at",
        "proxy_host",
      ],
      optional: ["pending_state", "last_active"],
    },
    EndpointSettings: { required: ["pg_settings"] },
    Operation: {
      required: [
        "id",
        "project_id",
        "branch_id",
        "action",
        "status",
        "failures_count",
        "created_at",
        "updated_at",
      ],
      optional: ["endpoint_id"],
    },
    // The document does not show the last page, so its cursor may be absent.
    Pagination: { optional: ["cursor"] },
    ApiKey: {
      required: ["id", "key", "name", "created_at", "created_by"],
      optional: ["project_id"],
    },
    ProjectListResponse: { required: ["projects"] },
    EndpointListResponse: { required: ["endpoints"] },
    EndpointOperationsResponse: { required: ["endpoint", "operations"] },
    EndpointDeletedResponse: { required: ["endpoint", "operations"] },
    OperationListResponse: { required: ["operations", "pagination"] },
    OperationResponse: { required: ["operation"] },
    EndpointCreateRequest: { required: ["endpoint"] },
    EndpointUpdateRequest: { required: ["endpoint"] },
    OrganizationApiKeyCreateRequest: { required: ["key_name"], optional: ["project_id"] },
    UndocumentedMutation: { optional: ["operations"] },
  };

  test.each(Object.entries(fields))("%s has the fields of the document", (name, listed) => {
    const { required = [], optional = [] } = listed;
    const schema = schemas[name];

    expect([...(schema.required ?? [])].sort(), `required of ${name}`).toEqual(required.toSorted());
    expect(Object.keys(schema.properties).sort(), `properties of ${name}`).toEqual(
      [...required, ...optional].sort(),
    );
  });

  test("declare every field of the examples", () => {
    const values = allExamples().flatMap(([, schema, value]) => objectsIn(schema, value));

    const undeclared = values.flatMap(({ properties, value }) =>
      Object.keys(value).filter((field) => !(field in properties)),
    );

    expect(undeclared).toEqual([]);
    expect(values.length).toBeGreaterThan(table.filter(isShown).length);
  });

  test("EndpointCreateRequest takes a branch and a type", () => {
    const { endpoint } = schemas.EndpointCreateRequest.properties;

    expect(endpoint.required).toEqual(["branch_id", "type"]);
    expect(Object.keys(endpoint.properties)).toEqual(["branch_id", "type"]);
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

  test("OperationAction lists the display names of the console in their API form", () => {
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

  test("OperationStatus has four values", () => {
    expect(schemas.OperationStatus.enum).toEqual(["scheduling", "running", "finished", "failed"]);
  });

  test("constrain only what the document fixes", () => {
    expect(constraints(schemas)).toEqual([
      "ComputeSize/anyOf/1/maximum",
      "ComputeSize/anyOf/1/minimum",
      "ComputeSize/anyOf/2/maximum",
      "ComputeSize/anyOf/2/minimum",
      "ComputeSize/anyOf/2/multipleOf",
      "Endpoint/properties/id/pattern",
      "EndpointDeletedResponse/properties/operations/maxItems",
      "Operation/properties/id/format",
      "Timestamp/format",
      "Timestamp/pattern",
    ]);
    expect(constraints(spec.components.parameters)).toEqual([]);
  });
});

describe("limits", () => {
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

  test("invent neither a default nor a maximum of the page size", () => {
    expect(spec.components.parameters.LimitQuery.schema).toEqual({ type: "integer" });
  });

  test("give max_connections as in the document's table", () => {
    const text = schemas.Endpoint.description.replace(/\s+/g, " ");

    expect(text).toContain(
      "112 at 0.25 units, 225 at 0.5, 450 at 1, 901 at 2, 1351 at 3, 1802 at 4, 2253 at 5, " +
        "2703 at 6, 3154 at 7, 3604 at 8, 4000 from 9 to 38.",
    );
  });

  test.each([
    ["Endpoints", "5 minutes by default"],
    ["Endpoints", "within a few hundred milliseconds"],
    ["Endpoints", "the larger of 20 GiB and 15 GiB times its maximum size"],
    ["Endpoints", 'SQLSTATE 53100, "No space left on device"'],
    ["Operations", "every 5 seconds"],
    ["ApiKeys", "have no expiry"],
  ])("state under the tag %s: %s", (name, words) => {
    const { description } = spec.tags.find((tag: Tree) => tag.name === name);

    expect(description.replace(/\s+/g, " ")).toContain(words);
  });

  test("state the other numbers of the document where they apply", () => {
    const size = schemas.ComputeSize.description.replace(/\s+/g, " ");

    expect(size).toContain("One unit is 1 vCPU and 4 GB of RAM");
    expect(size).toContain("75% of that, 3 GB per unit");
    expect(size).toContain("Autoscaling covers 0.25 to 16");
    expect(size).toContain("up to 2 vCPUs and 8 GB of RAM");
    expect(schemas.Endpoint.properties.pooler_enabled.description).toContain("up to 10,000");
    expect(spec.paths["/api_keys"].post.description).toContain("10,000");
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

/** Paths of the keywords that restrict values beyond types, enums and required fields. */
function constraints(node: Tree, path = ""): string[] {
  const refusing =
    /^(pattern|format|min.*|max.*|exclusive.*|multipleOf|uniqueItems|const|not|default|unevaluated.*)$/;
  if (typeof node !== "object" || node === null) return [];
  return Object.entries<Tree>(node)
    .flatMap(([key, value]) => {
      if (key === "examples" || key === "example") return [];
      const here = path === "" ? key : `${path}/${key}`;
      if (refusing.test(key) && typeof value !== "object") return [here];
      if (key === "additionalProperties" && value === false) return [here];
      return constraints(value, here);
    })
    .sort();
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
