import { describe, expect, test, vi } from "vitest";
import { HttpError, type Operation } from "../src/index.ts";
import { readOperations } from "../src/read-operations.ts";
import { clientOf, json, operation, operationsOf, rejection, type Sent } from "./builders.ts";

const { signal } = new AbortController();

/** Reads once and collects the status of each operation found. */
async function readOnce(
  operations: Operation[],
  answer: (request: Sent, count: number) => Response | Promise<Response>,
) {
  const { api, requests } = clientOf(answer);
  const found: Record<string, string> = {};
  const reading = await readOperations(api, operations, signal, ({ id, status }) => {
    found[id] = status;
  });
  return { ...reading, found, paths: requests.map(({ path }) => path) };
}

const byId = ({ path }: Sent) =>
  operation({ id: path.split("/").at(-1) ?? "", status: "finished" });

describe("readOperations", () => {
  test("reads few operations by id and skips finished ones", async () => {
    const operations = [...operationsOf(3), operation({ id: "op-4", status: "finished" })];

    const read = await readOnce(operations, (request) => json({ operation: byId(request) }));

    expect(read.found).toEqual({ "op-1": "finished", "op-2": "finished", "op-3": "finished" });
    expect(read).toMatchObject({ requests: 3, askedMs: 0 });
  });

  test("reads four operations of a project from its list, and the missing one by id", async () => {
    const [, ...listed] = operationsOf(4, { status: "finished" });

    const read = await readOnce(operationsOf(4), (request) =>
      request.path.endsWith("/operations")
        ? json({ operations: listed, pagination: {} })
        : json({ operation: byId(request) }),
    );

    expect(Object.keys(read.found).sort()).toEqual(["op-1", "op-2", "op-3", "op-4"]);
    expect(read.paths).toEqual([
      "/projects/project-1/operations",
      "/projects/project-1/operations/op-1",
    ]);
  });

  test("skips a project whose list cannot be read and reads the others", async () => {
    const operations = [...operationsOf(4), operation({ id: "op-of-2", project_id: "project-2" })];

    const read = await readOnce(operations, (request) =>
      request.path.endsWith("/operations")
        ? json({}, { status: 503 })
        : json({ operation: byId(request) }),
    );

    expect(read.found).toEqual({ "op-of-2": "finished" });
    expect(read).toMatchObject({ requests: 2, askedMs: 0 });
  });

  test("sends nothing more after a Retry-After and returns the longest one", async () => {
    const read = await readOnce(operationsOf(3, { project_id: "project-1" }), (_, count) =>
      json({}, { status: 429, headers: { "retry-after": String(count) } }),
    );

    expect(read).toMatchObject({ requests: 3, askedMs: 3_000, found: {} });
  });

  test("rejects on any other status and on an error thrown by its callback", async () => {
    const gone = await rejection(readOnce([operation()], () => json({}, { status: 404 })));
    const { api } = clientOf((request) => json({ operation: byId(request) }));
    const broken = new TypeError("a bug of the caller");
    const onRead = vi.fn(() => {
      throw broken;
    });

    expect(gone).toBeInstanceOf(HttpError);
    expect(await rejection(readOperations(api, [operation()], signal, onRead))).toBe(broken);
    expect(onRead).toHaveBeenCalledOnce();
  });
});
