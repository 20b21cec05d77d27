/** The routes of branches. The document names them and shows no shape. */
import {
  branchFields,
  DEFAULT_BRANCH_WITHOUT_PRIMARY,
  DELETE_OF_DEFAULT_BRANCH,
  deletedWithBranch,
  NO_OPERATIONS,
  parentIdIn,
  shapes,
  unnamed,
} from "./assumptions.ts";
import { primaryOf, removeEndpoint } from "./endpoints.ts";
import { startOperations } from "./operations.ts";
import { found, notFound, Problem } from "./problem.ts";
import { removeResources } from "./resources.ts";
import type { RoutedRequest } from "./router.ts";
import { objectOf } from "./validate.ts";
import type { Branch, World } from "./world.ts";

export function listBranches({ world, path }: RoutedRequest) {
  return shapes.branches(world.branches.where("project", path.project_id).map(shownBranch));
}

export function countBranches({ world, path }: RoutedRequest) {
  return shapes.branchCount(world.branches.where("project", path.project_id).length);
}

export function getBranch({ world, path }: RoutedRequest) {
  return shapes.branch(shownBranch(branchOf(world, path)));
}

export function createBranch({ world, path, body }: RoutedRequest) {
  const { project_id } = path;
  const branch = addBranch(world, project_id, objectOf(body, "branch"));
  const parent = world.branches.get(`${parentIdIn(branch.attributes)}`);
  const source = parent?.project_id === project_id ? parent : defaultBranchOf(world, project_id);
  world.dataPlane.copyBranch?.(source.id, branch.id);
  const place = { project_id, branch_id: branch.id };
  return shapes.changedBranch(shownBranch(branch), startOperations(world, place, "create_branch"));
}

export function updateBranch({ world, path, body }: RoutedRequest) {
  const branch = branchOf(world, path);
  const { name, ...attributes } = objectOf(body, "branch");
  branch.attributes = { ...branch.attributes, ...attributes };
  if (typeof name === "string") branch.name = name;
  return shapes.changedBranch(shownBranch(put(world, branch)), NO_OPERATIONS);
}

export function setDefaultBranch({ world, path }: RoutedRequest) {
  const branch = branchOf(world, path);
  checkHasPrimary(world, branch);
  for (const other of world.branches.where("project", path.project_id)) {
    if (other.default && other !== branch) put(world, Object.assign(other, { default: false }));
  }
  branch.default = true;
  return shapes.changedBranch(shownBranch(put(world, branch)), NO_OPERATIONS);
}

export function checkHasPrimary(world: World, { id }: Branch): void {
  if (primaryOf(world, id)) return;
  const message = `branch ${id} has no primary compute, which a default branch has`;
  throw new Problem(DEFAULT_BRANCH_WITHOUT_PRIMARY, message);
}

export function deleteBranch({ world, path }: RoutedRequest) {
  const branch = branchOf(world, path);
  if (branch.default)
    throw new Problem(DELETE_OF_DEFAULT_BRANCH, `branch ${branch.id} is the default branch`);
  removeBranch(world, branch);
  return shapes.changedBranch(shownBranch(branch), NO_OPERATIONS);
}

export function removeBranch(world: World, { id, project_id }: Branch): void {
  const records = deletedWithBranch(world.endpoints.where("branch", id));
  for (const record of records) removeEndpoint(world, record);
  removeResources(world, `/projects/${project_id}/branches/${id}`);
  world.dataPlane.deleteBranch?.(id);
  world.branches.delete(id);
}

export function addBranch(
  world: World,
  project_id: string,
  { name, ...attributes }: Record<string, unknown>,
  isDefault = false,
  id = world.identity.id("branch"),
): Branch {
  const at = world.timestamp();
  return world.branches.put(id, {
    id,
    project_id,
    name: typeof name === "string" ? name : unnamed(id),
    default: isDefault,
    created_at: at,
    updated_at: at,
    attributes,
  });
}

/** @throws {Problem} 404 when the project has no default branch */
export function defaultBranchOf(world: World, project_id: string): Branch {
  const branches = world.branches.where("project", project_id);
  return found(
    branches.find((branch) => branch.default),
    "a default branch",
  );
}

/** @throws {Problem} 404 unless the branch of the path is in the project of the path */
export function branchOf(world: World, { project_id, branch_id }: RoutedRequest["path"]): Branch {
  const branch = world.branches.get(branch_id);
  if (branch?.project_id === project_id) return branch;
  throw notFound(`branch ${branch_id}`);
}

export function shownBranch({ attributes, checkAtMs, ...branch }: Branch) {
  return branchFields(attributes, branch);
}

function put(world: World, branch: Branch): Branch {
  branch.updated_at = world.timestamp();
  return world.branches.put(branch.id, branch);
}
