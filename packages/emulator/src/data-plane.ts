/**
 * The databases behind the computes. A simulation needs the first three methods alone; an engine
 * that takes real time has the others too, and these are its promises:
 *
 * - Calls about one branch and its computes take effect in the order they are made, whether or not
 *   the caller waits for the earlier ones.
 * - What a promise resolves to is nothing; it rejects with an error whose message may be shown.
 * - Passwords are handed over in plain text, and appear in no log and no error.
 */
import type { Endpoint } from "@hosted-postgres/types";

export interface DataPlane {
  /**
   * Brings a compute up: newly created, woken, or restarted. One that is up stays up.
   *
   * A plane without `takesTime` is told when the operation's time is over, and returns nothing. One
   * with it is told when the operation begins, and its promise ends the operation: it resolves when
   * the compute accepts connections, with those roles and databases of its branch that can be.
   */
  start(endpoint: Endpoint, content: RolesAndDatabases): void | Promise<void>;
  /**
   * The compute is suspended, restarted or deleted; its connections close. Does nothing to one that
   * is down. A promise of it resolves when the server has ended, and never rejects.
   */
  stop(endpoint: Endpoint): void | Promise<void>;
  /**
   * Opens a connection of `emulator.connect`. A compute that is not up starts right after this call.
   *
   * @param onUse call it on every use; it restarts the compute's idle timer
   */
  connect(endpoint: Endpoint, onUse: () => void): Connection;

  /** Time is real: what is due happens by a timer, and the work of an operation decides its end. */
  readonly takesTime?: true;
  /**
   * Called once, before anything has to happen; other calls may come before it, and wait. Data of
   * branches and snapshots that are not named is deleted.
   *
   * @throws {Error} when the engine cannot run here, and why
   */
  open?(control: PlaneControl, branch_ids: readonly string[]): Promise<void>;
  /** Ends every server and every connection. Data that is to stay is on disk. */
  close?(): Promise<void>;
  /** The address of a compute, the same at every call. Clients reach it there, up or not. */
  listen?(endpoint_id: string): Address;
  /** The address of a compute's pooler, likewise; absent or undefined where clients have none. */
  pooled?(endpoint_id: string): Address | undefined;
  /** The compute is gone: nobody listens at its addresses. */
  unlisten?(endpoint_id: string): void;
  /** Whether a client waits for a response; such a compute is not suspended. */
  isBusy?(endpoint_id: string): boolean;
  /**
   * Gives a branch the data of the source in place of its own: all that is committed by now, and of
   * what follows no more than until it is `ready`; or what was committed at a moment of the source's
   * past. Source and branch may be the same, and either may be a snapshot: data without a compute.
   *
   * A copy that fails makes `ready` reject. The branch keeps the data of before; one that has none
   * does not start, and cannot be copied.
   */
  copyBranch?(source_id: string, branch_id: string, past?: Moment): void;
  /** Deletes the data of a branch or a snapshot. */
  deleteBranch?(branch_id: string): void;
  /** Makes the roles and databases of a branch as given; a compute that is down stays down. */
  configure?(branch_id: string, content: RolesAndDatabases): Promise<void>;
  /** Resolves when the branch is as the calls so far make it; rejects when one of them failed. */
  ready?(branch_id: string): Promise<void>;
}

/** A position in a branch's write-ahead log, or a time of this machine, both included. */
export type Moment = { readonly lsn: string } | { readonly time: Date };

/** An engine reports back through these calls. */
export interface PlaneControl {
  /**
   * Records a use of a compute, which restarts its idle timer and wakes it when it is down.
   *
   * @returns a promise that resolves when the compute is up
   * @throws {Error} when it is disabled or gone, or its start fails
   */
  use(endpoint_id: string): Promise<void>;
  /** The server of a compute has ended by itself. The next use starts it again. */
  died(endpoint_id: string, reason: string): void;
}

export interface Address {
  host: string;
  port: number;
}

/** The part of a branch's content that the API keeps. */
export interface RolesAndDatabases {
  /** The major version of its project, for data that is new; a copy stays what its source is. */
  readonly pg_version: number;
  readonly roles: readonly { name: string; password: string }[];
  /** With an `id`, a database keeps its data when its name changes. */
  readonly databases: readonly { id?: number; name: string; owner_name: string }[];
}

export interface Connection {
  readonly endpoint_id: string;
  /** `waiting` while the compute starts; `closed` is final. */
  readonly state: "waiting" | "open" | "closed";
  /** Uses the compute, which restarts its idle timer. Does nothing unless open. */
  query(): void;
  close(): void;
}

/** Simulates connections; no Postgres answers them. */
export class SimulatedDataPlane implements DataPlane {
  readonly #up = new Set<string>();
  readonly #connections = new Map<string, Set<SimulatedConnection>>();

  start({ id }: Endpoint): void {
    this.#up.add(id);
    for (const connection of this.#connections.get(id) ?? []) connection.state = "open";
  }

  stop({ id }: Endpoint): void {
    this.#up.delete(id);
    for (const connection of this.#connections.get(id) ?? []) connection.close();
  }

  connect({ id }: Endpoint, onUse: () => void): Connection {
    const connections = this.#connections.get(id) ?? new Set();
    this.#connections.set(id, connections);
    const connection = new SimulatedConnection(id, onUse, () => {
      connections.delete(connection);
      if (connections.size === 0) this.#connections.delete(id);
    });
    if (this.#up.has(id)) connection.state = "open";
    connections.add(connection);
    return connection;
  }
}

class SimulatedConnection implements Connection {
  readonly endpoint_id: string;
  state: Connection["state"] = "waiting";
  readonly #onUse: () => void;
  readonly #onClose: () => void;

  constructor(endpoint_id: string, onUse: () => void, onClose: () => void) {
    this.endpoint_id = endpoint_id;
    this.#onUse = onUse;
    this.#onClose = onClose;
  }

  query(): void {
    if (this.state === "open") this.#onUse();
  }

  close(): void {
    this.state = "closed";
    this.#onClose();
  }
}
