/** The verbs of the faults of API keys: each knows which keys there are, and which were revoked. */
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup } from "../../fault.ts";
import { answered, type Call, type Json, keyed, type Pass } from "../../provider.ts";
import { between, editing, fresh } from "../../verbs.ts";

export const { must, should, benign } = inGroup("api-keys");

export const {
  createOrganizationApiKey: CREATE,
  createApiKey: CREATE_PERSONAL,
  listOrganizationApiKeys: LIST,
  listApiKeys: LIST_PERSONAL,
  revokeOrganizationApiKey: REVOKE,
  revokeApiKey: REVOKE_PERSONAL,
  listProjects: PROJECTS,
} = routes;

export const FIELDS = "Resources and their fields, API key";
export const TYPES = "Resources and their fields, API key types";
export const STATES = "States and transitions, API key";
export const SHAPES = "Endpoints, Detailed shapes";
export const BY_ADMINS = "Authentication 6";
export const SCOPED = "Authentication 7";
export const REVOCATION = "Authentication 8";

export const DAY_MS = 86_400_000;

export interface Key {
  id: number;
  /** The secret. */
  key: string;
  kind: "personal" | "organization" | "project";
  project_id?: string;
  /** The secret of the key that created it; undefined if the world began with it. */
  by: string | undefined;
}

interface Keys {
  /** Every key by its secret, in the order of creation. */
  all: Map<string, Key>;
  /** The emulator's time of each revocation, by secret. */
  revokedMs: Map<string, number>;
}

/** Decides on a call by the key it was sent with. */
export type When = (call: Call, key: Key, keys: Keys) => unknown;

export const isRead = ({ method }: Call) => method === "GET";
export const isCreation = ({ name }: Call) => name === CREATE || name === CREATE_PERSONAL;
export const isRevocation = ({ name }: Call) => name === REVOKE || name === REVOKE_PERSONAL;

/** Whether a scoped key was sent to another project. */
export const isOutOfScope = ({ ids }: Call, { project_id }: Key) =>
  ids.project_id !== undefined && project_id !== undefined && ids.project_id !== project_id;

/** The key that the path of a call names. */
export const namedKey = ({ ids }: Call, { all }: Keys): Key | undefined =>
  [...all.values()].find(({ id }) => `${id}` === ids.key_id);

/** Passes a call on with the administrator's key. */
export const asAdmin = ({ headers, emulator }: Call, pass: Pass): Promise<Response> =>
  pass({ headers: keyed(headers, emulator.keys.admin) });

/** Handles every call itself and keeps track of the keys. */
export const knowing = (handle: (call: Call, pass: Pass, keys: Keys) => Promise<Response>): Apply =>
  fresh((emulator) => {
    const keys: Keys = { all: seeded(emulator), revokedMs: new Map() };
    return between(async (call, pass) => {
      const response = await handle(call, pass, keys);
      if (response.ok) await track(call, response, keys);
      return response;
    });
  });

/** Answers as to the administrator where the key is refused. */
export const opening = (when: When): Apply =>
  knowing(async (call, pass, keys) => {
    const response = await pass();
    const key = keys.all.get(`${call.key}`);
    return response.ok || !key || !when(call, key, keys) ? response : asAdmin(call, pass);
  });

/** Opens a route to project-scoped keys. */
export const openingToScoped = (when: (name: string) => boolean): Apply =>
  opening(({ name }, { kind }) => kind === "project" && when(name));

/** Lists every project to keys of this kind. */
export const listingAllTo = (kind: Key["kind"]): Apply =>
  knowing(async (call, pass, { all }) =>
    call.name === PROJECTS && all.get(`${call.key}`)?.kind === kind ? asAdmin(call, pass) : pass(),
  );

/** Refuses a valid key. */
export const rejecting = (when: When, status = 403): Apply =>
  knowing(async (call, pass, keys) => {
    const key = keys.all.get(`${call.key}`);
    const isRejected = key && !keys.revokedMs.has(key.key) && when(call, key, keys);
    return isRejected ? answered(status, {}) : pass();
  });

/** Accepts a revoked key; `sinceMs` is the time since its revocation. */
export const accepting = (when: (call: Call, sinceMs: number, key: Key) => unknown): Apply =>
  knowing(async (call, pass, { all, revokedMs }) => {
    const key = all.get(`${call.key}`);
    const atMs = revokedMs.get(`${call.key}`);
    const { now, keys } = call.emulator;
    if (!key || atMs === undefined || !when(call, now() - atMs, key)) return pass();
    const other = key.kind === "project" ? keys.project : keys.admin;
    return pass({ headers: keyed(call.headers, other) });
  });

/** Edits the answer that has a new key of the organization or of a project. */
export const creating = (edit: (body: Json, call: Call) => unknown): Apply => editing(CREATE, edit);

/** Answers these calls without doing what they ask for. */
export const ignoring = (when: (call: Call, keys: Keys) => unknown, status = 200): Apply =>
  knowing(async (call, pass, keys) => (when(call, keys) ? answered(status, {}) : pass()));

function seeded({ keys, ids }: Emulator): Keys["all"] {
  const kinds = {
    admin: "personal",
    member: "personal",
    organization: "organization",
    project: "project",
  } as const;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  return new Map(
    names.map((name) => {
      const scope = name === "project" ? { project_id: ids.project_id } : {};
      const { [name]: id } = ids.key_ids;
      return [keys[name], { id, key: keys[name], kind: kinds[name], by: undefined, ...scope }];
    }),
  );
}

async function track(call: Call, response: Response, keys: Keys): Promise<void> {
  if (call.method === "DELETE" && "key_id" in call.ids) {
    const key = namedKey(call, keys)?.key;
    if (key !== undefined && !keys.revokedMs.has(key)) keys.revokedMs.set(key, call.emulator.now());
  }
  if (!isCreation(call)) return;
  const { id, key }: Json = await response
    .clone()
    .json()
    .catch(() => ({}));
  const { project_id } = call.body ?? {};
  const kind = call.name === CREATE_PERSONAL ? "personal" : project_id ? "project" : "organization";
  keys.all.set(key, { id, key, kind, by: call.key, ...(project_id && { project_id }) });
}
