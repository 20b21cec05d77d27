import assert from "node:assert/strict";
import { type ApiKey, unwrap } from "@hosted-postgres/client";
import type { Context } from "../context.ts";
import type { Rule } from "../rule.ts";
import { assertFields } from "./seen.ts";
import { assertBodyRefused } from "./wrong-bodies.ts";

const CREATE = "/organizations/{org_id}/api_keys";
const FIELDS = "Resources and their fields, API key";
const TYPES = "Resources and their fields, API key types";

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
      for (const body of [
        {},
        { project_id: "project-1" },
        { name: "ci", project_id: "project-1" },
        { key_name: 1, project_id: "project-1" },
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
      const org_id = String(target.ids.org_id);

      await unwrap(api.DELETE("/api_keys/{key_id}", { params: { path: { key_id } } }));
      await unwrap(api.DELETE(`${CREATE}/{key_id}`, { params: { path: { org_id, key_id } } }));

      assert.deepEqual(
        exchanges.slice(1).map(({ method, url }) => `${method} ${url.slice(target.url.length)}`),
        [`DELETE /api_keys/${key_id}`, `DELETE /organizations/${org_id}/api_keys/${key_id}`],
      );
    },
  },
  ...needing(["state"], {
    "key-secret-never-listed": ["the secret of a key is in no list", FIELDS],
    "key-valid-after-creation": ["a created key opens the API", "States and transitions, API key"],
    "key-secrets-differ": ["two keys have two ids and two secrets", FIELDS],
    "key-revoked-401": [
      "every request with a revoked key fails with 401, reads and writes alike",
      "States and transitions, API key",
    ],
    "key-revocation-immediate": ["a revocation holds from the next request on", "Authentication 8"],
    "key-revocation-permanent": ["a revoked key never opens the API again", "Authentication 8"],
    "key-revocation-hits-one-key": [
      "a revocation leaves the other keys valid",
      "States and transitions, API key",
    ],
  }),
  ...needing(["time", "state"], {
    "key-no-expiry": ["a key is valid until it is revoked", "Authentication 9"],
  }),
  ...needing(["keys", "state"], {
    "key-personal-by-any-user": ["any user can create a personal key", TYPES],
    "key-personal-scope": [
      "a personal key opens its user's projects and those of the user's organizations",
      TYPES,
    ],
    "key-personal-ends-with-membership": [
      "a personal key no longer opens an organization's projects when its user has left",
      "States and transitions, API key",
    ],
    "key-organization-by-admin-only": [
      "only an administrator of the organization creates a key for it",
      "Authentication 6",
    ],
    "key-organization-by-personal-key": [
      "a key for an organization is created with a personal key",
      "Authentication 6",
    ],
    "key-organization-checked-first": [
      "no key comes into being when the caller turns out to be no administrator",
      "Authentication 6",
    ],
    "key-organization-scope": [
      "an organization key opens all resources of its organization, as an administrator",
      "Authentication 6",
    ],
    "key-scoped-by-any-member": [
      "any member creates a project-scoped key for any project of the organization",
      "Authentication 7",
    ],
    "key-scoped-by-personal-key": [
      "a project-scoped key is created with a personal key",
      "Authentication 7",
    ],
    "key-scoped-own-project-only": [
      "a project-scoped key opens and manages its own project and no other",
      "Authentication 7",
    ],
    "key-scoped-cannot-delete-project": [
      "a project-scoped key cannot delete its project",
      "Authentication 7",
    ],
    "key-scoped-cannot-create-project": [
      "a project-scoped key cannot create a project",
      "Authentication 7",
    ],
    "key-scoped-no-organization-action": [
      "a project-scoped key cannot act on the organization",
      "Authentication 7",
    ],
    "key-scoped-ends-with-transfer": [
      "a project-scoped key stops working when its project leaves the organization",
      "States and transitions, API key",
    ],
    "key-personal-revoked-by-owner-only": [
      "only its owner revokes a personal key",
      "Authentication 8",
    ],
    "key-others-revoked-by-admins": [
      "administrators of the organization revoke its keys and its project-scoped ones",
      "Authentication 8",
    ],
  }),
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

function needing(
  needs: NonNullable<Rule["needs"]>,
  rules: Record<string, [text: string, source: string]>,
): Rule[] {
  return Object.entries(rules).map(([id, [text, source]]) => ({
    id,
    level: "MUST",
    text,
    source,
    needs,
  }));
}

function create({ api, target }: Context): Promise<ApiKey> {
  const { org_id, project_id } = target.ids;
  return unwrap(
    api.POST(CREATE, {
      params: { path: { org_id: String(org_id) } },
      body: { key_name: "ci", project_id: String(project_id) },
    }),
  );
}
