/** The world every emulator begins with. The same seed gives the same keys and ids. */
import { addKey } from "./api-keys.ts";
import { DEFAULT_BRANCH_NAME, OPERATION_MS } from "./assumptions.ts";
import { addBranch } from "./branches.ts";
import { takeEffect } from "./effects.ts";
import { addProject } from "./projects.ts";
import { World, type WorldOptions } from "./world.ts";

/** Secrets, to be sent as bearer tokens. */
export interface Keys {
  /** Personal key of the user who administers both organizations. */
  admin: string;
  /** Personal key of a user who is a member of the first organization. */
  member: string;
  /** Key of the first organization. */
  organization: string;
  /** Key scoped to the organization's project. */
  project: string;
}

/** What there is from the beginning. */
export interface Ids {
  /** The user of `keys.admin`. */
  user_id: string;
  org_id: string;
  /** A second organization of the same user, to transfer projects to. */
  other_org_id: string;
  /** The membership of the user of `keys.member` in the organization. */
  member_id: string;
  /** The organization's project; the next five are in it. */
  project_id: string;
  /** Its default branch, with the primary compute `endpoint_id`. */
  branch_id: string;
  endpoint_id: string;
  /** Two branches without a compute. */
  free_branch_id: string;
  other_free_branch_id: string;
  /** The personal project of the user of `keys.admin`, with a primary compute and a free branch. */
  personal_project_id: string;
  personal_branch_id: string;
  personal_endpoint_id: string;
  personal_free_branch_id: string;
  /** The keys by their ids, as the revoke paths take them. */
  key_ids: Record<keyof Keys, number>;
}

export interface Seeded {
  world: World;
  keys: Keys;
  ids: Ids;
}

/** A new world. Its computes have just become active. */
export function seededWorld(options: WorldOptions): Seeded {
  const { outcome, operationMs, ...rest } = options;
  const world = new World(rest, takeEffect);
  const seeded = fill(world);
  Object.assign(world.options, { outcome, operationMs });
  return seeded;
}

function fill(world: World): Seeded {
  const untilMs = world.nowMs;
  // Its first operations begin in the past, so that they have just finished.
  world.nowMs -= OPERATION_MS;
  const { identity } = world;
  const user_id = identity.id("user");
  const member_user_id = identity.id("user");
  const org_id = identity.id("org");
  const other_org_id = identity.id("org");
  for (const id of [user_id, member_user_id]) world.users.put(id, { id });
  for (const id of [org_id, other_org_id]) world.organizations.put(id, { id });
  addMember(world, org_id, user_id, "admin");
  addMember(world, other_org_id, user_id, "admin");
  const member_id = addMember(world, org_id, member_user_id, "member");

  const project = addSeedProject(world, org_id, "shop");
  const personal = addSeedProject(world, user_id, "notes");
  const created_by = user_id;
  const person = { kind: "personal", name: "personal" } as const;
  const made = {
    admin: addKey(world, { ...person, owner_id: user_id, created_by }),
    member: addKey(world, { ...person, owner_id: member_user_id, created_by: member_user_id }),
    organization: addKey(world, {
      kind: "organization",
      name: "organization",
      owner_id: org_id,
      created_by,
    }),
    project: addKey(world, {
      kind: "project",
      name: "project",
      owner_id: org_id,
      created_by,
      project_id: project.project_id,
    }),
  };
  world.nowMs = Math.max(world.nowMs, untilMs);
  world.settle();
  return {
    world,
    keys: mapped(made, ({ key }) => key),
    ids: {
      user_id,
      org_id,
      other_org_id,
      member_id,
      ...project,
      personal_project_id: personal.project_id,
      personal_branch_id: personal.branch_id,
      personal_endpoint_id: personal.endpoint_id,
      personal_free_branch_id: personal.free_branch_id,
      key_ids: mapped(made, ({ id }) => id),
    },
  };
}

function addMember(world: World, org_id: string, user_id: string, role: string): string {
  const id = world.identity.id("member");
  world.members.put(id, { id, org_id, user_id, role });
  return id;
}

function addSeedProject(world: World, owner_id: string, name: string) {
  const { project, endpoints } = addProject(world, owner_id, { name });
  const free = addBranch(world, project.id, { name: `${DEFAULT_BRANCH_NAME}-2` });
  const other = addBranch(world, project.id, { name: `${DEFAULT_BRANCH_NAME}-3` });
  const [endpoint] = endpoints;
  return {
    project_id: project.id,
    branch_id: `${endpoint?.branch_id}`,
    endpoint_id: `${endpoint?.id}`,
    free_branch_id: free.id,
    other_free_branch_id: other.id,
  };
}

function mapped<From, To>(made: Record<keyof Keys, From>, to: (from: From) => To) {
  const { admin, member, organization, project } = made;
  return {
    admin: to(admin),
    member: to(member),
    organization: to(organization),
    project: to(project),
  };
}
