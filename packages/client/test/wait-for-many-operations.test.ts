import { describe, expect, test } from "vitest";
import { type Operation, waitForOperations } from "../src/index.ts";
import { clientOf, json, operation, operationsOf, pause, type Sent } from "./builders.ts";
import { byId, expectHandledRejections, FAST } from "./waiting.ts";

expectHandledRejections();

/**
 * Serves a project whose operations finish one after the other within `looks` reads. The list is
 * newest first; a read begins with its first page or with a call by id.
 */
function projectOf(operations: Operation[], { looks }: { looks: number }) {
  let look = 0;
  const seen = (operation: Operation, i: number) => ({
    ...operation,
    status:
      look >= ((i + 1) / operations.length) * looks ? ("finished" as const) : operation.status,
  });
  return clientOf(({ path, query }) => {
    const id = byId(path);
    const first = id === undefined && !query.has("cursor");
    if (first || id !== undefined) look += 1;
    if (id !== undefined) {
      return json({ operation: operations.map(seen).find((operation) => operation.id === id) });
    }
    const limit = Number(query.get("limit"));
    const from = Number(query.get("cursor") ?? 0);
    const newestFirst = operations.map(seen).reverse();
    const cursor = from + limit < operations.length ? String(from + limit) : undefined;
    return json({ operations: newestFirst.slice(from, from + limit), pagination: { cursor } });
  });
}

describe("many operations of one project", () => {
  test.each([100, 1_000])("takes at most 0.3 requests for each of %i", async (count) => {
    const operations = operationsOf(count);
    const { api, requests } = projectOf(operations, { looks: 10 });
    const told: string[] = [];

    const finished = await waitForOperations(api, operations, {
      ...FAST,
      onProgress: ({ id }) => told.push(id),
    });

    expect(finished).toEqual(operationsOf(count, { status: "finished" }));
    expect(told.sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(requests.length).toBeLessThanOrEqual(0.3 * count);
  });

  test("reads up to three by id, but four from the list", async () => {
    const three = projectOf(operationsOf(3), { looks: 1 });
    const four = projectOf(operationsOf(4), { looks: 1 });

    await waitForOperations(three.api, operationsOf(3), FAST);
    await waitForOperations(four.api, operationsOf(4), FAST);

    expect(three.requests.map(({ path }) => byId(path))).toEqual(["op-1", "op-2", "op-3"]);
    expect(four.requests.map(({ path }) => byId(path))).toEqual([undefined]);
  });

  test("stops reading the list once it has seen all", async () => {
    const { api, requests } = clientOf(() =>
      json({
        operations: operationsOf(100, { status: "finished" }),
        pagination: { cursor: "next" },
      }),
    );

    await waitForOperations(api, operationsOf(50), FAST);

    expect(requests).toHaveLength(1);
  });

  test("reads the lists of two projects", async () => {
    const operations = [
      ...operationsOf(5),
      ...operationsOf(5).map(({ id, ...rest }) => ({
        ...rest,
        id: `other-${id}`,
        project_id: "project-2",
      })),
    ];
    const { api, requests } = clientOf(({ path }) =>
      json({
        operations: operations
          .filter(({ project_id }) => path.includes(project_id))
          .map((operation) => ({ ...operation, status: "finished" })),
        pagination: {},
      }),
    );

    const finished = await waitForOperations(api, operations, FAST);

    expect(finished).toHaveLength(10);
    expect(requests.map(({ path }) => path)).toEqual([
      "/projects/project-1/operations",
      "/projects/project-2/operations",
    ]);
  });

  test.each<[string, (request: Sent) => Response]>([
    ["lacks them", () => json({ operations: [], pagination: {} })],
    [
      "has only others",
      () =>
        json({
          operations: operationsOf(3).map((o) => ({ ...o, id: `x-${o.id}` })),
          pagination: {},
        }),
    ],
    [
      "repeats a cursor",
      () => json({ operations: [operation({ id: "x" })], pagination: { cursor: "same" } }),
    ],
    ["has no array", () => json({})],
    [
      "has endless empty pages",
      (request: Sent) => {
        const cursor = `after ${request.query.get("cursor") ?? "the first"}`;
        return json({ operations: [], pagination: { cursor } });
      },
    ],
  ])("reads by id when the list %s", async (_, list) => {
    const { api, requests } = clientOf((request) => {
      const id = byId(request.path);
      return id ? json({ operation: operation({ id, status: "finished" }) }) : list(request);
    });

    const finished = await waitForOperations(api, operationsOf(6), FAST);

    expect(finished.map(({ status }) => status)).toEqual(Array(6).fill("finished"));
    expect(requests.flatMap(({ path }) => byId(path) ?? []).sort()).toEqual([
      "op-1",
      "op-2",
      "op-3",
      "op-4",
      "op-5",
      "op-6",
    ]);
  });

  test("stops reading an endless list one page after the expected ones", async () => {
    let cursor = 0;
    const { api, requests } = clientOf(({ path }) => {
      const id = byId(path);
      if (id) return json({ operation: operation({ id, status: "finished" }) });
      cursor += 1;
      const others = operationsOf(100).map((other) => ({
        ...other,
        id: `page-${cursor}-${other.id}`,
      }));
      return json({ operations: others, pagination: { cursor: String(cursor) } });
    });

    await waitForOperations(api, operationsOf(4), FAST);

    expect(requests.filter(({ path }) => byId(path) === undefined)).toHaveLength(2);
  });

  test("reads at most eight by id at a time", async () => {
    let open = 0;
    let most = 0;
    const { api } = clientOf(async ({ path }) => {
      open += 1;
      most = Math.max(most, open);
      await pause(5);
      open -= 1;
      return json({ operation: operation({ id: byId(path) as string, status: "finished" }) });
    });
    const started = operationsOf(30).map((operation, i) => ({
      ...operation,
      project_id: `project-${i}`,
    }));

    await waitForOperations(api, started, FAST);

    expect(most).toBe(8);
  });
});
