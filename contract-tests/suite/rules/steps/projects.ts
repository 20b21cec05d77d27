/** Steps with projects. */
import assert from "node:assert/strict";
import { type Project, unwrap } from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import { send } from "../../run/send.ts";
import { route } from "../../spec/routes.ts";
import { assertAccepted } from "./asserts.ts";

/** Creates a project from the example of the spec. The response shape is undocumented. */
export async function createProject({ api, target }: Context): Promise<Project> {
  const { projects: before } = await unwrap(api.GET("/projects"));
  const { response } = await send(api, route("POST /projects"), { ids: target.ids });
  assertAccepted(response, "creating a project");

  const { projects } = await unwrap(api.GET("/projects"));
  const created = projects.find(({ id }) => !before.some((project) => project.id === id));
  assert.ok(created, "the new project is not listed");
  return created;
}
