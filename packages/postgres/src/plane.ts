/** The data plane: a Postgres server for every compute that is up, a data folder for every branch. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Address,
  type Connection,
  type DataPlane,
  type Moment,
  type PlaneControl,
  type RolesAndDatabases,
  SimulatedDataPlane,
} from "@hosted-postgres/emulator";
import type { Endpoint } from "@hosted-postgres/types";
import { writePrivateFile } from "./account.ts";
import { SUPERUSER } from "./admin.ts";
import { copyRunning, copyStopped } from "./backup.ts";
import { applyContent, hasContent } from "./content.ts";
import { Copies, type Copy } from "./copies.ts";
import { copyFolder, makeFolder, removeFolder } from "./copy.ts";
import { History } from "./history.ts";
import { Home } from "./home.ts";
import type { Pgbouncer } from "./pgbouncer.ts";
import { Poolers } from "./poolers.ts";
import { ComputeProxy } from "./proxy.ts";
import { Server, type ServerOptions } from "./server.ts";
import { noLessThanBefore, type Settings, settingsOf } from "./settings.ts";
import { maxConnections } from "./sizes.ts";
import { Turns } from "./turns.ts";

export interface PostgresOptions {
  /**
   * Keeps the data in this folder, which belongs to one emulator and its `stateDir`. Default: a
   * temporary one, deleted at the end.
   */
  dir?: string | undefined;
  /**
   * The folder of `postgres` and `initdb`, of the only Postgres to use. Default: all that are found,
   * each for the projects of its version.
   */
  bin?: string | undefined;
  /**
   * The path of PgBouncer, which pools connections; `false` for none. Default:
   * `HOSTED_POSTGRES_PGBOUNCER`, else a search. Without one, a pooled host is the direct one.
   */
  pgbouncer?: string | false | undefined;
  /** The port of every compute, each of which has an address of its own. Default 5432. */
  port?: number | undefined;
  /** Settings of every server, which win over ours and the computes' own. Default: none. */
  settings?: Settings | undefined;
  /**
   * Every branch keeps this much of its write-ahead log for its past, in megabytes. Default 256. A start
   * after half of this was written copies the data, so that the past can begin there; 0: none does.
   */
  history?: number | undefined;
}

const PRIMARY = "read_write";
const USUAL_PORT = 5432;
/** To this its log grows anyway, by `max_wal_size`. */
const USUAL_HISTORY_MB = 256;

/** A server that runs for a compute. */
interface Running {
  endpoint: Endpoint;
  /** Of its project. */
  pg_version: number;
  server: Server;
}

/**
 * A real Postgres for `createEmulator` and `startEmulator`. It runs nothing until it is opened; the
 * emulator then finds a Postgres, or names each place and why it does not do.
 */
export function postgres(options: PostgresOptions = {}): PostgresDataPlane {
  return new PostgresDataPlane(options);
}

export class PostgresDataPlane implements DataPlane {
  readonly takesTime = true;
  readonly #options: PostgresOptions;
  readonly #home: Home;
  readonly #copies: Copies;
  readonly #history: History;
  /** Temporary data is gone after a crash of the system, synced or not. */
  readonly #isSynced: boolean;
  readonly #turns = new Turns();
  readonly #proxies = new Map<string, ComputeProxy[]>();
  readonly #poolers: Poolers;
  readonly #running = new Map<string, Running>();
  /** The branch of the last start of each compute, which may have moved since. */
  readonly #branchOf = new Map<string, string>();
  /** The reason that the last copy to a branch failed, by the branch's id. */
  readonly #failures = new Map<string, string>();
  /** Connections of `emulator.connect`, which stand for a client's. */
  readonly #handles = new SimulatedDataPlane();
  readonly #opened: Promise<PlaneControl>;
  #settleOpened!: { resolve: (control: PlaneControl) => void; reject: (error: unknown) => void };
  #isClosing = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#home = new Home(options.dir, options.port ?? USUAL_PORT);
    this.#poolers = new Poolers(this.#home, options.pgbouncer);
    this.#copies = new Copies(join(this.#home.folder, "copies"));
    this.#isSynced = options.dir !== undefined && options.settings?.fsync !== "off";
    this.#history = new History(this.#home, {
      size: options.history ?? USUAL_HISTORY_MB,
      isKept: options.dir !== undefined,
      isSynced: this.#isSynced,
    });
    this.#opened = new Promise((resolve, reject) => {
      this.#settleOpened = { resolve, reject };
    });
    this.#opened.catch(() => {});
  }

  /** The certificate that signs those of all computes: for `sslrootcert` or `NODE_EXTRA_CA_CERTS`. */
  get authorityFile(): string {
    return this.#home.authorityFile;
  }

  /** The folder of its data. */
  get folder(): string {
    return this.#home.folder;
  }

  /** The default version, and where it was found; known once it is open. */
  get binaries() {
    return this.#home.versions.default;
  }

  /** The PgBouncer that pools connections; undefined where none is installed. */
  get pgbouncer(): Pgbouncer | undefined {
    return this.#poolers.pgbouncer;
  }

  /** The server of a compute while it runs: its process, and where it listens behind the proxy. */
  serverOf(endpoint_id: string): { pid: number | undefined; address: Address } | undefined {
    return this.#running.get(endpoint_id)?.server;
  }

  /** Whether a branch has data of its own; one without a parent gets it when it is first used. */
  has(branch_id: string): boolean {
    return existsSync(this.#home.branchFolder(branch_id));
  }

  async open(control: PlaneControl, branch_ids: readonly string[]): Promise<void> {
    try {
      await this.#home.open(this.#options.bin, branch_ids);
      await this.#history.deleteUnused();
      for (const { source, branch, past, failure } of this.#copies.of(branch_ids)) {
        if (failure === undefined) this.copyBranch(source, branch, past);
        else this.#failures.set(branch, failure);
      }
      this.#settleOpened.resolve(control);
    } catch (error) {
      this.#settleOpened.reject(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#settleOpened.reject(new Error("the data plane is closed"));
    for (const proxy of [...this.#proxies.values()].flat()) proxy.close();
    await this.#stopAll();
    await this.#turns.done();
    await this.#stopAll();
    await this.#home.close();
  }

  listen(endpoint_id: string): Address {
    const address = this.#home.addresses.ofCompute(endpoint_id);
    if (!this.#proxies.has(endpoint_id) && !this.#isClosing) {
      this.#proxies.set(endpoint_id, this.#proxiesOf(endpoint_id));
    }
    return address;
  }

  pooled(endpoint_id: string): Address | undefined {
    return this.pgbouncer && this.#home.addresses.ofPooled(endpoint_id);
  }

  unlisten(endpoint_id: string): void {
    for (const proxy of this.#proxies.get(endpoint_id) ?? []) proxy.close();
    this.#proxies.delete(endpoint_id);
  }

  isBusy(endpoint_id: string): boolean {
    return this.#proxies.get(endpoint_id)?.some((proxy) => proxy.isBusy) ?? false;
  }

  connect(endpoint: Endpoint, onUse: () => void): Connection {
    return this.#handles.connect(endpoint, onUse);
  }

  start(endpoint: Endpoint, content: RolesAndDatabases): Promise<void> {
    const { id, branch_id } = endpoint;
    const before = this.#branchOf.get(id) ?? branch_id;
    this.#branchOf.set(id, branch_id);
    return this.#turn([branch_id, before], async () => {
      const proxies = this.#proxies.get(id);
      if (!proxies) throw new Error(`compute ${id} is gone`);
      await Promise.all(proxies.map((proxy) => proxy.listening));
      if (!this.#running.has(id)) await this.#start(endpoint, content.pg_version);
      if (endpoint.type === PRIMARY) {
        // A role that cannot be made must not keep its branch down; its own operation has failed.
        await this.#applyContent(branch_id, content).catch(({ message }: Error) => {
          process.emitWarning(`a role or database of branch ${branch_id}: ${message}`);
        });
      }
      this.#handles.start(endpoint);
    });
  }

  async stop(endpoint: Endpoint): Promise<void> {
    this.#handles.stop(endpoint);
    const branch_id = this.#branchOf.get(endpoint.id);
    if (branch_id === undefined) return;
    await this.#turns.run([branch_id], () => this.#stop(endpoint.id));
  }

  copyBranch(source_id: string, branch_id: string, past?: Moment): void {
    const copy = { source: source_id, branch: branch_id, past };
    this.#copies.note(copy);
    this.#turn([source_id, branch_id], async () => {
      try {
        await this.#copy(copy);
        this.#failures.delete(branch_id);
        this.#copies.forget(branch_id);
      } catch (error) {
        const failure = (error as Error).message;
        this.#failures.set(branch_id, failure);
        this.#copies.note({ ...copy, failure });
      }
    }).catch(() => {});
  }

  deleteBranch(branch_id: string): void {
    this.#turn([branch_id], async () => {
      for (const { endpoint } of this.#runningOn(branch_id)) await this.#stop(endpoint.id);
      this.#failures.delete(branch_id);
      await removeFolder(this.#home.branchFolder(branch_id));
      await this.#history.deleteUnused();
      this.#copies.forget(branch_id);
    }).catch(() => {});
  }

  configure(branch_id: string, content: RolesAndDatabases): Promise<void> {
    return this.#turn([branch_id], () => this.#applyContent(branch_id, content));
  }

  ready(branch_id: string): Promise<void> {
    return this.#turn([branch_id], async () => {
      const failure = this.#failures.get(branch_id);
      if (failure !== undefined) throw new Error(`the data was not copied: ${failure}`);
    });
  }

  #proxiesOf(endpoint_id: string): ComputeProxy[] {
    const server = () => this.#running.get(endpoint_id)?.server;
    const use = async () => (await this.#opened).use(endpoint_id);
    const direct = {
      address: this.#home.addresses.ofCompute(endpoint_id),
      use,
      server: () => server()?.address,
    };
    if (!this.pgbouncer) return [new ComputeProxy(direct)];
    const pooled = {
      address: this.#home.addresses.ofPooled(endpoint_id),
      use: async () => {
        await use();
        await this.#poolers.start(endpoint_id, server);
      },
      // A pooler whose server goes down is about to.
      server: () => server() && this.#poolers.address(endpoint_id),
    };
    return [new ComputeProxy(direct), new ComputeProxy(pooled)];
  }

  #turn<T>(branch_ids: readonly string[], task: () => Promise<T>): Promise<T> {
    return this.#turns.run([...new Set(branch_ids)], async () => {
      await this.#opened;
      if (this.#isClosing) throw new Error("the data plane is closed");
      return task();
    });
  }

  /** Without this, a branch whose copy failed would begin as an empty one. */
  #checkMade(branch_id: string): void {
    const failure = this.#failures.get(branch_id);
    if (failure === undefined || this.has(branch_id)) return;
    throw new Error(`branch ${branch_id} has no data: ${failure}`);
  }

  #runningOn(branch_id: string): Running[] {
    return [...this.#running.values()].filter(({ endpoint }) => endpoint.branch_id === branch_id);
  }

  #primaryOf(branch_id: string): Running | undefined {
    return this.#runningOn(branch_id).find(({ endpoint }) => endpoint.type === PRIMARY);
  }

  async #start(endpoint: Endpoint, pg_version: number): Promise<void> {
    const { id, branch_id, type } = endpoint;
    await this.#materialize(branch_id, pg_version);
    const own = {
      ...settingsOf(endpoint),
      max_connections: maxConnections(endpoint.autoscaling_limit_max_cu),
    };
    if (type === PRIMARY) await this.#history.renew(this.#home.branchFolder(branch_id));
    const server =
      type === PRIMARY
        ? await this.#serve(this.#home.branchFolder(branch_id), endpoint, own)
        : await this.#serveReplica(endpoint, own);
    this.#running.set(id, { endpoint, pg_version, server });
    server.ended.then(async (reason) => {
      if (this.#running.get(id)?.server !== server) return;
      this.#running.delete(id);
      await this.#poolers.stop(id);
      if (!server.isStopping) (await this.#opened).died(id, reason);
    });
  }

  /** A root branch gets its folder when it is first needed. */
  async #materialize(branch_id: string, pg_version: number): Promise<void> {
    this.#checkMade(branch_id);
    if (this.has(branch_id)) return;
    const template = await this.#home.versions.templateFor(pg_version);
    await this.#makeFolder(branch_id, async (making) => {
      await copyFolder(template, making);
      await this.#history.begin(making, template);
    });
  }

  #makeFolder(branch_id: string, make: (making: string) => Promise<void>): Promise<void> {
    return makeFolder(this.#home.branchFolder(branch_id), this.#isSynced, make);
  }

  #serve(data: string, endpoint: Endpoint, settings: Settings): Promise<Server> {
    const { host } = this.#home.addresses.ofCompute(endpoint.id);
    return Server.start(
      this.#serverOptions(data, host, {
        ...settings,
        ...this.#options.settings,
      }),
    );
  }

  #serverOptions(data: string, host: string, settings: Settings): ServerOptions {
    const { log } = this.#history;
    return this.#home.serverOptions(data, host, { ...log, ...settings });
  }

  /** Its data is a fresh copy at each start, so that it never has to catch up with an old log. */
  async #serveReplica(endpoint: Endpoint, own: Settings): Promise<Server> {
    const { id, branch_id } = endpoint;
    const [from, to] = [this.#home.branchFolder(branch_id), this.#home.replicaFolder(id)];
    const { socketFolder, port } = this.#home.adminAddress(from);
    await removeFolder(to);
    await this.#copyFolder(branch_id, to);
    writePrivateFile(join(to, "standby.signal"), "");
    return this.#serve(to, endpoint, {
      ...own,
      ...noLessThanBefore(from, own),
      primary_conninfo: `host=${socketFolder} port=${port} user=${SUPERUSER}`,
    });
  }

  async #stop(endpoint_id: string): Promise<void> {
    const running = this.#running.get(endpoint_id);
    this.#running.delete(endpoint_id);
    await running?.server.stop();
    await this.#poolers.stop(endpoint_id);
    await removeFolder(this.#home.replicaFolder(endpoint_id));
  }

  async #stopAll(): Promise<void> {
    const running = [...this.#running];
    await Promise.all(running.map(([, { server }]) => server.stop()));
    await Promise.all(running.map(([id]) => this.#poolers.stop(id)));
  }

  /** Copies a branch's data, whether its server runs or not. */
  async #copyFolder(branch_id: string, to: string): Promise<void> {
    const from = this.#home.branchFolder(branch_id);
    const primary = this.#primaryOf(branch_id);
    if (primary) await copyRunning(primary.server.options.admin, from, to);
    else await copyStopped(from, to);
  }

  /** Restarts what runs on the branch on its new data. */
  async #copy({ source, branch, past }: Copy): Promise<void> {
    this.#checkMade(source);
    const running = this.#runningOn(branch);
    const stop = async () => {
      for (const { endpoint } of running) await this.#stop(endpoint.id);
    };
    if (this.has(source)) {
      await this.#makeFolder(branch, async (making) => {
        const isPast = past && (await this.#recover(source, past, making));
        if (!isPast) await this.#copyFolder(source, making);
        await stop();
      });
    } else {
      // Neither was used yet: both are like the template.
      await stop();
      await removeFolder(this.#home.branchFolder(branch));
    }
    for (const { endpoint, pg_version } of running) {
      await this.#start(endpoint, pg_version).catch(this.#lost(endpoint.id));
    }
  }

  /** Returns false when the moment is the present. */
  async #recover(branch_id: string, moment: Moment, to: string): Promise<boolean> {
    const { host } = this.#home.addresses.ofServer(to);
    const from = this.#home.branchFolder(branch_id);
    return this.#history.recover({
      from,
      to,
      moment,
      admin: this.#primaryOf(branch_id)?.server.options.admin,
      options: (settings) =>
        this.#serverOptions(to, host, {
          ...noLessThanBefore(from, {}),
          ...this.#options.settings,
          ...settings,
        }),
    });
  }

  #lost(endpoint_id: string) {
    return async ({ message }: Error) => (await this.#opened).died(endpoint_id, message);
  }

  /** Starts a server for the time it takes when none runs. */
  async #applyContent(branch_id: string, content: RolesAndDatabases): Promise<void> {
    const data = this.#home.branchFolder(branch_id);
    const primary = this.#primaryOf(branch_id);
    if (primary) return applyContent(primary.server.options.admin, data, content);
    if (existsSync(data) && hasContent(data, content)) return;
    await this.#materialize(branch_id, content.pg_version);
    const host = this.#home.addresses.ofServer(data).host;
    const server = await Server.start(this.#serverOptions(data, host, noLessThanBefore(data, {})));
    try {
      await applyContent(server.options.admin, data, content);
    } finally {
      await server.stop();
    }
  }
}
