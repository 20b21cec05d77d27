/** The poolers of computes that are up: each starts with the first client that asks for it. */
import type { Address } from "@hosted-postgres/emulator";
import type { Home } from "./home.ts";
import { findPgbouncer, type Pgbouncer } from "./pgbouncer.ts";
import { Pooler } from "./pooler.ts";
import type { Server } from "./server.ts";
import { Turns } from "./turns.ts";

export class Poolers {
  readonly #home: Home;
  readonly #path: string | false | undefined;
  #found: { pgbouncer: Pgbouncer | undefined } | undefined;
  readonly #turns = new Turns();
  readonly #running = new Map<string, Pooler>();

  /** @param path of PgBouncer, as `findPgbouncer` takes it */
  constructor(home: Home, path: string | false | undefined) {
    this.#home = home;
    this.#path = path;
  }

  /** Undefined where none is; looked for once, when it is first asked for. */
  get pgbouncer(): Pgbouncer | undefined {
    this.#found ??= { pgbouncer: findPgbouncer(this.#path) };
    return this.#found.pgbouncer;
  }

  /** The address where the pooler of a compute listens now; undefined while it does not. */
  address(endpoint_id: string): Address | undefined {
    return this.#running.get(endpoint_id)?.address;
  }

  /**
   * Starts the pooler of a compute unless it runs.
   *
   * @param serverOf the compute's server; undefined when it is down, and then so is its pooler
   * @throws {Error} when it does not start, with its last error
   */
  async start(endpoint_id: string, serverOf: () => Server | undefined): Promise<void> {
    const { pgbouncer } = this;
    if (!pgbouncer || this.#running.has(endpoint_id)) return;
    await this.#turns.run([endpoint_id], async () => {
      const server = serverOf();
      if (!server || server.isStopping || this.#running.has(endpoint_id)) return;
      const pooler = await Pooler.start(this.#home.poolerOptions(endpoint_id, pgbouncer, server));
      this.#running.set(endpoint_id, pooler);
      pooler.ended.then(() => {
        if (this.#running.get(endpoint_id) === pooler) this.#running.delete(endpoint_id);
      });
    });
  }

  /** Resolves when it has ended. Never rejects. */
  stop(endpoint_id: string): Promise<void> {
    return this.#turns.run([endpoint_id], async () => {
      const pooler = this.#running.get(endpoint_id);
      this.#running.delete(endpoint_id);
      await pooler?.stop();
    });
  }
}
