/** Lists of API keys, and where secrets must not appear. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import { bearerOf } from "../../run/exchange.ts";
import type { Rule } from "../../run/rule.ts";
import {
  createKey,
  createKeys,
  createPersonalKey,
  knownKeys,
  listsOf,
  ORGANIZATION_KEYS,
} from "../steps/api-keys.ts";
import { assertAccepted } from "../steps/asserts.ts";
import { clientOf, idOf } from "../steps/target.ts";

/** A shorter secret may be an ordinary word in an answer. */
const TELLING = 12;

/** The most recently created secrets, whoever asked for them. */
const lastSecrets: string[] = [];

export const listRules: Rule[] = [
  {
    id: "key-secret-never-listed",
    level: "MUST",
    text: "no list of keys contains a secret",
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
        if (!made.some(({ name }) => list.includes(JSON.stringify(`${name}`)))) {
          throw new Blocked("a list of keys names none of those created");
        }
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
    text: "only the answer that creates a key contains its secret",
    states: ["Resources and their fields, API key: secret"],
    needs: ["state"],
    observe({ route, headers, json, text = "", status }, { apiKey, keys = {} }) {
      const isCreation = route?.method === "POST" && /\/api_keys$/.test(route.path);
      const own = bearerOf({ headers });
      if (isCreation && isNewKey(json)) lastSecrets.push(json.key);
      if (lastSecrets.length > 50) lastSecrets.shift();
      if (isCreation || status === 401) return false;
      const known = [apiKey, own, ...Object.values(keys).map(({ key }) => key), ...lastSecrets];
      const telling = known.filter((secret) => secret !== undefined && secret.length >= TELLING);
      const shown = telling.some((secret) => text.includes(`${secret}`));
      assert.ok(!shown, "the answer contains the secret of a key");
      return text !== "" && telling.length > 0;
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
    text: "the list of the caller's keys contains no key of another user",
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
        const list = JSON.stringify(data);
        const isListed = list.includes(JSON.stringify(names[other]));
        assert.ok(!isListed, `the list of the ${owner} has a key of the ${other}`);
        if (!list.includes(JSON.stringify(names[owner]))) {
          throw new Blocked(`the list of the ${owner} does not name the key just created`);
        }
      }
    },
  },
];

function isNewKey(json: unknown): json is { key: string } {
  return typeof json === "object" && json !== null && "key" in json && typeof json.key === "string";
}
