/** The state of the service and its clock. Time passes only in `settle`. */
import type {
  ApiKey,
  EndpointWithoutPendingState,
  Operation,
  Project,
} from "@hosted-postgres/types";
import { Agenda } from "./agenda.ts";
import { HISTORY, type LastCursor } from "./assumptions.ts";
import { type DataPlane, type RolesAndDatabases, SimulatedDataPlane } from "./data-plane.ts";
import { createIdentity, type Identity, type IdForm } from "./identity.ts";
import { type Bucket, checkRateLimit, type RateLimit } from "./rate-limit.ts";
import { ResourceTable } from "./resource-table.ts";
import type { BranchContent, SeedData } from "./seed-data.ts";
import { Table } from "./table.ts";
import { timestampOf } from "./timestamp.ts";

export interface User {
  id: string;
}

export interface Organization {
  id: string;
}

export interface Member {
  id: string;
  org_id: string;
  user_id: string;
  role: string;
}

export interface Key extends Omit<ApiKey, "key"> {
  kind: "personal" | "organization" | "project";
  hash: string;
  /** The user or organization that owns the key. */
  owner_id: string;
}

export interface ProjectRecord {
  project: Project;
  /** The user or organization that owns the project. */
  owner_id: string;
  deleted: boolean;
  /** Time of the last request or compute use, to the hour, so that reads need no saving. */
  usedAtMs: number;
  detached: boolean;
}

export interface Branch {
  id: string;
  project_id: string;
  name: string;
  default: boolean;
  created_at: string;
  updated_at: string;
  /** The other attributes its creator sent. */
  attributes: Record<string, unknown>;
  /** When the control plane checks its compute next. */
  checkAtMs?: number | undefined;
}

export interface EndpointRecord {
  /** Without `pending_state`, which follows from the unfinished operations. */
  endpoint: EndpointWithoutPendingState;
  /** When inactivity suspends it, in milliseconds since 1970; undefined if nothing does. */
  suspendAtMs?: number | undefined;
  /** Idle time that suspends it, in milliseconds; null: never. */
  idleMs: number | null;
  /** Set while it is down by a failure: its start failed, or its server ended by itself. */
  failure?: string | undefined;
}

export interface OperationRecord {
  operation: Operation;
  /** Its unique position in the list, in microseconds. */
  atUs: number;
  /** When it ends; undefined unless it is running and ends by itself. */
  dueMs?: number | undefined;
  /** Its outcome, decided when it starts to run. */
  outcome?: OperationOutcome | undefined;
  /** The reason that its work failed. */
  error?: string | undefined;
}

export interface TransferRequest {
  id: string;
  project_id: string;
}

/** The effects of operations on the rest of the world. */
export interface Effects {
  /** Begins the work of an operation; undefined when it has none that takes real time. */
  begin(world: World, operation: Operation): Promise<void> | undefined;
  /** Applies an ended operation. */
  end(world: World, operation: Operation): void;
}

/** Waits for the start of a compute. */
export interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** The way an operation ends; `never` keeps it running. */
export type OperationOutcome = "finished" | "failed" | "never";

/** The part of a profile that the world needs; the rest answers requests. */
export interface WorldProfile {
  readonly name: string;
  /** The form of a new id. */
  readonly newId: IdForm;
  /** Schedules again what a loaded world has due by the provider's rules alone. */
  resume(world: World): void;
  /** Applies an ended operation to what the provider alone knows. */
  takeEffect(world: World, operation: Operation): void;
  /** The roles and databases of a new project's first branch. */
  readonly newContent: BranchContent;
  /** The roles and databases of a branch. */
  contentOf(
    world: World,
    place: { project_id: string; branch_id: string },
  ): Omit<RolesAndDatabases, "pg_version">;
  /** Keeps the roles and databases of a seeded branch; their names decide the passwords. */
  addContent(
    world: World,
    place: { project_id: string; branch_id: string },
    content: BranchContent,
  ): void;
}

export interface WorldOptions {
  /** The clock, in milliseconds since 1970. Default: `Date.now`, looked up at each call. */
  now?: (() => number) | undefined;
  /** The same seed gives the same ids, keys and hosts. Default "emulator". */
  seed?: string | undefined;
  /** Duration of an operation, in milliseconds. Default 300. */
  operationMs?: number | ((operation: Operation) => number) | undefined;
  /** Idle time that suspends a compute, in milliseconds; null: never. Default 300,000. */
  idleMs?: number | null | undefined;
  /** Decides how each operation ends. Default: all finish. */
  outcome?: ((operation: Operation) => OperationOutcome) | undefined;
  /** Answers 429 to a key that sends more. Default: no limit. */
  rateLimit?: RateLimit | undefined;
  /** The projects to begin with, in place of the default ones. */
  seedData?: SeedData | undefined;
  /**
   * Bounds the history: so many operations of each project, and so many deleted
   * projects. The oldest go first; an operation stays until it has ended. Default: everything.
   */
  history?: number | undefined;
  /** The cursor of the last page of a list. Default "timestamp". */
  lastCursor?: LastCursor | undefined;
  /** The database behind the computes. Default: a simulation without Postgres. */
  dataPlane?: DataPlane | undefined;
  /** A provider's rules of state. Default: as the document says. */
  profile?: WorldProfile | undefined;
  /**
   * A new operation keeps its project from starting others for this time under a profile, in
   * milliseconds; Infinity: until it ends. Default 50, which the provider's clients wait out.
   */
  lockMs?: number | undefined;
}

/** The state that a store keeps besides the tables. */
export interface Meta {
  /** The seed's: no secret can be read from the disk. */
  fingerprint: string;
  count: number;
  lastUs: number;
  skippedMs: number;
  /** The profile it was begun with. */
  profile?: string | undefined;
}

const DEFAULT_SEED = "emulator";
/** The clock moves at most this far in all: some 300 years, whose daily checks still fit into memory. */
export const MAX_SKIPPED_MS = 1e13;

export class World {
  readonly users = new Table<User>();
  readonly organizations = new Table<Organization>();
  readonly members = new Table<Member, "organization" | "user">({
    organization: ({ org_id }) => org_id,
    user: ({ user_id }) => user_id,
  });
  readonly keys = new Table<Key, "hash" | "owner" | "project">({
    hash: ({ hash }) => hash,
    owner: ({ owner_id }) => owner_id,
    project: ({ project_id }) => project_id ?? "",
  });
  readonly projects = new Table<ProjectRecord, "owner" | "deleted">({
    owner: ({ owner_id }) => owner_id,
    deleted: ({ deleted }) => `${deleted}`,
  });
  readonly branches = new Table<Branch, "project">({ project: ({ project_id }) => project_id });
  readonly endpoints = new Table<EndpointRecord, "project" | "branch">({
    project: ({ endpoint }) => endpoint.project_id,
    branch: ({ endpoint }) => endpoint.branch_id,
  });
  readonly operations = new Table<OperationRecord>();
  readonly resources = new ResourceTable();
  readonly transferRequests = new Table<TransferRequest, "project">({
    project: ({ project_id }) => project_id,
  });

  /** The operations of each project, oldest first. */
  readonly operationLists = new Map<string, OperationRecord[]>();
  /** The unfinished operations of each compute that has some, the running one first. */
  readonly queues = new Map<string, OperationRecord[]>();
  /** The unfinished operations of each project, by id. */
  readonly unfinished = new Map<string, Set<string>>();
  /** Under the id of an operation, its end; of a compute or project, its idle timer; of a branch, its check. */
  readonly agenda = new Agenda();
  /** Under the id of an operation, the data that it makes, where this is not its branch's. */
  readonly dataOf = new Map<string, string>();
  /** Under the id of a compute, who waits until it is up. */
  readonly waiting = new Map<string, Waiting[]>();
  /** The rest of each key's rate limit. */
  readonly buckets = new WeakMap<Key, Bucket>();
  readonly options: WorldOptions;
  readonly history: number;
  readonly effects: Effects;
  readonly dataPlane: DataPlane;
  /** Called after each change that no request or method call makes. */
  onChange: () => void = () => {};
  isClosed = false;
  identity: Identity;
  /** The time up to which the world is settled, in milliseconds since 1970. */
  nowMs: number;
  #skippedMs = 0;
  /** The spans that the clock has skipped, the last first. */
  readonly #skipped: { fromMs: number; toMs: number }[] = [];
  /** An earlier process may have moved the clock until then. */
  #knownFromMs = Number.NEGATIVE_INFINITY;
  #lastUs = 0;
  #timestamp = { second: Number.NaN, text: "" };

  constructor(options: WorldOptions, effects: Effects) {
    this.options = options;
    this.history = options.history ?? HISTORY;
    if (!(this.history >= 1)) throw new RangeError(`history is at least 1, not ${this.history}`);
    if (options.rateLimit) checkRateLimit(options.rateLimit);
    this.effects = effects;
    this.identity = this.#identity();
    this.dataPlane = options.dataPlane ?? new SimulatedDataPlane();
    this.nowMs = this.#clock();
  }

  /** Every table by its name on disk. */
  get tables(): Record<string, Table<unknown>> {
    const { users, organizations, members, keys, projects } = this;
    const { branches, endpoints, operations, resources, transferRequests } = this;
    const tables = { users, organizations, members, keys, projects, branches, endpoints };
    return { ...tables, operations, resources, transferRequests } as never;
  }

  get meta(): Meta {
    const { fingerprint, count } = this.identity;
    const profile = this.options.profile?.name;
    return { fingerprint, count, lastUs: this.#lastUs, skippedMs: this.#skippedMs, profile };
  }

  set meta({ count, lastUs, skippedMs }: Meta) {
    this.identity = this.#identity(count);
    this.#lastUs = lastUs;
    this.#skippedMs = skippedMs;
    // The clock never goes back before the start of the last operation.
    this.nowMs = Math.max(this.#clock(), Math.floor(lastUs / 1_000));
    if (skippedMs > 0) this.#knownFromMs = this.nowMs;
  }

  /** Runs all events due by now in order, each at its own time. */
  settle(): void {
    const untilMs = Math.max(this.nowMs, this.#clock());
    for (let event = this.agenda.take(untilMs); event; event = this.agenda.take(untilMs)) {
      this.nowMs = Math.max(this.nowMs, event.dueMs);
      event.run();
    }
    this.nowMs = untilMs;
  }

  /** Nothing happens any more: another world takes its place, or the process ends. */
  close(): void {
    this.isClosed = true;
    for (const waiting of this.waiting.values()) {
      for (const { reject } of waiting) reject(new Error("the emulator has stopped"));
    }
    this.waiting.clear();
  }

  /** Makes a change that no request or method call makes, at its time. */
  change(make: () => void): void {
    if (this.isClosed) return;
    this.settle();
    make();
    this.onChange();
  }

  /** Moves the clock forward and settles. */
  advance(ms: number): void {
    if (!(ms >= 0 && ms <= 1e12)) {
      throw new RangeError(`the clock advances by 0 to 1e12 ms, not by ${ms}`);
    }
    if (this.#skippedMs + ms > MAX_SKIPPED_MS) {
      throw new RangeError(`the clock advances by ${MAX_SKIPPED_MS} ms in all, and is there`);
    }
    const fromMs = this.#clock();
    if (ms > 0) this.#skipped.unshift({ fromMs, toMs: fromMs + ms });
    this.#skippedMs += ms;
    this.settle();
  }

  /** When the clock showed a time, in milliseconds of this machine; undefined when it is not known. */
  realTimeOf(ms: number): number | undefined {
    let aheadMs = this.#clock() - Date.now();
    for (const { fromMs, toMs } of this.#skipped) {
      if (ms >= fromMs) return Math.max(ms, toMs) - aheadMs;
      aheadMs -= toMs - fromMs;
    }
    return ms >= this.#knownFromMs ? ms - aheadMs : undefined;
  }

  /** Milliseconds until the next event is due; undefined when nothing is. */
  get untilNextMs(): number | undefined {
    const { nextMs } = this.agenda;
    return nextMs === undefined ? undefined : Math.max(0, nextMs - this.#clock());
  }

  /** The current time as the API writes it, to the second. */
  timestamp(): string {
    const second = Math.floor(this.nowMs / 1_000);
    if (second !== this.#timestamp.second) {
      const text = timestampOf(this.nowMs);
      this.#timestamp = { second, text };
    }
    return this.#timestamp.text;
  }

  /** The current time in microseconds; never the same twice, and always later than the last. */
  uniqueUs(): number {
    this.#lastUs = Math.max(this.#lastUs + 1, Math.floor(this.nowMs * 1_000));
    return this.#lastUs;
  }

  #identity(count = 0): Identity {
    const { seed = DEFAULT_SEED, profile } = this.options;
    return createIdentity(seed, count, profile?.newId);
  }

  #clock(): number {
    return (this.options.now ?? Date.now)() + this.#skippedMs;
  }
}
