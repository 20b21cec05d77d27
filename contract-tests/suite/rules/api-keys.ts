/** API keys: what one is, who creates and revokes which, what it opens, and when it ends. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Context } from "../run/context.ts";
import { bearerOf } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import { route as routeOf } from "../spec/routes.ts";
import {
  assertOnlyKeyWithItsId,
  assertRevoked,
  createKey,
  createKeys,
  createOrganizationKey,
  createPersonalKey,
  endpointToChange,
  knownKeys,
  ORGANIZATION_KEYS,
  readWith,
  tryCreateKey,
  tryCreatePersonalKey,
  tryRevoke,
  tryRevokeOfOrganization,
  writeWith,
} from "./steps/api-keys.ts";
import {
  assertAccepted,
  assertDenied,
  clientOf,
  controlOf,
  ENDPOINT,
  ENDPOINTS,
  idOf,
  keyNamed,
  listOperations,
} from "./steps/endpoints.ts";
import { everyRoute, makers } from "./steps/every-route.ts";
import { ABSENT_IDS, assertAll401, assertBodyRefused, probesOf } from "./steps/probes.ts";
import { assertFields, each, keysIn } from "./steps/seen.ts";

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * DAY_MS;

export const apiKeyRules: Rule[] = [
  {
    id: "key-fields",
    level: "MUST",
    text: "a created key has each documented field, of the documented type",
    states: [
      "Resources and their fields, API key: fields",
      "Resources and their fields, API key: id",
      "Endpoints, Detailed shapes: create-key",
    ],
    observe: (answer) =>
      each(keysIn(answer), (key) => {
        assertFields(
          key,
          {
            id: "integer",
            key: "string",
            name: "string",
            created_at: "string",
            created_by: "string",
          },
          "the key",
        );
        if (Object.hasOwn(key, "project_id") && key.project_id !== null) {
          assertFields(key, { project_id: "string" }, "the key");
        }
      }),
  },
  {
    id: "key-secret-at-creation",
    level: "MUST",
    text: "creating a key answers its secret",
    states: [
      "Endpoints, Detailed shapes: create-key",
      "Resources and their fields, API key: secret",
      "Authentication 3: further-keys",
    ],
    observe: (answer) =>
      each(keysIn(answer), ({ key }) => {
        assert.ok(typeof key === "string" && /^\S+$/.test(key), "the secret is no bearer token");
      }),
  },
  {
    id: "key-named-as-asked",
    level: "MUST",
    text: "a created key has the name of the request",
    states: ["Endpoints, Detailed shapes: create-key"],
    needs: ["writes"],
    async check(context) {
      if (context.target.lacks.state !== undefined) {
        assert.equal((await createKey(context, context.api, { key_name: "ci" })).name, "ci");
        return;
      }
      const plain = context.unique("CI of the Shop");
      assert.equal((await createKey(context, context.api, { key_name: plain })).name, plain);
      for (const name of [
        "Ключ é ☃",
        `it's "a" <b> & 100 %`,
        "a-name-of-63-characters-".padEnd(63, "x"),
      ]) {
        const key_name = `${plain} ${name}`.slice(0, 63);
        // Which names there can be is not shown.
        const { data } = await tryCreateKey(context, context.api, {
          key_name,
          project_id: idOf(context, "project_id"),
        });
        if (data) assert.equal(data.name, key_name);
      }
    },
  },
  {
    id: "key-scoped-has-project-id",
    level: "MUST",
    text: "a key created for a project names it in project_id",
    states: ["Resources and their fields, API key: project-id"],
    needs: ["writes"],
    async check(context) {
      assert.equal((await createKey(context)).project_id, context.target.ids.project_id);
    },
  },
  {
    id: "key-unscoped-names-no-project",
    level: "MUST",
    text: "a key created for a whole organization names no project",
    states: ["Resources and their fields, API key: project-id"],
    needs: ["keys", "state"],
    async check(context) {
      const key = await createOrganizationKey(context);

      assert.equal(key.project_id ?? undefined, undefined);
    },
  },
  {
    id: "key-created-by-its-user",
    level: "MUST",
    text: "created_by is the same for keys of one user, and another for those of another user",
    states: ["Resources and their fields, API key: created"],
    needs: ["keys", "state"],
    async check(context) {
      const admin = clientOf(context, "admin");
      const first = await createKey(context, admin);
      const second = await createKey(context, admin);
      const others = await createKey(context, clientOf(context, "member"));

      assert.equal(first.created_by, second.created_by);
      assert.notEqual(first.created_by, others.created_by);
      const { created_by } = await createOrganizationKey(context, admin);
      assert.equal(created_by, first.created_by, "a key of the organization");
    },
  },
  {
    id: "key-created-at-its-moment",
    level: "MUST",
    text: "created_at of a key tells when it was created",
    states: ["Resources and their fields, API key: created"],
    needs: ["time", "state"],
    async check(context) {
      const first = Date.parse((await createKey(context)).created_at);
      await context.pause(DAY_MS);
      const second = Date.parse((await createKey(context)).created_at);

      assert.ok(Math.abs(second - first - DAY_MS) <= 60_000, "a day later it is not a day later");
    },
  },
  {
    id: "key-create-body",
    level: "MUST",
    text: "a key_name and a project_id, both strings, make a key",
    states: ["Endpoints, Detailed shapes: create-key"],
    needs: ["writes"],
    async check(context) {
      await createKey(context);
    },
  },
  {
    id: "key-create-body-refused",
    level: "SHOULD",
    text: "a body to create a key without a key_name, or with another type, is refused",
    states: ["Endpoints, Detailed shapes: create-key"],
    needs: ["writes"],
    async check(context) {
      const project_id = idOf(context, "project_id");
      for (const body of [
        {},
        { project_id },
        { name: "ci", project_id },
        { key_name: 1, project_id },
        { key_name: "ci", project_id: 1 },
      ]) {
        await assertBodyRefused(context, `POST ${ORGANIZATION_KEYS}`, body);
      }
    },
  },
  {
    id: "key-revocation-paths",
    level: "MUST",
    text: "both revocation paths take the integer id of a key",
    states: ["Authentication 8: paths", "Resources and their fields, API key: id"],
    needs: ["writes"],
    async check(context) {
      const { api, target, exchanges } = context;
      const { id: key_id } = await createKey(context);
      const own = target.lacks.state === undefined ? await createPersonalKey(context) : undefined;
      const own_id = own?.id ?? Number(target.ids.key_id);
      const org_id = idOf(context, "org_id");
      const before = exchanges.length;

      await unwrap(
        api.DELETE(`${ORGANIZATION_KEYS}/{key_id}`, { params: { path: { org_id, key_id } } }),
      );
      await unwrap(api.DELETE("/api_keys/{key_id}", { params: { path: { key_id: own_id } } }));

      assert.deepEqual(
        exchanges
          .slice(before)
          .map(({ method, url }) => `${method} ${url.slice(target.url.length)}`),
        [`DELETE /organizations/${org_id}/api_keys/${key_id}`, `DELETE /api_keys/${own_id}`],
      );
    },
  },
  {
    id: "key-secret-never-listed",
    level: "MUST",
    text: "the secret of a key is in no list",
    states: ["Resources and their fields, API key: secret"],
    needs: ["state"],
    async check(context) {
      const { api } = context;
      const made = await createKeys(context);
      const path = { org_id: idOf(context, "org_id") };
      for (const { data, response } of [
        await api.GET(ORGANIZATION_KEYS, { params: { path } }),
        await api.GET("/api_keys"),
      ]) {
        assertAccepted(response, "a list of keys");
        const list = JSON.stringify(data);
        const secrets = [...made, ...knownKeys(context)].map(({ key }) => key);
        for (const secret of [...secrets, context.target.apiKey]) {
          assert.ok(!list.includes(secret), "a list of keys has a secret");
        }
      }
    },
  },
  {
    id: "key-secret-in-no-other-answer",
    level: "MUST",
    text: "no answer but the one that creates a key has its secret",
    states: ["Resources and their fields, API key: secret"],
    needs: ["state"],
    observe({ route, headers, json, text = "", status }, { apiKey, keys = {} }) {
      const isCreation = route?.method === "POST" && /\/api_keys$/.test(route.path);
      const own = bearerOf({ headers });
      if (isCreation && isNewKey(json)) lastSecrets.push(json.key);
      if (lastSecrets.length > 50) lastSecrets.shift();
      if (isCreation || status === 401) return false;
      const known = [apiKey, own, ...Object.values(keys).map(({ key }) => key), ...lastSecrets];
      const shown = known.some((secret) => secret !== undefined && isShown(text, secret));
      assert.ok(!shown, "it has the secret of a key");
      return true;
    },
  },
  {
    id: "key-valid-after-creation",
    level: "MUST",
    text: "a created key opens the API",
    states: ["States and transitions, API key: created"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await endpointToChange(context);
      for (const { kind, key } of await createKeys(context)) {
        assertAccepted(await readWith(context, key), `reading with a new ${kind} key`);
        assertAccepted(
          await writeWith(context, key, endpoint_id),
          `writing with a new ${kind} key`,
        );
      }
    },
  },
  {
    id: "key-secrets-differ",
    level: "MUST",
    text: "two keys have two ids and two secrets, also when one was revoked before",
    states: ["Resources and their fields, API key: secret"],
    needs: ["state"],
    async check(context) {
      const keys = [...(await createKeys(context)), ...(await createKeys(context))];
      await keys[0]?.revoke();
      keys.push(...(await createKeys(context)));
      const ids = [...keys, ...knownKeys(context)].map(({ id }) => id);
      const secrets = [...keys, ...knownKeys(context)].map(({ key }) => key);

      assert.equal(new Set(ids).size, ids.length, "ids");
      assert.equal(new Set(secrets).size, secrets.length, "secrets");
    },
  },
  {
    id: "key-of-the-same-name",
    level: "MUST",
    text: "a key stays valid when another is created under its name",
    states: ["Resources and their fields, API key types: personal-end"],
    needs: ["state"],
    async check(context) {
      const key_name = context.unique("twice");
      const first = await createKey(context, context.api, { key_name });
      const project_id = idOf(context, "project_id");
      const { data: second } = await tryCreateKey(context, context.api, { key_name, project_id });

      assertAccepted(await readWith(context, first.key), "the first key");
      if (second) {
        assert.notEqual(second.key, first.key);
        assertAccepted(await readWith(context, second.key), "the second key");
      }
    },
  },
  {
    id: "key-count-without-limit",
    level: "MUST",
    text: "dozens of keys of one account are valid beside each other",
    states: ["Limits, Table: no-key-limit"],
    needs: ["disposable", "state"],
    async check(context) {
      const first = await createPersonalKey(context);
      const scoped = await createKey(context);
      for (let made = 0; made < 25; made++) {
        const { response } = await tryCreatePersonalKey(context, context.api);
        assertAccepted(response, "creating one more personal key");
        if (made % 2 === 0) await createKey(context);
      }

      assertAccepted(await readWith(context, first.key), "the first personal key");
      assertAccepted(await readWith(context, scoped.key), "the first scoped key");
    },
  },
  {
    id: "key-listed",
    level: "SHOULD",
    text: "a created key is in the list of its kind",
    states: ["Endpoints, Tables: key-lists"],
    needs: ["state"],
    async check(context) {
      const { name } = await createKey(context);
      const personal = context.unique("personal");
      await createPersonalKey(context, context.api, personal);

      const { ofOrganization, ofCaller } = await listsOf(context);
      assert.ok(ofOrganization.includes(JSON.stringify(name)), "the organization's list lacks one");
      assert.ok(ofCaller.includes(JSON.stringify(personal)), "the caller's list lacks one");
    },
  },
  {
    id: "key-list-is-the-callers",
    level: "MUST",
    text: "the list of the caller's keys has none of another user",
    states: ["Endpoints, Tables: key-lists"],
    needs: ["keys", "state"],
    async check(context) {
      const names = { admin: context.unique("of-admin"), member: context.unique("of-member") };
      for (const owner of ["admin", "member"] as const) {
        await createPersonalKey(context, clientOf(context, owner), names[owner]);
      }

      for (const [owner, other] of [
        ["admin", "member"],
        ["member", "admin"],
      ] as const) {
        const { data, response } = await clientOf(context, owner).GET("/api_keys");
        assertAccepted(response, "the list of the caller's keys");
        const isListed = JSON.stringify(data).includes(JSON.stringify(names[other]));
        assert.ok(!isListed, `the list of the ${owner} has a key of the ${other}`);
      }
    },
  },
  {
    id: "key-revoked-401",
    level: "MUST",
    text: "every request with a revoked key fails with 401, reads and writes alike",
    states: [
      "States and transitions, API key: revoked",
      "Authentication 2: rejected-key",
      "Errors, Table: unauthorized",
    ],
    needs: ["state"],
    async check(context) {
      const { target } = context;
      const [first, ...others] = await createKeys(context);
      for (const { kind, key, revoke } of others) {
        assertAccepted(await readWith(context, key), "reading before the revocation");
        await revoke();
        await assertRevoked(context, key, `a revoked ${kind} key`);
        const shown = probesOf(target).filter(({ route: { responseShown } }) => responseShown);
        await assertAll401(context, shown, keyed(key));
      }
      assert.ok(first, "no key was created");
      assertAccepted(await readWith(context, first.key), "reading before the revocation");
      await first.revoke();
      await assertAll401(context, probesOf(target), keyed(first.key));
    },
  },
  {
    id: "key-revocation-immediate",
    level: "MUST",
    text: "a revocation holds from the next request on",
    states: ["Authentication 8: immediate", "States and transitions, API key: revoked"],
    needs: ["state"],
    async check(context) {
      for (const { kind, key, revoke } of await createKeys(context)) {
        for (let reads = 0; reads < 3; reads++) {
          assertAccepted(await readWith(context, key), "reading before the revocation");
          assert.notEqual((await writeWith(context, key)).status, 401, "writing before it");
        }
        await revoke();

        const uses = [writeWith, readWith, readWith, readWith, writeWith];
        const answers = await Promise.all(uses.map((use) => use(context, key)));
        const statuses = answers.map(({ status }) => status);
        assert.deepEqual(statuses, Array(5).fill(401), `a ${kind} key`);
      }
    },
  },
  {
    id: "key-revocation-of-unused",
    level: "MUST",
    text: "a key that is revoked before its first use opens nothing",
    states: ["Authentication 8: immediate"],
    needs: ["state"],
    async check(context) {
      for (const { kind, key, revoke } of await createKeys(context)) {
        await revoke();
        await assertRevoked(context, key, `a ${kind} key that was never used`);
      }
    },
  },
  {
    id: "key-revocation-of-itself",
    level: "MUST",
    text: "a personal key that revokes itself is revoked",
    states: ["Authentication 8: immediate"],
    needs: ["state"],
    async check(context) {
      const { id, key } = await createPersonalKey(context);
      // It may be refused; what is answered 2xx is done.
      const { ok } = await tryRevoke(context.client({ apiKey: key }), id);
      if (ok) await assertRevoked(context, key, "a key that revoked itself");
    },
  },
  {
    id: "key-revocation-stays",
    level: "MUST",
    text: "a revoked key stays revoked when it is revoked again and when others are created",
    states: ["Authentication 8: immediate"],
    needs: ["state"],
    async check(context) {
      for (const { kind, id, key, revoke } of await createKeys(context)) {
        await revoke();
        // What is answered to a second one is not shown.
        if (context.target.changes === "all") {
          if (kind === "personal") await tryRevoke(context.api, id);
          else await tryRevokeOfOrganization(context, context.api, id);
        }
        await assertRevoked(context, key, `a ${kind} key, revoked twice`);
        await createKey(context);
        await createPersonalKey(context);
        await listsOf(context);
        await assertRevoked(context, key, `a ${kind} key, after others were created`);
      }
    },
  },
  {
    id: "key-revocation-permanent",
    level: "MUST",
    text: "a revoked key never opens the API again",
    states: ["Authentication 8: immediate", "States and transitions, API key: revoked"],
    needs: ["time", "state"],
    async check(context) {
      const keys = await createKeys(context);
      for (const { revoke } of keys) await revoke();
      await createKey(context);

      for (const pauseMs of [1_000, 60_000, 3_600_000, 30 * DAY_MS, YEAR_MS]) {
        await context.pause(pauseMs);
        for (const { kind, key } of keys)
          await assertRevoked(context, key, `a revoked ${kind} key`);
      }
    },
  },
  {
    id: "key-revocation-hits-one-key",
    level: "MUST",
    text: "a revocation leaves the other keys valid",
    states: ["States and transitions, API key: revoked"],
    needs: ["state"],
    async check(context) {
      const kept = await createKeys(context);
      const revoked = await createKeys(context);
      kept.push(...(await createKeys(context)));

      for (const { key, revoke } of revoked) {
        await revoke();
        assert.equal((await readWith(context, key)).status, 401);
      }

      for (const { kind, key } of kept)
        assertAccepted(await readWith(context, key), `another ${kind} key`);
      assertAccepted(await readWith(context, context.target.apiKey), "the revoking key");
      for (const { name, key } of knownKeys(context)) {
        assertAccepted(await readWith(context, key), `the ${name} key`);
      }
    },
  },
  {
    id: "key-no-expiry",
    level: "MUST",
    text: "a key is valid until it is revoked",
    states: [
      "Authentication 9: no-expiry",
      "Resources and their fields, API key types: personal-end",
      "Resources and their fields, API key types: organization-end",
      "Resources and their fields, API key types: scoped-end",
    ],
    needs: ["time", "state"],
    async check(context) {
      const unused = await createKeys(context);
      const used = await createKeys(context);
      for (const pauseMs of [DAY_MS, 31 * DAY_MS, YEAR_MS, 2 * YEAR_MS]) {
        await context.pause(pauseMs);
        for (const { kind, key } of used)
          assertAccepted(await readWith(context, key), `a ${kind} key`);
      }

      for (const { kind, key } of unused) {
        assertAccepted(await readWith(context, key), `a ${kind} key of three years, never used`);
      }
    },
  },
  {
    id: "key-personal-by-any-user",
    level: "MUST",
    text: "any user can create a personal key",
    states: ["Resources and their fields, API key types: personal-creation"],
    needs: ["keys", "state"],
    async check(context) {
      // What this route takes is what the administrator can send to it.
      await createPersonalKey(context, clientOf(context, "admin"));
      const { response } = await tryCreatePersonalKey(context, clientOf(context, "member"));
      assertAccepted(response, "a member's creating a personal key");

      for (const name of ["admin", "member"] as const) {
        const { key } = await createPersonalKey(context, clientOf(context, name));
        assertAccepted(await readWith(context, key), `the new key of the ${name}`);
      }
    },
  },
  {
    id: "key-personal-scope",
    level: "MUST",
    text: "a personal key opens its user's projects and those of the user's organizations",
    states: [
      "Resources and their fields, API key types: personal-scope",
      "What the service does 6: kinds-of-key",
    ],
    needs: ["keys", "state"],
    async check(context) {
      const personal = idOf(context, "personal_project_id");
      const project_id = idOf(context, "project_id");
      const own = {
        admin: [
          keyNamed(context, "admin"),
          await createPersonalKey(context, clientOf(context, "admin")),
        ],
        member: [
          keyNamed(context, "member"),
          await createPersonalKey(context, clientOf(context, "member")),
        ],
      };

      for (const { key } of own.admin) {
        assertAccepted(await readWith(context, key), "a project of the organization");
        assertAccepted(await readWith(context, key, personal), "an own project");
        const listed = await listedProjects(context, key);
        assert.ok(listed.includes(project_id), "the organization's project is not listed");
        assert.ok(listed.includes(personal), "an own project is not listed");
      }
      for (const { key } of own.member) {
        assertAccepted(await readWith(context, key), "a member's project");
        assertDenied(await readWith(context, key, personal), "another user's project");
        const listed = await listedProjects(context, key);
        assert.ok(listed.includes(project_id), "the organization's project is not listed");
        assert.ok(!listed.includes(personal), "another user's project is listed");
      }
    },
  },
  {
    id: "key-personal-ends-with-membership",
    level: "MUST",
    text: "a personal key no longer opens an organization's projects when its user has left",
    states: [
      "States and transitions, API key: user-leaves",
      "Resources and their fields, API key types: personal-end",
    ],
    needs: ["disposable", "keys", "state"],
    usesUp: true,
    async check(context) {
      const endpoint_id = idOf(context, "endpoint_id");
      const project_id = idOf(context, "project_id");
      const keys = [
        keyNamed(context, "member"),
        await createPersonalKey(context, clientOf(context, "member")),
      ];
      const scoped = await createKey(context, clientOf(context, "member"));
      for (const { key } of keys)
        assertAccepted(await readWith(context, key), "a member's project");

      await leave(context);

      for (const { key } of keys) {
        assertDenied(await readWith(context, key), "reading after leaving");
        assertDenied(await writeWith(context, key, endpoint_id), "writing after leaving");
        const [operation] = await listOperations(context);
        const path = { project_id, operation_id: `${operation?.id}` };
        const by = context.client({ apiKey: key });
        const looking = await by.GET("/projects/{project_id}/operations/{operation_id}", {
          params: { path },
        });
        assertDenied(looking.response, "reading an operation after leaving");
        const listing = await by.GET("/projects/{project_id}/operations", { params: { path } });
        assertDenied(listing.response, "listing operations after leaving");
        const { response } = await tryCreateKey(context, by, { project_id });
        assertDenied(response, "creating a key after leaving");
        // The key itself is valid until it is revoked.
        assert.ok(!(await listedProjects(context, key)).includes(project_id), "it is listed");
      }
      assertAccepted(
        await readWith(context, scoped.key),
        "a key of the project, which the user created",
      );
      assertAccepted(
        await readWith(context, keyNamed(context, "admin").key),
        "an administrator's key",
      );
    },
  },
  {
    id: "key-organization-by-admin-only",
    level: "MUST",
    text: "only an administrator of the organization creates a key for it",
    states: [
      "Authentication 6: admin-needed",
      "Resources and their fields, API key types: organization-creation",
      "Errors, Implied refusals: organization-key",
    ],
    needs: ["keys", "state"],
    async check(context) {
      const { key } = await createPersonalKey(context, clientOf(context, "member"));
      for (const by of [clientOf(context, "member"), context.client({ apiKey: key })]) {
        const { response } = await tryCreateKey(context, by);
        assertDenied(response, "a key for the organization, created by a member");
      }

      await createOrganizationKey(context);
    },
  },
  {
    id: "key-organization-by-personal-key",
    level: "MUST",
    text: "a key for an organization is created with a personal key",
    states: ["Authentication 6: admin-needed"],
    needs: ["keys", "state"],
    async check(context) {
      const { key } = await createOrganizationKey(context);
      const scoped = await createKey(context, clientOf(context, "admin"));
      for (const by of [
        clientOf(context, "organization"),
        clientOf(context, "project"),
        context.client({ apiKey: key }),
        context.client({ apiKey: scoped.key }),
      ]) {
        const { response } = await tryCreateKey(context, by);

        assertDenied(
          response,
          "a key for the organization, created with a key that is no person's",
        );
      }
    },
  },
  {
    id: "key-organization-checked-first",
    level: "MUST",
    text: "no key comes into being when the caller turns out to be no administrator",
    states: ["Authentication 6: verified-first"],
    needs: ["keys", "state"],
    async check(context) {
      const key_name = context.unique("too-early");
      for (const name of ["member", "project", "organization"] as const) {
        const { response } = await tryCreateKey(context, clientOf(context, name), { key_name });
        assertDenied(response, `a key for the organization, created by ${name}`);
      }

      const { ofOrganization, ofCaller } = await listsOf(context);
      assert.ok(!`${ofOrganization}${ofCaller}`.includes(key_name), "it is listed");
    },
  },
  {
    id: "key-organization-opens-its-projects",
    level: "MUST",
    text: "an organization key opens the organization's project and no other",
    states: ["Resources and their fields, API key types: organization-scope"],
    needs: ["keys", "state"],
    async check(context) {
      const personal = idOf(context, "personal_project_id");
      for (const { key } of [
        keyNamed(context, "organization"),
        await createOrganizationKey(context),
      ]) {
        assertAccepted(await readWith(context, key), "reading a project");
        assertDenied(await readWith(context, key, personal), "a project outside the organization");
        const listed = await listedProjects(context, key);
        assert.ok(listed.includes(idOf(context, "project_id")), "a project is not listed");
        assert.ok(!listed.includes(personal), "a project outside the organization is listed");
      }
    },
  },
  {
    id: "key-organization-scope",
    level: "MUST",
    text: "an organization key opens all resources of its organization, as an administrator",
    states: [
      "Authentication 6: admin-access",
      "What the service does 6: kinds-of-key",
      "Resources and their fields, API key types: organization-scope",
    ],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const { key } = await createOrganizationKey(context);
      const api = context.client({ apiKey: key });
      const path = { org_id: idOf(context, "org_id") };

      assertAccepted(await readWith(context, key), "reading a project");
      assertAccepted(
        await writeWith(context, key, idOf(context, "endpoint_id")),
        "writing to a project",
      );
      const members = await api.GET("/organizations/{org_id}/members", { params: { path } });
      assertAccepted(members.response, "reading the members");
      const scoped = await createKey(context);
      const revoking = await tryRevokeOfOrganization(context, api, scoped.id);
      assertAccepted(revoking, "revoking a key of the organization");
      assert.equal((await readWith(context, scoped.key)).status, 401, "the key it revoked");
      const other = idOf(context, "personal_project_id");
      const otherEndpoint = idOf(context, "personal_endpoint_id");
      assertDenied(await readWith(context, key, other), "a project outside the organization");
      assertDenied(
        await writeWith(context, key, otherEndpoint, other),
        "writing to a project outside the organization",
      );
      const deleting = await api.DELETE("/projects/{project_id}", {
        params: { path: { project_id: idOf(context, "project_id") } },
      });
      assertAccepted(deleting.response, "deleting a project");
      await send(context.api, routeOf("POST /projects/{project_id}/recover"), context.target);
    },
  },
  {
    id: "key-organization-follows-its-projects",
    level: "MUST",
    text: "a project that leaves the organization is opened neither by its keys nor for its members",
    states: ["Resources and their fields, API key types: organization-scope"],
    needs: ["control", "keys", "state"],
    async check(context) {
      const project_id = idOf(context, "project_id");
      const endpoint_id = idOf(context, "endpoint_id");
      const { key } = await createOrganizationKey(context);
      await controlOf(context).transfer(project_id);

      for (const left of [
        key,
        keyNamed(context, "organization").key,
        keyNamed(context, "member").key,
      ]) {
        assertDenied(await readWith(context, left), "reading after the transfer");
        assertDenied(await writeWith(context, left, endpoint_id), "writing after the transfer");
        const listed = await listedProjects(context, left);
        assert.ok(!listed.includes(project_id), "it is listed after the transfer");
      }
      const { response } = await tryCreateKey(context, context.api, { project_id });
      assertDenied(response, "a key for a project the organization no longer owns");
    },
  },
  {
    id: "key-scoped-by-any-member",
    level: "MUST",
    text: "any member creates a project-scoped key for any project of the organization",
    states: [
      "Authentication 7: any-member",
      "Resources and their fields, API key types: scoped-creation",
    ],
    needs: ["keys", "state"],
    async check(context) {
      for (const name of ["member", "admin"] as const) {
        const { key, project_id } = await createKey(context, clientOf(context, name));

        assert.equal(project_id, idOf(context, "project_id"));
        assertAccepted(await readWith(context, key), `a key created by the ${name}`);
      }
    },
  },
  {
    id: "key-scoped-to-own-organization",
    level: "MUST",
    text: "a project-scoped key is created for a project of that organization, and for no other",
    states: ["Authentication 7: any-member"],
    needs: ["keys", "state"],
    async check(context) {
      await createKey(context, clientOf(context, "member"));
      const project_id = idOf(context, "personal_project_id");
      for (const name of ["member", "admin"] as const) {
        const { data, response } = await tryCreateKey(context, clientOf(context, name), {
          project_id,
        });
        const opened = data && (await readWith(context, data.key, project_id));
        assert.ok(!opened?.ok, "it opens a project that is not the organization's");
        assertDenied(response, `a key for a project of no organization, created by the ${name}`);
      }
    },
  },
  {
    id: "key-scoped-by-personal-key",
    level: "MUST",
    text: "a project-scoped key is created with a personal key",
    states: ["Authentication 7: personal-key"],
    needs: ["keys", "state"],
    async check(context) {
      await createKey(context, clientOf(context, "admin"));
      for (const name of ["organization", "project"] as const) {
        const project_id = idOf(context, "project_id");
        const { response } = await tryCreateKey(context, clientOf(context, name), { project_id });

        assertDenied(response, `a project-scoped key, created with a key of kind ${name}`);
      }
    },
  },
  {
    id: "key-scoped-own-project-only",
    level: "MUST",
    text: "a project-scoped key opens and manages its own project and no other",
    states: [
      "Authentication 7: own-project",
      "What the service does 6: kinds-of-key",
      "Resources and their fields, API key types: scoped-scope",
      "Errors, Implied refusals: scoped-key",
    ],
    needs: ["keys", "state"],
    async check(context) {
      const { ids, routes: served } = context.target;
      const other = idsOfAnother(context);
      const endpoint_id = await endpointToChange(context);
      const made = await createKey(context, clientOf(context, "admin"));
      const byMember = await createKey(context, clientOf(context, "member"));

      for (const { key } of [keyNamed(context, "project"), made, byMember]) {
        const api = context.client({ apiKey: key });
        assertAccepted(await readWith(context, key), "reading its project");
        assertAccepted(await writeWith(context, key, endpoint_id), "writing to its project");
        const readable = served.filter(
          ({ method, path, pathParameters }) =>
            method === "GET" &&
            path.startsWith("/projects/{project_id}") &&
            pathParameters.every((name) => name in other),
        );
        for (const route of readable) {
          const { response } = await send(api, route, { ids: other });
          assertDenied(response, `${route.name} of another project`);
          if (!route.pathParameters.some((name) => OF_PROJECT.includes(name))) continue;
          const mixed = { ...other, project_id: idOf(context, "project_id") };
          const mixing = await send(api, route, { ids: mixed });
          assertDenied(mixing.response, `${route.name}, its project and another's ids`);
        }
        const { response, data } = await api.GET("/projects");
        const projects = response.ok ? (data?.projects ?? []) : [];
        const others = projects.filter(({ id }) => id !== ids.project_id);
        assert.deepEqual(others, [], "another project is listed");
      }
    },
  },
  {
    id: "key-scoped-changes-no-other-project",
    level: "MUST",
    text: "a project-scoped key changes nothing of another project, whatever the route",
    states: ["Authentication 7: own-project"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const ids = { ...ABSENT_IDS, ...context.target.ids, ...idsOfAnother(context) };
      const endpoint = { branch_id: `${ids.free_branch_id}`, type: "read_write" };
      const params = { path: { project_id: `${ids.project_id}` } };
      const creating = await clientOf(context, "project").POST(ENDPOINTS, {
        params,
        body: { endpoint },
      });
      assertDenied(creating.response, "a compute of another project");

      const made = everyRoute(context, makers(), ids);
      let step = await made.next();
      while (!step.done) step = await made.next();
      const other = step.value;
      const { key } = await createKey(context);
      const api = context.client({ apiKey: key });

      for (const route of context.target.routes) {
        const { method, name, path, pathParameters, body } = route;
        if (!path.startsWith("/projects/{project_id}")) continue;
        const valid = method === "GET" || !(name in OWN_BODIES) ? undefined : OWN_BODIES[name];
        const { response } = await send(api, route, { ids: other, body: valid?.(other) });
        assertDenied(response, `${name} of another project`);
        if (!pathParameters.some((name) => OF_PROJECT.includes(name))) continue;
        const mixed = { ...other, project_id: idOf(context, "project_id") };
        const mixing = await send(api, route, { ids: mixed, body: body && valid?.(other) });
        assertDenied(mixing.response, `${name}, its project and another's ids`);
      }
      const onOther = await api.POST(ENDPOINTS, {
        params: { path: { project_id: idOf(context, "project_id") } },
        body: { endpoint: { branch_id: `${other.free_branch_id}`, type: "read_write" } },
      });
      assertDenied(onOther.response, "a compute on a branch of another project");
      assertAccepted(
        await readWith(context, keyNamed(context, "admin").key, `${other.project_id}`),
        "the other project",
      );
    },
  },
  {
    id: "key-scoped-makes-no-wider-key",
    level: "MUST",
    text: "no key that a project-scoped key brings about opens another project",
    states: ["Authentication 7: own-project"],
    needs: ["keys", "state"],
    async check(context) {
      const personal = idOf(context, "personal_project_id");
      const api = clientOf(context, "project");
      const made = [
        await api.POST("/api_keys", { body: { key_name: context.unique("wider") } }),
        await tryCreateKey(context, api, { project_id: personal }),
      ];
      for (const { data } of made) {
        const key = (data as { key?: unknown } | undefined)?.key;
        if (typeof key !== "string") continue;
        assertDenied(await readWith(context, key, personal), "another project, with a key it made");
      }
      assertAccepted(await readWith(context, keyNamed(context, "project").key), "its project");
    },
  },
  {
    id: "key-scoped-cannot-delete-project",
    level: "MUST",
    text: "a project-scoped key cannot delete its project",
    states: ["Authentication 7: no-project-deletion"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const params = { path: { project_id: idOf(context, "project_id") } };
      const made = await createKey(context);

      for (const { key } of [keyNamed(context, "project"), made]) {
        const by = context.client({ apiKey: key });
        const { response } = await by.DELETE("/projects/{project_id}", { params });
        assertDenied(response, "deleting the project");
      }

      assertAccepted(await readWith(context, context.target.apiKey), "the project");
      const listed = await listedProjects(context, context.target.apiKey);
      assert.ok(listed.includes(params.path.project_id), "the project is no longer listed");
    },
  },
  {
    id: "key-scoped-cannot-create-project",
    level: "MUST",
    text: "a project-scoped key cannot create a project",
    states: ["Authentication 7: no-project-creation"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const before = await listedProjects(context, context.target.apiKey);
      const route = routeOf("POST /projects");
      const made = await createKey(context);

      for (const { key } of [keyNamed(context, "project"), made]) {
        const { response } = await send(context.client({ apiKey: key }), route, context.target);
        assertDenied(response, "creating a project");
      }

      assert.deepEqual(await listedProjects(context, context.target.apiKey), before, "projects");
      assertAccepted((await send(context.api, route, context.target)).response, "a personal key's");
    },
  },
  {
    id: "key-scoped-no-organization-action",
    level: "MUST",
    text: "a project-scoped key cannot act on the organization",
    states: ["Authentication 7: no-organization-action", "Errors, Implied refusals: scoped-key"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const { target } = context;
      const { id: key_id } = await createKey(context);
      const acting = target.routes.filter(
        ({ method, path }) => method !== "GET" && path.startsWith("/organizations/"),
      );
      const project_id = idOf(context, "project_id");
      for (const route of acting) {
        const known = target.bodies?.[route.name];
        const body = route.path === ORGANIZATION_KEYS ? { key_name: "no", project_id } : known;
        const ids = { source_org_id: idOf(context, "org_id"), ...target.ids, key_id };
        const { response } = await send(clientOf(context, "project"), route, { ids, body });

        assertDenied(response, route.name);
      }
      const member = routeOf("GET /organizations/{org_id}/members/{member_id}");
      assertAccepted((await send(context.api, member, target)).response, "the member");
    },
  },
  {
    id: "key-scoped-ends-with-transfer",
    level: "MUST",
    text: "a project-scoped key stops working when its project leaves the organization",
    states: [
      "States and transitions, API key: project-leaves",
      "Resources and their fields, API key types: scoped-end",
      "Authentication 7: transfer",
    ],
    needs: ["control", "keys", "state"],
    async check(context) {
      const made = await createKey(context);
      const endpoint_id = idOf(context, "endpoint_id");
      const keys = [keyNamed(context, "project"), made];
      for (const { key } of keys)
        assertAccepted(await readWith(context, key), "before the transfer");

      await controlOf(context).transfer(idOf(context, "project_id"));

      for (const { key } of keys) {
        assertDenied(await readWith(context, key), "reading after the transfer");
        assertDenied(await writeWith(context, key, endpoint_id), "writing after the transfer");
        const api = context.client({ apiKey: key });
        for (const path of [
          "/projects/{project_id}",
          "/projects/{project_id}/operations",
        ] as const) {
          const { response } = await send(api, routeOf(`GET ${path}`), context.target);
          assertDenied(response, `GET ${path} after the transfer`);
        }
        const { response, data } = await api.GET("/projects");
        assert.ok(!response.ok || data?.projects.length === 0, "it is listed after the transfer");
      }
      assertAccepted(
        await readWith(context, keyNamed(context, "admin").key),
        "reading as an administrator",
      );
    },
  },
  {
    id: "key-personal-revoked-by-owner-only",
    level: "MUST",
    text: "only its owner revokes a personal key",
    states: ["Authentication 8: who-revokes"],
    needs: ["keys", "state"],
    async check(context) {
      const own = await createPersonalKey(context, clientOf(context, "member"));
      const admins = await createPersonalKey(context, clientOf(context, "admin"));
      for (const key of [own, admins]) await assertOnlyKeyWithItsId(context, key);

      for (const name of ["admin", "organization", "project", "member"] as const) {
        const { id, key } = name === "member" ? admins : own;
        // Whatever it answers, the key is to stay.
        await tryRevoke(clientOf(context, name), id);
        await tryRevokeOfOrganization(context, clientOf(context, name), id);
        assertAccepted(await readWith(context, key), `the key that ${name} wanted to revoke`);
      }

      assertAccepted(await tryRevoke(clientOf(context, "member"), own.id), "revoking an own key");
      assert.equal((await readWith(context, own.key)).status, 401);
    },
  },
  {
    id: "key-others-revoked-by-admins",
    level: "MUST",
    text: "administrators of the organization revoke its keys and its project-scoped ones",
    states: ["Authentication 8: who-revokes"],
    needs: ["keys", "state"],
    async check(context) {
      const made = [
        ["project", await createKey(context, clientOf(context, "admin"))],
        ["project", await createKey(context, clientOf(context, "member"))],
        ["organization", await createOrganizationKey(context)],
      ] as const;
      for (const [, key] of made) await assertOnlyKeyWithItsId(context, key);
      for (const [kind, { id, key }] of made) {
        for (const name of ["member", "project"] as const) {
          await tryRevoke(clientOf(context, name), id);
          await tryRevokeOfOrganization(context, clientOf(context, name), id);
          assertAccepted(await readWith(context, key), `the key that ${name} wanted to revoke`);
        }

        const revoking = await tryRevokeOfOrganization(context, clientOf(context, "admin"), id);

        assertAccepted(revoking, `revoking a key of kind ${kind}`);
        assert.equal((await readWith(context, key)).status, 401);
      }
    },
  },
  {
    id: "key-scoped-revoked-by-admins-only",
    level: "MUST",
    text: "a member cannot revoke a project-scoped key, not even one the member created",
    states: ["Authentication 8: who-revokes"],
    needs: ["keys", "state"],
    async check(context) {
      const { id, key } = await createKey(context, clientOf(context, "member"));
      await tryRevokeOfOrganization(context, clientOf(context, "member"), id);

      assertAccepted(await readWith(context, key), "the key that its creator wanted to revoke");
    },
  },
  {
    id: "key-first-from-console",
    level: "MUST",
    text: "the first key is created in the web console",
    states: ["Authentication 3: first-key"],
    excused: "a matter of the web console",
  },
  {
    id: "key-shown-once-in-console",
    level: "MUST",
    text: "the console shows a secret once; a lost key is revoked and replaced",
    states: ["Authentication 4: console", "Authentication 4: lost-key"],
    excused: "a matter of the web console",
  },
  {
    id: "key-count-recommended",
    level: "SHOULD",
    text: "an account has at most 10,000 keys, without a strict limit",
    states: ["Limits, Table: key-count"],
    excused: "a recommendation no answer depends on",
  },
];

/** What the paths call by the id of something in a project. */
const OF_PROJECT = ["branch_id", "endpoint_id", "operation_id"];

/** Valid where the spec's example names things of its own. */
const OWN_BODIES: Record<string, (ids: Context["target"]["ids"]) => object> = {
  [`POST ${ENDPOINTS}`]: ({ free_branch_id }) => ({
    endpoint: { branch_id: free_branch_id, type: "read_write" },
  }),
  [`PATCH ${ENDPOINT}`]: () => ({ endpoint: { pooler_enabled: true } }),
};

/** The project of the fixtures that belongs to no organization, under the names of the paths. */
function idsOfAnother({ target }: Context): Record<string, string | number> {
  const of = (name: string) => target.ids[`personal_${name}`];
  const project_id = idOf({ target }, "personal_project_id");
  const others = ["branch_id", "endpoint_id", "free_branch_id"].flatMap((name) => {
    const found = of(name);
    return found === undefined ? [] : [[name, found] as const];
  });
  return { ...Object.fromEntries(others), project_id };
}

async function listedProjects({ client }: Context, apiKey: string): Promise<string[]> {
  const { projects } = await unwrap(client({ apiKey }).GET("/projects"));
  return projects.map(({ id }) => id).toSorted();
}

/** The member of the fixtures leaves the organization. */
async function leave(context: Context): Promise<void> {
  const path = { org_id: idOf(context, "org_id"), member_id: idOf(context, "member_id") };
  const { response } = await context.api.DELETE("/organizations/{org_id}/members/{member_id}", {
    params: { path },
  });
  assertAccepted(response, "removing a member");
}

/** The two lists of keys, as text: their shape is not shown. */
async function listsOf(context: Context) {
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

function keyed(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** Those that were created last, whoever asked. */
const lastSecrets: string[] = [];

function isNewKey(json: unknown): json is { key: string } {
  return typeof json === "object" && json !== null && "key" in json && typeof json.key === "string";
}

/** Short ones may be words of something else. */
function isShown(text: string, secret: string): boolean {
  return secret.length >= 12 && text.includes(secret);
}
