/** Projects: their fields, the list, and what a new project contains. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { Blocked } from "../run/blocked.ts";
import type { Context } from "../run/context.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import { route } from "../spec/routes.ts";
import { assertDenied } from "./steps/asserts.ts";
import { ENDPOINT, listEndpoints, primariesOn } from "./steps/endpoints.ts";
import { listOperations, settle } from "./steps/operations.ts";
import { createBranch, createProject, defaultBranchOf } from "./steps/projects.ts";
import { assertFields, each, projectsIn, shownBody } from "./steps/seen.ts";

export const projectRules: Rule[] = [
  {
    id: "project-fields",
    level: "MUST",
    text: "a project has each documented field, of the documented type",
    states: ["Resources and their fields, Project: fields"],
    observe: (answer) =>
      each(projectsIn(answer), (project) => {
        assertFields(
          project,
          {
            id: "string",
            name: "string",
            platform_id: "string",
            region_id: "string",
            provisioner: "string",
            pg_version: "integer",
            locked: "boolean",
            cpu_used_sec: "integer",
            branch_logical_size_limit: "integer",
            proxy_host: "string",
            created_at: "string",
            updated_at: "string",
          },
          `project ${project.id}`,
        );
      }),
  },
  {
    id: "project-values-in-range",
    level: "SHOULD",
    text: "pg_version is a major version, no time is negative, and no update precedes the creation",
    states: ["Resources and their fields, Project: fields"],
    observe: (answer) =>
      each(projectsIn(answer), ({ id, pg_version, cpu_used_sec, created_at, updated_at }) => {
        assert.ok(pg_version > 0 && pg_version < 1_000, `${id} has the version ${pg_version}`);
        assert.ok(cpu_used_sec >= 0, `${id} has used ${cpu_used_sec} s`);
        // The two times may come from two clocks.
        const isLater = Date.parse(updated_at) >= Date.parse(created_at) - 1_000;
        assert.ok(isLater, `${id} updated at ${updated_at}, created at ${created_at}`);
      }),
  },
  {
    id: "project-list-answer",
    level: "MUST",
    text: "the list of projects returns an array in projects",
    states: ["Endpoints, Detailed shapes: list-projects"],
    observe(answer) {
      const body = shownBody(answer, "GET /projects");
      if (body) assert.ok(Array.isArray(body.projects), "projects is not an array");
      return body !== undefined;
    },
  },
  {
    id: "project-listed-once",
    level: "MUST",
    text: "the list of projects contains each project once",
    states: ["Endpoints, Detailed shapes: list-projects"],
    observe(answer) {
      const ids = shownBody(answer, "GET /projects") && projectsIn(answer).map(({ id }) => id);
      if (ids) assert.equal(new Set(ids).size, ids.length, "a project is listed twice");
      return ids !== undefined && ids.length > 1;
    },
  },
  {
    id: "project-updated-is-listed",
    level: "MUST",
    text: "a project is listed after an update, as the project it was",
    states: ["Endpoints, Detailed shapes: list-projects"],
    needs: ["disposable", "state"],
    async check(context) {
      const { id: project_id, ...before } = await createProject(context);
      const update = route("PATCH /projects/{project_id}");
      const { response } = await send(context.api, update, { ids: { project_id } });
      if (!response.ok) throw new Blocked(`an update was answered ${response.status}`);

      const { projects } = await unwrap(context.api.GET("/projects"));
      const found = projects.find(({ id }) => id === project_id);
      assert.ok(found, "the project is not listed after an update");
      assert.equal(found.created_at, before.created_at);
      assert.equal(found.region_id, before.region_id);
    },
  },
  {
    id: "project-created-is-listed",
    level: "MUST",
    text: "created projects are listed, along with the earlier ones",
    states: ["Endpoints, Detailed shapes: list-projects"],
    needs: ["disposable", "state"],
    async check(context) {
      const list = async () => (await unwrap(context.api.GET("/projects"))).projects;
      const before = await list();
      const made = [];
      for (let count = 0; count < 4; count++) made.push(await createProject(context));

      const after = await list();
      const listed = new Set(after.map(({ id }) => id));
      const lost = [...before, ...made].filter(({ id }) => !listed.has(id));
      assert.deepEqual(lost, [], "they are no longer listed");
      for (const { id, name, region_id, created_at } of before) {
        const now = after.find((project) => project.id === id);
        const { name: nowName, region_id: nowRegion, created_at: nowAt } = now ?? {};
        assert.deepEqual(
          [nowName, nowRegion, nowAt],
          [name, region_id, created_at],
          `project ${id}`,
        );
      }
    },
  },
  {
    id: "project-has-default-branch-with-primary",
    level: "MUST",
    text: "a project has a default branch with a primary read-write compute",
    states: ["What the service does 3: default-branch"],
    needs: ["disposable", "state"],
    async check(context) {
      const created = [await createProject(context), await createProject(context)];
      const { projects } = await unwrap(context.api.GET("/projects"));

      for (const { id } of created) {
        const isListed = projects.some((project) => project.id === id);
        assert.ok(isListed, `the project ${id} is not listed`);
      }
      for (const { id } of projects) {
        const computes = await listEndpoints(context, id);
        const primaries = computes.filter(({ type }) => type === "read_write");
        assert.ok(primaries.length > 0, `project ${id} has no primary compute`);
        const branches = new Set(primaries.map(({ branch_id }) => branch_id));
        assert.equal(branches.size, primaries.length, "two primary computes are on one branch");
        const ofOther = computes.filter(({ project_id }) => project_id !== id);
        assert.deepEqual(ofOther, [], `computes of another project are listed in ${id}`);
      }
      for (const { id } of created) {
        const branch_id = await defaultBranchOf(context, id);
        const { length } = await primariesOn(context, branch_id, id);
        assert.equal(length, 1, `primary computes on the default branch of ${id}, ${branch_id}`);
      }
    },
  },
  {
    id: "project-default-branch-keeps-its-primary",
    level: "MUST",
    text: "the default branch keeps a primary compute, whatever is moved, deleted or set as default",
    states: ["What the service does 3: default-branch"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api } = context;
      const { id: project_id } = await createProject(context);
      const branch_id = await defaultBranchOf(context, project_id);
      const other = await createBranch(context, project_id);
      const [primary] = await primariesOn(context, branch_id, project_id);
      assert.ok(primary, "a new project has no primary compute on its default branch");

      const params = { path: { project_id, endpoint_id: primary.id } };
      const body = { endpoint: { branch_id: other } };
      for (const verb of ["start", "suspend"] as const) {
        // It moves while it is idle.
        await api.POST(`${ENDPOINT}/${verb}`, { params, parseAs: "text" });
        await context.pause(1_000);
      }
      const moving = await api.PATCH(ENDPOINT, { params, body });
      await assertKept(context, project_id, branch_id, moving.response, "the move of its primary");
      const deleting = await api.DELETE(ENDPOINT, { params });
      await assertKept(context, project_id, branch_id, deleting.response, "its deletion");
      const setting = await api.POST("/projects/{project_id}/branches/{branch_id}/set_as_default", {
        params: { path: { project_id, branch_id: other } },
      });
      const now = setting.response.ok ? other : branch_id;
      await assertKept(context, project_id, now, setting.response, "another branch becomes it");
    },
  },
];

/** Asserts that the branch has a primary compute once the operations have ended, whatever the answer. */
async function assertKept(
  context: Context,
  project_id: string,
  branch_id: string,
  response: Response,
  what: string,
) {
  if (!response.ok) assertDenied(response, what);
  await settle(context, { operations: await listOperations(context, project_id) });
  const { length } = await primariesOn(context, branch_id, project_id);
  assert.equal(length, 1, `primary computes on the default branch after ${what}`);
}
