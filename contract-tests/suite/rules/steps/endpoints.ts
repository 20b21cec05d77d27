/** What checks do on a server that keeps state: make something, wait for it, look at it. */
import assert from "node:assert/strict";
import {
  type ApiClient,
  type Endpoint,
  type Operation,
  type Project,
  paginate,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import { send } from "../../run/send.ts";
import type { Control, KeyName, OwnedKey } from "../../run/target.ts";
import { route } from "../../spec/routes.ts";

export const ENDPOINTS = "/projects/{project_id}/endpoints";
export const ENDPOINT = "/projects/{project_id}/endpoints/{endpoint_id}";
export const OPERATIONS = "/projects/{project_id}/operations";

/** Larger than all latencies that are shown, and much smaller than the idle time of 5 minutes. */
const LOOK_MS = 1_000;
const LOOKS = 60;
const A_MOMENT_MS = 2_000;
/** More than a check starts or waits for. */
const MANY_OPERATIONS = 400;

const TOO_LONG = `an operation did not end within ${(LOOKS * LOOK_MS) / 1_000} seconds`;

export function idOf({ target }: Pick<Context, "target">, name: string): string {
  const found = target.ids[name];
  if (found === undefined) throw new Blocked(`no ${name} is known`);
  return String(found);
}

export function controlOf({ target }: Pick<Context, "target">): Control {
  if (!target.control) throw new Blocked(`${target.name} has no control`);
  return target.control;
}

export function keyNamed({ target }: Pick<Context, "target">, name: KeyName): OwnedKey {
  const owned = target.keys?.[name];
  if (!owned) throw new Blocked(`no key of kind ${name} is known`);
  return owned;
}

/** A client with another key. */
export function clientOf({ client, target }: Context, name: KeyName): ApiClient {
  return client({ apiKey: keyNamed({ target }, name).key });
}

export async function listEndpoints(
  context: Context,
  project_id = idOf(context, "project_id"),
): Promise<Endpoint[]> {
  const params = { path: { project_id } };
  return (await unwrap(context.api.GET(ENDPOINTS, { params }))).endpoints;
}

/** A project made as the spec's example says; what its answer looks like is not shown. */
export async function createProject({ api, target }: Context): Promise<Project> {
  const { projects: before } = await unwrap(api.GET("/projects"));
  const { response } = await send(api, route("POST /projects"), { ids: target.ids });
  assertAccepted(response, "creating a project");

  const { projects } = await unwrap(api.GET("/projects"));
  const created = projects.find(({ id }) => !before.some((project) => project.id === id));
  assert.ok(created, "the new project is not listed");
  return created;
}

export async function findListed(context: Context, endpoint_id: string): Promise<Endpoint> {
  const found = (await listEndpoints(context)).find(({ id }) => id === endpoint_id);
  assert.ok(found, `${endpoint_id} is not listed`);
  return found;
}

/** The operations of a project, newest first; of a long list the newest. */
export async function listOperations(
  { api, target }: Pick<Context, "api" | "target">,
  project_id = idOf({ target }, "project_id"),
): Promise<Operation[]> {
  const found: Operation[] = [];
  const params = { path: { project_id }, query: { limit: 100 } };
  let pages = 0;
  for await (const { operations } of paginate(api, OPERATIONS, params).pages()) {
    found.push(...operations);
    if (found.length >= MANY_OPERATIONS) break;
    assert.ok(++pages < MANY_OPERATIONS, "the list of operations does not end");
  }
  return found;
}

/** Asks for a compute, and gives the raw result: it may be refused. */
export function tryCreateEndpoint(
  context: Context,
  branch: string,
  { type = "read_write", by = context.api } = {},
) {
  return by.POST(ENDPOINTS, {
    params: { path: { project_id: idOf(context, "project_id") } },
    body: { endpoint: { branch_id: idOf(context, branch), type } },
  });
}

/** A compute on a branch of the target's ids. */
export function createEndpoint(context: Context, branch = "free_branch_id") {
  return unwrap(tryCreateEndpoint(context, branch));
}

export function updateEndpoint(
  context: Context,
  endpoint_id: string,
  endpoint: Record<string, string | number | boolean | object>,
) {
  const path = { project_id: idOf(context, "project_id"), endpoint_id };
  return context.api.PATCH(ENDPOINT, { params: { path }, body: { endpoint } });
}

export function deleteEndpoint(context: Context, endpoint_id: string) {
  const path = { project_id: idOf(context, "project_id"), endpoint_id };
  return context.api.DELETE(ENDPOINT, { params: { path } });
}

/** Starts, suspends or restarts a compute; its answer is not shown. */
export function command(
  context: Context,
  endpoint_id: string,
  verb: "start" | "suspend" | "restart",
) {
  const params = { path: { project_id: idOf(context, "project_id"), endpoint_id } };
  // Its body may be anything; the client asks for anything too, but for JSON every time.
  const headers = { Accept: "application/json" };
  return context.api.POST(`${ENDPOINT}/${verb}`, { params, headers, parseAs: "text" });
}

/** Lets time pass; where it is the real one, a moment of it. */
export function pauseUpTo({ pause, target }: Context, ms: number): Promise<void> {
  return pause(target.control ? ms : Math.min(ms, A_MOMENT_MS));
}

/** The type of a read replica, which is not shown. */
export function replicaType({ target }: Context): string {
  if (target.replicaType === undefined)
    throw new Blocked("the type of a read replica is not known");
  return target.replicaType;
}

/** Waits for operations that a request started. */
export function settle(
  { client, fetch, pause, target }: Context,
  mutation: { operations: Operation[] },
): Promise<Operation[]> {
  if (!target.control) return waitForOperations(client(), mutation, { intervalMs: LOOK_MS / 4 });
  const controller = new AbortController();
  const { signal } = controller;
  let looks = 0;
  const polling = client({
    fetch: async (url, init) => {
      looks += 1;
      if (looks > LOOKS) controller.abort(new assert.AssertionError({ message: TOO_LONG }));
      await pause(LOOK_MS);
      return fetch(url, init);
    },
  });
  return waitForOperations(polling, mutation, { intervalMs: 1, signal });
}

/** Looks at the list until a compute has this state. */
export async function untilState(context: Context, endpoint_id: string, state: string) {
  let seen: Endpoint["current_state"] | undefined;
  for (let look = 0; look < LOOKS; look++) {
    seen = (await findListed(context, endpoint_id)).current_state;
    if (seen === state) return;
    // The second look comes soon: most changes take a few hundred milliseconds.
    await context.pause(look === 0 ? 350 : LOOK_MS);
  }
  assert.fail(`${endpoint_id} is ${seen}, and never became ${state}`);
}

/** A compute to do anything with: made for this check, or the one of the mock. It is active. */
export async function ownEndpoint(context: Context, branch = "free_branch_id"): Promise<string> {
  if (context.target.lacks.state !== undefined) return idOf(context, "endpoint_id");
  const { endpoint, operations } = await createEndpoint(context, branch);
  await settle(context, { operations });
  await untilState(context, endpoint.id, "active");
  return endpoint.id;
}

/** The same, suspended if there is a state to speak of. */
export async function idleEndpoint(context: Context): Promise<string> {
  const endpoint_id = await ownEndpoint(context);
  if (context.target.lacks.state === undefined) await suspend(context, endpoint_id);
  return endpoint_id;
}

export async function suspend(context: Context, endpoint_id: string) {
  await untilState(context, endpoint_id, "active");
  const { response } = await command(context, endpoint_id, "suspend");
  assert.ok(response.ok, `suspending an active compute answered ${response.status}`);
  await untilState(context, endpoint_id, "idle");
}

/** Operations that are listed now and were not before. */
export async function newOperations(
  context: Context,
  before: Operation[],
  project_id?: string,
): Promise<Operation[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await listOperations(context, project_id)).filter(({ id }) => !known.has(id));
}

export function atLeastOne<T>(found: T[], otherwise: string): T[] {
  if (found.length === 0) throw new Blocked(otherwise);
  return found;
}

/** Any 4xx: the document shows no status of these refusals. */
export function assertDenied({ status }: Response, what: string) {
  assert.ok(status >= 400 && status < 500, `${what} is answered ${status}, not refused`);
}

/** The positive control of a refusal. */
export function assertAccepted({ ok, status }: Response, what: string) {
  assert.ok(ok, `${what} is answered ${status}`);
}
