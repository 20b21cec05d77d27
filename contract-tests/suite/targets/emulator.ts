/** The emulator: the service with state, and a clock that the rules move. */
import {
  createEmulator,
  type DataPlane,
  type Emulator,
  type EmulatorOptions,
  type RunningEmulator,
  startEmulator,
} from "@hosted-postgres/emulator";
import type { Fetch } from "../run/exchange.ts";
import { KEY_NAMES, type Lacks, type Need, type OwnedKey, type Target } from "../run/target.ts";
import { routes } from "../spec/routes.ts";
import type { Ask } from "./neon.ts";
import { postgresAt } from "./postgres.ts";

const LACKS: Lacks = {
  client: "the mock shows it",
  examples: "the emulator has no examples to play",
  postgres: "no Postgres is behind this emulator; --postgres puts one there",
};

const CONNECTING: readonly Need[] = ["network", "postgres"];

/**
 * An emulator in this process; each check gets another one. Checks that need nothing judge requests and
 * answers alone, and the tour sends every route: theirs are on a socket.
 *
 * @param createPlane makes the Postgres behind the computes, for the checks that connect; the others
 * do without, since it takes real time. Default: none
 */
export async function emulatorTarget(
  options: EmulatorOptions = {},
  createPlane?: () => DataPlane,
): Promise<Target> {
  const startedMs = Date.now();
  const stopped = { now: () => startedMs, ...options };
  const emulator = createEmulator(stopped);
  const target = await targetOf(emulator, emulator.fetch, {}, options.profile?.name);
  return {
    ...(createPlane ? withPostgres(target) : target),
    fresh(needs) {
      if (createPlane && needs.some((need) => CONNECTING.includes(need)))
        return connectable(options, createPlane());
      return needs.length === 0 ? served(stopped) : emulatorTarget(options);
    },
  };
}

async function served(options: EmulatorOptions): Promise<Target> {
  const emulator = await startEmulator(options);
  const target = await targetOf(emulator, fetch, {}, options.profile?.name);
  return { ...target, close: emulator.close };
}

/** An emulator whose computes are Postgres servers, but for the seeded ones, which no check uses. */
async function connectable(options: EmulatorOptions, dataPlane: DataPlane): Promise<Target> {
  let isSeeding = true;
  const start: DataPlane["start"] = (...given) =>
    isSeeding ? Promise.resolve() : dataPlane.start(...given);
  const emulator = await startEmulator({
    ...options,
    dataPlane: withMethods(dataPlane, { start }),
  });
  isSeeding = false;
  const sample = emulator.connectionUri(emulator.ids.endpoint_id);
  const { takesTime } = dataPlane;
  const control = { ...(takesTime && { takesTime }) };
  const target = await targetOf(emulator, fetch, control, options.profile?.name);
  return {
    ...withPostgres(target),
    postgres: postgresAt(
      {
        uriOf: ({ id }) => emulator.connectionUri(id),
        ...(dataPlane.pooled?.(emulator.ids.endpoint_id) && {
          pooledUriOf: ({ id }) => emulator.connectionUri(id, { pooled: true }),
        }),
      },
      sample,
    ),
    close: emulator.close,
  };
}

/** A data plane with these methods in place of its own. */
export function withMethods(plane: DataPlane, methods: Partial<DataPlane>): DataPlane {
  return new Proxy(plane, {
    get(target, name) {
      const found = Reflect.get(name in methods ? methods : target, name);
      return typeof found === "function" && !(name in methods) ? found.bind(target) : found;
    },
  });
}

function withPostgres(target: Target): Target {
  const { postgres: _, ...lacks } = target.lacks;
  return { ...target, name: `${target.name} with Postgres`, lacks };
}

/** Makes a target of an emulator; requests go through `fetch`. */
export async function targetOf(
  emulator: Emulator | RunningEmulator,
  fetch: Fetch,
  control: Partial<Target["control"]>,
  profile?: string,
): Promise<Target> {
  const { url, keys } = emulator;
  const { key_ids, ...ids } = emulator.ids;

  const ask: Ask = (method, path, body) => askAs(emulator, method, path, body);
  const revoked = (await ask("POST", "/api_keys", { key_name: "to be revoked" })) as OwnedKey;
  await ask("DELETE", `/api_keys/${revoked.id}`);

  const target: Target = {
    name: "the emulator",
    url,
    fetch,
    apiKey: keys.admin,
    ids: { ...ids, source_org_id: ids.org_id, key_id: key_ids.admin },
    lacks: LACKS,
    changes: "all",
    routes,
    bodies: bodiesOf(emulator.ids),
    rejected: { apiKey: revoked.key, headers: {} },
    keys: Object.fromEntries(
      KEY_NAMES.map((name) => [name, { id: key_ids[name], key: keys[name] }]),
    ) as NonNullable<Target["keys"]>,
    replicaType: "any-other-type",
    control: {
      advance: emulator.advance,
      connect: emulator.connect,
      failNext: (action) => emulator.decide({ outcome: "failed", action }),
      disableScaleToZero: (endpoint_id) => emulator.setIdleMs(endpoint_id, null),
      async transfer(project_id) {
        const body = { project_ids: [project_id], ...inBothForms(ids.other_org_id) };
        await ask("POST", `/organizations/${ids.org_id}/projects/transfer`, body);
      },
      ...control,
    },
  };
  if (profile === undefined) return target;
  const { asNeon } = await import("./neon.ts");
  return asNeon(target, ask);
}

/** Asks as the administrator. Directly, not through `fetch`: the setup of a world is not under test. */
async function askAs(
  { fetch, url, keys }: Emulator | RunningEmulator,
  ...[method, path, body]: Parameters<Ask>
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  return (await response.json()) as unknown;
}

/** Names the destination of a transfer twice: as the emulator assumes, and as its profile says. */
function inBothForms(org_id: string) {
  return { org_id, destination_org_id: org_id };
}

/** The request bodies that the emulator assumes where the document shows none. */
function bodiesOf({
  org_id,
  project_id,
  personal_project_id,
}: Emulator["ids"]): Record<string, unknown> {
  const domain = { domain: "https://app.example" };
  return {
    "PATCH /projects/{project_id}": { project: { name: "changed" } },
    "PUT /projects/{project_id}/transfer_requests/{request_id}": { org_id },
    "POST /organizations/{source_org_id}/projects/transfer": { org_id, project_ids: [project_id] },
    "POST /users/me/projects/transfer": { org_id, project_ids: [personal_project_id] },
    "PATCH /organizations/{org_id}/members/{member_id}": { role: "member" },
    "POST /projects/auth/create": { project_id },
    "POST /projects/auth/user": { project_id },
    "POST /projects/{project_id}/auth/domains": domain,
    "DELETE /projects/{project_id}/auth/domains": domain,
    "POST /projects/{project_id}/branches/{branch_id}/auth/domains": domain,
    "DELETE /projects/{project_id}/branches/{branch_id}/auth/domains": domain,
    "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects-by-prefix": {
      prefix: "a",
    },
  };
}
