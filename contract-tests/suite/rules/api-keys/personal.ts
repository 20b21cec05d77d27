/** Personal keys: who creates them and which projects they open. */
import assert from "node:assert/strict";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import {
  createKey,
  createPersonalKey,
  listedProjects,
  projectsOpenTo,
  readWith,
  tryCreateKey,
  tryCreatePersonalKey,
  writeWith,
} from "../steps/api-keys.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import { listOperations } from "../steps/operations.ts";
import { clientOf, idOf, keyNamed } from "../steps/target.ts";

export const personalRules: Rule[] = [
  {
    id: "key-personal-by-any-user",
    level: "MUST",
    text: "any user can create a personal key",
    states: ["Resources and their fields, API key types: personal-creation"],
    needs: ["keys", "state"],
    async check(context) {
      // The request body is undocumented; this shows that it works for the administrator.
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
        assert.ok(!(await projectsOpenTo(by)).includes(project_id), "it is listed");
        // The key itself stays valid until it is revoked.
        assertAccepted((await by.GET("/auth")).response, "the key after leaving");
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
];

/** The member of the fixtures leaves the organization. */
async function leave(context: Context): Promise<void> {
  const path = { org_id: idOf(context, "org_id"), member_id: idOf(context, "member_id") };
  const { response } = await context.api.DELETE("/organizations/{org_id}/members/{member_id}", {
    params: { path },
  });
  assertAccepted(response, "removing a member");
}
