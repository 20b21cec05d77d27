/** Organization keys: who creates them and what they open. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { route as routeOf } from "../../spec/routes.ts";
import {
  createKey,
  createOrganizationKey,
  createPersonalKey,
  listedProjects,
  listsOf,
  readWith,
  tryCreateKey,
  tryRevokeOfOrganization,
  writeWith,
} from "../steps/api-keys.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import { clientOf, controlOf, idOf, keyNamed } from "../steps/target.ts";

export const organizationRules: Rule[] = [
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
    text: "a refused request for an organization key creates no key",
    states: ["Authentication 6: verified-first"],
    needs: ["keys", "state"],
    async check(context) {
      const key_name = context.unique("too-early");
      const { name: listed } = await createKey(context);
      for (const name of ["member", "project", "organization"] as const) {
        const { response } = await tryCreateKey(context, clientOf(context, name), { key_name });
        assertDenied(response, `a key for the organization, created by ${name}`);
      }

      const { ofOrganization, ofCaller } = await listsOf(context);
      assert.ok(!`${ofOrganization}${ofCaller}`.includes(key_name), "it is listed");
      if (!ofOrganization.includes(JSON.stringify(listed))) {
        throw new Blocked("the organization's list does not name the key just created");
      }
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
    text: "a project that leaves the organization is closed to the organization's keys and members",
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
];
