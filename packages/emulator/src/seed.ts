/** The world that every emulator begins with. The same seed gives the same keys and ids. */
import { addKey } from "./api-keys.ts";
import { DEFAULT_BRANCH_NAME, OPERATION_MS } from "./assumptions.ts";
import { addBranch } from "./branches.ts";
import { effects } from "./effects.ts";
import { primaryOf } from "./endpoints.ts";
import { addProject } from "./projects.ts";
import { checkSeedData, DEFAULT_OWNER, type SeedData } from "./seed-data.ts";
import { addSeedData, seededProjectId } from "./seed-projects.ts";
import { World, type WorldOptions } from "./world.ts";

/** API keys, to send as bearer tokens. */
export interface Keys {
  /** Personal key of the user who administers both organizations. */
  admin: string;
  /** Personal key of a member of the first organization. */
  member: string;
  /** Key of the first organization. */
  organization: string;
  /** Key scoped to the organization's project. */
  project: string;
}

/** The ids of the seeded world. */
export interface Ids {
  /** The user of `keys.admin`. */
  user_id: string;
  org_id: string;
  /** A second organization of the same user, to transfer projects to. */
  other_org_id: string;
  /** The membership of the user of `keys.member` in the organization. */
  member_id: string;
  /** The organization's project, which has the next four. */
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
  /** The ids of `keys`, for the revoke routes. */
  key_ids: Record<keyof Keys, number>;
}

export interface Seeded {
  world: World;
  keys: Keys;
  ids: Ids;
}

/** Creates a world whose computes have just become active. */
export function seededWorld(options: WorldOptions): Seeded {
  // Seeded operations take the default time, and all of them finish.
  const { outcome, operationMs, ...rest } = options;
  const world = new World(rest, effects);
  const untilMs = world.nowMs;
  // The first operations start in the past, so that they have just finished.
  world.nowMs -= OPERATION_MS;
  const people = addPeople(world);
  const { project, personal, made } = options.seedData
    ? seedGiven(world, people, options.seedData)
    : seedDefault(world, people);
  world.nowMs = Math.max(world.nowMs, untilMs);
  world.settle();
  Object.assign(world.options, { outcome, operationMs });
  const { member_user_id, ...ids } = people;
  return {
    world,
    keys: mapped(made, ({ key }) => key),
    ids: {
      ...ids,
      ...project,
      personal_project_id: personal.project_id,
      personal_branch_id: personal.branch_id,
      personal_endpoint_id: personal.endpoint_id,
      personal_free_branch_id: personal.free_branch_id,
      key_ids: mapped(made, ({ id }) => id),
    },
  };
}

function seedDefault(world: World, people: People) {
  const project = addSeedProject(world, people.org_id, "shop");
  const personal = addSeedProject(world, people.user_id, "notes");
  const made = addKeys(world, people, project.project_id);
  const { profile } = world.options;
  for (const { id, project_id } of world.branches.values()) {
    profile?.addContent(world, { project_id, branch_id: id }, profile.newContent);
  }
  return { project, personal, made };
}

/** The keys come first, so that they do not depend on the data. */
function seedGiven(world: World, people: People, data: SeedData) {
  checkSeedData(data);
  const { org_id, user_id } = people;
  const first = data.projects.find(({ owner = DEFAULT_OWNER }) => owner === "org");
  const made = addKeys(world, people, first ? seededProjectId(world, first.name) : "");
  addSeedData(world, data);
  return { project: idsOfFirst(world, org_id), personal: idsOfFirst(world, user_id), made };
}

/** The ids of an owner's first project; empty where it has nothing of the kind. */
function idsOfFirst(world: World, owner_id: string) {
  const [record] = world.projects.where("owner", owner_id);
  const project_id = record?.project.id ?? "";
  const branches = world.branches.where("project", project_id);
  const branch_id = branches.find((branch) => branch.default)?.id ?? "";
  const free = branches.filter(({ id }) => world.endpoints.where("branch", id).length === 0);
  return {
    project_id,
    branch_id,
    endpoint_id: primaryOf(world, branch_id)?.id ?? "",
    free_branch_id: free[0]?.id ?? "",
    other_free_branch_id: free[1]?.id ?? "",
  };
}

function addPeople(world: World) {
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
  return { user_id, member_user_id, org_id, other_org_id, member_id };
}

type People = ReturnType<typeof addPeople>;

function addKeys(world: World, { user_id, member_user_id, org_id }: People, project_id: string) {
  const personal = (id: string) =>
    addKey(world, { kind: "personal", name: "personal", owner_id: id, created_by: id });
  const owned = { owner_id: org_id, created_by: user_id };
  return {
    admin: personal(user_id),
    member: personal(member_user_id),
    organization: addKey(world, { kind: "organization", name: "organization", ...owned }),
    project: addKey(world, { kind: "project", name: "project", ...owned, project_id }),
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
