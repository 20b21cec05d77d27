import documented from "@hosted-postgres/openapi/documented-operations.json" with { type: "json" };
import { describe, expect, expectTypeOf, test } from "vitest";
import { createClient, type Operation, paginate, unwrap } from "../src/index.ts";
import { withNamedCalls } from "../src/named-calls.ts";

describe("a named call", () => {
  test.each(documented)(
    "$tag: $operationId sends $method $path",
    async ({ operationId, tag, method, path }) => {
      const { api, requests } = recorded();
      const values = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "a b"]),
      );
      const group = api[`${tag.charAt(0).toLowerCase()}${tag.slice(1)}` as "projects"];
      const call = group[operationId as "getProject"];

      await call({ ...values, query: { undocumented: { q: 1 } } } as never);

      expect(requests).toEqual([
        {
          method,
          url: `http://localhost${path.replace(/\{\w+\}/g, "a%20b")}?q=1`,
          body: undefined,
        },
      ]);
      expect(call.route).toBe(`${method} ${path}`);
    },
  );

  test("sends the body and returns the same typed envelope as a path-style call", async () => {
    const { api, requests } = recorded({ endpoint: { id: "ep-1" }, operations: [] });
    const body = { endpoint: { branch_id: "branch-1", type: "read_write" } };

    const { endpoint } = await unwrap(
      api.endpoints.createEndpoint({ project_id: "project-1", body }),
    );
    await api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id: "project-1" } },
      body,
    });

    expect(endpoint.id).toBe("ep-1");
    expect(requests[0]).toEqual(requests[1]);
  });

  test("rejects a missing path parameter by name and sends nothing", async () => {
    const { api, requests } = recorded();

    await expect(api.projects.getProject({} as never)).rejects.toThrow("path parameter project_id");

    expect(requests).toEqual([]);
  });

  test("pages through a list like a path", async () => {
    const { api, requests } = recorded({ operations: [{ id: "1" }], pagination: {} });
    const operations: Operation[] = [];

    const walk = paginate(api.operations.listOperations, {
      project_id: "project-1",
      query: { limit: 7 },
    });
    for await (const operation of walk) operations.push(operation);

    expect(operations).toEqual([{ id: "1" }]);
    expect(requests[0]?.url).toBe("http://localhost/projects/project-1/operations?limit=7");
  });

  test("takes its types from the spec: parameters, bodies, responses and optionality", () => {
    const { api } = recorded();

    // @ts-expect-error an undocumented call
    expect(api.projects.destroyEverything).toBeUndefined();
    // @ts-expect-error a list without pages
    expectTypeOf(paginate(api.projects.listProjects, {})).toBeObject();
    expectTypeOf(api.projects.listProjects).toBeCallableWith();
    expectTypeOf(api.operations.getOperation).parameter(0).toHaveProperty("operation_id");
    expectTypeOf(api.endpoints.createEndpoint).parameter(0).toHaveProperty("body");
  });
});

/** A client whose server answers every request with this body. */
function recorded(answer: unknown = {}) {
  const requests: { method: string | undefined; url: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: "http://localhost",
    apiKey: "test-key",
    fetch: async (url, { method, body }) => {
      requests.push({ method, url, body });
      return Response.json(answer);
    },
  });
  return { api: withNamedCalls(client), requests };
}
