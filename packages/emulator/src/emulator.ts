/** The service in this process: a fetch, and controls for tests. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "@hosted-postgres/types";
import { errorBody, FAILED } from "./assumptions.ts";
import {
  connect,
  connectionUri,
  endpointAt,
  type OperationStart,
  startOperation,
  type UriOptions,
} from "./control.ts";
import type { Connection, PlaneControl } from "./data-plane.ts";
import { effects } from "./effects.ts";
import { setIdleMs } from "./endpoint-lifecycle.ts";
import { exportState } from "./export-state.ts";
import { fetchOf } from "./fetch.ts";
import {
  jsonResponse,
  type PlainRequest,
  type PlainResponse,
  PREFIX,
  type Respond,
} from "./http.ts";
import { type Fate, type InjectedFault, InjectedFaults } from "./injected-faults.ts";
import { endOperation } from "./operations.ts";
import type { Profile } from "./profile.ts";
import { keepTime, planeControl } from "./real-time.ts";
import { type Ids, type Keys, type Seeded, seededWorld } from "./seed.ts";
import type { SeedData } from "./seed-data.ts";
import { respond, unauthorizedResponse } from "./service.ts";
import { dataIds } from "./snapshot-data.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store-error.ts";
import { World, type WorldOptions } from "./world.ts";

export interface EmulatorOptions extends WorldOptions {
  /** A provider's way to answer. Default: as the document says. */
  profile?: Profile | undefined;
  /** Waits out a fault's latency, in milliseconds. Default: a timer. */
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

export interface Emulator {
  /** Base URL for a client that is given `fetch`; nothing listens there. */
  url: string;
  /** Works like the platform's fetch, without a socket. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The API keys of the seeded world. */
  readonly keys: Keys;
  /** The ids of the seeded world. */
  readonly ids: Ids;
  /** The emulator's clock, in milliseconds since 1970. */
  now(): number;
  /**
   * Moves the clock forward. Everything due by then happens in order, each event at its own time.
   *
   * @param ms 0 to 1e12
   * @throws {RangeError} when `ms` is out of bounds
   */
  advance(ms: number): void;
  /**
   * Restores the seeded world and removes all faults; the clock returns to `now`.
   *
   * @param seedData the projects to begin with, now and at each later reset. Default: as before
   * @throws {SeedError} when a part of the data does not fit; then nothing changes
   */
  reset(seedData?: SeedData): Promise<void>;
  /**
   * The projects with their branches, computes, roles and databases, as `seedData` takes them.
   * Nothing else is in it: no id, password, setting, operation or deleted project.
   *
   * @throws {SeedError} when two of a kind have the same name
   */
  exportState(): SeedData;
  /** Injects a fault into some of the next requests. */
  inject(fault: InjectedFault): void;
  /** Decides how some of the next operations end. */
  decide(fate: Fate): void;
  /** Removes all injected faults and decided fates. */
  clearFaults(): void;
  /**
   * Starts an operation as the control plane does, with any action. It belongs to the branch of the
   * compute, to `branch_id`, or to the default branch.
   *
   * @throws {RangeError} when the project or the compute does not exist
   */
  startOperation(start: OperationStart): Operation;
  /**
   * Ends a running operation now, for example one that never ends.
   *
   * @param outcome default "finished"
   * @throws {RangeError} when it is not running
   */
  endOperation(id: string, outcome?: "finished" | "failed"): void;
  /**
   * Connects to a compute as a program with a connection string does; an idle compute wakes up.
   *
   * @throws {RangeError} when the compute does not exist
   * @throws {Error} when the compute is disabled
   */
  connect(endpoint_id: string): Connection;
  /**
   * Sets the idle time that suspends a compute, in milliseconds; null turns scale to zero off.
   *
   * @throws {RangeError} when the compute does not exist
   */
  setIdleMs(endpoint_id: string, idleMs: number | null): void;
  /**
   * The connection string of a compute: the first database of its branch, as the database's owner.
   *
   * @param options `pooled`: through the compute's pooler, or directly where it has none
   * @throws {RangeError} when the compute does not exist
   * @throws {Error} when no Postgres is behind the emulator, or the branch has no database
   */
  connectionUri(endpoint_id: string, options?: UriOptions): string;
}

/** An emulator with what an adapter needs to serve it. */
export interface Core {
  emulator: Emulator;
  /** The current one, which `reset` replaces. It may not be settled. */
  readonly world: World;
  readonly faults: InjectedFaults;
  readonly profile: Profile | undefined;
  respond: Respond;
  /** The 401 of a request without a valid key, before its body is read. */
  unauthorized(request: PlainRequest): PlainResponse | undefined;
  /** Resolves when the data plane is ready; rejects when it cannot run here. */
  opened: Promise<void>;
  /** @throws {StoreError} when pending changes cannot be saved */
  save(): void;
  /** Closes the data plane, saves pending changes and closes the store. */
  close(): Promise<void>;
}

/** Creates an emulator in this process. Emulators share nothing. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return createCore(options).emulator;
}

/** Creates an emulator for an adapter. With a store, it resumes and keeps the state there. */
export function createCore(options: EmulatorOptions, store?: Store): Core {
  const faults = new InjectedFaults();
  const worldOptions: WorldOptions = {
    ...options,
    outcome: (operation) =>
      faults.outcomeOf(operation) ?? options.outcome?.(operation) ?? "finished",
  };
  let { world, keys, ids, isNew } = begin(worldOptions, store);
  const saveQuietly = () => void unsavedResponse(world, store);
  const watch = () => {
    if (!world.dataPlane.takesTime) return;
    world.onChange = saveQuietly;
    keepTime(world);
  };
  watch();
  const opened = open(
    world,
    planeControl(() => world),
    isNew,
  );

  function settled(): World {
    world.settle();
    return world;
  }

  const respondOrFail = responder(options, faults, () => world, store);

  const emulator: Emulator = {
    url: `http://emulator.localhost${PREFIX}`,
    fetch: fetchOf(respondOrFail),
    get keys() {
      return keys;
    },
    get ids() {
      return ids;
    },
    ...controlsOf(settled, faults),
    advance(ms) {
      world.advance(ms);
      store?.save(world);
    },
    async reset(seedData) {
      if (seedData) {
        // A trial, since it is too late to refuse once the computes are stopped.
        seededWorld({ ...worldOptions, seedData, dataPlane: undefined });
        worldOptions.seedData = seedData;
      }
      faults.clear();
      end(world);
      ({ world, keys, ids } = seededWorld(worldOptions));
      watch();
      store?.clear();
      store?.track(world);
      store?.save(world);
    },
  };
  return {
    emulator,
    get world() {
      return world;
    },
    faults,
    profile: options.profile,
    respond: respondOrFail,
    unauthorized: (request) => unauthorizedResponse(world, request, options.profile),
    opened,
    save: () => store?.save(world),
    async close() {
      await world.dataPlane.close?.();
      world.close();
      try {
        store?.save(world);
      } finally {
        await store?.close();
      }
    },
  };
}

/** Answers requests to the current world, some of them with an injected fault. */
function responder(
  options: EmulatorOptions,
  faults: InjectedFaults,
  current: () => World,
  store?: Store,
): Respond {
  const { profile } = options;

  async function respondSlowly(
    request: PlainRequest,
    { latencyMs, drop, status, retryAfterS }: InjectedFault,
    signal?: AbortSignal | null,
  ): Promise<PlainResponse | undefined> {
    if (latencyMs) await abortable((options.sleep ?? sleep)(latencyMs), signal);
    if (drop === "request") return undefined;
    const world = current();
    const response = status
      ? (unauthorizedResponse(world, request, profile) ?? injectedResponse(status, retryAfterS))
      : respond(world, request, profile);
    const saved = unsavedResponse(world, store) ?? response;
    return drop === "response" ? undefined : saved;
  }

  return (request, signal) => {
    const world = current();
    const fault = faults.take(world.identity, request);
    return fault || store
      ? respondSlowly(request, fault ?? {}, signal)
      : respond(world, request, profile);
  };
}

/** The controls that change or read the world as it is now, and its faults. */
function controlsOf(settled: () => World, faults: InjectedFaults) {
  return {
    now: () => settled().nowMs,
    exportState: () => exportState(settled()),
    inject: (fault) => faults.add(fault),
    decide: (fate) => faults.addFate(fate),
    clearFaults: () => faults.clear(),
    startOperation: (start) => startOperation(settled(), start),
    endOperation: (id, outcome = "finished") => endOperation(settled(), id, outcome),
    connect: (endpoint_id) => connect(settled(), endpoint_id),
    setIdleMs(endpoint_id, idleMs) {
      const world = settled();
      setIdleMs(world, endpointAt(world, endpoint_id), idleMs);
    },
    connectionUri(endpoint_id, options) {
      const world = settled();
      return connectionUri(world, endpointAt(world, endpoint_id), options);
    },
  } satisfies Partial<Emulator>;
}

/** Ends a world, with the computes and the data behind it. */
function end(world: World): void {
  world.close();
  for (const { endpoint } of world.endpoints.values()) {
    world.dataPlane.stop(endpoint);
    world.dataPlane.unlisten?.(endpoint.id);
  }
  for (const id of dataIds(world)) world.dataPlane.deleteBranch?.(id);
}

/** Saves the changes; returns a 500 when they do not get to the disk. */
function unsavedResponse(world: World, store?: Store): PlainResponse | undefined {
  try {
    store?.save(world);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return jsonResponse(FAILED.internal, errorBody("internal", error.message));
  }
}

/** Opens the data plane; a new world begins without data. */
function open(world: World, control: PlaneControl, isNew: boolean): Promise<void> {
  const branch_ids = isNew ? [] : dataIds(world);
  const opened = world.dataPlane.open?.(control, branch_ids) ?? Promise.resolve();
  // Without this, a process that does not ask would end; each start fails with the reason.
  opened.catch(() => {});
  return opened;
}

/** Resumes the stored world, or begins with the seeded one. */
function begin(options: WorldOptions, store?: Store): Seeded & { isNew: boolean } {
  const stored = new World(options, effects);
  if (store?.load(stored)) {
    // The disk has only hashes, but the seed gives the same keys again.
    const { keys, ids } = seededWorld({ ...options, dataPlane: undefined });
    return { world: stored, keys, ids, isNew: false };
  }
  const seeded = seededWorld(options);
  store?.track(seeded.world);
  return { ...seeded, isNew: true };
}

function injectedResponse(status: number, retryAfterS: number | undefined): PlainResponse {
  const headers = retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) };
  const body = errorBody("injected", `an injected fault answered ${status}`);
  return jsonResponse(status, body, headers);
}

function abortable(
  waiting: Promise<unknown>,
  signal: AbortSignal | null | undefined,
): Promise<unknown> {
  if (!signal) return waiting;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
