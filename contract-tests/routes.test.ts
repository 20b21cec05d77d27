/** Every route with a key and without one, through the client. */
import { describe, expect, inject, test } from "vitest";
import type { Context } from "./context.ts";
import { type Route, routes, type Sending, send } from "./routes.ts";
import { assertRefused, MALFORMED, rejectedKey, withoutKey } from "./rules/auth.ts";
import { listOperations } from "./rules/steps.ts";
import { schemaErrors } from "./schema.ts";
import { type Stage, stagesOf } from "./targets/stages.ts";
import type { Target } from "./targets/target.ts";

const provided = inject("target");

for (const stage of stagesOf(provided)) {
  const { name: target, lacks, use } = stage;
  const readOnly = lacks.writes !== undefined;

  describe(`on ${target}, with a key`, () => {
    for (const route of routes.filter((route) => isSendable(route, stage))) {
      if (takesMore(route, stage)) {
        test(`${route.name} answers 2xx or 4xx, but not 401`, () =>
          use(async ({ api, target }) => {
            const { response } = await send(api, route, target);

            expect(response.status).not.toBe(401);
            expect(response.status).toBeLessThan(500);
          }));
        continue;
      }
      const meta = { probe: "2xx", target } as const;
      test(`${route.name} answers 2xx with a valid body`, { meta }, ({ skip }) =>
        use(async (context) => {
          const { data, response } = await send(context.api, route, await fitting(context, route));

          const { status } = response;
          // What a key may read beyond its kind's scope is not shown.
          if (readOnly && (status === 403 || status === 404)) skip(`blocked: answered ${status}`);
          expect(response.ok, `answered ${status}`).toBe(true);
          expect(response.headers.get("sl-violations")).toBeNull();
          expect(schemaErrors(route.success.schema, data)).toEqual([]);
        }),
      );
    }
  });

  describe(`on ${target}, without the header`, () => {
    for (const route of routes) {
      const meta = { probe: "401 missing", target } as const;
      test(`${route.name} answers 401, once`, { meta }, () =>
        use((context) =>
          assertRefused(context, withoutKey(context), (api) =>
            send(api, route, { ids: probedIds(context.target) }),
          ),
        ),
      );
    }
  });

  describe(`on ${target}, with a malformed header`, () => {
    for (const route of routes) {
      const meta = { probe: "401 malformed", target } as const;
      test(`${route.name} answers 401, once`, { meta }, () =>
        use(async (context) => {
          for (const { authorization } of MALFORMED) {
            const headers = { Authorization: authorization };
            await assertRefused(context, {}, (api) =>
              send(api, route, { ids: probedIds(context.target), headers }),
            );
          }
        }),
      );
    }
  });

  describe(`on ${target}, with a rejected key`, () => {
    for (const route of routes) {
      const meta = { probe: "401 rejected", target } as const;
      test(`${route.name} answers 401, once`, { meta }, () =>
        use((context) =>
          assertRefused(context, rejectedKey(context), (api) =>
            send(api, route, {
              ids: probedIds(context.target),
              headers: { ...context.target.rejected.headers },
            }),
          ),
        ),
      );
    }
  });
}

/** On a running server nothing of this name exists, so one that lets a probe in loses nothing. */
const absent = Object.fromEntries(
  routes.flatMap(({ pathParameters }) =>
    pathParameters.map((name) => [
      name,
      name === "key_id" ? Number.MAX_SAFE_INTEGER : "does-not-exist",
    ]),
  ),
);

function probedIds({ lacks, ids }: Target): Target["ids"] {
  return lacks.writes === undefined ? ids : absent;
}

/** Of a running server only what every key may read: permissions of other routes are not shown. */
function isSendable({ name, method, responseShown, pathParameters }: Route, { lacks }: Stage) {
  if (lacks.writes === undefined) return true;
  const harmless = method === "GET" && (responseShown || name === "GET /auth");
  return harmless && pathParameters.every((parameter) => parameter in provided.ids);
}

/** With state, a route answers 4xx where the thing it is about is not in the world yet. */
function takesMore({ name, method, path, pathParameters }: Route, { lacks }: Stage): boolean {
  if (lacks.state !== undefined) return false;
  const missing = pathParameters.filter((parameter) => !IN_EVERY_WORLD.includes(parameter));
  const makesIt = method === "POST" && missing.length === 1 && path.endsWith(`{${missing[0]}}`);
  return OF_SOMETHING_ELSE.includes(name) || (missing.length > 0 && !makesIt);
}

const IN_EVERY_WORLD = [
  "project_id",
  "branch_id",
  "endpoint_id",
  "operation_id",
  "org_id",
  "source_org_id",
  "member_id",
  "key_id",
  "region_id",
];

/** Of something the path does not name, or with a body that is not shown. */
const OF_SOMETHING_ELSE = [
  "POST /projects/{project_id}/recover",
  "DELETE /projects/{project_id}/members/{member_id}/role",
  "DELETE /projects/{project_id}/branches/{branch_id}",
  "DELETE /projects/{project_id}/branches/{branch_id}/auth/domains",
  "DELETE /projects/{project_id}/auth/domains",
  "PATCH /organizations/{org_id}/members/{member_id}",
  "POST /organizations/{source_org_id}/projects/transfer",
  "POST /users/me/projects/transfer",
];

/** The ids of the target, and a body with them where the spec's example has ids of its own. */
async function fitting(context: Context, { name, pathParameters }: Route): Promise<Sending> {
  const { ids, lacks, keys } = context.target;
  if (lacks.state !== undefined) return { ids };
  const { project_id, free_branch_id: branch_id } = ids;
  if (pathParameters.includes("operation_id")) {
    const [operation] = await listOperations(context);
    return { ids: { ...ids, operation_id: `${operation?.id}` } };
  }
  switch (name) {
    case "POST /projects/{project_id}/endpoints":
      return { ids, body: { endpoint: { branch_id, type: "read_write" } } };
    case "PATCH /projects/{project_id}/endpoints/{endpoint_id}":
      return { ids, body: { endpoint: { branch_id } } };
    case "POST /organizations/{org_id}/api_keys":
      return { ids, body: { key_name: "ci", project_id } };
    case "DELETE /organizations/{org_id}/api_keys/{key_id}":
      return { ids: { ...ids, key_id: keys?.project.id ?? 0 } };
    default:
      return { ids };
  }
}
