/** Packs the packages as they are published, for the tests of what is in them. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The packages that are published; each follows those that it depends on. */
export const FOLDERS = {
  types: "packages/types",
  client: "packages/client",
  emulator: "packages/emulator",
  postgres: "packages/postgres",
  "contract-tests": "contract-tests",
} as const;

type Name = keyof typeof FOLDERS;

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packs a package into a folder by `pnpm pack`, which applies `publishConfig` and `.pnpmfile.cjs`.
 * Resolves to the tarball.
 *
 * @throws when the package is not built
 */
export async function pack(name: Name, into: string): Promise<string> {
  const folder = join(root, FOLDERS[name]);
  if (!existsSync(join(folder, "dist"))) throw new Error(`${name} is not built`);
  const [command, ...args] = pnpm();
  const options = ["--dir", folder, "pack", "--json", "--pack-destination", into];
  const { stdout } = await run(command, [...args, ...options], { cwd: root });
  return JSON.parse(stdout).filename;
}

/**
 * Makes a new project that has the packages and all that they depend on, without a network and with an
 * empty home. What they depend on is packed from this repository's own installation.
 */
export async function install(tarballs: string[], names: Name[], project: string): Promise<void> {
  const home = `${project}-home`;
  mkdirSync(project);
  mkdirSync(home);
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const dependencies = new Map<string, string>();
  for (const name of names) collect(join(root, FOLDERS[name]), dependencies);
  const packed = [...dependencies].map(async ([name, folder], at) => {
    // Copies lose the hard links of pnpm's store, which `npm install` drops from a tarball.
    cpSync(folder, join(home, `${at}/package`), { recursive: true });
    await run("tar", ["-czf", `${at}.tgz`, "-C", `${at}`, "package"], { cwd: home });
    return `${name}@file:${join(home, `${at}.tgz`)}`;
  });
  const all = [...tarballs, ...(await Promise.all(packed))];
  await npm("npm", ["install", "--offline", "--no-audit", "--no-fund", ...all], project);
}

/**
 * Makes a new project that has a package and its types, unpacked, and links to what the packed manifest
 * names and to `more`. It takes a fraction of `install`, with which the suite's test installs all packages.
 */
export async function link(name: Name, more: string[], project: string): Promise<void> {
  const modules = join(project, "node_modules");
  const at = (each: Name) => join(modules, "@hosted-postgres", each);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const packages = (["types", name] as const).map(async (each) =>
    unpack(await pack(each, dirname(project)), at(each)),
  );
  await Promise.all(packages);
  const { dependencies } = JSON.parse(readFileSync(join(at(name), "package.json"), "utf8"));
  for (const each of [...Object.keys(dependencies), ...more]) {
    const to = join(modules, each);
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to))
      symlinkSync(realpathSync(join(root, FOLDERS[name], "node_modules", each)), to);
  }
}

/** Runs npm or npx in a project that `install` made. */
export function npm(command: "npm" | "npx", args: string[], project: string) {
  const { PATH } = process.env;
  const env = { PATH, HOME: `${project}-home`, npm_config_loglevel: "error" };
  return run(command, args, { cwd: project, env, shell: process.platform === "win32" });
}

/** Finds what a package depends on, outside this workspace, by name. */
function collect(folder: string, found: Map<string, string>) {
  const { resolve } = createRequire(join(folder, "package.json"));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const paths = resolve.paths(name) ?? [];
    const at = paths.map((path) => join(path, name)).find((path) => existsSync(path));
    if (at === undefined) throw new Error(`${name} is not installed`);
    if (found.has(name)) continue;
    if (!name.startsWith("@hosted-postgres/")) found.set(name, realpathSync(at));
    collect(realpathSync(at), found);
  }
}

/** Unpacks a tarball into a new folder. */
async function unpack(tarball: string, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", into, "--strip-components", "1"]);
}

/** The paths of all files in a folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The pnpm that runs this process, or else the pinned one by npx. */
function pnpm(): [command: string, ...args: string[]] {
  const running = process.env.npm_execpath ?? "";
  if (basename(running).startsWith("pnpm")) {
    return /\.[cm]?js$/.test(running) ? [process.execPath, running] : [running];
  }
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return ["npx", "-y", packageManager];
}
