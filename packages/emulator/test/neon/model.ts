/** Runs random changes of the profile's world, many at once, and checks its rules after each step. */
import fc from "fast-check";
import { type Call, createNeon } from "./support.ts";

/** A change: which of the resources to take, by index. */
type Change = (at: At, one: number, other: number) => Promise<Reply>;
type Reply = Awaited<ReturnType<Call>>;

interface At {
  call: Call;
  project: string;
  branches: Branch[];
  endpoints: Endpoint[];
  snapshots: { id: string }[];
}

interface Branch {
  id: string;
  name: string;
  parent_id?: string;
  default: boolean;
}

interface Endpoint {
  id: string;
  branch_id: string;
  type: string;
}

const CHANGES: Record<string, Change> = {
  createBranch: ({ call, project, branches }, one, other) =>
    call("POST", `${project}/branches`, {
      branch: { parent_id: pick(branches, one).id },
      endpoints: other % 2 === 0 ? [{ type: "read_write" }] : [],
    }),
  deleteBranch: ({ call, project, branches }, one) =>
    call("DELETE", `${project}/branches/${pick(branches, one).id}`),
  setDefault: ({ call, project, branches }, one) =>
    call("POST", `${project}/branches/${pick(branches, one).id}/set_as_default`),
  restore: ({ call, project, branches }, one, other) =>
    call("POST", `${project}/branches/${pick(branches, one).id}/restore`, {
      source_branch_id: pick(branches, other).id,
      ...(other % 3 === 0 && { preserve_under_name: `kept-${one}-${other}` }),
    }),
  createEndpoint: ({ call, project, branches }, one, other) =>
    call("POST", `${project}/endpoints`, {
      endpoint: {
        branch_id: pick(branches, one).id,
        type: other % 2 === 0 ? "read_write" : "read_only",
      },
    }),
  moveEndpoint: ({ call, project, branches, endpoints }, one, other) =>
    call("PATCH", `${project}/endpoints/${pick(endpoints, one)?.id}`, {
      endpoint: { branch_id: pick(branches, other).id },
    }),
  deleteEndpoint: ({ call, project, endpoints }, one) =>
    call("DELETE", `${project}/endpoints/${pick(endpoints, one)?.id}`),
  createRole: ({ call, project, branches }, one, other) =>
    call("POST", `${project}/branches/${pick(branches, one).id}/roles`, {
      role: { name: `role-${other % 5}` },
    }),
  deleteDatabase: ({ call, project, branches }, one) =>
    call("DELETE", `${project}/branches/${pick(branches, one).id}/databases/neondb`),
  createSnapshot: ({ call, project, branches }, one) =>
    call("POST", `${project}/branches/${pick(branches, one).id}/snapshot`),
  deleteSnapshot: ({ call, project, snapshots }, one) =>
    call("DELETE", `${project}/snapshots/${pick(snapshots, one)?.id}`),
};

const names = Object.keys(CHANGES);
const change = fc.tuple(fc.constantFrom(...names), fc.nat(99), fc.nat(99));
const steps = fc.array(fc.tuple(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(3)), {
  maxLength: 60,
  size: "max",
});

/** @throws {Error} at the first rule that a step breaks */
export async function runNeonModel({ runs, seed }: { runs: number; seed: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const { admin: call, emulator, ids } = createNeon({ lockMs: 0 });
      const project = `/projects/${ids.project_id}`;
      const given = new Set<string>();
      for (const [burst, seconds] of steps) {
        const at = await state(call, project);
        const replies = await Promise.all(
          burst.map(([name, one, other]) => (CHANGES[name] as Change)(at, one, other)),
        );
        for (const { body } of replies) noteIds(given, body);
        emulator.advance(seconds * 1_000);
        checkRules(await state(call, project));
      }
      await checkRecovery(call, project, emulator.exportState);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
}

async function state(call: Call, project: string): Promise<At> {
  const { branches } = (await call("GET", `${project}/branches`)).body;
  const { endpoints } = (await call("GET", `${project}/endpoints`)).body;
  const { snapshots } = (await call("GET", `${project}/snapshots`)).body;
  return { call, project, branches, endpoints, snapshots };
}

/** New ids are in answers to creations alone; operations are always new. */
function noteIds(given: Set<string>, { operations = [] }: { operations?: { id: string }[] }): void {
  for (const { id } of operations) {
    expectTrue(!given.has(id), `operation ${id} is new`);
    given.add(id);
  }
}

function checkRules({ branches, endpoints, snapshots }: At): void {
  const ids = [...branches, ...endpoints, ...snapshots].map(({ id }) => id);
  expectTrue(new Set(ids).size === ids.length, "ids are distinct");
  const branchNames = branches.map(({ name }) => name);
  expectTrue(new Set(branchNames).size === branchNames.length, "names are distinct");
  expectTrue(branches.filter((branch) => branch.default).length === 1, "one branch is the default");
  const primaries = endpoints.filter(({ type }) => type === "read_write");
  const served = new Set(primaries.map(({ branch_id }) => branch_id));
  expectTrue(served.size === primaries.length, "a branch has at most one primary");
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  expectTrue(
    endpoints.every(({ branch_id }) => byId.has(branch_id)),
    "each compute has its branch",
  );
  for (const branch of branches) {
    let root: Branch | undefined = branch;
    for (let steps = 0; root?.parent_id !== undefined; steps++) {
      root = byId.get(root.parent_id);
      expectTrue(root !== undefined, `the parents of ${branch.id} are there`);
      expectTrue(steps < branches.length, `${branch.id} does not descend from itself`);
    }
  }
}

/** A deleted project comes back as it was. */
async function checkRecovery(call: Call, project: string, read: () => object): Promise<void> {
  const before = JSON.stringify(read());
  const deleted = await call("DELETE", project);
  expectTrue(deleted.status === 200, "the project is deleted");
  expectTrue(JSON.stringify(read()) !== before, "the deleted project is gone");
  const { status } = await call("POST", `${project}/recover`);
  expectTrue(status === 200, "the project is recovered");
  expectTrue(JSON.stringify(read()) === before, "the recovered project is as it was");
}

function pick<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}

function expectTrue(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`the rule is broken: ${what}`);
}
