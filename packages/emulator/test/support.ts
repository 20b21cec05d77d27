/** Shared by the tests: an emulator with a stopped clock, and calls whose responses are checked. */
import type { Endpoint, Operation } from "@hosted-postgres/types";
import { createEmulator, type Emulator, type EmulatorOptions } from "../src/index.ts";
import { checkResponse } from "./conform.ts";

export const NOON_MS = Date.parse("2026-03-01T12:00:00Z");

/** The parts of response bodies that tests read; the spec says which a response has. */
export interface Body {
  endpoint: Endpoint;
  endpoints: Endpoint[];
  operation: Operation;
  operations: Operation[];
  pagination: { cursor?: string };
  [name: string]: unknown;
}

export interface Reply {
  status: number;
  body: Body;
  headers: Headers;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Creates an emulator at noon, where time passes only with `advance`. */
export function createStill(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ now: () => NOON_MS, ...options });
  return { emulator, ids: emulator.ids, ...callsOf(emulator) };
}

/** Calls with each seeded key, or any other. Every response is checked against the spec. */
export function callsOf(
  emulator: Pick<Emulator, "fetch" | "keys" | "url">,
  check: typeof checkResponse = checkResponse,
) {
  const as =
    (key: string | undefined): Call =>
    async (method, path, body) => {
      const response = await emulator.fetch(`${emulator.url}${path}`, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status, headers } = response;
      const contentType = headers.get("content-type");
      const [pathname = ""] = path.split("?");
      check({ method, path: pathname }, { status, contentType, text });
      const isJson = contentType === "application/json" && text !== "";
      return { status, headers, body: isJson ? JSON.parse(text) : { text } };
    };
  const { admin, member, organization, project } = emulator.keys;
  return {
    as,
    admin: as(admin),
    member: as(member),
    organization: as(organization),
    project: as(project),
    nobody: as(undefined),
  };
}

/** Lists every operation of a project, newest first, in pages of `limit`. */
export async function allOperations(call: Call, project_id: string, limit = 100) {
  const operations: Operation[] = [];
  let query = `limit=${limit}`;
  for (let pages = 0; pages < 10_000; pages++) {
    const { body } = await call("GET", `/projects/${project_id}/operations?${query}`);
    operations.push(...body.operations);
    const { cursor } = body.pagination;
    if (!cursor || body.operations.length === 0) return operations;
    query = `limit=${limit}&cursor=${encodeURIComponent(cursor)}`;
  }
  throw new Error("the list does not end");
}
