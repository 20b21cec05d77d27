/** Items that the profile keeps under the path of their route. */
import { defaultBranchOf } from "../branches.ts";
import { found, notFound } from "../problem.ts";
import { removeResources } from "../resources.ts";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";

export type Item = Record<string, unknown>;

/** Fills in the parameters of a path. */
export function placed(template: string, path: Readonly<Record<string, string>>): string {
  try {
    return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${path[name]}`));
  } catch {
    throw notFound("the path of the request");
  }
}

/** @throws {Problem} 404 when there is none */
export function keptAt(world: World, at: string): Item {
  return found(world.resources.get(at), at).body;
}

export function maybeKeptAt(world: World, at: string): Item | undefined {
  return world.resources.get(at)?.body;
}

export function keptIn(world: World, list: string): Item[] {
  return world.resources.where("parent", list).map(({ body }) => body);
}

export function keep(world: World, at: string, body: Item): Item {
  const parent = at.slice(0, at.lastIndexOf("/"));
  return world.resources.put(at, { path: at, parent, body }).body;
}

/** Removes an item with everything below it. */
export function forget(world: World, at: string): void {
  removeResources(world, at);
}

/** Completes a request with the project's default branch, for routes whose path names none. */
export function onDefaultBranch(request: RoutedRequest, project_id: string): RoutedRequest {
  const branch = defaultBranchOf(request.world, project_id);
  return { ...request, path: { ...request.path, project_id, branch_id: branch.id } };
}
