/** Revoking API keys: who may, what stops working, and that nothing else ends a key. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import {
  assertOnlyKeyWithItsId,
  assertRevoked,
  createKey,
  createKeys,
  createOrganizationKey,
  createPersonalKey,
  keyed,
  knownKeys,
  listsOf,
  ORGANIZATION_KEYS,
  readWith,
  tryRevoke,
  tryRevokeOfOrganization,
  writeWith,
} from "../steps/api-keys.ts";
import { assertAccepted } from "../steps/asserts.ts";
import { DAY_MS } from "../steps/durations.ts";
import { assertAll401, probesOf } from "../steps/probes.ts";
import { clientOf, idOf } from "../steps/target.ts";

const YEAR_MS = 365 * DAY_MS;

/** Reads about keys and those who have them. */
const READS = ["GET /auth", "GET /users/me", "GET /api_keys", `GET ${ORGANIZATION_KEYS}`];

export const revokeRules: Rule[] = [
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
    id: "key-revoked-401",
    level: "MUST",
    text: "every request with a revoked key fails with 401, reads and writes alike",
    states: [
      "States and transitions, API key: revoked",
      "Authentication 2: rejected-key",
      "Errors, Table: unauthorized",
    ],
    needs: ["state"],
    beside: true,
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
    text: "a revocation takes effect with the next request",
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
      // It may be refused, but a 2xx must have an effect.
      const { ok, status } = await tryRevoke(context.client({ apiKey: key }), id);
      if (!ok) throw new Blocked(`a key that revokes itself is answered ${status}`);
      await assertRevoked(context, key, "a key that revoked itself");
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
        // Undocumented: the answer to a second revocation.
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
    id: "key-survives-reads",
    level: "MUST",
    text: "a key stays valid when it reads its own details, and when keys are listed",
    states: ["States and transitions, API key: created"],
    needs: ["state"],
    async check(context) {
      const { api, client, target } = context;
      const keys = await createKeys(context);
      const reads = target.routes.filter(({ name }) => READS.includes(name));
      for (const { key } of keys) {
        for (const route of reads) await send(client({ apiKey: key }), route, target);
      }
      for (const route of reads) await send(api, route, target);

      for (const { kind, key } of keys)
        assertAccepted(await readWith(context, key), `a ${kind} key, after reads`);
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
        // The key must stay valid, whatever the answer.
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
];
