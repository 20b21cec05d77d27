/**
 * Runs one script of the root: `npm run <name> -- <args>`. A fresh clone needs nothing first: the
 * pinned pnpm comes by npx, and installs what is missing before it runs anything.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Programs that people watch or stop: they get the terminal itself, after turbo has built their
 * package. Any other name is a task of turbo.json.
 */
const PROGRAMS = {
  start: { folder: "packages/client", script: "first-minute", needs: "openapi" },
  contract: { folder: "contract-tests", script: "contract" },
  docs: { folder: "site", script: "docs" },
  mock: { folder: "contract-tests", script: "mock", port: 4010 },
  emulator: { folder: "packages/emulator", script: "serve", port: 8080 },
  soak: { folder: "packages/emulator", script: "soak", also: "packages/client" },
  faults: { folder: "contract-tests/trials", script: "faults" },
  clients: {
    folder: "packages/emulator/clients",
    script: "clients",
    needs: "packages/postgres",
    also: "packages/postgres/clients",
  },
  recipes: { folder: "packages/emulator/recipes", script: "recipes", needs: "packages/emulator" },
  runtimes: { folder: "packages/client", script: "runtimes" },
  bench: { folder: "bench", script: "bench", needs: "packages/client" },
};
/** Programs of the root itself. */
const COMMANDS = {
  test: ["node", "--import", "tsx", "scripts/verify.mjs"],
  generate: ["node", "scripts/generate.mjs"],
  pack: ["node", "--import", "tsx", "scripts/pack.mjs"],
  release: ["node", "--import", "tsx", "scripts/release.mjs"],
  format: ["biome", "check", "--write", "."],
};
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const root = fileURLToPath(new URL("..", import.meta.url));
/** npx alone takes longer than most scripts, so the pnpm that it fetched is remembered. */
const remembered = join(root, "node_modules/.pnpm-path");
const [name, ...args] = process.argv.slice(2);
const env = {
  ...process.env,
  RUNTIME: `${process.version} ${process.arch}`,
  DO_NOT_TRACK: "1",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
  SCARF_ANALYTICS: "false",
  TURBO_TELEMETRY_DISABLED: "1",
};
// The command of an outer npx must not reach the inner one.
delete env.npm_config_package;
delete env.npm_config_call;

const port = portOf(PROGRAMS[name]?.port);
if (port !== undefined && (await isTaken(port))) {
  console.error(`Port ${port} is taken. Choose another: npm run ${name} -- --port ${port + 1}`);
  process.exitCode = 2;
} else if (env.npm_config_user_agent?.startsWith("pnpm/")) {
  writeFileSync(remembered, env.npm_execpath);
  process.exitCode = await run(env.npm_execpath);
} else if (isInstalled()) {
  process.exitCode = await run(readFileSync(remembered, "utf8"));
} else {
  const { packageManager } = read("package.json");
  const again = ["exec", "node", "scripts/run.mjs", name, ...args];
  process.exitCode = await start("npx", ["-y", packageManager, ...again]);
}

/** Whether no manifest has changed since pnpm last compared them with what it installed. */
function isInstalled() {
  const state = "node_modules/.pnpm-workspace-state-v1.json";
  if (!existsSync(join(root, state)) || !existsSync(remembered)) return false;
  const { lastValidatedTimestamp, projects } = read(state);
  const manifests = Object.keys(projects).map((folder) => join(folder, "package.json"));
  const files = [...manifests, join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml")];
  const isUnchanged = (file) =>
    existsSync(file) && statSync(file).mtimeMs <= lastValidatedTimestamp;
  return existsSync(readFileSync(remembered, "utf8")) && files.every(isUnchanged);
}

async function run(pnpm) {
  env.PATH = [join(root, "node_modules/.bin"), dirname(pnpm), env.PATH].join(delimiter);
  // It was compared just now; each task would compare it again.
  env.pnpm_config_verify_deps_before_run = "false";
  const program = PROGRAMS[name];
  const [command, ...rest] = COMMANDS[name] ?? ["turbo", "run", name, "--output-logs=new-only"];
  if (!program) return start(command, [...rest, ...args]);
  const { folder, script, needs = folder, also } = program;
  const build = ["run", "build", `--filter=./${needs}...`, "--output-logs=errors-only"];
  const isBuilt = (await start("turbo", build, ["ignore", "ignore", "ignore"])) === 0;
  // Only a build that fails has something to say.
  if (!isBuilt) return start("turbo", build);
  const runIn = (folder) => start(pnpm, ["--silent", "--dir", folder, "run", script, ...args]);
  return (await runIn(folder)) || (also ? runIn(also) : 0);
}

/** The port that a program will listen on: the given one, else its default. */
function portOf(usual) {
  const [, given = usual] = /--?p(?:ort)?[ =](\d+)/.exec(args.join(" ")) ?? [];
  return usual && Number(given);
}

function isTaken(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.on("error", ({ code }) => resolve(code === "EADDRINUSE"));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(false)));
  });
}

/** Resolves to the exit code. */
function start(command, args, stdio = "inherit") {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio,
    shell: process.platform === "win32",
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

function read(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
