import { newCompute } from "./computes.ts";
import type {
  ApiKey,
  Branch,
  Compute,
  KeyScope,
  Organization,
  Owner,
  Project,
  User,
} from "./model.ts";
import { PRIMARY, REPLICA, randomHex } from "./model.ts";
import { appendOperation } from "./operations.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface World {
  users: User[];
  organization: Organization;
  projects: Project[];
  /** Valid keys only; a revoked key is removed. */
  keys: ApiKey[];
}

let lastKeyId = 730_000_000 + Math.floor(Math.random() * 1_000_000);

export function addKey(world: World, name: string, createdBy: string, scope: KeyScope): ApiKey {
  lastKeyId += 1 + Math.floor(Math.random() * 900);
  const key = {
    id: lastKeyId,
    secret: `pgk.${randomHex(44)}`,
    name,
    createdBy,
    created: Date.now(),
    scope,
  };
  world.keys.push(key);
  return key;
}

interface ProjectPlan {
  name: string;
  owner: Owner;
  ageDays: number;
  extraBranches: string[];
  computeState: "active" | "idle";
  checks: number;
}

interface Seeded {
  project: Project;
  home: Branch;
  compute: Compute;
  free: Branch[];
}

function seedProject(world: World, plan: ProjectPlan): Seeded {
  const created = Date.now() - plan.ageDays * DAY;
  const newBranch = (name: string, isDefault: boolean, at: number): Branch => ({
    id: `branch_${randomHex(10)}`,
    name,
    isDefault,
    created: at,
  });
  const home = newBranch("trunk", true, created);
  const free = plan.extraBranches.map((name, index) =>
    newBranch(name, false, created + (index + 1) * MINUTE),
  );
  const compute = newCompute(home.id, PRIMARY, created);
  const project: Project = {
    id: `pr_${randomHex(12)}`,
    name: plan.name,
    owner: plan.owner,
    region: "nordic-2",
    created,
    branches: [home, ...free],
    computes: [compute],
    deletedComputeIds: new Set(),
    operations: [],
  };

  const record = (action: string, branch: Branch, at: number, onCompute: boolean, failed = false) =>
    appendOperation(
      project,
      {
        branchId: branch.id,
        ...(onCompute && { computeId: compute.id }),
        action,
        status: failed ? "failed" : "finished",
        failures: failed ? 3 : 0,
      },
      at,
    );
  record("create_timeline", home, created, false);
  record("start_compute", home, created, true);
  for (const branch of free) record("create_branch", branch, branch.created, false);
  for (let n = plan.checks; n > 0; n -= 1)
    record("check_availability", home, Date.now() - n * 97 * MINUTE, true, n === 7);

  compute.current = plan.computeState;
  if (plan.computeState === "active") {
    record("start_compute", home, Date.now() - MINUTE, true);
    compute.lastActive = Date.now();
  } else {
    compute.lastActive = Date.now() - 95 * MINUTE;
    record("suspend_compute", home, compute.lastActive, true);
  }
  compute.updated = compute.lastActive;
  world.projects.push(project);
  return { project, home, compute, free };
}

export function seed() {
  const [admin, member] = [
    { id: crypto.randomUUID(), name: "administrator", email: "administrator@example.test" },
    { id: crypto.randomUUID(), name: "member", email: "member@example.test" },
  ];
  const joined = Date.now() - 90 * DAY;
  const membership: Organization["members"][number] = {
    id: "5550102",
    userId: member.id,
    role: "member",
    joined,
  };
  const organization: Organization = {
    id: `o${randomHex(9)}`,
    name: "organization",
    created: joined,
    members: [{ id: "5550101", userId: admin.id, role: "admin", joined }, membership],
  };
  const world: World = { users: [admin, member], organization, projects: [], keys: [] };
  const orgOwner: Owner = { kind: "organization", id: organization.id };

  const main = seedProject(world, {
    name: "first",
    owner: orgOwner,
    ageDays: 40,
    extraBranches: ["staging", "preview"],
    computeState: "active",
    checks: 31,
  });
  seedProject(world, {
    name: "second",
    owner: orgOwner,
    ageDays: 25,
    extraBranches: [],
    computeState: "idle",
    checks: 2,
  });
  const personal = seedProject(world, {
    name: "scratch",
    owner: { kind: "user", id: admin.id },
    ageDays: 12,
    extraBranches: [],
    computeState: "idle",
    checks: 3,
  });

  const [free1, free2] = main.free;
  if (!free1 || !free2) throw new Error("the main project is seeded with two free branches");
  const issue = (name: string, createdBy: string, scope: KeyScope) => {
    const { id, secret } = addKey(world, name, createdBy, scope);
    return { id, key: secret };
  };
  const fixtures = {
    ids: {
      project_id: main.project.id,
      org_id: organization.id,
      branch_id: main.home.id,
      endpoint_id: main.compute.id,
      free_branch_id: free1.id,
      other_free_branch_id: free2.id,
      personal_project_id: personal.project.id,
      personal_endpoint_id: personal.compute.id,
      member_id: membership.id,
    },
    replica_type: REPLICA,
    keys: {
      admin: issue("laptop", admin.id, { kind: "personal" }),
      member: issue("laptop", member.id, { kind: "personal" }),
      organization: issue("ci", admin.id, { kind: "organization", orgId: organization.id }),
      project: issue("app", member.id, {
        kind: "project",
        orgId: organization.id,
        projectId: main.project.id,
      }),
    },
  };
  return { world, fixtures, running: { project: main.project, compute: main.compute } };
}

export type Fixtures = ReturnType<typeof seed>["fixtures"];
