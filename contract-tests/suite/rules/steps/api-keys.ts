/** Steps with API keys: create one of each kind, use it, revoke it. */
import assert from "node:assert/strict";
import { type ApiClient, type ApiKey, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import { ABSENT_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import type { KeyName, OwnedKey } from "../../run/target.ts";
import { unshownListIn } from "../../spec/unshown-list.ts";
import { assertAccepted, assertDenied } from "./asserts.ts";
import { ENDPOINT, ENDPOINTS, ownEndpoint } from "./endpoints.ts";
import { clientOf, idOf, whenFree } from "./target.ts";

export const ORGANIZATION_KEYS = "/organizations/{org_id}/api_keys";

interface NewKey {
  key_name?: string;
  project_id?: string;
}

export function tryCreateKey(
  context: Context,
  by: ApiClient,
  { key_name, project_id }: NewKey = {},
) {
  return by.POST(ORGANIZATION_KEYS, {
    params: { path: { org_id: idOf(context, "org_id") } },
    body: {
      key_name: key_name ?? context.unique("key"),
      ...(project_id !== undefined && { project_id }),
    },
  });
}

/** Creates a key scoped to the target's project. */
export async function createKey(
  context: Context,
  by = context.api,
  given: NewKey = {},
): Promise<ApiKey> {
  const { apiKey, keys, lacks } = context.target;
  const project_id = idOf(context, "project_id");
  const result = await tryCreateKey(context, by, { project_id, ...given });
  // The kind of the run's own key is known only if it is one of the fixtures.
  const isPersonal = by !== context.api || keys?.admin?.key === apiKey || lacks.state !== undefined;
  if (!result.response.ok && !isPersonal)
    throw new Blocked(`the given key creates no key: ${result.response.status}`);
  return unwrap(Promise.resolve(result));
}

/** Undocumented: whether a key without a project is an organization key. It may be refused. */
export async function createOrganizationKey(context: Context, by?: ApiClient): Promise<ApiKey> {
  const { data, response } = await tryCreateKey(context, by ?? clientOf(context, "admin"));
  if (!data) throw new Blocked(`a key without project_id was answered ${response.status}`);
  return data;
}

/** The request body is undocumented: this sends the one of the organization route. */
export function tryCreatePersonalKey(
  { unique }: Context,
  by: ApiClient,
  key_name = unique("personal"),
) {
  return by.POST("/api_keys", { body: { key_name } });
}

/** The response shape is undocumented too. */
export async function createPersonalKey(
  context: Context,
  by = context.api,
  key_name?: string,
): Promise<ApiKey> {
  const { data, response } = await tryCreatePersonalKey(context, by, key_name);
  const created = data as Partial<ApiKey> | undefined;
  if (typeof created?.key !== "string")
    throw new Blocked(`creating a personal key was answered ${response.status}`);
  return created as ApiKey;
}

export interface Revocable {
  kind: "project" | "organization" | "personal";
  name: string;
  key: string;
  id: number;
  revoke: () => Promise<void>;
}

/** Creates a key of each kind that is possible here, each with a function to revoke it. */
export async function createKeys(context: Context): Promise<Revocable[]> {
  const ofOrganization = (kind: Revocable["kind"], { name, key, id }: ApiKey): Revocable => ({
    kind,
    name,
    key,
    id,
    revoke: async () =>
      assertAccepted(
        await tryRevokeOfOrganization(context, context.api, id),
        `revoking a ${kind} key`,
      ),
  });
  const ofPerson = ({ name, key, id }: ApiKey): Revocable => ({
    kind: "personal",
    name,
    key,
    id,
    revoke: async () => assertAccepted(await tryRevoke(context.api, id), "revoking a personal key"),
  });
  const key = await createKey(context);
  const unscoped = await context.ifPossible(() => createOrganizationKey(context, context.api));
  const personal = await context.ifPossible(() => createPersonalKey(context));
  return [
    ofOrganization("project", key),
    ...(unscoped ? [ofOrganization("organization", unscoped)] : []),
    ...(personal ? [ofPerson(personal)] : []),
  ];
}

export async function tryRevoke(api: ApiClient, key_id: number): Promise<Response> {
  return (await api.DELETE("/api_keys/{key_id}", { params: { path: { key_id } } })).response;
}

/**
 * Blocks a check that might revoke the wrong key: whether a personal and an organization key
 * may share an id is undocumented, and so is the shape of a list of keys.
 */
export async function assertOnlyKeyWithItsId(context: Context, { id: key_id, name }: ApiKey) {
  if (context.target.changes === "all") return;
  const path = { org_id: idOf(context, "org_id") };
  const lists = [
    await context.api.GET("/api_keys"),
    await context.api.GET(ORGANIZATION_KEYS, { params: { path } }),
  ];
  for (const { data, response } of lists) {
    if (!response.ok) throw new Blocked(`a list of keys was answered ${response.status}`);
    const list = unshownListIn(data) as Partial<ApiKey>[] | undefined;
    const others = (list ?? []).filter((key) => key.name !== name);
    if (!list || others.some(({ id }) => id === key_id))
      throw new Blocked(`key ${key_id} may not be the only one with its id`);
  }
}

export async function tryRevokeOfOrganization(
  context: Context,
  api: ApiClient,
  key_id: number,
): Promise<Response> {
  const path = { org_id: idOf(context, "org_id"), key_id };
  return (await api.DELETE(`${ORGANIZATION_KEYS}/{key_id}`, { params: { path } })).response;
}

/** Lists the computes of a project. */
export async function readWith(
  context: Context,
  apiKey: string,
  project_id = idOf(context, "project_id"),
): Promise<Response> {
  const api = context.client({ apiKey });
  return (await api.GET(ENDPOINTS, { params: { path: { project_id } } })).response;
}

/** Updates a compute, by default one that does not exist. */
export async function writeWith(
  context: Context,
  apiKey: string,
  endpoint_id = `ep-${ABSENT_ID}`,
  project_id = idOf(context, "project_id"),
): Promise<Response> {
  const api = context.client({ apiKey });
  const params = { path: { project_id, endpoint_id } };
  // Sizes are documented as changeable.
  const body = { endpoint: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 } };
  return (await whenFree(context, () => api.PATCH(ENDPOINT, { params, body }))).response;
}

/** The target's compute if the run may change everything, else one made for this check. */
export function endpointToChange(context: Context): Promise<string> | string {
  return context.target.changes === "all" ? idOf(context, "endpoint_id") : ownEndpoint(context);
}

/** A read and a write with a revoked key are answered 401. */
export async function assertRevoked(context: Context, apiKey: string, what: string) {
  for (const [kind, use] of Object.entries({ read: readWith, write: writeWith })) {
    assert.equal((await use(context, apiKey)).status, 401, `a ${kind} with ${what}`);
  }
}

/** The keys of a target, by name. */
export function knownKeys({ target }: Context): ({ name: KeyName } & OwnedKey)[] {
  return Object.entries(target.keys ?? {}).map(([name, it]) => ({ name: name as KeyName, ...it }));
}

export async function listedProjects({ client }: Context, apiKey: string): Promise<string[]> {
  const { projects } = await unwrap(client({ apiKey }).GET("/projects"));
  return projects.map(({ id }) => id).toSorted();
}

/** The same of a key that may be refused the list, which is none. */
export async function projectsOpenTo(api: ApiClient): Promise<string[]> {
  const { data, response } = await api.GET("/projects");
  if (!data) assertDenied(response, "the list of projects");
  return (data?.projects ?? []).map(({ id }) => id);
}

/** The two lists of keys as text, because their shape is undocumented. */
export async function listsOf(context: Context) {
  const path = { org_id: idOf(context, "org_id") };
  const ofOrganization = await context.api.GET(ORGANIZATION_KEYS, { params: { path } });
  const ofCaller = await context.api.GET("/api_keys");
  assertAccepted(ofOrganization.response, "the organization's list of keys");
  assertAccepted(ofCaller.response, "the caller's list of keys");
  return {
    ofOrganization: JSON.stringify(ofOrganization.data),
    ofCaller: JSON.stringify(ofCaller.data),
  };
}

export function keyed(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}
