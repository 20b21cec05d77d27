import assert from "node:assert/strict";
import { type ApiClient, type ApiKey, unwrap } from "@hosted-postgres/client";
import type { Context } from "../context.ts";
import { route as routeOf, routes, send } from "../routes.ts";
import { Blocked, type Rule } from "../rule.ts";
import { assertFields } from "./seen.ts";
import {
  as,
  assertDenied,
  assertOpen,
  control,
  ENDPOINT,
  ENDPOINTS,
  id,
  keyOf,
  update,
} from "./steps.ts";
import { assertBodyRefused } from "./wrong-bodies.ts";

const CREATE = "/organizations/{org_id}/api_keys";
const FIELDS = "Resources and their fields, API key";
const TYPES = "Resources and their fields, API key types";

const DAY_MS = 24 * 3_600_000;

export const apiKeyRules: Rule[] = [
  {
    id: "key-fields",
    level: "MUST",
    text: "a created key has each documented field, of the documented type",
    source: FIELDS,
    needs: ["writes"],
    async check(context) {
      const key = await create(context);

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
    },
  },
  {
    id: "key-secret-at-creation",
    level: "MUST",
    text: "creating a key answers its secret",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      const { key } = await create(context);

      assert.ok(key.length > 0);
    },
  },
  {
    id: "key-named-as-asked",
    level: "MUST",
    text: "a created key has the name of the request",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      assert.equal((await create(context)).name, "ci");
    },
  },
  {
    id: "key-scoped-has-project-id",
    level: "MUST",
    text: "a key created for a project names it in project_id",
    source: FIELDS,
    needs: ["writes"],
    async check(context) {
      assert.equal((await create(context)).project_id, context.target.ids.project_id);
    },
  },
  {
    id: "key-create-body",
    level: "MUST",
    text: "the body to create a key has a key_name and may have a project_id, both strings",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      await create(context);
      const project_id = id(context, "project_id");
      for (const body of [
        {},
        { project_id },
        { name: "ci", project_id },
        { key_name: 1, project_id },
        { key_name: "ci", project_id: 1 },
      ]) {
        await assertBodyRefused(context, `POST ${CREATE}`, body);
      }
    },
  },
  {
    id: "key-revocation-paths",
    level: "MUST",
    text: "both revocation paths take the integer id of a key",
    source: "Authentication 8",
    needs: ["writes"],
    async check(context) {
      const { api, target, exchanges } = context;
      const { id: key_id } = await create(context);
      const own_id = Number(target.ids.key_id);
      const org_id = String(target.ids.org_id);

      await unwrap(api.DELETE(`${CREATE}/{key_id}`, { params: { path: { org_id, key_id } } }));
      await unwrap(api.DELETE("/api_keys/{key_id}", { params: { path: { key_id: own_id } } }));

      assert.deepEqual(
        exchanges.slice(1).map(({ method, url }) => `${method} ${url.slice(target.url.length)}`),
        [`DELETE /organizations/${org_id}/api_keys/${key_id}`, `DELETE /api_keys/${own_id}`],
      );
    },
  },
  {
    id: "key-secret-never-listed",
    level: "MUST",
    text: "the secret of a key is in no list",
    source: FIELDS,
    needs: ["state"],
    async check(context) {
      const { api } = context;
      const { key: scoped } = await create(context);
      const { key: personal } = await createPersonal(api);

      const path = { org_id: id(context, "org_id") };
      for (const { data, response } of [
        await api.GET(CREATE, { params: { path } }),
        await api.GET("/api_keys"),
      ]) {
        assertOpen(response, "a list of keys");
        const list = JSON.stringify(data);
        for (const secret of [scoped, personal, context.target.apiKey]) {
          assert.ok(!list.includes(secret), "a list of keys has a secret");
        }
      }
    },
  },
  {
    id: "key-valid-after-creation",
    level: "MUST",
    text: "a created key opens the API",
    source: "States and transitions, API key",
    needs: ["state"],
    async check(context) {
      for (const { key } of [await create(context), await createPersonal(context.api)]) {
        assertOpen(await reading(context, key), "reading with a new key");
        assertOpen(await writing(context, key), "writing with a new key");
      }
    },
  },
  {
    id: "key-secrets-differ",
    level: "MUST",
    text: "two keys have two ids and two secrets",
    source: FIELDS,
    needs: ["state"],
    async check(context) {
      const keys = [
        await create(context),
        await create(context),
        await createPersonal(context.api),
        await createPersonal(context.api),
      ];

      assert.equal(new Set(keys.map(({ id }) => id)).size, keys.length);
      assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length);
    },
  },
  {
    id: "key-revoked-401",
    level: "MUST",
    text: "every request with a revoked key fails with 401, reads and writes alike",
    source: "States and transitions, API key",
    needs: ["state"],
    async check(context) {
      for (const { key, revoke } of await revocable(context)) {
        assertOpen(await reading(context, key), "reading before the revocation");
        await revoke();

        assert.equal((await reading(context, key)).status, 401, "a read");
        assert.equal((await writing(context, key)).status, 401, "a write");
      }
    },
  },
  {
    id: "key-revocation-immediate",
    level: "MUST",
    text: "a revocation holds from the next request on",
    source: "Authentication 8",
    needs: ["state"],
    async check(context) {
      for (const { key, revoke } of await revocable(context)) {
        for (let reads = 0; reads < 3; reads++) {
          assertOpen(await reading(context, key), "reading before the revocation");
        }
        await revoke();

        const answers = await Promise.all(Array.from({ length: 5 }, () => reading(context, key)));
        assert.deepEqual(
          answers.map(({ status }) => status),
          Array(5).fill(401),
        );
      }
    },
  },
  {
    id: "key-revocation-permanent",
    level: "MUST",
    text: "a revoked key never opens the API again",
    source: "Authentication 8",
    needs: ["time", "state"],
    async check(context) {
      for (const { key, revoke } of await revocable(context)) {
        await revoke();
        await create(context);

        for (const pauseMs of [1_000, 3_600_000, 30 * DAY_MS]) {
          await context.pause(pauseMs);
          assert.equal((await reading(context, key)).status, 401);
        }
      }
    },
  },
  {
    id: "key-revocation-hits-one-key",
    level: "MUST",
    text: "a revocation leaves the other keys valid",
    source: "States and transitions, API key",
    needs: ["state"],
    async check(context) {
      const kept = [await create(context), await createPersonal(context.api)];
      const revoked = await revocable(context);
      kept.push(await create(context), await createPersonal(context.api));

      for (const { key, revoke } of revoked) {
        await revoke();
        assert.equal((await reading(context, key)).status, 401);
      }

      for (const { key } of kept) assertOpen(await reading(context, key), "another key");
      assertOpen(await reading(context, context.target.apiKey), "the revoking key");
    },
  },
  {
    id: "key-no-expiry",
    level: "MUST",
    text: "a key is valid until it is revoked",
    source: "Authentication 9",
    needs: ["time", "state"],
    async check(context) {
      const { key } = await create(context);
      await context.pause(3 * 365 * DAY_MS);

      assertOpen(await reading(context, key), "a key of three years");
    },
  },
  {
    id: "key-personal-by-any-user",
    level: "MUST",
    text: "any user can create a personal key",
    source: TYPES,
    needs: ["keys", "state"],
    async check(context) {
      for (const name of ["admin", "member"] as const) {
        const { key } = await createPersonal(as(context, name));

        assertOpen(await reading(context, key), `the new key of the ${name}`);
      }
    },
  },
  {
    id: "key-personal-scope",
    level: "MUST",
    text: "a personal key opens its user's projects and those of the user's organizations",
    source: TYPES,
    needs: ["keys", "state"],
    async check(context) {
      const personal = id(context, "personal_project_id");

      assertOpen(
        await reading(context, keyOf(context, "admin").key),
        "a project of the organization",
      );
      assertOpen(await reading(context, keyOf(context, "admin").key, personal), "an own project");
      assertOpen(await reading(context, keyOf(context, "member").key), "a member's project");
      const another = await reading(context, keyOf(context, "member").key, personal);
      assertDenied(another, "another user's project");
    },
  },
  {
    id: "key-personal-ends-with-membership",
    level: "MUST",
    text: "a personal key no longer opens an organization's projects when its user has left",
    source: "States and transitions, API key",
    needs: ["keys", "state"],
    async check(context) {
      const { key } = keyOf(context, "member");
      assertOpen(await reading(context, key), "a member's project");

      const path = { org_id: id(context, "org_id"), member_id: id(context, "member_id") };
      const removing = await context.api.DELETE("/organizations/{org_id}/members/{member_id}", {
        params: { path },
      });
      assertOpen(removing.response, "removing a member");

      assertDenied(await reading(context, key), "reading after leaving");
      assertDenied(await writing(context, key), "writing after leaving");
      const { response } = await context.client({ apiKey: key }).GET("/projects");
      assertOpen(response, "the key itself");
    },
  },
  {
    id: "key-organization-by-admin-only",
    level: "MUST",
    text: "only an administrator of the organization creates a key for it",
    source: "Authentication 6",
    needs: ["keys", "state"],
    async check(context) {
      const { response } = await tryCreate(context, as(context, "member"));
      assertDenied(response, "a key for the organization, created by a member");

      await createForOrganization(context);
    },
  },
  {
    id: "key-organization-by-personal-key",
    level: "MUST",
    text: "a key for an organization is created with a personal key",
    source: "Authentication 6",
    needs: ["keys", "state"],
    async check(context) {
      await createForOrganization(context);
      for (const name of ["organization", "project"] as const) {
        const { response } = await tryCreate(context, as(context, name));

        assertDenied(response, `a key for the organization, created with a key of kind ${name}`);
      }
    },
  },
  {
    id: "key-organization-checked-first",
    level: "MUST",
    text: "no key comes into being when the caller turns out to be no administrator",
    source: "Authentication 6",
    needs: ["keys", "state"],
    async check(context) {
      const path = { org_id: id(context, "org_id") };
      const list = async () =>
        JSON.stringify((await context.api.GET(CREATE, { params: { path } })).data);

      for (const name of ["member", "project"] as const) {
        const { response } = await tryCreate(context, as(context, name), { key_name: "too early" });
        assertDenied(response, `a key for the organization, created by ${name}`);
      }

      assert.ok(!(await list()).includes("too early"), "it is listed");
    },
  },
  {
    id: "key-organization-scope",
    level: "MUST",
    text: "an organization key opens all resources of its organization, as an administrator",
    source: "Authentication 6",
    needs: ["keys", "state"],
    async check(context) {
      const { key } = await createForOrganization(context);
      const api = context.client({ apiKey: key });
      const path = { org_id: id(context, "org_id") };

      assertOpen(await reading(context, key), "reading a project");
      assertOpen(await writing(context, key), "writing to a project");
      const members = await api.GET("/organizations/{org_id}/members", { params: { path } });
      assertOpen(members.response, "reading the members");
      const scoped = await create(context);
      const revoking = await tryRevokeOfOrganization(context, api, scoped.id);
      assertOpen(revoking, "revoking a key of the organization");
      const other = await reading(context, key, id(context, "personal_project_id"));
      assertDenied(other, "a project outside the organization");
      const deleting = await api.DELETE("/projects/{project_id}", {
        params: { path: { project_id: id(context, "project_id") } },
      });
      assertOpen(deleting.response, "deleting a project");
    },
  },
  {
    id: "key-scoped-by-any-member",
    level: "MUST",
    text: "any member creates a project-scoped key for any project of the organization",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      for (const name of ["member", "admin"] as const) {
        const { key, project_id } = await create({ ...context, api: as(context, name) });

        assert.equal(project_id, id(context, "project_id"));
        assertOpen(await reading(context, key), `a key created by the ${name}`);
      }
    },
  },
  {
    id: "key-scoped-by-personal-key",
    level: "MUST",
    text: "a project-scoped key is created with a personal key",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      await create(context);
      for (const name of ["organization", "project"] as const) {
        const project_id = id(context, "project_id");
        const { response } = await tryCreate(context, as(context, name), { project_id });

        assertDenied(response, `a project-scoped key, created with a key of kind ${name}`);
      }
    },
  },
  {
    id: "key-scoped-own-project-only",
    level: "MUST",
    text: "a project-scoped key opens and manages its own project and no other",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      const { key } = keyOf(context, "project");
      const personal = id(context, "personal_project_id");
      const path = { project_id: personal, endpoint_id: id(context, "personal_endpoint_id") };
      const api = context.client({ apiKey: key });

      assertOpen(await reading(context, key), "reading its project");
      assertOpen(await writing(context, key), "writing to its project");
      assertDenied(await reading(context, key, personal), "reading another project");
      const body = { endpoint: { pooler_enabled: true } };
      const changing = await api.PATCH(ENDPOINT, { params: { path }, body });
      assertDenied(changing.response, "changing another project's compute");
      const deleting = await api.DELETE(ENDPOINT, { params: { path } });
      assertDenied(deleting.response, "deleting another project's compute");
      const { projects } = await unwrap(api.GET("/projects"));
      assert.ok(!projects.some(({ id }) => id === personal), "another project is listed");
    },
  },
  {
    id: "key-scoped-cannot-delete-project",
    level: "MUST",
    text: "a project-scoped key cannot delete its project",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      const params = { path: { project_id: id(context, "project_id") } };

      const { response } = await as(context, "project").DELETE("/projects/{project_id}", {
        params,
      });

      assertDenied(response, "deleting the project");
      assertOpen(await reading(context, context.target.apiKey), "the project");
    },
  },
  {
    id: "key-scoped-cannot-create-project",
    level: "MUST",
    text: "a project-scoped key cannot create a project",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      const list = async () => (await unwrap(context.api.GET("/projects"))).projects.length;
      const before = await list();
      const route = routeOf("POST /projects");

      const { response } = await send(as(context, "project"), route, context.target);

      assertDenied(response, "creating a project");
      assert.equal(await list(), before, "projects");
      assertOpen((await send(context.api, route, context.target)).response, "a personal key's");
    },
  },
  {
    id: "key-scoped-no-organization-action",
    level: "MUST",
    text: "a project-scoped key cannot act on the organization",
    source: "Authentication 7",
    needs: ["keys", "state"],
    async check(context) {
      const { target } = context;
      const acting = routes.filter(
        ({ method, path }) => method !== "GET" && path.startsWith("/organizations/"),
      );
      for (const route of acting) {
        const { response } = await send(as(context, "project"), route, target);

        assertDenied(response, route.name);
      }
      const member = routeOf("GET /organizations/{org_id}/members/{member_id}");
      assertOpen((await send(context.api, member, target)).response, "the member");
    },
  },
  {
    id: "key-scoped-ends-with-transfer",
    level: "MUST",
    text: "a project-scoped key stops working when its project leaves the organization",
    source: "States and transitions, API key",
    needs: ["control", "keys", "state"],
    async check(context) {
      const { key } = keyOf(context, "project");
      assertOpen(await reading(context, key), "reading before the transfer");

      await control(context).transfer(id(context, "project_id"));

      assertDenied(await reading(context, key), "reading after the transfer");
      assertDenied(await writing(context, key), "writing after the transfer");
      assertOpen(
        await reading(context, keyOf(context, "admin").key),
        "reading as an administrator",
      );
    },
  },
  {
    id: "key-personal-revoked-by-owner-only",
    level: "MUST",
    text: "only its owner revokes a personal key",
    source: "Authentication 8",
    needs: ["keys", "state"],
    async check(context) {
      const own = await createPersonal(as(context, "member"));

      for (const name of ["admin", "organization", "project"] as const) {
        // Whatever it answers, the key is to stay.
        await tryRevoke(as(context, name), own.id);
        await tryRevokeOfOrganization(context, as(context, name), own.id);
        assertOpen(await reading(context, own.key), `the key that ${name} wanted to revoke`);
      }

      assertOpen(await tryRevoke(as(context, "member"), own.id), "revoking an own key");
      assert.equal((await reading(context, own.key)).status, 401);
    },
  },
  {
    id: "key-others-revoked-by-admins",
    level: "MUST",
    text: "administrators of the organization revoke its keys and its project-scoped ones",
    source: "Authentication 8",
    needs: ["keys", "state"],
    async check(context) {
      for (const kind of ["organization", "project"] as const) {
        const { id, key } = keyOf(context, kind);
        await tryRevoke(as(context, "member"), id);
        await tryRevokeOfOrganization(context, as(context, "member"), id);
        assertOpen(await reading(context, key), "the key that a member wanted to revoke");

        const revoking = await tryRevokeOfOrganization(context, as(context, "admin"), id);

        assertOpen(revoking, `revoking a key of kind ${kind}`);
        assert.equal((await reading(context, key)).status, 401);
      }
    },
  },
  {
    id: "key-first-from-console",
    level: "MUST",
    text: "the first key is created in the web console",
    source: "Authentication 3",
    excused: "a matter of the web console",
  },
  {
    id: "key-shown-once-in-console",
    level: "MUST",
    text: "the console shows a secret once; a lost key is revoked and replaced",
    source: "Authentication 4",
    excused: "a matter of the web console",
  },
  {
    id: "key-count-recommended",
    level: "SHOULD",
    text: "an account has at most 10,000 keys, without a strict limit",
    source: "Limits, Table",
    excused: "a recommendation no answer depends on",
  },
];

/** A key for the target's project. */
function create(context: Context): Promise<ApiKey> {
  return unwrap(tryCreate(context, context.api, { project_id: id(context, "project_id") }));
}

function tryCreate(
  context: Context,
  api: ApiClient,
  { key_name = "ci", project_id }: { key_name?: string; project_id?: string } = {},
) {
  return api.POST(CREATE, {
    params: { path: { org_id: id(context, "org_id") } },
    body: { key_name, ...(project_id !== undefined && { project_id }) },
  });
}

/** That a key without a project is one of the organization is not shown, so it may be refused. */
async function createForOrganization(context: Context): Promise<ApiKey> {
  const { data, response } = await tryCreate(context, as(context, "admin"));
  if (!data) throw new Blocked(`a key without project_id was answered ${response.status}`);
  return data;
}

/** What this route takes and answers is not shown: it is tried with what a key is elsewhere. */
async function createPersonal(api: ApiClient): Promise<ApiKey> {
  const { data, response } = await api.POST("/api_keys", { body: { key_name: "ci" } });
  const created = data as Partial<ApiKey> | undefined;
  if (typeof created?.key !== "string")
    throw new Blocked(`creating a personal key was answered ${response.status}`);
  return created as ApiKey;
}

/** A key of both lists, each with the way to revoke it. */
async function revocable(context: Context) {
  const scoped = await create(context);
  const personal = await createPersonal(context.api);
  return [
    {
      key: scoped.key,
      revoke: async () =>
        assertOpen(await tryRevokeOfOrganization(context, context.api, scoped.id), "revoking"),
    },
    {
      key: personal.key,
      revoke: async () => assertOpen(await tryRevoke(context.api, personal.id), "revoking"),
    },
  ];
}

async function tryRevoke(api: ApiClient, key_id: number): Promise<Response> {
  return (await api.DELETE("/api_keys/{key_id}", { params: { path: { key_id } } })).response;
}

async function tryRevokeOfOrganization(
  context: Context,
  api: ApiClient,
  key_id: number,
): Promise<Response> {
  const path = { org_id: id(context, "org_id"), key_id };
  return (await api.DELETE(`${CREATE}/{key_id}`, { params: { path } })).response;
}

async function reading(
  context: Context,
  apiKey: string,
  project_id = id(context, "project_id"),
): Promise<Response> {
  const api = context.client({ apiKey });
  return (await api.GET(ENDPOINTS, { params: { path: { project_id } } })).response;
}

/** Changes a compute of the target's project. */
async function writing(context: Context, apiKey: string): Promise<Response> {
  const api = context.client({ apiKey });
  const endpoint = { pooler_enabled: true };
  return (await update({ ...context, api }, id(context, "endpoint_id"), endpoint)).response;
}
