/** Creating API keys: the answer, names, secrets, and how many there can be. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import {
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
  writeWith,
} from "../steps/api-keys.ts";
import { assertAccepted } from "../steps/asserts.ts";
import { DAY_MS } from "../steps/durations.ts";
import { assertBodyRefused } from "../steps/probes.ts";
import { assertFields, each, keysIn } from "../steps/seen.ts";
import { clientOf, idOf } from "../steps/target.ts";

export const createRules: Rule[] = [
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
    id: "key-personal-fields",
    level: "SHOULD",
    text: "a personal key that is answered as a key has each documented field, of the documented type",
    states: ["Resources and their fields, API key: fields"],
    needs: ["state"],
    observe({ route, answer, json }) {
      const key = Object(json) as Record<string, unknown>;
      if (route?.name !== "POST /api_keys" || !answer.ok || !("key" in key)) return false;
      assertFields(key, { id: "integer", name: "string" }, "the key");
      const { key: secret, created_at, created_by } = key;
      assert.match(String(secret), /^\S+$/, "the secret is not a bearer token");
      assert.ok(typeof created_by === "string" && created_by !== "", "created_by names nobody");
      assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "created_at");
      return true;
    },
  },
  {
    id: "key-secret-at-creation",
    level: "MUST",
    text: "creating a key returns its secret",
    states: [
      "Endpoints, Detailed shapes: create-key",
      "Resources and their fields, API key: secret",
      "Authentication 3: further-keys",
    ],
    observe: (answer) =>
      each(keysIn(answer), ({ key }) => {
        assert.ok(typeof key === "string" && /^\S+$/.test(key), "the secret is not a bearer token");
      }),
  },
  {
    id: "key-named-as-asked",
    level: "MUST",
    text: "a created key has the requested name",
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
        // Undocumented: which names are allowed.
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
    text: "created_by is the same for keys of one user and differs between users",
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
    text: "created_at of a key is the time of its creation",
    states: ["Resources and their fields, API key: created"],
    needs: ["time", "state"],
    async check(context) {
      const first = Date.parse((await createKey(context)).created_at);
      await context.pause(DAY_MS);
      const second = Date.parse((await createKey(context)).created_at);

      assert.ok(
        Math.abs(second - first - DAY_MS) <= 60_000,
        "created_at of keys created a day apart differs by another time",
      );
    },
  },
  {
    id: "key-create-body",
    level: "MUST",
    text: "a body with the strings key_name and project_id creates a key",
    states: ["Endpoints, Detailed shapes: create-key"],
    needs: ["writes"],
    async check(context) {
      const { id, key } = await createKey(context);

      assert.deepEqual([typeof id, typeof key], ["number", "string"]);
    },
  },
  {
    id: "key-create-body-refused",
    level: "SHOULD",
    text: "a body without a key_name, or with a field of another type, creates no key",
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
    id: "key-valid-after-creation",
    level: "MUST",
    text: "a created key opens the API",
    states: ["States and transitions, API key: created"],
    needs: ["state"],
    beside: true,
    first: true,
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
    text: "every key has its own id and secret, even after others were revoked",
    states: ["Resources and their fields, API key: secret"],
    needs: ["state"],
    async check(context) {
      const keys = [...(await createKeys(context)), ...(await createKeys(context))];
      await keys[0]?.revoke();
      keys.push(...(await createKeys(context)));
      const ids = [...keys, ...knownKeys(context)].flatMap(({ id }) => id ?? []);
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
      if (!second) throw new Blocked("a second key of the same name is refused");
      assert.notEqual(second.key, first.key);
      assertAccepted(await readWith(context, second.key), "the second key");
    },
  },
  {
    id: "key-count-without-limit",
    level: "MUST",
    text: "dozens of keys of one account are valid at the same time",
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
