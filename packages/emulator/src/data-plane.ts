/**
 * The database behind a compute. The emulator tells it when a compute is up, and it reports use; a
 * real Postgres can take its place. Calls come when time is settled, that is, with the next request
 * or method call, not from a timer.
 */
import type { Endpoint } from "@hosted-postgres/types";

export interface DataPlane {
  /** The compute is up: newly created, woken, or restarted. */
  start(endpoint: Endpoint): void;
  /** The compute is suspended, restarted or deleted; its connections close. */
  stop(endpoint: Endpoint): void;
  /**
   * Opens a connection. A compute that is not up starts right after this call.
   *
   * @param onUse call it on every use; it restarts the compute's idle timer
   */
  connect(endpoint: Endpoint, onUse: () => void): Connection;
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
