/**
 * What stands behind a compute. The rules tell it when a compute is up, and it tells the rules when
 * one is used; that is all they know of each other, so a real Postgres can take this place. It is
 * told when time is settled: at the next request or call, not by a timer.
 */
import type { Endpoint } from "@hosted-postgres/types";

export interface DataPlane {
  /** The compute is up: for the first time, after a suspension, or again after a restart. */
  start(endpoint: Endpoint): void;
  /** The compute is suspended, restarted or deleted: its connections are gone. */
  stop(endpoint: Endpoint): void;
  /**
   * Somebody connects. The compute has been asked to start, if it was not up.
   *
   * @param onUse to be called at every use, which resets the timer of inactivity
   */
  connect(endpoint: Endpoint, onUse: () => void): Connection;
}

export interface Connection {
  readonly endpoint_id: string;
  /** `waiting` while the compute starts; `closed` for good. */
  readonly state: "waiting" | "open" | "closed";
  /** Uses the compute, which resets the timer of inactivity. Does nothing unless open. */
  query(): void;
  close(): void;
}

/** Connections without anything at their other end. */
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
