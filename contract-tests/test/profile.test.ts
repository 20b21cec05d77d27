/** The mock of the document with the profile neon answers every route; the client's example runs on it. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checking } from "../suite/profiles/schemas.ts";
import { type Mock, startMock } from "../suite/targets/prism.ts";
import { printedBy } from "./printed.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read a spec by path.
type Tree = any;

const spec: Tree = createRequire(import.meta.url)("@hosted-postgres/openapi/openapi.neon.json");
const routes = Object.entries<Tree>(spec.paths).flatMap(([path, item]) =>
  Object.entries<Tree>(item).flatMap(([method, operation]) =>
    operation.operationId ? [[operation.operationId as string, { method, path, operation }]] : [],
  ),
) as [string, { method: string; path: string; operation: Tree }][];

/** Of the success of each route that has a body. */
const violation = checking(
  Object.fromEntries(routes.map(([id, { operation }]) => [id, schemaOf(successOf(operation)[1])])),
  spec.components,
);

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ openapi: spec });
});

afterAll(() => mock.close());

describe("the mock with the profile neon", () => {
  test("has the routes of the document", () => {
    expect(routes).toHaveLength(168);
  });

  test.each(routes)("answers %s with a valid body", async (id, { method, path, operation }) => {
    const [type = "application/json", content] = Object.entries<Tree>(
      resolved(operation.requestBody)?.content ?? {},
    )[0] ?? [undefined, undefined];
    const headers: Record<string, string> = { authorization: "Bearer key" };
    if (content && type === "application/json") headers["content-type"] = type;

    const response = await fetch(mock.url + filled(path) + query(operation), {
      method: method.toUpperCase(),
      headers,
      body: content ? bodyOf(type, content) : null,
    });

    const [status, success] = successOf(operation);
    expect(response.status).toBe(Number(status));
    expect(response.headers.get("sl-violations")).toBeNull();
    if (schemaOf(success)) expect(violation(id, await response.json())).toBeUndefined();
    else if (operation.operationId !== "downloadObject") expect(await response.text()).toBe("");
  });
});

describe("the mock of any spec", () => {
  test("names a path that no route is as deep as", async () => {
    const path = "/a".repeat(20);

    const response = await fetch(mock.url + path);

    expect(response.status).toBe(404);
    expect(await response.text()).toContain(`The route ${path} hasn't been found`);
  });

  test("makes up English words on demand", async () => {
    const schema = { type: "string", "x-faker": "name.firstName" };
    const responses = { 200: { description: "", content: { "application/json": { schema } } } };
    const paths = { "/name": { get: { responses } } };
    const own = await startMock({ openapi: { openapi: "3.1.0", info: {}, paths } });

    const response = await fetch(`${own.url}/name`, { headers: { Prefer: "dynamic=true" } });
    await own.close();

    expect(await response.json()).toMatch(/^[A-Z][a-z']+$/i);
  });
});

describe("the client's example profile-neon.ts", () => {
  test("runs on it and prints what it made", async () => {
    const examples = new URL("../../packages/client/examples/", import.meta.url);

    const printed = await printedBy(fileURLToPath(new URL("profile-neon.ts", examples)), mock.url);

    expect(printed).toBe(`project orders in region-1
branch dev with ep-2 (read_write)
database orders of app
listed: main is ready
listed: dev is ready
listed: app,orders, 1 compute
connects to ep-1.region-1.example.com
deleted
`);
  });
});

function resolved(value: Tree): Tree {
  if (!value?.$ref) return value;
  const [, , kind, name] = value.$ref.split("/");
  return spec.components[kind][name];
}

/** The path with the examples of its parameters. */
function filled(path: string): string {
  const parameters = Object.values<Tree>(spec.components.parameters);
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(parameters.find((one) => one.name === name).example),
  );
}

function query({ parameters = [] }: Tree): string {
  const required = parameters
    .map(resolved)
    .filter((one: Tree) => one.required && one.in === "query");
  const pairs = required.map(({ name, example }: Tree) => [name, String(example)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

function bodyOf(type: string, { example, examples = {} }: Tree): string | FormData {
  const value = example ?? resolved(Object.values(examples)[0]).value;
  if (type === "application/json") return JSON.stringify(value);
  const form = new FormData();
  for (const [name, part] of Object.entries(value)) form.set(name, String(part));
  return form;
}

function successOf({ responses }: Tree): [status: string, response: Tree] {
  return Object.entries(responses).find(([status]) => status.startsWith("2")) as [string, Tree];
}

function schemaOf(response: Tree): Tree {
  return resolved(response).content?.["application/json"]?.schema;
}
