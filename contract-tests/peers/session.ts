/**
 * What somebody writes who wants traffic for a validator: each documented call once, as it should
 * go, and the two ways to be refused. It looks at statuses and waits for operations; what the bodies
 * have to be is for the validator to say.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultyServer } from "../faults/serve.ts";
import type { Json } from "./spec.ts";

export interface Traffic {
  method: string;
  /** Below the version prefix, with its query. */
  path: string;
  request: { headers: Record<string, string>; body: Json };
  status: number;
  headers: Headers;
  /** The JSON of the answer; its text if it is none; undefined if there is nothing. */
  body: Json;
}

const POLL_MS = 50;
const WAIT_MS = 5_000;
/** A request that takes this long has failed. */
const REQUEST_MS = 10_000;
const PAGES = 3;

/**
 * Plays the session against a base address and shows each exchange.
 *
 * @throws {Error} when a status or the end of an operation is not what the session waits for
 */
export async function playSession(
  url: string,
  { emulator: { ids, keys } }: Pick<FaultyServer, "emulator">,
  show: (exchange: Traffic) => void,
): Promise<void> {
  const project = `/projects/${ids.project_id}`;
  const organizationKeys = `/organizations/${ids.org_id}/api_keys`;

  async function call(
    method: string,
    path: string,
    { key = keys.admin as string | null, body }: { key?: string | null; body?: Json } = {},
  ) {
    const headers: Record<string, string> = {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const exchange: Traffic = {
      method,
      path,
      request: { headers, body },
      status: response.status,
      headers: response.headers,
      body: parsed(await response.text()),
    };
    show(exchange);
    return exchange;
  }

  async function succeed(...[method, path, options]: Parameters<typeof call>): Promise<Json> {
    const { status, body } = await call(method, path, options);
    if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}`);
    return body;
  }

  async function beRefused(key: string | null) {
    const { status } = await call("GET", "/projects", { key });
    if (status !== 401) throw new Error(`a request that has no valid key answered ${status}`);
  }

  async function finish(operations: Json[]) {
    for (const { id } of operations) {
      const deadlineMs = Date.now() + WAIT_MS;
      for (;;) {
        const { operation } = await succeed("GET", `${project}/operations/${id}`);
        if (operation.status === "finished") break;
        if (operation.status === "failed" || Date.now() > deadlineMs)
          throw new Error(`an operation is ${operation.status} in the end`);
        await sleep(POLL_MS);
      }
    }
  }

  await succeed("GET", "/projects");
  await succeed("GET", `${project}/endpoints`);

  const created = await succeed("POST", `${project}/endpoints`, {
    body: { endpoint: { branch_id: ids.free_branch_id, type: "read_write" } },
  });
  await finish(created.operations);
  await succeed("GET", `${project}/endpoints`);

  let cursor = "";
  for (let page = 0; page < PAGES; page++) {
    const { pagination } = await succeed("GET", `${project}/operations?limit=2${cursor}`);
    cursor = `&cursor=${encodeURIComponent(pagination.cursor)}`;
  }

  const endpoint = `${project}/endpoints/${created.endpoint.id}`;
  const moved = await succeed("PATCH", endpoint, {
    body: { endpoint: { branch_id: ids.other_free_branch_id } },
  });
  await finish(moved.operations);
  const deleted = await succeed("DELETE", endpoint);
  await finish(deleted.operations);

  const { id, key } = await succeed("POST", organizationKeys, {
    body: { key_name: "session", project_id: ids.project_id },
  });
  await succeed("GET", `${project}/endpoints`, { key });
  await succeed("DELETE", `${organizationKeys}/${id}`);
  await beRefused(key);
  await beRefused(null);
  await beRefused("not-a-key-of-anybody");
}

function parsed(text: string): Json {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
