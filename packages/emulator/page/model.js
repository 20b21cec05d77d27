/** The page's picture of the emulator: the last state of the stream, and the changes since. */
import { KEPT, NewestFirst } from "./newest-first.js";

/**
 * @typedef {import("../src/control/schema.ts").components["schemas"]} Schemas
 * @typedef {Schemas["Branch"]} Branch
 * @typedef {Schemas["Endpoint"]} Endpoint
 * @typedef {Schemas["Fate"]} Fate
 * @typedef {Schemas["Fault"]} Fault
 * @typedef {Schemas["Keys"]} Keys
 * @typedef {Schemas["Operation"]} Operation
 * @typedef {Schemas["Project"]} Project
 * @typedef {Schemas["Request"]} Request
 */

/** The rate of requests is remembered this long. */
const RATE_SECONDS = 60;

export class Model {
  /** False until the first state has come. */
  isKnown = false;
  /** Goes up with each change of a project, branch, compute or operation. */
  version = 0;
  /** Goes up with each whole state: what was selected before may be gone. */
  generation = 0;
  /** @type {string | null} */
  profile = null;
  /** @type {Keys} */
  keys = { admin: "", member: "", organization: "", project: "" };
  /** @type {Schemas["Ids"] | undefined} */
  ids;
  /** @type {Map<string, Project>} */
  projects = new Map();
  /** @type {Map<string, Branch>} */
  branches = new Map();
  /** @type {Map<string, Endpoint>} */
  endpoints = new Map();
  /** The number of operations in the emulator; the stream begins with the newest ones. */
  operationCount = 0;
  /** @type {Fault[]} */
  faults = [];
  /** @type {Fate[]} */
  fates = [];
  /** @type {Schemas["RevokedKeys"]} */
  revokedKeys = [];
  /** @type {NewestFirst<Request>} */
  requests = new NewestFirst();
  /** Requests since the page was opened, also those too many to list. */
  requestCount = 0;
  advancedMs = 0;
  /** @type {Map<string, NewestFirst<Operation>>} by project */
  #operations = new Map();
  /** @type {Map<number, number>} how many requests came in each second */
  #rates = new Map();
  #clock = { nowMs: 0, readAt: 0, runs: true };

  /** @param {Schemas["State"]} state */
  replace(state) {
    this.isKnown = true;
    this.generation += 1;
    this.profile = state.profile;
    this.keys = state.keys;
    this.ids = state.ids;
    for (const name of /** @type {const} */ (["projects", "branches", "endpoints"]))
      this[name].clear();
    this.#operations.clear();
    this.requests = new NewestFirst();
    for (const request of state.requests.toReversed()) this.requests.put(request);
    this.requestCount = Math.max(this.requestCount, this.requests.length);
    // The state lists operations newest first, a change lists them as they came.
    this.#put({ ...state, operations: state.operations.toReversed() });
    this.setClock(state);
  }

  /** @param {Schemas["Changes"]} changes */
  change(changes) {
    this.#put(changes);
    for (const id of changes.deleted) {
      this.projects.delete(id);
      this.branches.delete(id);
      this.endpoints.delete(id);
      for (const operations of this.#operations.values()) operations.delete(id);
    }
    this.setClock({ now: changes.now, advanced_ms: this.advancedMs });
  }

  /** @param {Schemas["Requests"]} news */
  addRequests({ requests, skipped }) {
    for (const request of requests.toReversed()) this.requests.put(request);
    const count = requests.length + skipped;
    this.requestCount += count;
    const second = Math.floor(performance.now() / 1_000);
    this.#rates.set(second, (this.#rates.get(second) ?? 0) + count);
  }

  /** @param {Schemas["Clock"]} clock */
  setClock({ now, advanced_ms }) {
    const nowMs = Date.parse(now);
    const readAt = performance.now();
    const passed = readAt - this.#clock.readAt;
    // A clock that a test has stopped shows the same time again.
    const runs = passed < 500 ? this.#clock.runs : nowMs !== this.#clock.nowMs;
    this.#clock = { nowMs, readAt, runs };
    this.advancedMs = advanced_ms;
  }

  /** The emulator's time, in milliseconds since 1970. */
  now() {
    const { nowMs, readAt, runs } = this.#clock;
    return runs ? nowMs + performance.now() - readAt : nowMs;
  }

  /** Requests in each second of the last minute, the newest last. */
  rates() {
    const first = Math.floor(performance.now() / 1_000) - RATE_SECONDS;
    for (const second of this.#rates.keys()) if (second < first) this.#rates.delete(second);
    return Array.from({ length: RATE_SECONDS }, (_, at) => this.#rates.get(first + at) ?? 0);
  }

  /** @param {string | undefined} project_id */
  operationsOf(project_id) {
    const id = project_id ?? "";
    const operations = this.#operations.get(id) ?? new NewestFirst();
    this.#operations.set(id, operations);
    return operations;
  }

  /** @param {string | undefined} project_id */
  branchesOf(project_id) {
    return [...this.branches.values()].filter((branch) => branch.project_id === project_id);
  }

  /** The computes of each branch. */
  endpointsByBranch() {
    /** @type {Map<string, Endpoint[]>} */
    const lists = new Map();
    for (const endpoint of this.endpoints.values()) {
      const list = lists.get(endpoint.branch_id);
      if (list) list.push(endpoint);
      else lists.set(endpoint.branch_id, [endpoint]);
    }
    return lists;
  }

  /** True when the emulator has more operations than are listed here. */
  hasOlderOperations() {
    const listed = [...this.#operations.values()].reduce((sum, { length }) => sum + length, 0);
    return listed < Math.min(this.operationCount, KEPT);
  }

  /** Reads as many operations as the emulator shows at once. */
  async loadOlderOperations() {
    const response = await fetch(`/_emulator/state?limit=${KEPT}`);
    if (response.ok) this.replace(await response.json());
  }

  /** @param {Partial<Schemas["State"]> & Pick<Schemas["State"], "counts">} items */
  #put({
    counts,
    projects = [],
    branches = [],
    endpoints = [],
    operations = [],
    faults,
    fates,
    revoked_keys,
  }) {
    for (const project of projects) this.projects.set(project.id, project);
    for (const branch of branches) this.branches.set(branch.id, branch);
    for (const endpoint of endpoints) this.endpoints.set(endpoint.id, endpoint);
    for (const operation of operations) this.operationsOf(operation.project_id).put(operation);
    this.version += 1;
    this.operationCount = counts.operations;
    this.faults = faults ?? this.faults;
    this.fates = fates ?? this.fates;
    this.revokedKeys = revoked_keys ?? this.revokedKeys;
  }
}
