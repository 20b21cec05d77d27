/** Steps with computes: create, change, wait for a state, compare. */
import assert from "node:assert/strict";
import { type Endpoint, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import { assertDenied } from "./asserts.ts";
import { settle } from "./operations.ts";
import { assertBodyRefused } from "./probes.ts";
import { clientOf, idOf, whenFree } from "./target.ts";

/** The values of a compute created with branch and type only. */
export const DEFAULTS = {
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
  pooler_enabled: false,
  pooler_mode: "transaction",
  disabled: false,
  passwordless_access: true,
};

const LASTING = [
  ...["id", "host", "project_id", "branch_id", "region_id", "type", "created_at", "proxy_host"],
  ...Object.keys(DEFAULTS),
];

export const ENDPOINTS = "/projects/{project_id}/endpoints";

export const ENDPOINT = "/projects/{project_id}/endpoints/{endpoint_id}";

export async function listEndpoints(
  context: Context,
  project_id = idOf(context, "project_id"),
): Promise<Endpoint[]> {
  const params = { path: { project_id } };
  return (await unwrap(context.api.GET(ENDPOINTS, { params }))).endpoints;
}

export async function findListed(context: Context, endpoint_id: string): Promise<Endpoint> {
  const found = (await listEndpoints(context)).find(({ id }) => id === endpoint_id);
  assert.ok(found, `${endpoint_id} is not listed`);
  return found;
}

/** Requests a compute and returns the raw result, which may be a refusal. */
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

/** Creates a compute on a branch that the target names. */
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

/** Changes the pooler or, where it cannot be changed, which is not shown, the size. */
export function changeSetting(context: Context, endpoint_id: string, isOn = true) {
  const size = isOn ? 2 : 1;
  const sizes = { autoscaling_limit_min_cu: size, autoscaling_limit_max_cu: size };
  const change = async () => {
    const result = await updateEndpoint(context, endpoint_id, { pooler_enabled: isOn });
    return result.data ? result : updateEndpoint(context, endpoint_id, sizes);
  };
  return unwrap(whenFree(context, change, ({ ok }) => !ok));
}

export function deleteEndpoint(context: Context, endpoint_id: string) {
  const path = { project_id: idOf(context, "project_id"), endpoint_id };
  return context.api.DELETE(ENDPOINT, { params: { path } });
}

/** Starts, suspends or restarts a compute. The response shape is undocumented. */
export function command(
  context: Context,
  endpoint_id: string,
  verb: "start" | "suspend" | "restart",
) {
  const params = { path: { project_id: idOf(context, "project_id"), endpoint_id } };
  // The body may be anything, so it is read as text; a request still accepts JSON.
  const headers = { Accept: "application/json" };
  return context.api.POST(`${ENDPOINT}/${verb}`, { params, headers, parseAs: "text" });
}

/** Polls the list until the compute has this state. */
export async function untilState(context: Context, endpoint_id: string, state: string) {
  let seen: Endpoint["current_state"] | undefined;
  await context.until(
    `a compute to become ${state}`,
    async () => {
      seen = (await findListed(context, endpoint_id)).current_state;
      return seen === state || undefined;
    },
    () => `${endpoint_id} is ${seen}`,
  );
}

/** Creates an active compute for this check; on the mock, returns its one compute. */
export async function ownEndpoint(context: Context, branch = "free_branch_id"): Promise<string> {
  if (context.target.lacks.state !== undefined) return idOf(context, "endpoint_id");
  const { endpoint, operations } = await createEndpoint(context, branch);
  await settle(context, { operations });
  await untilState(context, endpoint.id, "active");
  return endpoint.id;
}

/** The same, suspended where the target keeps state. */
export async function idleEndpoint(context: Context): Promise<string> {
  const endpoint_id = await ownEndpoint(context);
  if (context.target.lacks.state === undefined) await suspend(context, endpoint_id);
  return endpoint_id;
}

export async function suspend(context: Context, endpoint_id: string) {
  await untilState(context, endpoint_id, "active");
  await unwrap(whenFree(context, () => command(context, endpoint_id, "suspend")));
  await untilState(context, endpoint_id, "idle");
}

export interface Kind {
  what: string;
  id: string;
}

/** Creates a primary compute and, if its type is known, a read replica; returns the answers. */
export async function createKinds(context: Context) {
  const kinds = [{ what: "a primary compute", branch: "free_branch_id", type: "read_write" }];
  const type = context.target.replicaType;
  if (type) kinds.push({ what: "a read replica", branch: "free_branch_id", type });
  const made = [];
  for (const { what, branch, type } of kinds) {
    const asked = { branch_id: idOf(context, branch), type };
    made.push({ what, asked, ...(await unwrap(tryCreateEndpoint(context, branch, { type }))) });
  }
  return made;
}

/** Creates the same and waits until they are active; on the mock, returns its one compute. */
export async function activeKinds(context: Context): Promise<Kind[]> {
  if (context.target.lacks.state !== undefined)
    return [{ what: "a compute", id: idOf(context, "endpoint_id") }];
  const made = await createKinds(context);
  for (const { endpoint, operations } of made) {
    await settle(context, { operations });
    await untilState(context, endpoint.id, "active");
  }
  return made.map(({ what, endpoint }) => ({ what, id: endpoint.id }));
}

/** Moves an idle compute to a free branch. */
export async function moveIdle(context: Context) {
  const endpoint_id = await idleEndpoint(context);
  const before = context.target.lacks.state ? undefined : await findListed(context, endpoint_id);
  const branch_id = idOf(context, "other_free_branch_id");
  const answer = await unwrap(updateEndpoint(context, endpoint_id, { branch_id }));
  return { endpoint_id, before, answer };
}

export async function primariesOn(
  context: Context,
  branch_id: string,
  project_id?: string,
): Promise<Endpoint[]> {
  return (await listEndpoints(context, project_id)).filter(
    (endpoint) => endpoint.branch_id === branch_id && endpoint.type === "read_write",
  );
}

/** Every known key is refused a second primary compute on a branch that has one. */
export async function assertNoSecond(context: Context, branch: string, when: string) {
  const { keys = {} } = context.target;
  const others = (["organization", "project"] as const).filter((name) => keys[name]);
  for (const by of [context.api, context.api, ...others.map((name) => clientOf(context, name))]) {
    const { response } = await tryCreateEndpoint(context, branch, { by });
    assertDenied(response, `a second primary compute, ${when},`);
  }
  const found = (await primariesOn(context, idOf(context, branch))).map(({ id }) => id);
  assert.equal(found.length, 1, `${when}: ${found}`);
}

export async function assertOneWinner(
  context: Context,
  results: { response: Response }[],
  branch_id: string,
) {
  const won = results.filter(({ response }) => response.ok).length;
  assert.ok(won <= 1, `${won} of ${results.length} requests at the same time won`);
  const found = (await primariesOn(context, branch_id)).map(({ id }) => id);
  assert.ok(found.length <= 1, `the branch has ${found}`);
  if (won === 0) throw new Blocked(`none of ${results.length} requests at the same time won`);
}

export async function assertUpdateRefused(context: Context, endpoint_id: string, body: unknown) {
  const { target } = context;
  const own = { ...context, target: { ...target, ids: { ...target.ids, endpoint_id } } };
  await assertBodyRefused(own, `PATCH ${ENDPOINT}`, body);
}

/** The fields that neither use nor the control plane changes. */
export function lasting(endpoint: Endpoint): Record<string, unknown> {
  const fields = Object.fromEntries(
    LASTING.map((name) => [name, (endpoint as Record<string, unknown>)[name]]),
  );
  return { ...fields, pg_settings: endpoint.settings.pg_settings };
}

export function assertHas(endpoint: Endpoint, expected: Record<string, unknown>, what: string) {
  for (const [name, value] of Object.entries(expected)) {
    assert.deepEqual((endpoint as Record<string, unknown>)[name], value, `${name} of ${what}`);
  }
}
