/** Packs the packages as they are published, for the tests of what is in them. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packs `packages/<name>` into a folder by `pnpm pack`, which applies `publishConfig`. Resolves to
 * the tarball.
 *
 * @throws when the package is not built
 */
export async function pack(name: string, into: string): Promise<string> {
  const folder = join(root, "packages", name);
  if (!existsSync(join(folder, "dist/index.js"))) throw new Error(`${name} is not built`);
  const [command, ...args] = pnpm();
  const options = ["--dir", folder, "pack", "--json", "--pack-destination", into];
  const { stdout } = await run(command, [...args, ...options], { cwd: root });
  return JSON.parse(stdout).filename;
}

/** Unpacks a tarball into a new folder. */
export async function unpack(tarball: string, into: string): Promise<void> {
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
