/** Runs what the guides show: each sample is a file that a guide includes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format, promisify } from "node:util";
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const run = promisify(execFile);
const site = join(import.meta.dirname, "..");
const root = join(site, "..");
const samples = readdirSync(join(site, "samples"));
const guides = readdirSync(join(site, "guides")).map((name) => ({
  name,
  text: readFileSync(join(site, "guides", name), "utf8"),
}));
const textOf = (file: string) => readFileSync(join(site, "samples", file), "utf8");

/** Parts of what each shell sample prints. */
const PRINTED: Record<string, RegExp> = {
  "environment.sh": /^$/,
  "first-request.sh": /"projects":\[/,
  "first-script.sh": /grows up to 2 CU/,
  "steer.sh": /"projects"/,
};
/** These serve until they are stopped. */
const SERVING = ["emulator.sh", "emulator-options.sh", "profile-emulator.sh"];
/** The one installs from a registry; the other needs a Postgres, and is run by packages/postgres. */
const NOT_HERE = ["pack.sh", "postgres.sh"];
/** The suite's own tests run these. */
const commands = samples.filter((file) => /contract.*\.sh$/.test(file));
/** Tried by itself, because it reads a file of its own. */
const OWN_TEST = ["read-key.ts"];
/** The commands of the root, which would otherwise install and build. */
const COMMANDS = `
npm() { shift; command=$1; shift 2>/dev/null; [ "$1" = -- ] && shift; "$command" "$@"; }
emulator() { exec node "$ROOT/packages/emulator/dist/cli.js" "$@" --port 0; }
npx() { shift; node --import "$TSX" "$ROOT/site/samples/$1"; }
`;

/** The lines of the program that is printing. */
const output = new AsyncLocalStorage<string[]>();

let emulator: RunningEmulator;
let folder: string;
beforeAll(async () => {
  emulator = await startEmulator();
  for (const method of ["log", "warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => {
      output.getStore()?.push(`${format(...words)}\n`);
    });
  }
  vi.stubEnv("BASE_URL", emulator.url);
  vi.stubEnv("API_KEY", emulator.keys.admin);
  folder = mkdtempSync(join(tmpdir(), "samples-"));
  cpSync(join(site, "samples/projects.yaml"), join(folder, "projects.yaml"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the guides", () => {
  test("include every sample, and have no code of their own", () => {
    const included = guides.flatMap(({ text }) =>
      [...text.matchAll(/^<<< \.\.\/samples\/(\S+)$/gm)].map(([, file]) => file),
    );

    expect([...new Set(included)].sort()).toEqual(samples.sort());
    expect(
      guides.filter(({ text }) => /^\s*(```|~~~)/m.test(text)).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe("the sample", () => {
  const programs = samples.filter(
    (file) => file.endsWith(".ts") && !OWN_TEST.includes(file) && samples.includes(textFor(file)),
  );

  test.for(programs)(
    "%s prints what the guide shows",
    { concurrent: true },
    async (file, { expect }) => {
      expect(await printed(file)).toBe(textOf(textFor(file)));
    },
  );

  test("read-key.ts takes its key from a file", async () => {
    const file = join(folder, "key");
    writeFileSync(file, `${emulator.keys.admin}\n`);
    vi.stubEnv("KEY_FILE", file);

    expect(await printed("read-key.ts")).toBe("2 projects\n");
  });

  test.for(Object.entries(PRINTED))("%s does what it says", async ([file, says]) => {
    const { stdout } = await run("sh", ["-ec", scriptOf(file)], {
      cwd: folder,
      env: environment(),
    });

    expect(stdout).toMatch(says);
  });

  test.for(SERVING)("%s serves", async (file) => {
    const child = spawn("sh", ["-ec", scriptOf(file)], { cwd: folder, env: environment() });
    const stopped = new Promise((resolve) => child.on("close", resolve));
    try {
      const [, url] = /listens at (\S+)/.exec(await firstOutput(child)) ?? [];

      expect((await fetch(`${url}/projects`)).status).toBe(401);
    } finally {
      child.kill("SIGTERM");
      await stopped;
    }
  });

  test("is run by this file, or says why not", () => {
    const scripts = [...Object.keys(PRINTED), ...SERVING, ...NOT_HERE, ...commands];
    const known = [...scripts, ...OWN_TEST, ...programs];
    const outputs = programs.map(textFor);
    // Vitest runs the tests, one of them with wake-all.ts; the emulator is served with the data;
    // actionlint reads the workflow.
    const tests = ["data-plane.test.ts", "wake-all.test.ts", "wake-all.ts"];
    const others = [...tests, "projects.yaml", "contract.yml"];

    expect([...known, ...outputs, ...others].sort()).toEqual(samples.sort());
  });
});

function textFor(file: string): string {
  return file.replace(/\.ts$/, ".txt");
}

/** A shell sample, at the emulator of this test. */
function scriptOf(file: string): string {
  return (
    COMMANDS +
    textOf(file)
      .replace(/https?:\/\/(host|127\.0\.0\.1:8080)\/api\/v2/g, emulator.url)
      .replaceAll("http://127.0.0.1:8080", new URL(emulator.url).origin)
      .replace(/(_KEY=)\S+/g, `$1${emulator.keys.admin}`)
  );
}

/** The output of a program that runs in this process. */
async function printed(file: string): Promise<string> {
  const lines: string[] = [];
  await output.run(lines, () => import(join(site, "samples", file)));
  return lines.join("");
}

function environment() {
  const { PATH } = process.env;
  const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return { PATH, ROOT: root, TSX, BASE_URL: emulator.url, API_KEY: emulator.keys.admin };
}

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk) => resolve(`${chunk}`));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}
