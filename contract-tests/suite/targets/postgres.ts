/** Connections to Postgres by the client `pg`, which only targets with connection strings need. */
import { withPackages } from "../packages.ts";
import { BOUNDS } from "../run/bounds.ts";
import type { Connection, Postgres, Session } from "../run/target.ts";

type Pg = typeof import("pg")["default"];

/** Its types leave `unref` out. */
type Client = InstanceType<Pg["Client"]> & { unref(): void };

/** @throws {Error} with the line that installs the client, where it is missing */
export async function pgClient(): Promise<Pg> {
  const { default: pg } = await withPackages("connections need pg", ["pg"], () => import("pg"));
  return pg;
}

/** @param samples connection strings; all that `uris` gives have the password of one of them */
export function postgresAt(
  uris: Pick<Postgres, "uriOf" | "pooledUriOf">,
  ...samples: readonly string[]
): Postgres {
  return {
    ...uris,
    passwords: samples.map((sample) => decodeURIComponent(new URL(sample).password)),
    async connect(uri) {
      const { Client } = await pgClient();
      return new PgSession(
        new Client({
          connectionString: uri,
          connectionTimeoutMillis: BOUNDS.waitMs,
          query_timeout: BOUNDS.waitMs,
        }) as Client,
      );
    },
  };
}

class PgSession implements Session {
  state: Connection["state"] = "waiting";
  readonly #client: Client;
  readonly #opened: Promise<void>;

  constructor(client: Client) {
    this.#client = client;
    const closed = () => {
      this.state = "closed";
    };
    client.on("error", closed);
    client.on("end", closed);
    this.#opened = client.connect().then(() => {
      if (this.state === "waiting") this.state = "open";
      // One that a check leaves open must not keep the run from ending.
      client.unref();
    });
    this.#opened.catch(closed);
  }

  query(): void {
    this.rows("SELECT 1").catch(() => {});
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    await this.#opened;
    return (await this.#client.query<Record<string, unknown>>(sql)).rows;
  }

  async close(): Promise<void> {
    this.state = "closed";
    await this.#client.end().catch(() => {});
  }
}
