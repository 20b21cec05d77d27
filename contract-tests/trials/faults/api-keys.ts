/** Providers whose keys open too much or too little, end too late or too soon, or show themselves. */
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf } from "../fault.ts";
import {
  answered,
  ask,
  type Call,
  edited,
  front,
  type Json,
  keyed,
  type Pass,
} from "../provider.ts";

const { must, benign } = faultsOf("keys");

const {
  createOrganizationApiKey: CREATE,
  createApiKey: CREATE_PERSONAL,
  listOrganizationApiKeys: LIST,
  listApiKeys: LIST_PERSONAL,
  revokeOrganizationApiKey: REVOKE,
  revokeApiKey: REVOKE_PERSONAL,
} = routes;
const ENDPOINTS = "/projects/{project_id}/endpoints";

const FIELDS = "Resources and their fields, API key";
const TYPES = "Resources and their fields, API key types";
const STATES = "States and transitions, API key";
const SHAPES = "Endpoints, Detailed shapes";
const BY_ADMINS = "Authentication 6";
const SCOPED = "Authentication 7";
const REVOCATION = "Authentication 8";

interface Made {
  id: number;
  key: string;
  kind: "personal" | "organization" | "project";
  project_id?: string;
  /** The secret of who created it. */
  by: string | undefined;
}

interface Keys {
  all: Map<string, Made>;
  /** When each was revoked, in the emulator's time, by its secret. */
  revokedMs: Map<string, number>;
  requests: number;
}

type Answer = (call: Call, pass: Pass, keys: Keys, emulator: Emulator) => Promise<Response>;

/** Lists to keys of a kind what the administrator sees. */
function listsAllTo(kind: Made["kind"]): Apply {
  return knowing(async (call, pass, keys, emulator) => {
    const isIts = keys.all.get(`${call.key}`)?.kind === kind;
    return call.name === "GET /projects" && isIts
      ? pass({ headers: keyed(call.headers, emulator.keys.admin) })
      : pass();
  });
}

/** In front of an emulator, with what it knows of the keys. */
function knowing(answer: Answer): Apply {
  return (emulator) => {
    const { keys, ids } = emulator;
    const kinds = { admin: "personal", member: "personal" } as Record<string, Made["kind"]>;
    const all = new Map<string, Made>();
    for (const name of ["admin", "member", "organization", "project"] as const) {
      const kind = kinds[name] ?? (name as Made["kind"]);
      const scope = name === "project" ? { project_id: ids.project_id } : {};
      all.set(keys[name], {
        id: ids.key_ids[name],
        key: keys[name],
        kind,
        by: undefined,
        ...scope,
      });
    }
    const known: Keys = { all, revokedMs: new Map(), requests: 0 };
    return front(emulator, async (call, pass) => {
      known.requests += 1;
      const response = await answer(call, pass, known, emulator);
      if (response.ok && call.method === "DELETE" && "key_id" in call.ids) {
        const revoked = [...all.values()].find(({ id }) => `${id}` === call.ids.key_id);
        if (revoked && !known.revokedMs.has(revoked.key))
          known.revokedMs.set(revoked.key, emulator.now());
      }
      if (response.ok && (call.name === CREATE || call.name === CREATE_PERSONAL)) {
        const made: Json = await response
          .clone()
          .json()
          .catch(() => ({}));
        const { project_id } = call.body ?? {};
        const kind =
          call.name === CREATE_PERSONAL ? "personal" : project_id ? "project" : "organization";
        all.set(made.key, {
          id: made.id,
          key: made.key,
          kind,
          by: call.key,
          ...(project_id && { project_id }),
        });
      }
      return response;
    });
  };
}

/** Answers as to the administrator when this says so, whatever the key is. */
function opens(when: (call: Call, key: Made, keys: Keys, emulator: Emulator) => boolean) {
  return knowing(async (call, pass, keys, emulator) => {
    const response = await pass();
    const made = keys.all.get(`${call.key}`);
    if (response.ok || !made || !when(call, made, keys, emulator)) return response;
    return pass({ headers: keyed(call.headers, emulator.keys.admin) });
  });
}

/** The same for keys of one project, by the route. */
function opensScoped(when: (name: string) => boolean) {
  return opens(({ name }, { kind }) => kind === "project" && when(name));
}

/** Refuses a valid key when this says so. */
function refuses(
  when: (call: Call, key: Made, keys: Keys, emulator: Emulator) => boolean,
  status = 403,
) {
  return knowing(async (call, pass, keys, emulator) => {
    const made = keys.all.get(`${call.key}`);
    const isRefused = made && !keys.revokedMs.has(made.key) && when(call, made, keys, emulator);
    return isRefused ? answered(status, {}) : pass();
  });
}

/** Keeps on accepting a revoked key when this says so. */
function outlives(when: (call: Call, sinceMs: number, key: Made, keys: Keys) => boolean) {
  return knowing(async (call, pass, keys, emulator) => {
    const made = keys.all.get(`${call.key}`);
    const revokedMs = keys.revokedMs.get(`${call.key}`);
    const isKept =
      made && revokedMs !== undefined && when(call, emulator.now() - revokedMs, made, keys);
    const by = made?.kind === "project" ? emulator.keys.project : emulator.keys.admin;
    return isKept ? pass({ headers: keyed(call.headers, by) }) : pass();
  });
}

/** Edits what is answered to the creation of a key. */
function creates(edit: (body: Json, call: Call, keys: Keys, emulator: Emulator) => unknown) {
  return knowing(async (call, pass, keys, emulator) => {
    const response = await pass();
    return call.name === CREATE
      ? edited(response, (body) => edit(body, call, keys, emulator))
      : response;
  });
}

const isRead = ({ method }: Call) => method === "GET";
const ofOther = ({ ids }: Call, { project_id }: Made) =>
  ids.project_id !== undefined && project_id !== undefined && ids.project_id !== project_id;

export const keyFaults: Fault[] = [
  // What a key looks like.
  must(
    "key-id-as-text",
    FIELDS,
    "writes the id of a key as text",
    creates((body) => ({ ...body, id: `${body.id}` })),
  ),
  must(
    "key-id-missing",
    FIELDS,
    "answers a new key without its id",
    creates(({ id: _, ...body }) => body),
  ),
  must(
    "key-without-creator",
    FIELDS,
    "answers a new key without created_by",
    creates(({ created_by: _, ...body }) => body),
  ),
  must(
    "key-creator-number",
    FIELDS,
    "writes the creating user as a number",
    creates((body) => ({ ...body, created_by: 7 })),
  ),
  must(
    "key-creator-is-organization",
    FIELDS,
    "names the organization as creator of a scoped key",
    creates((body, call) => ({ ...body, created_by: call.ids.org_id })),
  ),
  must(
    "key-creator-is-key",
    FIELDS,
    "names another creator for each key",
    creates((body) => ({ ...body, created_by: `user-of-${body.id}` })),
  ),
  must(
    "key-creator-by-kind",
    FIELDS,
    "names the organization as creator of its keys only",
    creates((body, { body: asked, ids }) =>
      asked.project_id ? body : { ...body, created_by: ids.org_id },
    ),
  ),
  must(
    "key-creation-time-fixed",
    FIELDS,
    "gives every key the time of the first",
    creates((body) => ({ ...body, created_at: "2024-01-01T00:00:00Z" })),
  ),
  must(
    "key-without-secret",
    SHAPES,
    "answers a new key without its secret",
    creates(({ key: _, ...body }) => body),
  ),
  must(
    "key-secret-masked",
    SHAPES,
    "masks the secret in the answer that creates it",
    creates((body) => ({ ...body, key: `${body.key.slice(0, 8)}…` })),
  ),
  must(
    "key-secret-empty",
    SHAPES,
    "answers an empty secret",
    creates((body) => ({ ...body, key: "" })),
  ),
  must(
    "key-name-other",
    SHAPES,
    "names every key the same",
    creates((body) => ({ ...body, name: "API key" })),
  ),
  must(
    "key-name-lower-case",
    SHAPES,
    "writes the name in lower case",
    creates((body) => ({ ...body, name: body.name.toLowerCase() })),
  ),
  must(
    "key-name-cut",
    SHAPES,
    "cuts the name after 20 characters",
    creates((body) => ({ ...body, name: body.name.slice(0, 20) })),
  ),
  must(
    "key-name-ascii",
    SHAPES,
    "leaves out what is no ASCII",
    creates((body) => ({ ...body, name: body.name.replace(/[^ -~]/g, "") })),
  ),
  must(
    "key-name-escaped",
    SHAPES,
    "escapes the name as HTML",
    creates((body) => ({
      ...body,
      name: body.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    })),
  ),
  must(
    "key-called-key-name",
    SHAPES,
    "answers key_name instead of name",
    creates(({ name, ...body }) => ({ ...body, key_name: name })),
  ),
  must(
    "key-scoped-without-project",
    FIELDS,
    "answers a scoped key without its project",
    creates(({ project_id: _, ...body }) => body),
  ),
  must(
    "key-scoped-null-project",
    FIELDS,
    "answers null as project of a scoped key",
    creates((body) => ({ ...body, project_id: null })),
  ),
  must(
    "key-scoped-other-project",
    FIELDS,
    "names another project for a scoped key",
    creates(
      (body, _call, _keys, { ids }) =>
        body.project_id && { ...body, project_id: ids.personal_project_id },
    ),
  ),
  must(
    "key-unscoped-with-project",
    FIELDS,
    "names a project for a key of the organization",
    creates((body, _call, _keys, { ids }) => ({ project_id: ids.project_id, ...body })),
  ),
  must(
    "key-ids-alike",
    FIELDS,
    "gives two keys one id",
    knowing(async (call, pass, keys) =>
      edited(await pass(), (body) => {
        const first = [...keys.all.values()].find(({ by }) => by !== undefined);
        return call.name === CREATE && first ? { ...body, id: first.id } : body;
      }),
    ),
  ),
  must(
    "key-id-used-again",
    FIELDS,
    "gives a new key the id of a revoked one",
    (() =>
      knowing(async (call, pass, keys) =>
        edited(await pass(), (body) => {
          const gone = [...keys.revokedMs.keys()]
            .map((key) => keys.all.get(key))
            .find((it) => it?.by !== undefined);
          return call.name === CREATE && gone ? { ...body, id: gone.id } : body;
        }),
      ))(),
  ),
  must("key-secrets-alike", FIELDS, "gives keys of one name and project one secret", (emulator) => {
    let first: Json;
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name !== CREATE || !call.body?.project_id) return response;
      return edited(response, (body) => {
        first ??= body;
        return { ...body, key: first.key };
      });
    });
  }),

  // Secrets.
  ...(
    [
      ["organization", LIST],
      ["personal", LIST_PERSONAL],
    ] as const
  ).map(([kind, list]) =>
    must(
      `key-secret-in-${kind}-list`,
      FIELDS,
      `shows secrets in the ${kind} list`,
      knowing(async (call, pass, keys) =>
        edited(await pass(), (body) => {
          if (call.name !== list) return undefined;
          const secretOf = (id: number) => [...keys.all.values()].find((it) => it.id === id)?.key;
          return {
            ...body,
            api_keys: body.api_keys.map((it: Json) => ({ ...it, key: secretOf(it.id) })),
          };
        }),
      ),
    ),
  ),
  must(
    "key-secret-of-newest-listed",
    FIELDS,
    "shows the secret of the newest key in the list",
    knowing(async (call, pass, keys) =>
      edited(await pass(), (body) => {
        if (call.name !== LIST) return undefined;
        return { ...body, newest: [...keys.all.values()].at(-1)?.key };
      }),
    ),
  ),
  must(
    "key-secret-at-revocation",
    FIELDS,
    "shows the secret when a key is revoked",
    knowing(async (call, pass, keys) =>
      edited(await pass(), (body) => {
        const made = [...keys.all.values()].find(({ id }) => `${id}` === call.ids.key_id);
        return call.name === REVOKE ? { ...body, key: made?.key } : undefined;
      }),
    ),
  ),
  must("key-secret-in-details", FIELDS, "shows the secret in GET /auth", (emulator) =>
    front(emulator, async (call, pass) =>
      edited(await pass(), (body) =>
        call.name === "GET /auth" ? { ...body, token: call.key } : undefined,
      ),
    ),
  ),
  must("key-secret-in-refusal", FIELDS, "shows the key in the body of a refusal", (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return response.status === 404
        ? answered(404, { message: `not found for ${call.key}` })
        : response;
    }),
  ),

  // Validity.
  must("key-invalid-at-first", STATES, "accepts a key from its third request on", (emulator) => {
    const uses = new Map<string, number>();
    return front(emulator, async (call, pass) => {
      const known = Object.values(emulator.keys).includes(`${call.key}`);
      const used = (uses.get(`${call.key}`) ?? 0) + 1;
      uses.set(`${call.key}`, used);
      return known || used > 2 ? pass() : answered(401, {});
    });
  }),
  must(
    "key-new-reads-only",
    STATES,
    "lets a new scoped key read only",
    refuses((call, { by, kind }) => by !== undefined && kind === "project" && !isRead(call)),
  ),
  must(
    "key-new-personal-dead",
    STATES,
    "does not accept new personal keys",
    refuses((_, { by, kind }) => by !== undefined && kind === "personal", 401),
  ),
  must("key-expires-in-a-year", "Authentication 9", "lets keys expire after a year", expires(365)),
  must("key-expires-in-90-days", "Authentication 9", "lets keys expire after 90 days", expires(90)),
  must(
    "key-scoped-expires",
    "Authentication 9",
    "lets scoped keys expire after a day",
    expires(1, "project"),
  ),
  must(
    "key-organization-expires",
    "Authentication 9",
    "lets keys of the organization expire",
    expires(365, "organization"),
  ),
  must(
    "key-unused-expires",
    "Authentication 9",
    "lets keys expire that are not used for two years",
    (emulator) => {
      const usedMs = new Map<string, number>();
      return front(emulator, async (call, pass) => {
        const last = usedMs.get(`${call.key}`) ?? 0;
        const isStale = last > 0 && emulator.now() - last > 2.5 * 365 * 86_400_000;
        const response = isStale ? answered(401, {}) : await pass();
        const made: Json =
          call.name.endsWith("/api_keys") && response.ok ? await response.clone().json() : {};
        if (made.key) usedMs.set(made.key, emulator.now());
        if (last > 0) usedMs.set(`${call.key}`, emulator.now());
        return response;
      });
    },
  ),
  must("key-replaced-by-name", TYPES, "replaces a key by the next of its name", (emulator) => {
    const byName = new Map<string, number>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name !== CREATE || !response.ok) return response;
      const { id, name } = (await response.clone().json()) as Json;
      const before = byName.get(name);
      byName.set(name, id);
      if (before !== undefined)
        await ask(emulator, `DELETE /organizations/${call.ids.org_id}/api_keys/${before}`);
      return response;
    });
  }),
  must(
    "key-rotated",
    TYPES,
    "revokes the last personal key when the next is created",
    (emulator) => {
      let last: number | undefined;
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== CREATE_PERSONAL || !response.ok) return response;
        const { id } = (await response.clone().json()) as Json;
        if (last !== undefined) await ask(emulator, `DELETE /api_keys/${last}`);
        last = id;
        return response;
      });
    },
  ),
  must(
    "key-ten-at-most",
    "Limits, Table",
    "creates ten personal keys and no more",
    knowing(async (call, pass, keys) => {
      const mine = [...keys.all.values()].filter(
        ({ kind, by }) => kind === "personal" && by === call.key,
      );
      return call.name === CREATE_PERSONAL && mine.length >= 10 ? answered(422, {}) : pass();
    }),
  ),

  // Revocation.
  must(
    "key-revoke-does-nothing",
    REVOCATION,
    "answers a revocation and does nothing",
    knowing(async (call, pass) =>
      call.name === REVOKE || call.name === REVOKE_PERSONAL ? answered(200, {}) : pass(),
    ),
  ),
  must(
    "key-revoke-personal-does-nothing",
    REVOCATION,
    "does nothing to revoke a personal key",
    knowing(async (call, pass) => (call.name === REVOKE_PERSONAL ? answered(200, {}) : pass())),
  ),
  must(
    "key-revoke-organization-does-nothing",
    REVOCATION,
    "does nothing to revoke a key without a project",
    knowing(async (call, pass, keys) => {
      const made = [...keys.all.values()].find(({ id }) => `${id}` === call.ids.key_id);
      return call.name === REVOKE && made?.kind === "organization" ? answered(200, {}) : pass();
    }),
  ),
  must("key-revoked-reads", REVOCATION, "lets a revoked key read on", outlives(isRead)),
  must(
    "key-revoked-writes",
    REVOCATION,
    "lets a revoked key write on",
    outlives((call) => !isRead(call)),
  ),
  must(
    "key-revoked-for-a-minute",
    REVOCATION,
    "accepts a revoked key for another minute",
    outlives((_, sinceMs) => sinceMs < 60_000),
  ),
  must(
    "key-revoked-for-three-requests",
    REVOCATION,
    "accepts a revoked key three times more",
    (() => {
      return (emulator: Emulator) => {
        const left = new Map<string, number>();
        return outlives((call) => {
          const more = left.get(`${call.key}`) ?? 3;
          left.set(`${call.key}`, more - 1);
          return more > 0;
        })(emulator);
      };
    })(),
  ),
  must(
    "key-revoked-cached",
    REVOCATION,
    "accepts a revoked key that was used in the last minute",
    (emulator) => {
      const usedMs = new Map<string, number>();
      const isCached = (call: Call, sinceMs: number) => {
        const last = usedMs.get(`${call.key}`);
        return last !== undefined && emulator.now() - sinceMs - last < 60_000 && sinceMs < 60_000;
      };
      const provider = outlives(isCached)(emulator);
      return {
        async fetch(request) {
          const key = request.headers.get("authorization")?.slice(7);
          const response = await (provider.fetch as NonNullable<typeof provider.fetch>)(request);
          if (response.ok) usedMs.set(`${key}`, emulator.now());
          return response;
        },
      };
    },
  ),
  must("key-revoked-if-unused", REVOCATION, "revokes nothing that was never used", (emulator) => {
    const used = new Set<string>();
    return knowing(async (call, pass, keys) => {
      used.add(`${call.key}`);
      const made = [...keys.all.values()].find(({ id }) => `${id}` === call.ids.key_id);
      const isRevoking = call.name === REVOKE || call.name === REVOKE_PERSONAL;
      return isRevoking && made && !used.has(made.key) ? answered(200, {}) : pass();
    })(emulator);
  }),
  must(
    "key-revoked-one-route",
    REVOCATION,
    "accepts a revoked key on one route",
    outlives(({ name }) => name === "GET /projects/{project_id}/connection_uri"),
  ),
  must(
    "key-revoked-operations",
    REVOCATION,
    "accepts a revoked key to read operations",
    outlives(({ name }) => name.includes("/operations")),
  ),
  must(
    "key-revoked-list",
    REVOCATION,
    "accepts a revoked personal key to list projects",
    outlives(({ name }, _, { kind }) => name === "GET /projects" && kind === "personal"),
  ),
  must(
    "key-revoked-organization-on",
    REVOCATION,
    "accepts a revoked key of the organization",
    outlives((_call, _ms, { kind }) => kind === "organization"),
  ),
  must(
    "key-revoked-comes-back",
    REVOCATION,
    "accepts a revoked key again after a day",
    outlives((_, sinceMs) => sinceMs > 86_400_000),
  ),
  must(
    "key-revoked-comes-back-in-a-year",
    REVOCATION,
    "accepts a revoked key again after 90 days",
    outlives((_, sinceMs) => sinceMs > 90 * 86_400_000),
  ),
  must(
    "key-revoked-twice-is-valid",
    REVOCATION,
    "makes a key valid when it is revoked twice",
    (emulator) => {
      const times = new Map<string, number>();
      return knowing(async (call, pass, keys, emulator) => {
        const id = call.ids.key_id;
        if (call.method === "DELETE" && id !== undefined) times.set(id, (times.get(id) ?? 0) + 1);
        const made = keys.all.get(`${call.key}`);
        const isBack = made && (times.get(`${made.id}`) ?? 0) === 2;
        return isBack ? pass({ headers: keyed(call.headers, emulator.keys.admin) }) : pass();
      })(emulator);
    },
  ),
  must(
    "key-revoked-comes-back-with-next",
    REVOCATION,
    "makes a revoked key valid when another is created",
    (emulator) => {
      let created = 0;
      const at = new Map<string, number>();
      return knowing(async (call, pass, keys, emulator) => {
        if (call.name === CREATE || call.name === CREATE_PERSONAL) created += 1;
        for (const key of keys.revokedMs.keys()) if (!at.has(key)) at.set(key, created);
        const isBack = created > (at.get(`${call.key}`) ?? Infinity);
        return isBack ? pass({ headers: keyed(call.headers, emulator.keys.admin) }) : pass();
      })(emulator);
    },
  ),
  must(
    "key-revoke-hits-next",
    STATES,
    "revokes the key that was created after it",
    hits((keys, at) => [keys[at], keys[at + 1]]),
  ),
  must(
    "key-revoke-hits-previous",
    STATES,
    "revokes the key before it instead",
    hits((keys, at) => [keys[at - 1] ?? keys[at]]),
  ),
  must(
    "key-revoke-hits-kind",
    STATES,
    "revokes all keys of the project with one",
    hits((keys, at) =>
      keys[at]?.kind === "project" ? keys.filter(({ kind }) => kind === "project") : [keys[at]],
    ),
  ),
  must(
    "key-revoke-hits-revoker",
    STATES,
    "revokes the revoking key as well",
    hits((keys, at, by) => [keys[at], keys.find(({ key }) => key === by)]),
  ),
  must(
    "key-revoke-path-missing",
    REVOCATION,
    "does not serve DELETE /api_keys/{key_id}",
    knowing(async (call, pass) => (call.name === REVOKE_PERSONAL ? answered(404, {}) : pass())),
  ),
  must(
    "key-organization-revoke-missing",
    REVOCATION,
    "does not serve the revocation of an organization's key",
    knowing(async (call, pass) => (call.name === REVOKE ? answered(405, {}) : pass())),
  ),
  must(
    "key-revoked-by-member",
    REVOCATION,
    "lets a member revoke keys of the organization",
    opens(
      ({ name }, { kind }, _, { keys }) =>
        name === REVOKE && kind === "personal" && keys.member !== "",
    ),
  ),
  must(
    "key-revoked-by-its-creator",
    REVOCATION,
    "lets the creator of a scoped key revoke it",
    opens((call, { key }, keys) => {
      const made = [...keys.all.values()].find(({ id }) => `${id}` === call.ids.key_id);
      return call.name === REVOKE && made?.by === key && made.kind === "project";
    }),
  ),
  must(
    "key-revoked-by-scoped-key",
    REVOCATION,
    "lets a scoped key revoke keys of the organization",
    opensScoped((name) => name === REVOKE),
  ),
  must(
    "key-personal-revoked-by-admin",
    REVOCATION,
    "lets an administrator revoke a member's personal key",
    revokesForeign(({ admin }) => admin, REVOKE_PERSONAL),
  ),
  must(
    "key-personal-revoked-by-organization",
    REVOCATION,
    "lets a key of the organization revoke a member's",
    revokesForeign(({ organization }) => organization, REVOKE),
  ),
  must(
    "key-personal-revoked-by-member",
    REVOCATION,
    "lets a member revoke an administrator's personal key",
    revokesForeign(({ member }) => member, REVOKE_PERSONAL),
  ),
  must(
    "key-personal-revoked-through-organization",
    REVOCATION,
    "lets an administrator revoke personal keys under the organization",
    revokesForeign(({ admin }) => admin, REVOKE),
  ),

  // Who creates which.
  must(
    "key-organization-by-member",
    BY_ADMINS,
    "lets a member create a key of the organization",
    opens(
      ({ name, body }, { kind }) => name === CREATE && kind === "personal" && !body?.project_id,
    ),
  ),
  must(
    "key-organization-by-new-member-key",
    BY_ADMINS,
    "lets a member's further keys create one of the organization",
    opens(
      ({ name, body }, { kind, by }) =>
        name === CREATE && kind === "personal" && by !== undefined && !body?.project_id,
    ),
  ),
  must(
    "key-organization-by-organization-key",
    BY_ADMINS,
    "lets a key of the organization create another",
    opens(
      ({ name, body }, { kind }) => name === CREATE && kind === "organization" && !body?.project_id,
    ),
  ),
  must(
    "key-organization-by-scoped-key",
    BY_ADMINS,
    "lets a scoped key create one of the organization",
    opens(({ name, body }, { kind }) => name === CREATE && kind === "project" && !body?.project_id),
  ),
  must(
    "key-organization-created-then-refused",
    BY_ADMINS,
    "creates a key of the organization before it refuses a member",
    knowing(async (call, pass, _keys, emulator) => {
      const response = await pass();
      if (call.name === CREATE && response.status === 403)
        await pass({ headers: keyed(call.headers, emulator.keys.admin) });
      return response;
    }),
  ),
  must(
    "key-scoped-by-organization-key",
    SCOPED,
    "lets a key of the organization create scoped ones",
    opens(
      ({ name, body }, { kind }) => name === CREATE && kind === "organization" && body?.project_id,
    ),
  ),
  must(
    "key-scoped-by-scoped-key",
    SCOPED,
    "lets a scoped key create another for its project",
    opens(({ name, body }, { kind }) => name === CREATE && kind === "project" && body?.project_id),
  ),
  must(
    "key-scoped-not-by-member",
    SCOPED,
    "lets administrators alone create scoped keys",
    refuses(
      ({ name, body, key }, _made, _keys, { keys }) =>
        name === CREATE && body?.project_id && key === keys.member,
    ),
  ),
  must(
    "key-personal-not-by-member",
    TYPES,
    "lets administrators alone create personal keys",
    refuses(
      ({ name, key }, _made, _keys, { keys }) => name === CREATE_PERSONAL && key === keys.member,
    ),
  ),
  must(
    "key-scoped-to-foreign-project",
    SCOPED,
    "scopes a key to a project that is not the organization's",
    knowing(async (call, pass, keys, { ids }) => {
      if (call.name !== CREATE || call.body?.project_id !== ids.personal_project_id) return pass();
      const response = await pass({ body: { ...call.body, project_id: ids.project_id } });
      return edited(response, (body) => {
        keys.all.set(body.key, {
          id: body.id,
          key: body.key,
          kind: "project",
          by: call.key,
          project_id: ids.personal_project_id,
        });
        return { ...body, project_id: ids.personal_project_id };
      });
    }),
  ),

  // What they open.
  must(
    "key-scope-ignored",
    SCOPED,
    "ignores the scope of a key",
    opens((call, made) => ofOther(call, made)),
  ),
  must(
    "key-scope-ignored-for-reads",
    SCOPED,
    "ignores the scope of a key for reads",
    opens((call, made) => ofOther(call, made) && isRead(call)),
  ),
  must(
    "key-scope-ignored-for-new",
    SCOPED,
    "ignores the scope of keys that are created",
    opens((call, made) => ofOther(call, made) && made.by !== undefined),
  ),
  must(
    "key-scope-ignored-by-member",
    SCOPED,
    "ignores the scope of keys that a member created",
    opens(
      (call, made, keys, { keys: { member } }) =>
        ofOther(call, made) && made.by === member && keys.requests > 0,
    ),
  ),
  ...(
    [
      ["branches", "GET /projects/{project_id}/branches"],
      ["operations", "GET /projects/{project_id}/operations"],
      ["operation", "GET /projects/{project_id}/operations/{operation_id}"],
      ["project", "GET /projects/{project_id}"],
      ["compute", `GET ${ENDPOINTS}/{endpoint_id}`],
      ["database", "GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}"],
      [
        "password",
        "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password",
      ],
      ["uri", "GET /projects/{project_id}/connection_uri"],
      ["create-compute", `POST ${ENDPOINTS}`],
      ["update-compute", `PATCH ${ENDPOINTS}/{endpoint_id}`],
      ["delete-compute", `DELETE ${ENDPOINTS}/{endpoint_id}`],
      ["start-compute", `POST ${ENDPOINTS}/{endpoint_id}/start`],
      ["delete-project", "DELETE /projects/{project_id}"],
      ["update-project", "PATCH /projects/{project_id}"],
      ["grant", "POST /projects/{project_id}/permissions"],
      ["snapshot", "PATCH /projects/{project_id}/snapshots/{snapshot_id}"],
      ["bucket", "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}"],
      ["credentials", "POST /projects/{project_id}/branches/{branch_id}/credentials"],
    ] as const
  ).map(([id, name]) =>
    must(
      `key-scope-ignored-on-${id}`,
      SCOPED,
      `ignores the scope of a key for ${name}`,
      opens((call, made) => ofOther(call, made) && call.name === name),
    ),
  ),
  must(
    "key-scope-of-path-only",
    SCOPED,
    "checks the project of the path, not of the compute",
    knowing(async (call, pass, keys, emulator) => {
      const made = keys.all.get(`${call.key}`);
      const { personal_endpoint_id, personal_project_id, project_id } = emulator.ids;
      if (made?.kind !== "project" || call.ids.endpoint_id !== personal_endpoint_id) return pass();
      return pass({
        url: call.url.replace(project_id, personal_project_id),
        headers: keyed(call.headers, emulator.keys.admin),
      });
    }),
  ),
  must("key-scoped-lists-all", SCOPED, "lists all projects to a scoped key", listsAllTo("project")),
  must(
    "key-scoped-creates-project",
    SCOPED,
    "lets a scoped key create a project",
    opensScoped((name) => name === routes.createProject),
  ),
  must(
    "key-scoped-creates-then-refuses",
    SCOPED,
    "creates a project before it refuses a scoped key",
    knowing(async (call, pass, keys, emulator) => {
      const response = await pass();
      const isScoped = keys.all.get(`${call.key}`)?.kind === "project";
      if (isScoped && call.name === "POST /projects")
        await pass({ headers: keyed(call.headers, emulator.keys.admin) });
      return response;
    }),
  ),
  must(
    "key-scoped-deletes-project",
    SCOPED,
    "lets a scoped key delete its project",
    opens(
      (call, made) =>
        call.name === "DELETE /projects/{project_id}" && call.ids.project_id === made.project_id,
    ),
  ),
  must(
    "key-scoped-reads-only",
    SCOPED,
    "lets scoped keys read only",
    refuses((call, { kind }) => kind === "project" && !isRead(call)),
  ),
  must(
    "key-scoped-invites",
    SCOPED,
    "lets a scoped key invite to the organization",
    opensScoped((name) => name.endsWith("/invitations")),
  ),
  must(
    "key-scoped-removes-member",
    SCOPED,
    "lets a scoped key remove a member",
    opensScoped((name) => name === routes.removeOrganizationMember),
  ),
  must(
    "key-scoped-sets-limit",
    SCOPED,
    "lets a scoped key set the spending limit",
    opensScoped((name) => name === routes.setSpendingLimit),
  ),
  must(
    "key-scoped-transfers",
    SCOPED,
    "lets a scoped key transfer projects",
    opensScoped((name) => name.endsWith("/projects/transfer")),
  ),
  must(
    "key-scoped-makes-personal",
    SCOPED,
    "gives a scoped key a personal one",
    opensScoped((name) => name === CREATE_PERSONAL),
  ),
  must(
    "key-organization-reads-personal",
    TYPES,
    "opens a personal project to a key of the organization",
    opens(
      (call, { kind }, _, { ids }) =>
        kind === "organization" && call.ids.project_id === ids.personal_project_id,
    ),
  ),
  must(
    "key-organization-writes-personal",
    BY_ADMINS,
    "lets a key of the organization write to personal projects",
    opens(
      (call, { kind }, _, { ids }) =>
        kind === "organization" && !isRead(call) && call.ids.project_id === ids.personal_project_id,
    ),
  ),
  must(
    "key-organization-lists-all",
    TYPES,
    "lists personal projects to a key of the organization",
    listsAllTo("organization"),
  ),
  must(
    "key-organization-no-administrator",
    BY_ADMINS,
    "gives a key of the organization the rights of a member",
    refuses(({ name }, { kind }) => kind === "organization" && name === REVOKE),
  ),
  must(
    "key-organization-reads-only",
    BY_ADMINS,
    "lets keys of the organization read only",
    refuses((call, { kind }) => kind === "organization" && !isRead(call)),
  ),
  must(
    "key-organization-not-members",
    BY_ADMINS,
    "hides the members from keys of the organization",
    refuses(({ name }, { kind }) => kind === "organization" && name.includes("/members"), 404),
  ),
  must(
    "key-personal-own-only",
    TYPES,
    "opens to a personal key its own projects only",
    refuses(
      ({ ids, key }, { kind }, _, emulator) =>
        kind === "personal" &&
        key !== emulator.keys.admin &&
        ids.project_id === emulator.ids.project_id,
    ),
  ),
  must(
    "key-member-reads-personal",
    TYPES,
    "opens another user's project to a member",
    opens(
      (call, { key }, _, { ids, keys }) =>
        key === keys.member && call.ids.project_id === ids.personal_project_id,
    ),
  ),
  must(
    "key-member-lists-personal",
    TYPES,
    "lists another user's projects to a member",
    knowing(async (call, pass, _keys, { keys }) =>
      call.name === "GET /projects" && call.key === keys.member
        ? pass({ headers: keyed(call.headers, keys.admin) })
        : pass(),
    ),
  ),
  must(
    "key-member-lacks-organization",
    TYPES,
    "lists only own projects to a member",
    knowing(async (call, pass, _keys, { keys }) =>
      call.name === "GET /projects" && call.key === keys.member
        ? answered(200, { projects: [] })
        : pass(),
    ),
  ),
  must(
    "key-list-of-everybody",
    "Endpoints, Tables",
    "lists everybody's personal keys",
    knowing(async (call, pass, keys) =>
      edited(await pass(), (body) => {
        if (call.name !== LIST_PERSONAL) return undefined;
        const names = [...keys.all.values()].map(({ id }) => ({ id, name: namesOf.get(id) }));
        return { ...body, api_keys: [...body.api_keys, ...names] };
      }).then(async (response) => {
        if (call.name === CREATE_PERSONAL && response.ok) {
          const { id, name } = (await response.clone().json()) as Json;
          namesOf.set(id, name);
        }
        return response;
      }),
    ),
  ),
  {
    ...must(
      "key-list-lacks-newest",
      "Endpoints, Tables",
      "leaves the newest key out of the list",
      knowing(async (call, pass) =>
        edited(await pass(), (body) =>
          call.name === LIST ? { ...body, api_keys: body.api_keys.slice(0, -1) } : undefined,
        ),
      ),
    ),
    level: "SHOULD",
  },
  {
    ...must(
      "key-without-name-accepted",
      SHAPES,
      "creates a key without a name",
      knowing(async (call, pass) =>
        call.name === CREATE && call.body && call.body.key_name === undefined
          ? pass({ body: { ...call.body, key_name: "unnamed" } })
          : pass(),
      ),
    ),
    level: "SHOULD",
  },

  // When membership or ownership ends.
  must(
    "key-personal-after-leaving",
    STATES,
    "lets a personal key work on when its user has left",
    opens(afterLeaving()),
  ),
  must(
    "key-personal-reads-after-leaving",
    STATES,
    "lets a personal key read on when its user has left",
    opens(afterLeaving(isRead)),
  ),
  must(
    "key-personal-writes-after-leaving",
    STATES,
    "lets a personal key write on when its user has left",
    opens(afterLeaving((call) => !isRead(call))),
  ),
  must(
    "key-personal-operations-after-leaving",
    STATES,
    "lets who has left read operations",
    opens(afterLeaving(({ name }) => name.includes("/operations"))),
  ),
  must(
    "key-second-personal-after-leaving",
    STATES,
    "ends one of the keys of who has left, not the others",
    opens((call, made) => afterLeaving()(call, made) && made.by !== undefined),
  ),
  must(
    "key-creates-after-leaving",
    STATES,
    "lets who has left create scoped keys",
    opens(({ name, body }, { kind }) => name === CREATE && kind === "personal" && body?.project_id),
  ),
  must(
    "key-scoped-dies-with-creator",
    STATES,
    "ends scoped keys when the user leaves who created them",
    (emulator) => {
      let hasLeft = false;
      return knowing(async (call, pass, keys) => {
        const made = keys.all.get(`${call.key}`);
        if (hasLeft && made?.kind === "project" && made.by === emulator.keys.member)
          return answered(401, {});
        const response = await pass();
        if (response.ok && call.name === "DELETE /organizations/{org_id}/members/{member_id}")
          hasLeft = true;
        return response;
      })(emulator);
    },
  ),
  must(
    "key-personal-dies-when-leaving",
    STATES,
    "revokes the personal keys of who leaves",
    (emulator) => {
      let hasLeft = false;
      return knowing(async (call, pass) => {
        if (hasLeft && call.key === emulator.keys.member) return answered(401, {});
        const response = await pass();
        if (response.ok && call.name === "DELETE /organizations/{org_id}/members/{member_id}")
          hasLeft = true;
        return response;
      })(emulator);
    },
  ),
  must(
    "key-scoped-after-transfer",
    STATES,
    "lets a scoped key work on after the transfer",
    opens((call, { kind }) => kind === "project" && "project_id" in call.ids),
  ),
  must(
    "key-scoped-reads-after-transfer",
    STATES,
    "lets a scoped key read its project after the transfer",
    opens(
      ({ name, ids }, made) =>
        name === "GET /projects/{project_id}" &&
        made.kind === "project" &&
        ids.project_id === made.project_id,
    ),
  ),
  must(
    "key-new-scoped-after-transfer",
    STATES,
    "ends the first scoped key at the transfer, not the others",
    opens(
      (call, made) =>
        made.kind === "project" && made.by !== undefined && call.ids.project_id === made.project_id,
    ),
  ),
  must(
    "key-organization-after-transfer",
    TYPES,
    "lets a key of the organization open what has left it",
    opens(
      (call, { kind }, _, { ids }) =>
        kind === "organization" && call.ids.project_id === ids.project_id,
    ),
  ),
  must(
    "key-member-after-transfer",
    TYPES,
    "lets a member open what has left the organization",
    opens(
      (call, { key }, _, { ids, keys }) =>
        key === keys.member && isRead(call) && call.ids.project_id === ids.project_id,
    ),
  ),

  // Allowed.
  benign(
    "key-organization-refused",
    "Endpoints, Rules 6",
    "refuses a key without a project",
    knowing(async (call, pass) => {
      const response = await pass();
      return response.ok && call.name === CREATE && !call.body?.project_id
        ? answered(400, {})
        : response;
    }),
  ),
  benign(
    "key-personal-other-shape",
    "What the service does 8",
    "answers a personal key in another shape",
    knowing(async (call, pass) =>
      edited(await pass(), (body) =>
        call.name === CREATE_PERSONAL ? { api_key: body } : undefined,
      ),
    ),
  ),
  benign(
    "key-list-with-prefix",
    FIELDS,
    "shows the beginning of each key in the list",
    knowing(async (call, pass, keys) =>
      edited(await pass(), (body) =>
        call.name === LIST
          ? { ...body, starts: [...keys.all.keys()].map((key) => key.slice(0, 8)) }
          : undefined,
      ),
    ),
  ),
  benign(
    "key-revocation-204",
    REVOCATION,
    "answers a revocation without a body",
    knowing(async (call, pass) => {
      const response = await pass();
      return response.ok && "key_id" in call.ids ? new Response(null, { status: 204 }) : response;
    }),
  ),
  benign(
    "key-second-revocation-204",
    REVOCATION,
    "answers every revocation 204, also a second",
    knowing(async (call, pass) => {
      const response = await pass();
      return "key_id" in call.ids && response.status === 404
        ? new Response(null, { status: 204 })
        : response;
    }),
  ),
  benign(
    "key-refusals-404",
    "Errors, Implied refusals",
    "hides what a key may not do behind 404",
    knowing(async (_, pass) => {
      const response = await pass();
      return response.status === 403 ? answered(404, {}) : response;
    }),
  ),
  benign(
    "key-refusals-422",
    "Errors, Implied refusals",
    "answers 422 to all it refuses",
    knowing(async (_, pass) => {
      const response = await pass();
      return [400, 403, 404, 409].includes(response.status)
        ? answered(422, { errors: [] })
        : response;
    }),
  ),
  benign(
    "key-scoped-sees-no-list",
    "Authentication 11",
    "refuses the list of projects to a scoped key",
    refuses(({ name }, { kind }) => kind === "project" && name === "GET /projects"),
  ),
  benign(
    "key-with-more-fields",
    FIELDS,
    "answers a key with more fields",
    creates((body) => ({ last_used_at: null, scopes: [], ...body })),
  ),
  benign("key-ids-large", FIELDS, "gives keys large ids", (emulator) =>
    front(emulator, async (call, pass) => {
      const large = /\/(1\d{12})$/.exec(call.url)?.[1];
      const response = await pass(
        large ? { url: call.url.replace(large, `${Number(large) - 1e12}`) } : {},
      );
      const isNew = call.name === CREATE || call.name === CREATE_PERSONAL;
      return edited(response, (body) => (isNew ? { ...body, id: body.id + 1e12 } : undefined));
    }),
  ),
  benign(
    "key-ended-by-transfer-403",
    STATES,
    "answers 403 to a key of a project that has left",
    knowing(async (call, pass, keys) => {
      const response = await pass();
      const key = `${call.key}`;
      const hasLeft = keys.all.get(key)?.kind === "project" && !keys.revokedMs.has(key);
      return response.status === 401 && hasLeft ? answered(403, {}) : response;
    }),
  ),
  benign("key-names-unique", SHAPES, "refuses a second key of a name", (emulator) => {
    const names = new Set<string>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name !== CREATE || !response.ok) return response;
      if (names.has(call.body?.key_name)) return answered(409, {});
      names.add(call.body?.key_name);
      return response;
    });
  }),
];

const namesOf = new Map<number, string>();

/** A personal key that is refused at the organization's project is of someone who has left. */
function afterLeaving(when: (call: Call) => boolean = () => true) {
  return (call: Call, { kind }: Made, _?: Keys, emulator?: Emulator) =>
    kind === "personal" &&
    when(call) &&
    "project_id" in call.ids &&
    call.ids.project_id !== emulator?.ids.personal_project_id;
}

function expires(days: number, only?: Made["kind"]): Apply {
  return (emulator) => {
    const startMs = emulator.now();
    return refuses((_, { kind }) => {
      const isOld = emulator.now() - startMs > days * 86_400_000;
      return isOld && (only === undefined || kind === only);
    }, 401)(emulator);
  };
}

/** Revokes what this says for a key among those that were created, in order. */
function hits(
  which: (created: Made[], at: number, by: string | undefined) => (Made | undefined)[],
) {
  return knowing(async (call, pass, keys, emulator) => {
    const created = [...keys.all.values()].filter(({ by }) => by !== undefined);
    const at = created.findIndex(({ id }) => `${id}` === call.ids.key_id);
    if (at < 0 || (call.name !== REVOKE && call.name !== REVOKE_PERSONAL)) return pass();
    for (const made of which([...created, ...[...keys.all.values()].slice(0, 1)], at, call.key)) {
      if (!made) continue;
      const path =
        made.kind === "personal" ? "/api_keys" : `/organizations/${emulator.ids.org_id}/api_keys`;
      await ask(emulator, `DELETE ${path}/${made.id}`);
    }
    return answered(200, {});
  });
}

/** Lets this key revoke personal keys that are not its user's. */
function revokesForeign(by: (keys: Emulator["keys"]) => string, name: string) {
  return knowing(async (call, pass, keys, emulator) => {
    const made = [...keys.all.values()].find(({ id }) => `${id}` === call.ids.key_id);
    if (call.name !== name || call.key !== by(emulator.keys) || made?.kind !== "personal")
      return pass();
    const url = call.url.replace(/\/api\/v2\/.*\/(\d+)$/, "/api/v2/api_keys/$1");
    return pass({ url, headers: keyed(call.headers, made.by ?? made.key) });
  });
}
