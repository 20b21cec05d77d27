/** The folders and files of a data plane. */
import { createPrivateKey, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { account, canReach, makePrivateFolder, writePrivateFile } from "./account.ts";
import { Addresses } from "./addresses.ts";
import { type AdminAddress, SUPERUSER } from "./admin.ts";
import { type Certificate, createAuthority, createCertificate, pemOfKey } from "./certificate.ts";
import { finishFolder, removeFolder } from "./copy.ts";
import type { Pgbouncer } from "./pgbouncer.ts";
import { endLeftPooler, type PoolerOptions } from "./pooler.ts";
import { endLeftServer, type Server, type ServerOptions } from "./server.ts";
import type { Settings } from "./settings.ts";
import { Versions } from "./versions.ts";

const TEMPORARY = "hosted-postgres-data-";
/** A socket's path has at most 103 bytes on every system; this leaves room for its name. */
const LONGEST_FOLDER = 80;

/**
 * Nobody but the plane logs in as its superuser. The socket is in a folder that the plane and its
 * poolers alone enter; the poolers' clients prove there who they are, once more.
 */
const ACCESS = `local all ${SUPERUSER} trust
local replication ${SUPERUSER} trust
local all all scram-sha-256
host all ${SUPERUSER} all reject
host all all 127.0.0.0/8 scram-sha-256
`;

/** One machine keeps many computes; each has some 15 MB of its own. */
const SETTINGS = {
  shared_buffers: "16MB",
  max_wal_size: "256MB",
  ssl: "on",
} as const;

export class Home {
  readonly addresses: Addresses;
  readonly folder: string;
  readonly #isTemporary: boolean;
  #versions: Versions | undefined;
  #authority: Certificate | undefined;

  constructor(dir: string | undefined, port: number) {
    this.#isTemporary = dir === undefined;
    const name = `${TEMPORARY}${process.pid}-${randomBytes(4).toString("hex")}`;
    this.folder = dir === undefined ? join(tmpdir(), name) : resolve(dir);
    this.addresses = new Addresses(this.folder, port);
  }

  get authorityFile(): string {
    return join(this.folder, "ca.crt");
  }

  /** @throws {Error} before it is open */
  get versions(): Versions {
    if (!this.#versions) throw new Error("the data plane is not open");
    return this.#versions;
  }

  branchFolder(branch_id: string): string {
    return join(this.folder, "branches", branch_id);
  }

  replicaFolder(endpoint_id: string): string {
    return join(this.folder, "replicas", endpoint_id);
  }

  /**
   * Finds Postgres, ends what an earlier process left, and deletes the data of other branches.
   *
   * @throws {Error} when no Postgres runs here, or the folder does not do
   */
  async open(bin: string | undefined, branch_ids: readonly string[]): Promise<void> {
    if (Buffer.byteLength(this.folder) > LONGEST_FOLDER) {
      throw new Error(
        `the path of the data folder is too long for sockets: ${this.folder} has more than ${LONGEST_FOLDER} bytes`,
      );
    }
    const versions = new Versions(bin);
    await versions.template();
    for (const name of ["", "branches", "replicas", "sockets", "tls", "poolers"]) {
      makePrivateFolder(join(this.folder, name));
    }
    if (!canReach(this.folder)) {
      throw new Error(
        `root cannot run Postgres, and the account nobody, which can, does not get to ${this.folder}: choose another folder`,
      );
    }
    await removeLeftFolders();
    const left = await endLeftIn(this.folder);
    const kept = new Set(branch_ids.map((id) => this.branchFolder(id)));
    for (const path of kept) finishFolder(path);
    await Promise.all(left.filter((path) => !kept.has(path)).map(removeFolder));
    writePrivateFile(join(this.folder, "pg_hba.conf"), ACCESS);
    this.#authority = this.#keptAuthority();
    this.#versions = versions;
  }

  dataFolders(): string[] {
    return dataFoldersIn(this.folder);
  }

  async close(): Promise<void> {
    if (this.#isTemporary) await removeFolder(this.folder);
  }

  adminAddress(data: string): AdminAddress {
    const { port } = this.addresses.ofServer(data);
    return { socketFolder: join(this.folder, "sockets"), port };
  }

  /**
   * Options of a server on a data folder. Its certificate is for the address that its clients use.
   *
   * @throws {Error} when the version of the data is not installed
   */
  serverOptions(data: string, clientHost: string, settings: Settings): ServerOptions {
    const bin = this.versions.of(data).folder;
    const tls = this.#tls(basename(data), clientHost);
    return {
      bin,
      data,
      host: this.addresses.ofServer(data).host,
      admin: this.adminAddress(data),
      settings: { ...SETTINGS, ...tls, hba_file: join(this.folder, "pg_hba.conf"), ...settings },
    };
  }

  /** Options of the PgBouncer in front of a compute's server. */
  poolerOptions(endpoint_id: string, pgbouncer: Pgbouncer, { options }: Server): PoolerOptions {
    const { host } = this.addresses.ofPooled(endpoint_id);
    const base = join(this.folder, "poolers", endpoint_id);
    return {
      pgbouncer,
      base,
      address: this.addresses.ofServer(base),
      server: options.admin,
      maxConnections: Number(options.settings.max_connections),
      tls: this.#tls(`${endpoint_id}.pooled`, host),
    };
  }

  /** A new certificate at each start costs a millisecond, and none runs out. */
  #tls(name: string, host: string) {
    const { certificate, key } = createCertificate(host, this.#authority as Certificate);
    const [ssl_cert_file, ssl_key_file] = ["crt", "key"].map((kind) =>
      join(this.folder, "tls", `${name}.${kind}`),
    ) as [string, string];
    writePrivateFile(ssl_cert_file, certificate);
    writePrivateFile(ssl_key_file, pemOfKey(key));
    return { ssl_cert_file, ssl_key_file };
  }

  #keptAuthority(): Certificate {
    const keyFile = join(this.folder, "tls", "ca.key");
    if (existsSync(keyFile) && existsSync(this.authorityFile)) {
      const certificate = readFileSync(this.authorityFile, "utf8");
      return { certificate, key: createPrivateKey(readFileSync(keyFile)) };
    }
    const authority = createAuthority();
    writeFileSync(keyFile, pemOfKey(authority.key), { mode: 0o600 });
    writeFileSync(this.authorityFile, authority.certificate, { mode: 0o644 });
    return authority;
  }
}

function dataFoldersIn(folder: string): string[] {
  return ["branches", "replicas"]
    .map((kind) => join(folder, kind))
    .flatMap((kind) => namesIn(kind).map((name) => join(kind, name)));
}

/** Ends what an earlier process left, and returns its data folders. */
async function endLeftIn(folder: string): Promise<string[]> {
  const data = dataFoldersIn(folder);
  const poolers = namesIn(join(folder, "poolers"))
    .filter((name) => name.endsWith(".ini"))
    .map((name) => join(folder, "poolers", name.slice(0, -".ini".length)));
  await Promise.all([...data.map(endLeftServer), ...poolers.map(endLeftPooler)]);
  return data;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Ends and deletes the temporary data of processes that were killed. */
async function removeLeftFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(TEMPORARY))) {
    const folder = join(tmpdir(), name);
    const pid = Number.parseInt(name.slice(TEMPORARY.length), 10);
    if (isAlive(pid) || !isOurs(folder)) continue;
    await endLeftIn(folder);
    await removeFolder(folder);
  }
}

function isOurs(path: string): boolean {
  return statSync(path).uid === (account?.uid ?? process.getuid?.());
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
