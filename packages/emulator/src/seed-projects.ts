/** Adds the projects of seed data to a world. The names decide the ids, in whatever order they come. */
import { DEFAULT_BRANCH_NAME, PRIMARY } from "./assumptions.ts";
import { addBranch } from "./branches.ts";
import { addEndpoint } from "./endpoints.ts";
import { startOperations } from "./operations.ts";
import { Problem } from "./problem.ts";
import { addEmptyProject } from "./projects.ts";
import {
  type BranchContent,
  DEFAULT_OWNER,
  type SeedBranch,
  type SeedCompute,
  type SeedData,
  SeedError,
  type SeedProject,
} from "./seed-data.ts";
import type { World } from "./world.ts";

const NOTHING: BranchContent = { roles: [], databases: [] };

/** @throws {SeedError} when a compute or an owner cannot be */
export function addSeedData(world: World, { projects }: SeedData): void {
  for (const [index, project] of projects.entries()) {
    addSeedProject(world, project, `projects[${index}]`);
  }
}

export function seededProjectId(world: World, name: string): string {
  return world.identity.idOf("project", JSON.stringify([name]));
}

/** The owners of seed data, by their names there. */
export function ownerIds({ users, organizations }: World) {
  const [user, member_user] = users.values();
  const [org, other_org] = organizations.values();
  return {
    org: `${org?.id}`,
    other_org: `${other_org?.id}`,
    user: `${user?.id}`,
    member_user: `${member_user?.id}`,
  };
}

function addSeedProject(world: World, given: SeedProject, at: string): void {
  const { name, owner = DEFAULT_OWNER, branches = [{ name: DEFAULT_BRANCH_NAME }] } = given;
  const project_id = seededProjectId(world, name);
  addEmptyProject(world, ownerIds(world)[owner], { name }, project_id);
  const isFirst = branches.find(({ parent }) => parent === undefined);
  const preset = branches.find((branch) => branch.default) ?? isFirst;
  for (const [index, branch] of branches.entries()) {
    const isDefault = branch === preset;
    const place = `${at}.branches[${index}]`;
    const branch_id = addSeedBranch(world, given, branch, isDefault);
    const { computes = isDefault ? [{}] : [] } = branch;
    addComputes(world, { project_id, branch_id }, computes, `${place}.computes`);
    addContent(world, { project_id, branch_id }, contentOf(world, branches, branch), place);
    if (isDefault) startOperations(world, { project_id, branch_id }, "create_timeline");
  }
}

function addSeedBranch(world: World, project: SeedProject, branch: SeedBranch, isDefault: boolean) {
  const { name, parent } = branch;
  const idOf = (name: string) =>
    world.identity.idOf("branch", JSON.stringify([project.name, name]));
  const parent_id = parent === undefined ? {} : { parent_id: idOf(parent) };
  const project_id = seededProjectId(world, project.name);
  const attributes = { name, ...parent_id };
  return addBranch(world, project_id, attributes, isDefault, idOf(name)).id;
}

function addComputes(
  world: World,
  { project_id, branch_id }: { project_id: string; branch_id: string },
  computes: SeedCompute[],
  at: string,
): void {
  const counts = new Map<string, number>();
  for (const [index, { type = PRIMARY, ...sizes }] of computes.entries()) {
    const count = counts.get(type) ?? 0;
    counts.set(type, count + 1);
    const id = world.identity.idOf("ep", JSON.stringify([branch_id, type, count]));
    locating(`${at}[${index}]`, () =>
      addEndpoint(world, project_id, { branch_id, type, ...sizes }, id),
    );
  }
}

/** The branch's own content, else its parent's, else that of a new project. */
function contentOf(world: World, branches: SeedBranch[], branch: SeedBranch): BranchContent {
  const { roles, databases, parent } = branch;
  if (roles || databases) return { roles: roles ?? [], databases: databases ?? [] };
  const above = branches.find(({ name }) => name === parent);
  if (above) return contentOf(world, branches, above);
  return world.options.profile?.newContent ?? NOTHING;
}

function addContent(
  world: World,
  place: { project_id: string; branch_id: string },
  content: BranchContent,
  at: string,
): void {
  const { profile } = world.options;
  if (profile) {
    locating(`${at}.databases`, () => profile.addContent(world, place, content));
    return;
  }
  const branch = `/projects/${place.project_id}/branches/${place.branch_id}`;
  for (const { name } of content.roles) {
    const path = `${branch}/roles/${encodeURIComponent(name)}`;
    world.resources.put(path, { path, parent: `${branch}/roles`, body: { role_name: name } });
  }
  for (const { name, ...owner } of content.databases) {
    const path = `${branch}/databases/${encodeURIComponent(name)}`;
    const body = { ...owner, database_name: name };
    world.resources.put(path, { path, parent: `${branch}/databases`, body });
  }
}

/** Names the part of the seed data that a refusal is about. */
function locating(at: string, add: () => unknown): void {
  try {
    add();
  } catch (error) {
    throw error instanceof Problem ? new SeedError(at, error.message) : error;
  }
}
