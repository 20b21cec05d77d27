/** Projects: their fields, the list, and what a new project contains. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Rule } from "../run/rule.ts";
import { listEndpoints } from "./steps/endpoints.ts";
import { createProject } from "./steps/projects.ts";
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
    },
  },
  {
    id: "branch-data-through-compute-only",
    level: "MUST",
    text: "the data of a branch is reached only through a compute attached to it",
    states: ["What the service does 2: data-through-computes"],
    excused: "seen in Postgres, not in the API",
  },
];
