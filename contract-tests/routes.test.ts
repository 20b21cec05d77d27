/** Every route with a key and without one, through the client. */
import { describe, expect, inject, test } from "vitest";
import { createSession } from "./context.ts";
import { type Route, routes, send } from "./routes.ts";
import { assertRefused, MALFORMED, rejectedKey, withoutKey } from "./rules/auth.ts";
import { schemaErrors } from "./schema.ts";

const target = inject("target");
const newContext = createSession(target);
const readOnly = target.lacks.writes !== undefined;

/** On a running server nothing of this name exists, so one that lets a probe in loses nothing. */
const absent = Object.fromEntries(
  routes.flatMap(({ pathParameters }) =>
    pathParameters.map((name) => [
      name,
      name === "key_id" ? Number.MAX_SAFE_INTEGER : "does-not-exist",
    ]),
  ),
);
const probedIds = readOnly ? absent : target.ids;

describe("with a key", () => {
  for (const route of routes.filter(isSendable)) {
    test(`${route.name} answers 2xx with a valid body`, { meta: { probe: "2xx" } }, async ({
      skip,
    }) => {
      const { api } = newContext();

      const { data, response } = await send(api, route, { ids: target.ids });

      const { status } = response;
      // What a key may read beyond its kind's scope is not shown.
      if (readOnly && (status === 403 || status === 404)) skip(`blocked: answered ${status}`);
      expect(response.ok, `answered ${status}`).toBe(true);
      expect(response.headers.get("sl-violations")).toBeNull();
      expect(schemaErrors(route.success.schema, data)).toEqual([]);
    });
  }
});

describe("without the header", () => {
  for (const route of routes) {
    test(`${route.name} answers 401, once`, { meta: { probe: "401 missing" } }, async () => {
      const context = newContext();

      await assertRefused(context, withoutKey(context), (api) =>
        send(api, route, { ids: probedIds }),
      );
    });
  }
});

describe("with a malformed header", () => {
  for (const route of routes) {
    test(`${route.name} answers 401, once`, { meta: { probe: "401 malformed" } }, async () => {
      for (const { authorization } of MALFORMED) {
        await assertRefused(newContext(), {}, (api) =>
          send(api, route, { ids: probedIds, headers: { Authorization: authorization } }),
        );
      }
    });
  }
});

describe("with a rejected key", () => {
  for (const route of routes) {
    test(`${route.name} answers 401, once`, { meta: { probe: "401 rejected" } }, async () => {
      const context = newContext();
      const { headers } = target.rejected;

      await assertRefused(context, rejectedKey(context), (api) =>
        send(api, route, { ids: probedIds, headers: { ...headers } }),
      );
    });
  }
});

/** Of a running server only what every key may read: permissions of other routes are not shown. */
function isSendable({ name, method, responseShown, pathParameters }: Route): boolean {
  if (!readOnly) return true;
  const harmless = method === "GET" && (responseShown || name === "GET /auth");
  return harmless && pathParameters.every((parameter) => parameter in target.ids);
}
