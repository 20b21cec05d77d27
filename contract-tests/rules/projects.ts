import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Rule } from "../rule.ts";
import { answersOf, assertFields, projectsSeen } from "./seen.ts";
import { createProject, listEndpoints } from "./steps.ts";

export const projectRules: Rule[] = [
  {
    id: "project-fields",
    level: "MUST",
    text: "a project has each documented field, of the documented type",
    source: "Resources and their fields, Project",
    async check(context) {
      for (const project of await projectsSeen(context)) {
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
      }
    },
  },
  {
    id: "project-list-answer",
    level: "MUST",
    text: "listing projects answers an array in projects",
    source: "Endpoints, Detailed shapes",
    async check(context) {
      for (const { body } of await answersOf(context, "GET /projects")) {
        assert.ok(Array.isArray(body.projects));
      }
    },
  },
  {
    id: "project-has-default-branch-with-primary",
    level: "MUST",
    text: "a project has a default branch, and that has a primary read-write compute",
    source: "What the service does 3",
    needs: ["state"],
    async check(context) {
      const created = await createProject(context);
      const { projects } = await unwrap(context.api.GET("/projects"));

      assert.ok(projects.some(({ id }) => id === created.id));
      for (const { id } of projects) {
        const types = (await listEndpoints(context, id)).map(({ type }) => type);
        assert.ok(types.includes("read_write"), `project ${id} has no primary compute`);
      }
    },
  },
  {
    id: "branch-data-through-compute-only",
    level: "MUST",
    text: "the data of a branch is reached only through a compute attached to it",
    source: "What the service does 2",
    excused: "seen in Postgres, not in the API",
  },
];
