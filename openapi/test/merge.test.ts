import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dereference, validate } from "@cfworker/json-schema";
import { beforeAll, describe, expect, test } from "vitest";
import type { Spec } from "../compare/openapi.ts";
import table from "../documented-operations.json" with { type: "json" };
import type { Deviations } from "../merge/deviations.ts";
import { type Merged, mergeProfile } from "../merge/merge.ts";
import type { Profile } from "../merge/profile.ts";
import { readProfile } from "../merge/read.ts";
import { readSpec, source } from "../scripts/specs.ts";
import { mergePatch } from "./merge-patch.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read a spec by path.
type Tree = any;

const document: Tree = await readSpec(source);
const neon = await readProfile("neon");
const asRead = JSON.stringify([document, neon.spec]);
const { deviations } = neon;
const ENDPOINT = "/projects/{project_id}/endpoints/{endpoint_id}";

/** Merges the profile after a merge patch of its spec. */
function patched(change: object, listed: Deviations = deviations): Merged {
  const spec = mergePatch(neon.spec, change) as Spec;
  return mergeProfile(document, { ...neon, spec, deviations: listed });
}

function operationsOf(spec: Spec): Tree[] {
  return Object.values<Tree>(spec.paths ?? {}).flatMap((item) =>
    Object.values<Tree>(item).filter((one) => one.operationId),
  );
}

describe("the profile neon", () => {
  let merged: Merged;
  let spec: Tree;

  beforeAll(() => {
    merged = mergeProfile(document, neon);
    spec = merged.spec;
  });

  test("has every route of the document, and contradicts it only where that is listed", () => {
    expect(merged).toMatchObject({ problems: [], missing: [], leftOut: [] });
  });

  test("leaves no placeholder", () => {
    const names = Object.values<Tree>(spec.components).flatMap((part) => Object.keys(part));

    expect(names.filter((name) => name.startsWith("Undocumented"))).toEqual([]);
  });

  test("marks each route with the origin of its request and response", () => {
    const origins = table.map(({ operationId, request, response }) => ({
      operationId,
      request: request === "not-shown" ? "observed" : "documented",
      response: response === "not-shown" ? "observed" : "documented",
    }));

    const marked = operationsOf(spec).map(({ operationId, "x-profile": mark }) => ({
      operationId,
      request: mark.request,
      response: mark.response,
    }));

    expect(marked).toEqual(expect.arrayContaining(origins));
    expect(marked).toHaveLength(table.length);
  });

  test("says of each route how well it is known", () => {
    const strengths = operationsOf(spec).map((one) => one["x-profile"].strength);

    expect(strengths.filter((one) => one === "example")).toHaveLength(39);
    expect(strengths.filter((one) => one === "recorded")).toHaveLength(4);
    expect(strengths.filter((one) => one === "types")).toHaveLength(125);
  });

  test("adds fields to a shown shape as optional ones", () => {
    const { required, properties } = spec.components.schemas.Operation;

    expect(properties.total_duration_ms).toMatchObject({ type: "integer", "x-profile": true });
    expect(required).not.toContain("total_duration_ms");
    expect(properties.id).not.toHaveProperty("x-profile");
  });

  test("extends an open list of values", () => {
    const { anyOf } = spec.components.schemas.EndpointType;

    expect(anyOf).toEqual([
      { type: "string", enum: ["read_write", "read_only"] },
      { type: "string" },
    ]);
  });

  test("puts the provider's shape where a deviation is listed, and names it", () => {
    const { Project, OperationStatus, EndpointWithPendingState } = spec.components.schemas;

    expect(Project.required).not.toContain("locked");
    expect(Project.properties.locked["x-deviation"]).toBe("project-without-locked");
    expect(OperationStatus.anyOf[0].enum).toContain("skipped");
    expect(EndpointWithPendingState.allOf[1]).not.toHaveProperty("required");
    expect(spec.paths[ENDPOINT].delete["x-profile"].deviations).toContain("delete-of-what-is-gone");
  });

  test("says in each description whether a field is documented or observed", () => {
    const { description, properties } = spec.components.schemas.Endpoint;

    expect(description).toMatch(/Documented\.$/);
    expect(properties.created_at.description).toBe("Documented.");
    expect(properties.creation_source.description).toMatch(/Observed \(neon 2026-11-22\)\.$/);
    expect(spec.paths["/regions"].get.description).toMatch(/\n\nObserved \(neon 2026-11-22\): /);
  });

  test("refers to nothing that is missing, and keeps nothing that is unused", () => {
    const text = JSON.stringify(spec);
    const refs = new Set(text.match(/#\/components\/\w+\/\w+/g));
    const { securitySchemes: _, ...parts } = spec.components;
    const names = Object.entries<Tree>(parts).flatMap(([kind, part]) =>
      Object.keys(part).map((name) => `#/components/${kind}/${name}`),
    );

    expect([...refs].sort()).toEqual(names.sort());
    expect(text).not.toContain("#profile/");
  });

  test("has valid examples, by a second validator", () => {
    const { schemas, examples } = spec.components;
    const faults: string[] = [];
    // Each place adds its schema to those that it may refer to.
    const known = dereference({ components: { schemas } } as Tree);
    const check = (at: string, schema: Tree, value: unknown) => {
      dereference(schema, known, undefined, at);
      const { errors } = validate(value, schema, "2020-12", known, false);
      faults.push(...errors.map((one) => `${at} ${one.instanceLocation}: ${one.error}`));
    };
    const walk = (node: Tree, at: string) => {
      if (typeof node !== "object" || node === null) return;
      if (node.schema && "example" in node) check(at, node.schema, node.example);
      for (const [name, one] of Object.entries<Tree>(node.schema ? (node.examples ?? {}) : {})) {
        check(`${at} ${name}`, node.schema, examples[one.$ref.split("/").at(-1)].value);
      }
      for (const [key, part] of Object.entries(node)) walk(part, `${at}/${key}`);
    };

    walk(spec.paths, "paths");
    walk(spec.components.responses, "responses");

    expect(faults).toEqual([]);
  });

  test("changes neither of the two documents", () => {
    expect(JSON.stringify([document, neon.spec])).toBe(asRead);
  });
});

describe("a file that is no OpenAPI 3 document", () => {
  const info = { title: "theirs", version: "1" };

  test.each([
    ["without info", { openapi: "3.1.0", paths: {} }, "lacks info.version"],
    ["without paths", { openapi: "3.1.0", info }, "lacks paths"],
    ["of another version", { swagger: "2.0", info, paths: {} }, 'lacks "openapi": "3.…"'],
    ["with a list", [], 'lacks "openapi": "3.…", info.version, paths'],
  ])("is refused %s, with what it lacks", async (_, content, lacks) => {
    const folder = mkdtempSync(join(tmpdir(), "profile-"));
    const file = join(folder, "their.json");
    writeFileSync(file, JSON.stringify(content));

    const reading = readProfile(file).finally(() => rmSync(folder, { recursive: true }));

    await expect(reading).rejects.toThrow(`${file} is not an OpenAPI 3 document: it ${lacks}`);
  });
});

describe("deviations.yaml", () => {
  const lines = Object.entries(deviations).flatMap(([id, { at }]) =>
    (at ?? [undefined]).map((place) => [id, place] as const),
  );

  test.each(lines)("is needed in full: the merge fails without %s %s", (id, place) => {
    const { [id]: entry, ...others } = structuredClone(deviations);
    const at = entry?.at?.filter((one) => one !== place);
    const listed = entry && at?.length ? { ...others, [id]: { ...entry, at } } : others;

    const { problems } = mergeProfile(document, { ...neon, deviations: listed });

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(place ?? id);
  });

  test("lists nothing that is no contradiction", () => {
    const entry = { statement: "", document: "", provider: "", evidence: [] };
    const at = ["#/components/schemas/Project/properties/id"];
    const listed = { ...deviations, invented: entry, "invented-place": { ...entry, at } };

    const { problems } = mergeProfile(document, { ...neon, deviations: listed });

    expect(problems).toEqual([
      "deviations.yaml: invented contradicts nothing",
      `deviations.yaml: invented-place contradicts nothing: ${at}`,
    ]);
  });
});

describe("a contradiction that is not listed", () => {
  const schemas = (change: object) => ({ components: { schemas: change } });
  const required = (list: string[], name: string) => list.filter((one) => one !== name);
  const { Operation, Project } = (neon.spec as Tree).components.schemas;

  test.each([
    [
      "another type",
      schemas({ Operation: { properties: { failures_count: { type: "string" } } } }),
      "POST /projects/{project_id}/endpoints",
      "answers string, not integer",
      "#/components/schemas/Operation/properties/failures_count",
    ],
    [
      "null for a value",
      schemas({ Project: { properties: { name: { type: ["string", "null"] } } } }),
      "GET /projects",
      "answers string or null, not string",
      "#/components/schemas/Project/properties/name",
    ],
    [
      "a required field that may be absent",
      schemas({ Operation: { required: required(Operation.required, "action") } }),
      "GET /projects/{project_id}/operations",
      "may leave out action",
      "#/components/schemas/Operation/properties/action",
    ],
    [
      "a required field that the profile lacks",
      schemas({
        Project: { required: required(Project.required, "name"), properties: { name: null } },
      }),
      "GET /projects",
      "never answers name",
      "#/components/schemas/Project/properties/name",
    ],
    [
      "a second status",
      { paths: { [ENDPOINT]: { patch: { responses: { 202: { description: "Later." } } } } } },
      `PATCH ${ENDPOINT}`,
      "answers 202 beside 200",
      "#/paths/~1projects~1{project_id}~1endpoints~1{endpoint_id}/patch/responses/2XX",
    ],
    [
      "a field that a request needs",
      schemas({
        EndpointCreateRequest: {
          properties: { endpoint: { required: ["branch_id", "type", "name"] } },
        },
      }),
      "POST /projects/{project_id}/endpoints",
      "requires name",
      "#/components/schemas/EndpointCreateRequest/properties/endpoint/properties/name",
    ],
    [
      "a field that a request may not have",
      schemas({
        EndpointCreateRequest: { properties: { endpoint: { properties: { type: null } } } },
      }),
      "POST /projects/{project_id}/endpoints",
      "does not take type",
      "#/components/schemas/EndpointCreateRequest/properties/endpoint/properties/type",
    ],
    [
      "another format",
      schemas({ Operation: { properties: { id: { format: "date-time" } } } }),
      "GET /projects/{project_id}/operations",
      "has the format date-time",
      "#/components/schemas/Operation/properties/id",
    ],
    [
      "a body where the document shows none",
      {
        paths: {
          [`${ENDPOINT}/restart`]: {
            post: { requestBody: { content: { "application/json": {} } } },
          },
        },
      },
      `POST ${ENDPOINT}/restart`,
      "takes a body",
      "#/paths/~1projects~1{project_id}~1endpoints~1{endpoint_id}~1restart/post/requestBody",
    ],
  ])("is refused by name: %s", (_, change, route, says, at) => {
    const { problems } = patched(change);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(route);
    expect(problems[0]).toContain(says);
    expect(problems[0]).toContain(at);
  });
});

describe("any OpenAPI file of the same routes", () => {
  const list: Tree = {
    openapi: "3.0.3",
    info: { title: "Theirs", version: "7" },
    paths: {
      "/projects/{id}/branches": {
        get: {
          responses: {
            200: {
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/Pagination" } },
              },
            },
          },
        },
      },
      "/teams": { get: { responses: {} } },
    },
    components: {
      schemas: { Pagination: { type: "object", properties: { page: { type: "integer" } } } },
    },
  };
  const theirs: Profile = { name: "theirs", spec: list, deviations: {} };
  const merged = mergeProfile(document, theirs);
  const spec: Tree = merged.spec;

  test("fills its routes whatever their parameters are called, and counts the others", () => {
    const { problems, missing, leftOut } = merged;

    const { get } = spec.paths["/projects/{project_id}/branches"];
    expect(get.parameters).toEqual([]);
    expect(get["x-profile"]).toMatchObject({ profile: "theirs", response: "observed" });
    expect(problems).toEqual([]);
    expect(missing).toHaveLength(table.length - 1);
    expect(leftOut).toEqual(["GET /teams"]);
  });

  test("keeps a schema apart from one of the document that has its name by chance", () => {
    const { get } = spec.paths["/projects/{project_id}/branches"];
    expect(get.responses[200].content["application/json"].schema.$ref).toBe(
      "#/components/schemas/TheirsPagination",
    );
    expect(spec.components.schemas.Pagination).toHaveProperty("properties.cursor");
  });

  test("leaves a route that it lacks as the document has it", () => {
    const { get } = spec.paths["/regions"];
    expect(get["x-profile"]).toMatchObject({ request: "not known", response: "not known" });
    expect(get.responses).toEqual(document.paths["/regions"].get.responses);
  });
});
