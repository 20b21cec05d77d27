/**
 * Runs random steps on an emulator and on a model of it, one by one and concurrently. Invariants are
 * checked after every step, and every response against the spec.
 */
import type { Operation } from "@hosted-postgres/types";
import fc from "fast-check";
import type { Emulator } from "../src/index.ts";
import { type Call, createStill } from "./support.ts";

interface Compute {
  project_id: string;
  branch_id: string;
  type: string;
}

interface KnownKey {
  id: number;
  call: Call;
  revoke: string;
}

interface Model {
  projects: string[];
  /** Project ids of the existing branches, by branch id. */
  branches: Map<string, string>;
  defaultBranches: Set<string>;
  computes: Map<string, Compute>;
  keys: KnownKey[];
  revoked: KnownKey[];
  /** Every id so far; none may repeat. */
  ids: Set<string>;
  /** The operations of each project as last listed, newest first. */
  listed: Map<string, Operation[]>;
  /** Operations that responses named, by id; a list must have each. */
  started: Map<string, Operation>;
  steps: number;
}

interface Real {
  emulator: Emulator;
  admin: Call;
  org_id: string;
  as: (key: string) => Call;
}

type Step = (model: Model, real: Real) => Promise<void>;

/** Runs at least `steps` steps and returns their number. */
export async function runModel({ steps, seed }: { steps: number; seed: number }): Promise<number> {
  let done = 0;
  let round = 0;
  while (done < steps) {
    const run = fc.asyncProperty(fc.commands(commands, { maxCommands: 100, size: "max" }), (all) =>
      fc.asyncModelRun(async () => {
        const { model, real } = await begin();
        return {
          model: new Proxy(model, {
            set(target, name, value) {
              if (name === "steps") done += 1;
              return Reflect.set(target, name, value);
            },
          }),
          real,
        };
      }, all),
    );
    await fc.assert(run, { seed: seed + round++, numRuns: 10, endOnFailure: false });
  }
  return done;
}

async function begin(): Promise<{ model: Model; real: Real }> {
  // Some requests are delayed, so that concurrent ones run in another order than they were sent.
  const still = createStill({ sleep: () => new Promise(setImmediate) });
  const { emulator, ids, admin, as } = still;
  emulator.inject({ chance: 0.3, latencyMs: 1, times: Number.POSITIVE_INFINITY });
  const { project_id, personal_project_id } = ids;
  const model: Model = {
    projects: [project_id, personal_project_id],
    branches: new Map([
      [ids.branch_id, project_id],
      [ids.free_branch_id, project_id],
      [ids.other_free_branch_id, project_id],
      [ids.personal_branch_id, personal_project_id],
      [ids.personal_free_branch_id, personal_project_id],
    ]),
    defaultBranches: new Set([ids.branch_id, ids.personal_branch_id]),
    computes: new Map([
      [ids.endpoint_id, { project_id, branch_id: ids.branch_id, type: "read_write" }],
      [
        ids.personal_endpoint_id,
        { project_id: personal_project_id, branch_id: ids.personal_branch_id, type: "read_write" },
      ],
    ]),
    keys: [],
    revoked: [],
    ids: new Set(Object.values(ids).filter((id) => typeof id === "string")),
    listed: new Map(),
    started: new Map(),
    steps: 0,
  };
  return { model, real: { emulator, admin, as, org_id: ids.org_id } };
}

const index = fc.nat(1_000);
const commands = [
  fc
    .tuple(index, fc.boolean())
    .map(([branch, isPrimary]) =>
      command(`create(${branch},${isPrimary})`, create(branch, isPrimary)),
    ),
  fc
    .tuple(index, index)
    .map(([compute, branch]) => command(`move(${compute},${branch})`, move(compute, branch))),
  fc
    .tuple(index, fc.constantFrom("start", "suspend", "restart"))
    .map(([compute, verb]) => command(`${verb}(${compute})`, act(compute, verb))),
  index.map((compute) => command(`remove(${compute})`, remove(compute))),
  index.map((compute) => command(`connect(${compute})`, connect(compute))),
  index.map((project) => command(`createBranch(${project})`, createBranch(project))),
  index.map((branch) => command(`setDefault(${branch})`, setDefault(branch))),
  index.map((branch) => command(`deleteBranch(${branch})`, deleteBranch(branch))),
  fc.constant(command("createProject()", createProject)),
  fc
    .tuple(index, fc.constantFrom("personal", "organization", "project"))
    .map(([, kind]) => command(`createKey(${kind})`, createKey(kind))),
  index.map((key) => command(`revoke(${key})`, revoke(key))),
  fc
    .constantFrom(1, 299, 300, 5_000, 300_000, 86_400_000)
    .map((ms) => command(`advance(${ms})`, async (_, { emulator }) => emulator.advance(ms))),
  fc
    .constantFrom("failed" as const, "finished" as const)
    .map((outcome) =>
      command(`decide(${outcome})`, async (_, { emulator }) => emulator.decide({ outcome })),
    ),
  fc
    .array(fc.tuple(fc.nat(4), index, index), { minLength: 2, maxLength: 12 })
    .map((burst) => command(`atOnce(${JSON.stringify(burst)})`, atOnce(burst))),
  fc
    .tuple(index, fc.integer({ min: 1, max: 7 }))
    .map(([project, limit]) => command(`page(${project},${limit})`, page(project, limit))),
];

function command(name: string, step: Step): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model, real) {
      await step(model, real);
      model.steps += 1;
      await checkInvariants(model, real);
    },
    toString: () => name,
  };
}

function create(branchIndex: number, isPrimary: boolean): Step {
  return async (model, { admin }) => {
    const [branch_id, project_id] = pick([...model.branches], branchIndex);
    const type = isPrimary ? "read_write" : "replica";
    const taken = isPrimary && hasPrimary(model, branch_id);
    const { status, body } = await admin("POST", `/projects/${project_id}/endpoints`, {
      endpoint: { branch_id, type },
    });
    expectStatus(status, taken ? 409 : 201);
    if (taken) return;
    given(model, body.endpoint.id);
    model.computes.set(body.endpoint.id, { project_id, branch_id, type });
    started(model, body.operations);
    expectEqual(
      body.operations.map(({ action, status }) => `${action} ${status}`),
      ["start_compute running"],
    );
  };
}

function move(computeIndex: number, branchIndex: number): Step {
  return async (model, { admin }) => {
    if (model.computes.size === 0) return;
    const [id, compute] = pick([...model.computes], computeIndex);
    const branches = [...model.branches].filter(([, project]) => project === compute.project_id);
    const [branch_id] = pick(branches, branchIndex);
    const moves = branch_id !== compute.branch_id;
    const isPrimary = compute.type === "read_write";
    const keeps = isPrimary && model.defaultBranches.has(compute.branch_id);
    const taken = moves && (keeps || (isPrimary && hasPrimary(model, branch_id)));
    const { status, body } = await admin(
      "PATCH",
      `/projects/${compute.project_id}/endpoints/${id}`,
      {
        endpoint: { branch_id },
      },
    );
    expectStatus(status, taken ? 409 : 200);
    if (taken) return;
    compute.branch_id = branch_id;
    started(model, body.operations);
  };
}

function act(computeIndex: number, verb: string): Step {
  return async (model, { admin }) => {
    if (model.computes.size === 0) return;
    const [id, { project_id }] = pick([...model.computes], computeIndex);
    const path = `/projects/${project_id}/endpoints/${id}`;
    const { body: before } = await admin("GET", path);
    const { status, body } = await admin("POST", `${path}/${verb}`);
    const { current_state, pending_state = current_state } = before.endpoint;
    const restarts = current_state === "active" && pending_state === "active";
    expectStatus(status, verb === "restart" && !restarts ? 409 : 200);
    if (status === 200) started(model, body.operations);
  };
}

function remove(computeIndex: number): Step {
  return async (model, { admin }) => {
    if (model.computes.size === 0) return;
    const [id, { project_id, branch_id, type }] = pick([...model.computes], computeIndex);
    const { status } = await admin("DELETE", `/projects/${project_id}/endpoints/${id}`);
    const keeps = type === "read_write" && model.defaultBranches.has(branch_id);
    expectStatus(status, keeps ? 409 : 200);
    if (!keeps) model.computes.delete(id);
  };
}

function connect(computeIndex: number): Step {
  return async (model, { emulator, admin }) => {
    if (model.computes.size === 0) return;
    const [id, { project_id }] = pick([...model.computes], computeIndex);
    emulator.connect(id).query();
    const { body } = await admin("GET", `/projects/${project_id}/endpoints/${id}`);
    const { current_state, pending_state = current_state } = body.endpoint;
    expectEqual(pending_state, "active");
  };
}

function setDefault(branchIndex: number): Step {
  return async (model, { admin }) => {
    const [id, project_id] = pick([...model.branches], branchIndex);
    const path = `/projects/${project_id}/branches/${id}/set_as_default`;
    const { status } = await admin("POST", path);
    const isAllowed = hasPrimary(model, id);
    expectStatus(status, isAllowed ? 200 : 409);
    if (!isAllowed) return;
    for (const other of model.defaultBranches) {
      if (model.branches.get(other) === project_id) model.defaultBranches.delete(other);
    }
    model.defaultBranches.add(id);
  };
}

function createBranch(projectIndex: number): Step {
  return async (model, { admin }) => {
    const project_id = pick(model.projects, projectIndex);
    const { status, body } = await admin("POST", `/projects/${project_id}/branches`, {});
    expectStatus(status, 201);
    const { id } = body.branch as { id: string };
    given(model, id);
    model.branches.set(id, project_id);
    started(model, body.operations);
  };
}

function deleteBranch(branchIndex: number): Step {
  return async (model, { admin }) => {
    const [id, project_id] = pick([...model.branches], branchIndex);
    const path = `/projects/${project_id}/branches/${id}`;
    const { body } = await admin("GET", path);
    const isDefault = model.defaultBranches.has(id);
    expectEqual((body.branch as { default: boolean }).default, isDefault);
    const { status } = await admin("DELETE", path);
    expectStatus(status, isDefault ? 409 : 200);
    if (isDefault) return;
    model.branches.delete(id);
    for (const [compute, { branch_id }] of model.computes) {
      if (branch_id === id) model.computes.delete(compute);
    }
  };
}

async function createProject(model: Model, { admin }: Real): Promise<void> {
  if (model.projects.length >= 8) return;
  const { status, body } = await admin("POST", "/projects", {});
  expectStatus(status, 201);
  const { id } = body.project as { id: string };
  const [endpoint] = body.endpoints;
  if (!endpoint) throw new Error("a project without a compute");
  for (const made of [id, endpoint.id, endpoint.branch_id]) given(model, made);
  model.projects.push(id);
  model.branches.set(endpoint.branch_id, id);
  model.defaultBranches.add(endpoint.branch_id);
  model.computes.set(endpoint.id, {
    project_id: id,
    branch_id: endpoint.branch_id,
    type: "read_write",
  });
  started(model, body.operations);
}

function createKey(kind: string): Step {
  return async (model, { admin, as, org_id }) => {
    const path = kind === "personal" ? "/api_keys" : `/organizations/${org_id}/api_keys`;
    const scope = kind === "project" ? { project_id: model.projects[0] } : {};
    const { status, body } = await admin("POST", path, { key_name: "k", ...scope });
    expectStatus(status, 201);
    const { id, key } = body as unknown as { id: number; key: string };
    given(model, `key ${id}`);
    given(model, key);
    model.keys.push({ id, call: as(key), revoke: `${path}/${id}` });
  };
}

function revoke(keyIndex: number): Step {
  return async (model, { admin }) => {
    if (model.keys.length === 0) return;
    const key = pick(model.keys, keyIndex);
    const { status } = await admin("DELETE", key.revoke);
    expectStatus(status, 200);
    model.keys.splice(model.keys.indexOf(key), 1);
    model.revoked.push(key);
    await refusedNow(key);
  };
}

/** Sends requests concurrently; the model learns their result from the lists. */
function atOnce(burst: [number, number, number][]): Step {
  return async (model, { admin }) => {
    const replies = await Promise.all(
      burst.map(async ([kind, one, other]) => {
        const [branch_id, project_id] = pick([...model.branches], one);
        const computes = [...model.computes].filter(([, at]) => at.project_id === project_id);
        const endpoints = `/projects/${project_id}/endpoints`;
        const [id] = computes.length > 0 ? pick(computes, other) : ["ep-none"];
        const create = { endpoint: { branch_id, type: "read_write" } };
        if (kind === 0) return admin("POST", endpoints, create);
        if (kind === 1) return admin("PATCH", `${endpoints}/${id}`, { endpoint: { branch_id } });
        if (kind === 2) return admin("DELETE", `${endpoints}/${id}`);
        if (kind === 3) return admin("POST", `${endpoints}/${id}/start`);
        return admin("POST", `/projects/${project_id}/branches`, {});
      }),
    );
    for (const { status, body } of replies) {
      if (status < 300) started(model, body.operations);
      if (status === 201 && body.endpoint) given(model, body.endpoint.id);
      const branch = body.branch as { id: string; project_id: string } | undefined;
      if (!branch) continue;
      given(model, branch.id);
      model.branches.set(branch.id, branch.project_id);
    }
    model.computes.clear();
    for (const project_id of model.projects) {
      const { body } = await admin("GET", `/projects/${project_id}/endpoints`);
      for (const { id, branch_id, type } of body.endpoints) {
        model.computes.set(id, { project_id, branch_id, type });
      }
    }
  };
}

/** Pages through a list while a new operation starts after every page. */
function page(projectIndex: number, limit: number): Step {
  return async (model, { admin, emulator }) => {
    const project_id = pick(model.projects, projectIndex);
    const before = await list(admin, project_id, 1_000);
    const seen: string[] = [];
    let query = `limit=${limit}`;
    for (let pages = 0; pages < 1_000; pages++) {
      const [{ body }] = await Promise.all([
        admin("GET", `/projects/${project_id}/operations?${query}`),
        Promise.resolve().then(() => {
          const operation = emulator.startOperation({ project_id, action: "tenant_attach" });
          started(model, [operation]);
        }),
      ]);
      if (body.operations.length === 0) break;
      seen.push(...body.operations.map(({ id }) => id));
      query = `limit=${limit}&cursor=${encodeURIComponent(`${body.pagination.cursor}`)}`;
    }
    // The first page may have the operation started beside it.
    const old = seen.slice(seen.indexOf(before[0]?.id ?? ""));
    expectEqual(
      old,
      before.map(({ id }) => id),
    );
  };
}

async function checkInvariants(model: Model, { admin }: Real): Promise<void> {
  const project_id = pick(model.projects, model.steps);
  const { body } = await admin("GET", `/projects/${project_id}/endpoints`);
  const here = [...model.computes].filter(([, compute]) => compute.project_id === project_id);
  expectEqual(
    body.endpoints.map(({ id, branch_id, type }) => `${id} ${branch_id} ${type}`).sort(),
    here.map(([id, { branch_id, type }]) => `${id} ${branch_id} ${type}`).sort(),
  );
  const primaries = body.endpoints.filter(({ type }) => type === "read_write");
  const branches = new Set(primaries.map(({ branch_id }) => branch_id));
  expectEqual(branches.size, primaries.length);
  expectEqual([...model.defaultBranches].filter((id) => branches.has(id)).length, 1);

  await checkOperations(model, project_id, await list(admin, project_id, 50));
  const [key] = model.revoked.length > 0 ? [pick(model.revoked, model.steps)] : [];
  if (key) await refusedNow(key);
}

/** Each operation once, newest first; none lost, none changed after its end. */
async function checkOperations(model: Model, project_id: string, now: Operation[]): Promise<void> {
  const ids = now.map(({ id }) => id);
  expectEqual(new Set(ids).size, ids.length);
  const times = now.map(({ created_at }) => created_at);
  expectEqual(times, [...times].sort().reverse());
  const before = model.listed.get(project_id) ?? [];
  const old = now.slice(now.length - before.length);
  expectEqual(
    old.map(({ id }) => id),
    before.map(({ id }) => id),
  );
  for (const [index, { status }] of before.entries()) {
    const isFinal = status === "finished" || status === "failed";
    if (isFinal) expectEqual(old[index]?.status, status);
    else if (status === "running" && old[index]?.status === "scheduling")
      throw new Error("an operation went back to scheduling");
  }
  const present = new Set(ids);
  for (const [id, operation] of model.started) {
    if (operation.project_id !== project_id) continue;
    if (!present.has(id)) throw new Error(`operation ${id} was in a response but is not listed`);
    model.started.delete(id);
  }
  model.listed.set(project_id, now);
}

async function list(call: Call, project_id: string, limit: number): Promise<Operation[]> {
  const operations: Operation[] = [];
  let query = `limit=${limit}`;
  for (let pages = 0; pages < 1_000; pages++) {
    const { body } = await call("GET", `/projects/${project_id}/operations?${query}`);
    operations.push(...body.operations);
    if (body.operations.length < limit) return operations;
    query = `limit=${limit}&cursor=${encodeURIComponent(`${body.pagination.cursor}`)}`;
  }
  throw new Error("the list does not end");
}

async function refusedNow({ call }: KnownKey): Promise<void> {
  expectStatus((await call("GET", "/projects")).status, 401);
  expectStatus((await call("POST", "/projects", {})).status, 401);
}

function hasPrimary({ computes }: Model, branch_id: string): boolean {
  return [...computes.values()].some(
    (at) => at.branch_id === branch_id && at.type === "read_write",
  );
}

function given({ ids }: Model, id: string): void {
  if (ids.has(id)) throw new Error(`${id} repeats`);
  ids.add(id);
}

function started(model: Model, operations: Operation[]): void {
  for (const operation of operations) {
    given(model, operation.id);
    model.started.set(operation.id, operation);
  }
}

function pick<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}

function expectStatus(actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`status ${actual} instead of ${expected}`);
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}
