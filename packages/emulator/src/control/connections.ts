/** The connections that control routes open; they need an id, since a caller holds no object. */
import type { Connection } from "../data-plane.ts";
import { found, Problem } from "../problem.ts";
import type { Schemas } from "./views.ts";

/** The list keeps at most this many until their callers close them. */
const MAX_KEPT = 1_000;

export class ConnectionList {
  readonly #connections = new Map<number, Connection>();
  #lastId = 0;

  /** @throws {Problem} 429 when too many are kept */
  add(open: () => Connection): Schemas["Connection"] {
    if (this.#connections.size >= MAX_KEPT) {
      throw new Problem("rateLimited", `${MAX_KEPT} connections are kept; close some of them`);
    }
    const connection = open();
    this.#lastId += 1;
    this.#connections.set(this.#lastId, connection);
    return view(this.#lastId, connection);
  }

  get list(): Schemas["Connection"][] {
    return [...this.#connections].map(([id, connection]) => view(id, connection));
  }

  /** @throws {Problem} 404 when there is none */
  get(id: number): Schemas["Connection"] {
    return view(id, this.#at(id));
  }

  /** @throws {Problem} 404 when there is none, 409 unless it is open */
  query(id: number): Schemas["Connection"] {
    const connection = this.#at(id);
    if (connection.state !== "open") {
      throw new Problem("conflict", `connection ${id} is ${connection.state}, not open`);
    }
    connection.query();
    return view(id, connection);
  }

  /** @throws {Problem} 404 when there is none */
  close(id: number): Schemas["Connection"] {
    const connection = this.#at(id);
    connection.close();
    this.#connections.delete(id);
    return view(id, connection);
  }

  /** Forgets all of them, which a reset of the world closes. */
  clear(): void {
    this.#connections.clear();
  }

  #at(id: number): Connection {
    return found(this.#connections.get(id), `connection ${id}`);
  }
}

function view(id: number, { endpoint_id, state }: Connection): Schemas["Connection"] {
  return { id, endpoint_id, state };
}
