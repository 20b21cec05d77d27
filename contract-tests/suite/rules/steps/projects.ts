/** Steps with projects. */
import assert from "node:assert/strict";
import { type Project, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import { send } from "../../run/send.ts";
import { route } from "../../spec/routes.ts";
import { assertAccepted } from "./asserts.ts";
import { listOperations, newOperations, settle } from "./operations.ts";

/** Creates a project from the example of the spec. The response shape is undocumented. */
export async function createProject({ api, target }: Context): Promise<Project> {
  const { projects: before } = await unwrap(api.GET("/projects"));
  const { response } = await send(api, route("POST /projects"), target);
  assertAccepted(response, "creating a project");

  const { projects } = await unwrap(api.GET("/projects"));
  const created = projects.find(({ id }) => !before.some((project) => project.id === id));
  assert.ok(created, "the new project is not listed");
  return created;
}

/** The branch that `create_timeline` created: the default one, while no other is set as default. */
export async function defaultBranchOf(context: Context, project_id: string): Promise<string> {
  const operations = await listOperations(context, project_id);
  const [timeline] = operations.filter(({ action }) => action === "create_timeline");
  if (!timeline) throw new Blocked(`no create_timeline names the default branch of ${project_id}`);
  await settle(context, { operations });
  return timeline.branch_id;
}

/** Creates a branch. The response shape is undocumented, so its operation tells the id. */
export async function createBranch(context: Context, project_id: string): Promise<string> {
  const { api, target } = context;
  const before = await listOperations(context, project_id);
  const create = route("POST /projects/{project_id}/branches");
  const { response } = await send(api, create, {
    ...{ ids: { ...target.ids, project_id }, bodies: target.bodies },
  });
  const operations = await newOperations(context, before, project_id);
  const [created] = operations.filter(({ action }) => action === "create_branch");
  if (!created) throw new Blocked(`creating a branch was answered ${response.status}`);
  await settle(context, { operations });
  return created.branch_id;
}
