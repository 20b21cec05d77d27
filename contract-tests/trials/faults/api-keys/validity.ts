/** Providers whose keys end too late, too soon, or with another key. */
import type { Apply, Fault } from "../../fault.ts";
import { answered, ask, type Call, type Json, keyed } from "../../provider.ts";
import { answering, between, fresh, insteadOf } from "../../verbs.ts";
import {
  accepting,
  asAdmin,
  benign,
  CREATE,
  CREATE_PERSONAL,
  DAY_MS,
  ignoring,
  isCreation,
  isRead,
  isRevocation,
  type Key,
  knowing,
  must,
  namedKey,
  opening,
  openingToScoped,
  PROJECTS,
  REVOCATION,
  REVOKE,
  REVOKE_PERSONAL,
  rejecting,
  STATES,
  TYPES,
} from "./verbs.ts";

/** Rejects keys, of one kind if given, that many days after the world began. */
const expiringAfter = (days: number, kind?: Key["kind"]): Apply =>
  fresh(({ now }) => {
    const startMs = now();
    const isOver = () => now() - startMs > days * DAY_MS;
    return rejecting((_call, key) => isOver() && (kind === undefined || key.kind === kind), 401);
  });

/**
 * Revokes other keys than the one it is asked to revoke. `which` gets the keys that were created, in
 * order, the place of the named one and the secret of the caller.
 */
const revoking = (
  which: (created: Key[], place: number, caller: string | undefined) => (Key | undefined)[],
): Apply =>
  knowing(async (call, pass, { all }) => {
    const created = [...all.values()].filter(({ by }) => by !== undefined);
    const place = created.findIndex(({ id }) => `${id}` === call.ids.key_id);
    if (place < 0 || !isRevocation(call)) return pass();
    const [admin] = all.values();
    for (const key of which(admin ? [...created, admin] : created, place, call.key)) {
      if (key) await revoke(call, key);
    }
    return answered(200, {});
  });

async function revoke({ emulator }: Call, { id, kind }: Pick<Key, "id" | "kind">): Promise<void> {
  const path = kind === "personal" ? "/api_keys" : `/organizations/${emulator.ids.org_id}/api_keys`;
  await ask(emulator, `DELETE ${path}/${id}`);
}

/** Lets one key revoke personal keys of other users, on this route. */
const revokingForeign = (
  caller: "admin" | "member" | "organization",
  route: typeof REVOKE | typeof REVOKE_PERSONAL,
): Apply =>
  knowing(async (call, pass, keys) => {
    const key = namedKey(call, keys);
    const isCaller = call.key === call.emulator.keys[caller];
    if (call.name !== route || !isCaller || key?.kind !== "personal") return pass();
    const url = call.url.replace(/\/api\/v2\/.*\/(\d+)$/, "/api/v2/api_keys/$1");
    return pass({ url, headers: keyed(call.headers, key.by ?? key.key) });
  });

export const validityFaults: Fault[] = [
  ...must(STATES, {
    "key-invalid-at-first": [
      "accepts a new key only from its third request on",
      fresh(({ keys }) => {
        const known: (string | undefined)[] = Object.values(keys);
        const uses = new Map<string | undefined, number>();
        return between(async ({ key }, pass) => {
          const used = (uses.get(key) ?? 0) + 1;
          uses.set(key, used);
          return known.includes(key) || used > 2 ? pass() : answered(401, {});
        });
      }),
    ],
    "key-new-reads-only": [
      "lets a new project-scoped key only read",
      rejecting((call, { by, kind }) => by !== undefined && kind === "project" && !isRead(call)),
    ],
    "key-new-personal-dead": [
      "rejects new personal keys",
      rejecting((_call, { by, kind }) => by !== undefined && kind === "personal", 401),
    ],
  }),
  ...must("Authentication 9", {
    "key-expires-in-a-year": ["expires keys after a year", expiringAfter(365)],
    "key-expires-in-90-days": ["expires keys after 90 days", expiringAfter(90)],
    "key-scoped-expires": ["expires project-scoped keys after a day", expiringAfter(1, "project")],
    "key-organization-expires": [
      "expires organization keys after a year",
      expiringAfter(365, "organization"),
    ],
    "key-unused-expires": [
      "expires keys that were unused for two and a half years",
      fresh(({ now }) => {
        const usedMs = new Map<string | undefined, number>();
        return between(async (call, pass) => {
          const lastMs = usedMs.get(call.key) ?? 0;
          const isStale = lastMs > 0 && now() - lastMs > 2.5 * 365 * DAY_MS;
          const response = isStale ? answered(401, {}) : await pass();
          const isList = call.name.endsWith("/api_keys");
          const made: Json = isList && response.ok ? await response.clone().json() : {};
          if (made.key) usedMs.set(made.key, now());
          if (lastMs > 0) usedMs.set(call.key, now());
          return response;
        });
      }),
    ],
  }),
  ...must(TYPES, {
    "key-replaced-by-name": [
      "revokes a key when another with its name is created",
      fresh(() => {
        const ids = new Map<string, number>();
        return answering(CREATE, async (response, call) => {
          const { id, name } = (await response.clone().json()) as Json;
          const previous = ids.get(name);
          ids.set(name, id);
          if (previous !== undefined) await revoke(call, { id: previous, kind: "organization" });
          return response;
        });
      }),
    ],
    "key-rotated": [
      "revokes the last personal key when the next is created",
      fresh(() => {
        let last: number | undefined;
        return answering(CREATE_PERSONAL, async (response, call) => {
          const { id } = (await response.clone().json()) as Json;
          if (last !== undefined) await revoke(call, { id: last, kind: "personal" });
          last = id;
          return response;
        });
      }),
    ],
  }),
  ...must("Limits, Table", {
    "key-ten-at-most": [
      "refuses an eleventh personal key",
      ignoring((call, { all }) => {
        const own = [...all.values()].filter(
          ({ kind, by }) => kind === "personal" && by === call.key,
        );
        return call.name === CREATE_PERSONAL && own.length >= 10;
      }, 422),
    ],
  }),

  // Revocation without effect
  ...must(REVOCATION, {
    "key-revoke-does-nothing": ["revokes nothing", ignoring(isRevocation)],
    "key-revoke-personal-does-nothing": [
      "revokes no personal key",
      ignoring(({ name }) => name === REVOKE_PERSONAL),
    ],
    "key-revoke-organization-does-nothing": [
      "revokes no organization key",
      ignoring(
        (call, keys) => call.name === REVOKE && namedKey(call, keys)?.kind === "organization",
      ),
    ],
    "key-revoked-if-unused": [
      "revokes only keys that were used",
      fresh(() => {
        const used = new Set<string | undefined>();
        return ignoring((call, keys) => {
          used.add(call.key);
          const key = namedKey(call, keys);
          return isRevocation(call) && key && !used.has(key.key);
        });
      }),
    ],
    "key-revoke-path-missing": [
      "does not serve DELETE /api_keys/{key_id}",
      ignoring(({ name }) => name === REVOKE_PERSONAL, 404),
    ],
    "key-organization-revoke-missing": [
      "does not serve the revocation of organization keys",
      ignoring(({ name }) => name === REVOKE, 405),
    ],
  }),

  // Revoked keys that live on
  ...must(REVOCATION, {
    "key-revoked-reads": ["lets a revoked key read", accepting(isRead)],
    "key-revoked-writes": ["lets a revoked key write", accepting((call) => !isRead(call))],
    "key-revoked-for-a-minute": [
      "accepts a revoked key for another minute",
      accepting((_call, sinceMs) => sinceMs < 60_000),
    ],
    "key-revoked-for-three-requests": [
      "accepts a revoked key for three more requests",
      fresh(() => {
        const left = new Map<string | undefined, number>();
        return accepting(({ key }) => {
          const more = left.get(key) ?? 3;
          left.set(key, more - 1);
          return more > 0;
        });
      }),
    ],
    "key-revoked-cached": [
      "accepts a revoked key for a minute after its last use",
      (emulator) => {
        const usedMs = new Map<string | undefined, number>();
        const { fetch: answer } = accepting(({ key }, sinceMs) => {
          const lastMs = usedMs.get(key);
          const isRecent = lastMs !== undefined && emulator.now() - sinceMs - lastMs < 60_000;
          return isRecent && sinceMs < 60_000;
        })(emulator);
        return {
          async fetch(url, init) {
            const key = new Headers(init.headers).get("authorization")?.slice(7);
            const response = await (answer ?? emulator.fetch)(url, init);
            if (response.ok) usedMs.set(key, emulator.now());
            return response;
          },
        };
      },
    ],
    "key-revoked-one-route": [
      "accepts a revoked key on one route",
      accepting(({ name }) => name === "GET /projects/{project_id}/connection_uri"),
    ],
    "key-revoked-operations": [
      "accepts a revoked key to read operations",
      accepting(({ name }) => name.includes("/operations")),
    ],
    "key-revoked-list": [
      "accepts a revoked personal key to list projects",
      accepting(({ name }, _sinceMs, { kind }) => name === PROJECTS && kind === "personal"),
    ],
    "key-revoked-organization-on": [
      "accepts a revoked organization key",
      accepting((_call, _sinceMs, { kind }) => kind === "organization"),
    ],
    "key-revoked-comes-back": [
      "accepts a revoked key again after a day",
      accepting((_call, sinceMs) => sinceMs > DAY_MS),
    ],
    "key-revoked-comes-back-in-a-year": [
      "accepts a revoked key again after 90 days",
      accepting((_call, sinceMs) => sinceMs > 90 * DAY_MS),
    ],
    "key-revoked-twice-is-valid": [
      "accepts a key again that was revoked twice",
      fresh(() => {
        const times = new Map<string, number>();
        return knowing(async (call, pass, { all }) => {
          const { key_id } = call.ids;
          if (call.method === "DELETE" && key_id !== undefined)
            times.set(key_id, (times.get(key_id) ?? 0) + 1);
          const key = all.get(`${call.key}`);
          return key && times.get(`${key.id}`) === 2 ? asAdmin(call, pass) : pass();
        });
      }),
    ],
    "key-revoked-comes-back-with-next": [
      "accepts a revoked key again when another is created",
      fresh(() => {
        let created = 0;
        const createdBefore = new Map<string, number>();
        return knowing(async (call, pass, { revokedMs }) => {
          if (isCreation(call)) created += 1;
          for (const key of revokedMs.keys())
            if (!createdBefore.has(key)) createdBefore.set(key, created);
          const isBack = created > (createdBefore.get(`${call.key}`) ?? Infinity);
          return isBack ? asAdmin(call, pass) : pass();
        });
      }),
    ],
  }),

  // Revocation of other keys
  ...must(STATES, {
    "key-revoke-hits-next": [
      "also revokes the key created next",
      revoking((keys, place) => [keys[place], keys[place + 1]]),
    ],
    "key-revoke-hits-previous": [
      "revokes the key created before in place of the named one",
      revoking((keys, place) => [keys[place - 1] ?? keys[place]]),
    ],
    "key-revoke-hits-kind": [
      "revokes every project-scoped key with one of them",
      revoking((keys, place) =>
        keys[place]?.kind === "project"
          ? keys.filter(({ kind }) => kind === "project")
          : [keys[place]],
      ),
    ],
    "key-revoke-hits-revoker": [
      "also revokes the key that asks for the revocation",
      revoking((keys, place, caller) => [keys[place], keys.find(({ key }) => key === caller)]),
    ],
  }),

  // Rights to revoke a key
  ...must(REVOCATION, {
    "key-revoked-by-member": [
      "lets a member revoke organization keys",
      opening(({ name }, { kind }) => name === REVOKE && kind === "personal"),
    ],
    "key-revoked-by-its-creator": [
      "lets the creator of a project-scoped key revoke it",
      opening((call, { key }, keys) => {
        const named = namedKey(call, keys);
        return call.name === REVOKE && named?.by === key && named.kind === "project";
      }),
    ],
    "key-revoked-by-scoped-key": [
      "lets a project-scoped key revoke organization keys",
      openingToScoped((name) => name === REVOKE),
    ],
    "key-personal-revoked-by-admin": [
      "lets an administrator revoke a member's personal key",
      revokingForeign("admin", REVOKE_PERSONAL),
    ],
    "key-personal-revoked-by-organization": [
      "lets an organization key revoke a member's personal key",
      revokingForeign("organization", REVOKE),
    ],
    "key-personal-revoked-by-member": [
      "lets a member revoke an administrator's personal key",
      revokingForeign("member", REVOKE_PERSONAL),
    ],
    "key-personal-revoked-through-organization": [
      "lets an administrator revoke personal keys on the organization's route",
      revokingForeign("admin", REVOKE),
    ],
  }),

  // Freedoms
  ...benign(REVOCATION, {
    "key-revocation-204": [
      "answers a revocation without a body",
      answering(
        ({ ids }) => "key_id" in ids,
        () => new Response(null, { status: 204 }),
      ),
    ],
    "key-second-revocation-204": [
      "answers 204 to the revocation of a revoked key",
      insteadOf(
        404,
        ({ ids }) => "key_id" in ids,
        () => new Response(null, { status: 204 }),
      ),
    ],
  }),
  ...benign(STATES, {
    "key-ended-by-transfer-403": [
      "answers 403 to a key whose project was transferred",
      knowing(async (call, pass, { all, revokedMs }) => {
        const response = await pass();
        const key = `${call.key}`;
        const isEnded = all.get(key)?.kind === "project" && !revokedMs.has(key);
        return response.status === 401 && isEnded ? answered(403, {}) : response;
      }),
    ],
  }),
];
