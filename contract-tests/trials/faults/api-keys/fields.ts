/** Providers whose keys look wrong, or that show their secrets. */
import { type Fault, rowsOf } from "../../fault.ts";
import { answered, edited, type Json } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  drop,
  editing,
  fresh,
  insteadOf,
  rename,
  set,
} from "../../verbs.ts";
import {
  benign,
  CREATE,
  CREATE_PERSONAL,
  creating,
  FIELDS,
  isCreation,
  knowing,
  LIST,
  LIST_PERSONAL,
  must,
  namedKey,
  REVOKE,
  SHAPES,
  should,
} from "./verbs.ts";

export const fieldFaults: Fault[] = [
  ...must(FIELDS, {
    "key-id-as-text": ["writes the id of a new key as text", set(CREATE, "id", (id) => `${id}`)],
    "key-id-missing": ["answers a new key without its id", drop(CREATE, "id")],
    "key-without-creator": ["answers a new key without created_by", drop(CREATE, "created_by")],
    "key-creator-number": ["writes created_by as a number", set(CREATE, "created_by", 7)],
    "key-creator-is-organization": [
      "names the organization as the creator of a key",
      creating((body, { ids }) => ({ ...body, created_by: ids.org_id })),
    ],
    "key-creator-is-key": [
      "names another creator for each key",
      creating((body) => ({ ...body, created_by: `user-of-${body.id}` })),
    ],
    "key-creator-by-kind": [
      "names the organization as the creator of organization keys",
      creating((body, { body: asked, ids }) =>
        asked.project_id ? body : { ...body, created_by: ids.org_id },
      ),
    ],
    "key-creation-time-fixed": [
      "gives every key the same created_at",
      set(CREATE, "created_at", "2024-01-01T00:00:00Z"),
    ],
    "key-scoped-without-project": [
      "answers a project-scoped key without its project_id",
      drop(CREATE, "project_id"),
    ],
    "key-scoped-null-project": [
      "answers a project-scoped key with a project_id of null",
      set(CREATE, "project_id", null),
    ],
    "key-scoped-other-project": [
      "names another project in a project-scoped key",
      set(
        CREATE,
        "project_id",
        (_id, _key, { emulator }) => emulator.ids.personal_project_id,
        ({ project_id }) => project_id,
      ),
    ],
    "key-unscoped-with-project": [
      "names a project in an organization key",
      creating((body, { emulator }) => ({ project_id: emulator.ids.project_id, ...body })),
    ],
    "key-ids-alike": [
      "gives two keys the same id",
      knowing(async (call, pass, { all }) =>
        edited(await pass(), (body) => {
          const first = [...all.values()].find(({ by }) => by !== undefined);
          return call.name === CREATE && first ? { ...body, id: first.id } : body;
        }),
      ),
    ],
    "key-id-used-again": [
      "gives a new key the id of a revoked one",
      knowing(async (call, pass, { all, revokedMs }) =>
        edited(await pass(), (body) => {
          const revoked = [...revokedMs.keys()]
            .map((key) => all.get(key))
            .find((key) => key?.by !== undefined);
          return call.name === CREATE && revoked ? { ...body, id: revoked.id } : body;
        }),
      ),
    ],
    "key-secrets-alike": [
      "gives every project-scoped key the same secret",
      fresh(() => {
        let first: Json;
        return creating((body, call) => {
          if (!call.body?.project_id) return body;
          first ??= body;
          return { ...body, key: first.key };
        });
      }),
    ],
  }),
  ...must(SHAPES, {
    "key-without-secret": ["answers a new key without its secret", drop(CREATE, "key")],
    "key-secret-masked": [
      "masks the secret of a new key",
      set(CREATE, "key", (key) => `${key.slice(0, 8)}…`),
    ],
    "key-secret-empty": ["answers a new key with an empty secret", set(CREATE, "key", "")],
    "key-name-other": ["gives every key the same name", set(CREATE, "name", "API key")],
    "key-name-lower-case": [
      "writes the name of a key in lower case",
      set(CREATE, "name", (name) => name.toLowerCase()),
    ],
    "key-name-cut": [
      "truncates the name of a key to 20 characters",
      set(CREATE, "name", (name) => name.slice(0, 20)),
    ],
    "key-name-ascii": [
      "strips non-ASCII characters from the name of a key",
      set(CREATE, "name", (name) => name.replace(/[^ -~]/g, "")),
    ],
    "key-name-escaped": [
      "escapes the name of a key as HTML",
      set(CREATE, "name", (name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    ],
    "key-called-key-name": [
      "answers key_name in place of name",
      rename(CREATE, "name", "key_name"),
    ],
  }),
  ...should(SHAPES, {
    "key-without-name-accepted": [
      "creates a key without a name",
      between(async ({ name, body }, pass) =>
        name === CREATE && body && body.key_name === undefined
          ? pass({ body: { ...body, key_name: "unnamed" } })
          : pass(),
      ),
    ],
  }),

  // Secrets
  ...must(
    FIELDS,
    rowsOf(
      [
        ["organization", LIST],
        ["personal", LIST_PERSONAL],
      ],
      ([kind, list]) => [
        `key-secret-in-${kind}-list`,
        `lists ${kind} keys with their secrets`,
        knowing(async (call, pass, { all }) => {
          const response = await pass();
          if (call.name !== list) return response;
          const secretOf = (id: number) => [...all.values()].find((key) => key.id === id)?.key;
          return edited(response, ({ api_keys, ...body }) => ({
            ...body,
            api_keys: api_keys.map((it: Json) => ({ ...it, key: secretOf(it.id) })),
          }));
        }),
      ],
    ),
  ),
  ...must(FIELDS, {
    "key-secret-of-newest-listed": [
      "shows the secret of the newest key in the list",
      knowing(async (call, pass, { all }) =>
        edited(await pass(), (body) =>
          call.name === LIST ? { ...body, newest: [...all.values()].at(-1)?.key } : undefined,
        ),
      ),
    ],
    "key-secret-at-revocation": [
      "shows the secret of the key it revokes",
      knowing(async (call, pass, keys) =>
        edited(await pass(), (body) =>
          call.name === REVOKE ? { ...body, key: namedKey(call, keys)?.key } : undefined,
        ),
      ),
    ],
    "key-secret-in-details": [
      "shows the secret in GET /auth",
      editing("GET /auth", (body, { key }) => ({ ...body, token: key })),
    ],
    "key-secret-in-refusal": [
      "shows the key in the body of a 404",
      insteadOf(404, ANY, (_response, { key }) =>
        answered(404, { message: `not found for ${key}` }),
      ),
    ],
  }),

  // Lists
  ...must("Endpoints, Tables", {
    "key-list-of-everybody": [
      "lists everyone's personal keys",
      fresh(() => {
        const names = new Map<number, string>();
        return knowing(async (call, pass, { all }) => {
          const response = await edited(await pass(), (body) => {
            if (call.name !== LIST_PERSONAL) return undefined;
            const everyones = [...all.values()].map(({ id }) => ({ id, name: names.get(id) }));
            return { ...body, api_keys: [...body.api_keys, ...everyones] };
          });
          if (call.name === CREATE_PERSONAL && response.ok) {
            const { id, name } = (await response.clone().json()) as Json;
            names.set(id, name);
          }
          return response;
        });
      }),
    ],
  }),
  ...should("Endpoints, Tables", {
    "key-list-lacks-newest": [
      "leaves the newest key out of the list",
      set(LIST, "api_keys", (keys) => keys.slice(0, -1)),
    ],
  }),

  // Freedoms
  ...benign(FIELDS, {
    "key-list-with-prefix": [
      "lists the first characters of each key",
      knowing(async (call, pass, { all }) =>
        edited(await pass(), (body) =>
          call.name === LIST
            ? { ...body, starts: [...all.keys()].map((key) => key.slice(0, 8)) }
            : undefined,
        ),
      ),
    ],
    "key-with-more-fields": [
      "adds fields to a new key",
      creating((body) => ({ last_used_at: null, scopes: [], ...body })),
    ],
    "key-ids-large": [
      "gives keys large ids",
      between(async (call, pass) => {
        const large = /\/(1\d{12})$/.exec(call.url)?.[1];
        const response = await pass(
          large ? { url: call.url.replace(large, `${Number(large) - 1e12}`) } : {},
        );
        return edited(response, (body) =>
          isCreation(call) ? { ...body, id: body.id + 1e12 } : undefined,
        );
      }),
    ],
  }),
  ...benign(SHAPES, {
    "key-names-unique": [
      "refuses a second key with the same name",
      fresh(() => {
        const names = new Set<string>();
        return answering(CREATE, (_response, { body }) => {
          if (names.has(body?.key_name)) return answered(409, {});
          names.add(body?.key_name);
          return undefined;
        });
      }),
    ],
  }),
  ...benign("What the service does 8", {
    "key-personal-other-shape": [
      "answers a personal key in another shape",
      editing(CREATE_PERSONAL, (api_key) => ({ api_key })),
    ],
  }),
];
