/** Finds the runtimes, and runs the checks on one of them. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Report } from "./checks.ts";
import { startServer } from "./server.ts";

export interface Runtime {
  name: string;
  /** Undefined when it is not installed. */
  binary: string | undefined;
  /** Instructions to install it. */
  missing: string;
  /** The arguments that load `script`, or the page at `url` that does. */
  args: (run: { script: string; folder: string; url: string }) => string[];
}

export interface Result {
  version: string;
  report: Report;
  durationMs: number;
}

/** A runtime that has not reported within this time has failed. */
const PATIENCE_MS = 60_000;

const { resolve } = createRequire(new URL("runtimes/package.json", import.meta.url));
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const thisNode: Runtime = {
  name: "Node (this one)",
  binary: process.execPath,
  missing: "",
  args: ({ script }) => [script],
};

export const chromium: Runtime = {
  name: "Chromium",
  binary: process.env.CHROMIUM || onPath("chromium", "chromium-browser", "google-chrome"),
  missing: "install Chromium, or set CHROMIUM to its binary",
  args: ({ folder, url }) => [...chromiumFlags(folder), `${url}/page`],
};

/** Chromium's sandbox does not work for root, the user in most containers. */
export function chromiumFlags(folder: string): string[] {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return ["--headless", ...sandbox, "--disable-gpu", "--no-first-run", `--user-data-dir=${folder}`];
}

/** The runtimes installed in this folder as npm packages. */
export function installedRuntimes(): Runtime[] {
  const missing = `no npm package in this folder provides it for ${process.platform}-${process.arch}`;
  return [
    ...[20, 22, 24, 26].map((major) => ({
      name: `Node ${major}`,
      binary: inPackage(`node-${major}-${process.platform}-${process.arch}`, "node"),
      missing,
      args: ({ script }: { script: string }) => [script],
    })),
    {
      name: "Bun",
      binary: inPlatformPackage("bun"),
      missing,
      args: ({ script }) => [script],
    },
    {
      name: "Deno",
      binary: inPlatformPackage("deno"),
      missing,
      args: ({ script }) => ["run", "--allow-net", "--no-config", script],
    },
    {
      name: "workerd",
      binary: inPlatformPackage("workerd"),
      missing,
      args: ({ script, folder }) => ["test", workerdConfig(script, folder)],
    },
  ];
}

/**
 * Bundles the built client with the checks and runs them.
 *
 * @throws {Error} when the runtime ends, or 60 s pass, without a report
 */
export async function conform({ name, binary, args }: Runtime): Promise<Result> {
  if (!binary) throw new Error(`${name} is not installed`);
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const started = performance.now();
  try {
    const code = await bundle(server.url);
    const script = join(folder, "script.mjs");
    writeFileSync(script, code);
    const reported = server.report(code);
    const child = spawnGroup(binary, args({ script, folder, url: server.url }));
    try {
      const report = await Promise.race([reported, child.ended]);
      return { version: versionOf(binary), report, durationMs: performance.now() - started };
    } finally {
      await child.stop();
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function bundle(url: string): Promise<string> {
  const built = local("../dist/index.js");
  if (!existsSync(built))
    throw new Error("packages/client/dist is missing: build the client first");
  const { outputFiles } = await build({
    entryPoints: [local("entry.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    define: { BASE_URL: JSON.stringify(url) },
    alias: {
      "@hosted-postgres/client/named-calls": local("../dist/named-calls.js"),
      "@hosted-postgres/client": built,
      "@hosted-postgres/types/routes": local("../../types/dist/routes.js"),
    },
  });
  return outputFiles[0]?.text ?? "";
}

/** Starts a child in its own process group, so that `stop` also ends the processes of a browser. */
function spawnGroup(binary: string, args: string[]) {
  const child = spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-2_000);
  });
  let timer: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve) => {
    child.on("close", resolve);
    child.on("error", () => resolve());
  });
  const ended = new Promise<never>((_, reject) => {
    const fail = (why: string) => reject(new Error(`${why} without a report\n${stderr}`));
    timer = setTimeout(() => fail(`${PATIENCE_MS} ms passed`), PATIENCE_MS);
    child.on("error", (error) => fail(error.message));
    child.on("close", (code) => fail(`it exited (${code})`));
  });
  ended.catch(() => {});
  const stop = async () => {
    clearTimeout(timer);
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
    await closed;
  };
  return { ended, stop };
}

function versionOf(binary: string): string {
  const { stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return /\d[\d.-]*\d/.exec(stdout)?.[0] ?? "unknown";
}

function workerdConfig(script: string, folder: string): string {
  const file = join(folder, "config.capnp");
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "main", worker = (
    modules = [(name = "script", esModule = embed ${JSON.stringify(basename(script))})],
    compatibilityDate = "2026-01-01",
  )),
  (name = "internet", network = (allow = ["local", "private", "public"])),
]);
`,
  );
  return file;
}

/** Finds the binary of an npm package that has one optional package for each platform. */
function inPlatformPackage(name: string): string | undefined {
  const manifest = find(`${name}/package.json`);
  if (!manifest) return undefined;
  const { optionalDependencies } = createRequire(manifest)(manifest);
  for (const platform of Object.keys(optionalDependencies)) {
    const binary = inPackage(platform, name, manifest);
    if (binary) return binary;
  }
  return undefined;
}

function inPackage(name: string, binary: string, from?: string): string | undefined {
  const manifest = find(`${name}/package.json`, from);
  if (!manifest) return undefined;
  return [`bin/${binary}`, binary, `bin/${binary}.exe`, `${binary}.exe`]
    .map((path) => join(dirname(manifest), path))
    .find((path) => existsSync(path));
}

function find(path: string, from?: string): string | undefined {
  try {
    return from ? createRequire(from).resolve(path) : resolve(path);
  } catch {
    return undefined;
  }
}

function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
