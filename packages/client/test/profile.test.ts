/** The client with the types and the data of the profile neon. */

import type { GeneralError, Operation, operations, paths } from "@hosted-postgres/types/neon";
import { outcomes, pages } from "@hosted-postgres/types/neon-data";
import { routesByTag } from "@hosted-postgres/types/routes";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  createClient,
  OperationFailedError,
  OperationTimeoutError,
  type PageDialect,
  paginate,
  type Success,
  waitForOperations,
} from "../src/index.ts";
import { withNamedCalls } from "../src/named-calls.ts";

/** A client whose server gives these bodies in turn, and the requests it got. */
function answering(...bodies: unknown[]) {
  const requests: { url: URL; body: Record<string, unknown> }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    requests.push({ url: new URL(url), body: JSON.parse(String(init.body ?? "{}")) });
    if (bodies.length === 0) throw new Error("one request too many");
    return Response.json(bodies.shift());
  };
  const client = createClient<paths>({ baseUrl: "https://host.test", apiKey: "key", fetch });
  return { api: withNamedCalls<operations, paths>(client), requests };
}

function operation(status: string): Operation {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    project_id: "project-1",
    action: "start_compute",
    status,
    failures_count: 0,
    created_at: "2026-03-01T09:30:00Z",
    updated_at: "2026-03-01T09:30:00Z",
  };
}

/** A page of a dialect: its items, and the cursor where the dialect has it. */
function page({ items, next }: PageDialect, listed: object[], cursor?: string) {
  const place = { [next]: cursor };
  return { [items]: listed, ...(next === "next_cursor" ? place : { pagination: place }) };
}

describe("paginate with a profile", () => {
  test.each(Object.entries<PageDialect>(pages))("follows %s to its end", async (route, dialect) => {
    const { api, requests } = answering(page(dialect, [{ n: 1 }], "2"), page(dialect, [{ n: 2 }]));
    const tags = Object.keys(routesByTag) as "branches"[];
    const calls = tags.flatMap((tag) => Object.values(api[tag]));
    const call = calls.find((named) => named.route === route) as typeof api.branches.listBranches;
    const values = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"]);
    const sent = { limit: 1, q: "kept" };

    const options = { ...Object.fromEntries(values), [dialect.in ?? "query"]: sent };
    const listed: object[] = [];
    for await (const item of paginate(call, options, { pages })) listed.push(item);

    expect(listed).toEqual([{ n: 1 }, { n: 2 }]);
    const params = requests.map(({ url, body }) =>
      dialect.in === "body" ? body : Object.fromEntries(url.searchParams),
    );
    expect(params.map(({ cursor }) => cursor)).toEqual([undefined, "2"]);
    expect(params.map(({ q }) => q)).toEqual(["kept", "kept"]);
  });

  test("has the items' type by path and by name, and asks for the dialect", () => {
    const { api } = answering();
    const project = { project_id: "p" };

    expectTypeOf(
      paginate(
        api.storage.listObjects,
        { ...project, branch_id: "b", bucket_name: "c" },
        { pages },
      ),
    ).toExtend<AsyncIterable<{ key: string; size: number }>>();
    expectTypeOf(paginate(api, "/projects", {})).toExtend<AsyncIterable<{ id: string }>>();
    // @ts-expect-error its cursor is not where the document's lists have it
    expect(() => paginate(api.branches.listBranches, project)).not.toThrow();
    // @ts-expect-error this list has no pages
    expect(() => paginate(api.regions.listRegions, {}, { pages })).not.toThrow();
  });
});

describe("waitForOperations with a profile", () => {
  test.each(outcomes.success)("ends at %s", async (status) => {
    const { api } = answering({ operation: operation(status) });

    const done = await waitForOperations(api, [operation("running")], { outcomes, intervalMs: 1 });

    expect(done.map((one) => one.status)).toEqual([status]);
  });

  test.each(outcomes.failure)("rejects at %s", async (status) => {
    const { api } = answering({ operation: operation(status) });

    const waiting = waitForOperations(api, [operation("running")], { outcomes, intervalMs: 1 });

    await expect(waiting).rejects.toThrow(OperationFailedError);
    await expect(waiting).rejects.toHaveProperty("failed.0.status", status);
  });

  test("names what is pending by the profile's statuses", async () => {
    const { api } = answering({ operation: operation("cancelling") });
    const started = [operation("running"), { ...operation("skipped"), id: "2" }];

    const waiting = waitForOperations(api, started, { outcomes, timeoutMs: 50, intervalMs: 10 });

    const error = await waiting.catch((reason) => reason);
    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(error.pending).toHaveLength(1);
  });

  test("takes the response of every mutation that lists operations", () => {
    type Started = {
      [Id in keyof operations]: NonNullable<Success<operations[Id]>> extends {
        operations: unknown[];
      }
        ? Id
        : never;
    }[keyof operations];

    expectTypeOf<NonNullable<Success<operations[Started]>>["operations"]>().toExtend<Operation[]>();
    // @ts-expect-error a profile's operations have other statuses, so their meaning must be given
    expect(() => waitForOperations(answering().api, [operation("finished")])).not.toThrow();
  });
});

describe("a call with the types of a profile", () => {
  test("has a body, none, bytes, a form and an error as the profile shows them", () => {
    const { api } = answering();
    const deleted = () => api.roles.deleteRole({ project_id: "p", branch_id: "b", role_name: "r" });
    type Deleted = Awaited<ReturnType<typeof deleted>>;

    expectTypeOf<NonNullable<Deleted["data"]>["role"]["name"]>().toEqualTypeOf<string>();
    expectTypeOf<null>().toExtend<Success<operations["deleteRole"]>>();
    expectTypeOf<Deleted["error"]>().toEqualTypeOf<GeneralError | undefined>();
    expectTypeOf<Success<operations["deleteFunction"]>>().toBeNull();
    expectTypeOf<Success<operations["downloadObject"]>>().toEqualTypeOf<Blob>();
    expectTypeOf(api.functions.deployFunction)
      .parameter(0)
      .toHaveProperty("body")
      .toEqualTypeOf<FormData>();
  });

  test("takes the path style too", () => {
    const { api } = answering();
    const call = () => api.GET("/projects/{project_id}", { params: { path: { project_id: "p" } } });

    expectTypeOf<NonNullable<Awaited<ReturnType<typeof call>>["data"]>>()
      .toHaveProperty("project")
      .toHaveProperty("history_retention_seconds")
      .toEqualTypeOf<number>();
  });
});
