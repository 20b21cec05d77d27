/** The service in this process: a fetch, and what a test may do beside sending requests. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "@hosted-postgres/types";
import type { Connection } from "./data-plane.ts";
import { takeEffect } from "./effects.ts";
import { setIdleMs, useEndpoint } from "./endpoint-states.ts";
import { checkEnabled } from "./endpoints.ts";
import { type Fate, type Fault, Faults } from "./faults.ts";
import { fetchOf } from "./fetch.ts";
import { endOperation, type Place, startOperations } from "./operations.ts";
import { useProject } from "./project-states.ts";
import { type Ids, type Keys, type Seeded, seededWorld } from "./seed.ts";
import { type Answer, answer, json, type PlainRequest, PREFIX, refusal } from "./service.ts";
import type { Store } from "./store.ts";
import { type EndpointRecord, World, type WorldOptions } from "./world.ts";

export interface EmulatorOptions extends WorldOptions {
  /** Waits for a fault's latency, in milliseconds. Default: a timer. */
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

export interface Emulator {
  /** Base address for clients that are given `fetch`; nothing listens there. */
  url: string;
  /** Answers like the platform's fetch, without a socket. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The keys the world begins with. */
  readonly keys: Keys;
  /** The ids the world begins with. */
  readonly ids: Ids;
  /** The emulator's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward; everything that becomes due happens, each at its own time. */
  advance(ms: number): void;
  /** Begins anew with the world of the seed, without faults. The clock is no longer moved. */
  reset(): Promise<void>;
  /** Makes some of the next requests go wrong. */
  inject(fault: Fault): void;
  /** Decides how some of the next operations end. */
  decide(fate: Fate): void;
  /** Takes back all faults and fates. */
  clearFaults(): void;
  /**
   * Starts an operation as the control plane does, with any action.
   *
   * @throws {RangeError} when the project or the compute does not exist
   */
  startOperation(start: Partial<Place> & { project_id: string; action: string }): Operation;
  /**
   * Ends a running operation now, for example an endless one.
   *
   * @throws {RangeError} when it does not run
   */
  endOperation(id: string, outcome?: "finished" | "failed"): void;
  /**
   * Connects to a compute, as a program with a connection string does: wakes it, if it is idle.
   *
   * @throws {RangeError} when it does not exist
   */
  connect(endpoint_id: string): Connection;
  /**
   * Sets when inactivity suspends a compute, in milliseconds; null keeps it always active.
   *
   * @throws {RangeError} when it does not exist
   */
  setIdleMs(endpoint_id: string, idleMs: number | null): void;
}

/** What an adapter of the network needs beside. */
export interface Core extends Emulator {
  /** The answer, or undefined when the connection is to be dropped. */
  exchange(
    request: PlainRequest,
    signal?: AbortSignal | null,
  ): Answer | Promise<Answer | undefined>;
  /** The 401 of a request whose body has not been read. */
  refusal(request: PlainRequest): Answer | undefined;
  /** Saves what time has changed, and closes the store. */
  closeStore(): Promise<void>;
}

/** An emulator in this process. Two of them share nothing. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return createCore(options);
}

/** The same, for adapters; with its state in a store, if one is given. */
export function createCore(options: EmulatorOptions, store?: Store): Core {
  const faults = new Faults();
  const { outcome, sleep: wait = sleep } = options;
  const worldOptions: WorldOptions = {
    ...options,
    outcome: (operation) => faults.outcomeOf(operation) ?? outcome?.(operation) ?? "finished",
  };
  let { world, keys, ids } = begin(worldOptions, store);

  function exchange(request: PlainRequest, signal?: AbortSignal | null) {
    const fault = faults.take(world.identity, request);
    return fault || store ? exchangeSlowly(request, fault ?? {}, signal) : answer(world, request);
  }

  async function exchangeSlowly(
    request: PlainRequest,
    { latencyMs, drop, status, retryAfterS }: Fault,
    signal?: AbortSignal | null,
  ): Promise<Answer | undefined> {
    if (latencyMs) await (signal ? abortable(wait(latencyMs), signal) : wait(latencyMs));
    if (drop === "request") return undefined;
    const answered = status
      ? (refusal(world, request) ?? failure(status, retryAfterS))
      : answer(world, request);
    await store?.save(world);
    return drop === "answer" ? undefined : answered;
  }

  function endpointOf(endpoint_id: string): EndpointRecord {
    const record = world.endpoints.get(endpoint_id);
    if (!record) throw new RangeError(`compute ${endpoint_id} does not exist`);
    return record;
  }

  const core: Core = {
    url: `http://emulator.localhost${PREFIX}`,
    fetch: fetchOf(exchange),
    exchange,
    refusal: (request) => refusal(world, request),
    async closeStore() {
      world.settle();
      store?.save(world);
      await store?.close();
    },
    get keys() {
      return keys;
    },
    get ids() {
      return ids;
    },
    now() {
      world.settle();
      return world.nowMs;
    },
    advance(ms) {
      world.advance(ms);
      store?.save(world);
    },
    async reset() {
      faults.clear();
      for (const { endpoint } of world.endpoints.values()) world.dataPlane.stop(endpoint);
      ({ world, keys, ids } = seededWorld(worldOptions));
      store?.clear();
      store?.track(world);
      await store?.save(world);
    },
    inject: (fault) => faults.add(fault),
    decide: (fate) => faults.addFate(fate),
    clearFaults: () => faults.clear(),
    startOperation({ project_id, branch_id, endpoint_id, action }) {
      world.settle();
      if (!world.projects.get(project_id))
        throw new RangeError(`project ${project_id} does not exist`);
      const branch =
        endpoint_id === undefined ? branch_id : endpointOf(endpoint_id).endpoint.branch_id;
      const [first] = world.branches
        .where("project", project_id)
        .filter((branch) => branch.default);
      const place = { project_id, branch_id: branch ?? `${first?.id}`, endpoint_id };
      const [operation] = startOperations(world, place, action);
      return { ...(operation as Operation) };
    },
    endOperation(id, outcome = "finished") {
      world.settle();
      endOperation(world, id, outcome);
    },
    connect(endpoint_id) {
      world.settle();
      const record = endpointOf(endpoint_id);
      checkEnabled(record);
      useProject(world, record.endpoint.project_id);
      const connected = world;
      const connection = world.dataPlane.connect(record.endpoint, () => {
        connected.settle();
        if (connection.state === "open") useEndpoint(connected, record);
      });
      useEndpoint(world, record);
      return connection;
    },
    setIdleMs(endpoint_id, idleMs) {
      world.settle();
      setIdleMs(world, endpointOf(endpoint_id), idleMs);
    },
  };
  return core;
}

/** The world that was saved, or else the one of the seed. */
function begin(options: WorldOptions, store?: Store): Seeded {
  const saved = new World(options, takeEffect);
  if (store?.load(saved)) {
    // Secrets are not on disk, but they follow from the seed.
    const { keys, ids } = seededWorld({ ...options, seed: saved.seed, dataPlane: undefined });
    return { world: saved, keys, ids };
  }
  const seeded = seededWorld(options);
  store?.track(seeded.world);
  return seeded;
}

function failure(status: number, retryAfterS: number | undefined): Answer {
  const headers = retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) };
  return json(status, { error: "injected", message: `answered ${status} on demand` }, headers);
}

function abortable(waiting: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
