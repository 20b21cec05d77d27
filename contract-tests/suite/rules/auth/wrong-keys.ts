/** Forms of a valid key that must not be accepted. */
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { route as routeOf } from "../../spec/routes.ts";
import { createKey, keyed, readWith } from "../steps/api-keys.ts";
import { assertAccepted } from "../steps/asserts.ts";
import { ENDPOINT, ENDPOINTS } from "../steps/endpoints.ts";
import { ABSENT_IDS, assertAll401 } from "../steps/probes.ts";

/** Places where other services accept keys. */
const PLACES = {
  headers: ["x-api-key", "api-key", "x-auth-token", "x-access-token", "proxy-authorization"],
  cookies: ["token", "session", "api_key", "access_token", "Authorization"],
  query: ["api_key", "apikey", "key", "token", "access_token", "authorization"],
};

const OPENED = [
  "GET /projects",
  "GET /auth",
  `GET ${ENDPOINTS}`,
  `PATCH ${ENDPOINT}`,
  `DELETE ${ENDPOINT}`,
  "DELETE /api_keys/{key_id}",
];

export const wrongKeysRules: Rule[] = [
  {
    id: "auth-changed-key-401",
    level: "MUST",
    text: "a key that is cut, lengthened, doubled or in another case fails with 401",
    states: ["Authentication 2: rejected-key"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      for (const changed of keysLike(key)) await assertKeyOpensNothing(context, changed);
    },
  },
  {
    id: "auth-no-key-401",
    level: "MUST",
    text: "public data about a key and common placeholders do not authenticate",
    states: ["Authentication 2: rejected-key"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { ids, keys = {} } = context.target;
      const key = await createKey(context);
      const known = [key.id, key.name, key.created_by, ids.project_id, ids.org_id, ids.member_id];
      const others = Object.values(keys).map(({ id }) => id);
      const placeholders = [
        "null",
        "undefined",
        "true",
        "0",
        "1",
        "*",
        "%",
        "' OR ''='",
        "{}",
        "key",
      ];
      for (const no of [...known, ...others, ...placeholders]) {
        if (no !== undefined) await assertKeyOpensNothing(context, encodeURI(String(no)));
      }
    },
  },
  {
    id: "auth-other-scheme-401",
    level: "MUST",
    text: "a valid key under another scheme, or next to another token, fails with 401",
    states: ["Authentication 2: other-form"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      const rejected = context.target.rejected.apiKey;
      for (const authorization of [
        key,
        `Token ${key}`,
        `ApiKey ${key}`,
        `Basic ${key}`,
        `Basic ${btoa(`${key}:`)}`,
        `Basic ${btoa(`:${key}`)}`,
        `Basic ${btoa(`api:${key}`)}`,
        `Bearer ${rejected}, Bearer ${key}`,
        `Bearer ${key}, Bearer ${rejected}`,
        `Bearer ${rejected} ${key}`,
        `Bearer ${key} ${rejected}`,
      ]) {
        await assertOpensNothing(context, { authorization });
      }
    },
  },
  {
    id: "auth-other-place-401",
    level: "MUST",
    text: "a valid key in the query, in a cookie or in another header fails with 401",
    states: ["Authentication 2: other-form"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      for (const name of PLACES.headers) {
        await assertOpensNothing(context, { [name]: key });
        await assertOpensNothing(context, { [name]: `Bearer ${key}` });
      }
      const cookie = PLACES.cookies.map((name) => `${name}=${key}`).join("; ");
      await assertOpensNothing(context, { cookie });
      for (const name of PLACES.query) {
        await assertOpensNothing(context, {}, `?${name}=${encodeURIComponent(key)}`);
      }
    },
  },
];

/** Keys that almost equal this one. */
function keysLike(key: string): string[] {
  const at = (place: number) =>
    `${key.slice(0, place)}${anotherLetter(key[place])}${key.slice(place + 1)}`;
  const changed = [
    key.slice(0, -1),
    key.slice(1),
    key.slice(0, 8),
    key.slice(0, key.length / 2),
    `${key}x`,
    `x${key}`,
    `${key}${key}`,
    `${key}%20`,
    key.toUpperCase(),
    key.toLowerCase(),
    key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
    at(0),
    at(Math.floor(key.length / 2)),
    at(key.length - 1),
  ];
  return [...new Set(changed)].filter((it) => it !== key && it !== "");
}

function anotherLetter(letter = ""): string {
  return letter === "a" ? "b" : "a";
}

function assertKeyOpensNothing(context: Context, apiKey: string): Promise<void> {
  return assertOpensNothing(context, keyed(apiKey));
}

/** A list, a read and writes are answered 401; the writes go to things that do not exist. */
async function assertOpensNothing(
  context: Context,
  headers: Readonly<Record<string, string>>,
  query = "",
): Promise<void> {
  const { ids } = context.target;
  const { endpoint_id, key_id } = ABSENT_IDS;
  const probed = OPENED.map((name) => ({
    route: routeOf(name),
    ids: { ...ids, endpoint_id: `${endpoint_id}`, key_id: Number(key_id) },
    query,
  }));
  await assertAll401(context, probed, headers);
}
