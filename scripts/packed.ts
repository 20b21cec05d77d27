/** Packs the packages as they are published, for the tests of what is in them. */
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
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
 * Packs packages into a folder by `pnpm pack`, which applies `publishConfig` and `.pnpmfile.cjs`.
 * Resolves to the tarball of each.
 *
 * @throws when a package is not built
 */
export async function pack<N extends Name>(names: N[], into: string): Promise<Record<N, string>> {
  const packed = names.map(async (name) => {
    const folder = join(root, FOLDERS[name]);
    if (!existsSync(join(folder, "dist"))) throw new Error(`${name} is not built`);
    const options = ["--dir", folder, "pack", "--json", "--pack-destination", into];
    const { stdout } = await pnpm(options, { cwd: root });
    return [name, JSON.parse(stdout).filename];
  });
  return Object.fromEntries(await Promise.all(packed));
}

/**
 * Makes a new project that has packed packages, installed with an empty home and without a network. All
 * else that they depend on, and `more`, is linked to this repository's own installation.
 */
export async function install(
  tarballs: Partial<Record<Name, string>>,
  project: string,
  more: string[] = [],
): Promise<void> {
  const home = `${project}-home`;
  for (const folder of [project, home]) mkdirSync(folder);
  const dependencies: Record<string, string> = {};
  for (const [name, tarball] of Object.entries(tarballs)) {
    dependencies[`@hosted-postgres/${name}`] = `file:${tarball}`;
    const folder = join(root, FOLDERS[name as Name]);
    for (const each of [...dependenciesOf(folder), ...more]) {
      const at = join(folder, "node_modules", each);
      if (existsSync(at)) dependencies[each] = `link:${realpathSync(at)}`;
    }
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", dependencies }));
  // A dependency of a dependency is the same as that of the project. YAML has JSON in it.
  const workspace = JSON.stringify({ overrides: dependencies });
  writeFileSync(join(project, "pnpm-workspace.yaml"), workspace);
  const { PATH } = process.env;
  await pnpm(["install", "--offline"], { cwd: project, env: { PATH, HOME: home } });
}

/** The names of the third-party packages that a package depends on. */
function dependenciesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(dependencies).filter((name) => !name.startsWith("@hosted-postgres/"));
}

/** Runs npm in a project, with a home beside it. */
export function npm(args: string[], project: string) {
  const { PATH } = process.env;
  const env = {
    PATH,
    HOME: `${project}-home`,
    npm_config_loglevel: "error",
    npm_config_audit: "false",
  };
  return run("npm", args, { cwd: project, env, shell: process.platform === "win32" });
}

/** The paths of all files in a package, sorted, without those that an installer adds. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith("node_modules/"))
    .sort();
}

/** Runs the pnpm that runs this process, or else the pinned one by npx. */
function pnpm(args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const running = process.env.npm_execpath ?? "";
  const isRunning = basename(running).startsWith("pnpm");
  if (isRunning && /\.[cm]?js$/.test(running)) {
    return run(process.execPath, [running, ...args], options);
  }
  if (isRunning) return run(running, args, options);
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return run("npx", ["-y", packageManager, ...args], options);
}
