/** Compiles and runs the code of every operation, as the reference shows it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { HttpError } from "@hosted-postgres/client";
import { type LogEntry, type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CodeSample } from "../build/code-samples.ts";
import { referenceOf } from "../build/reference.ts";
import { type Operation, readSpec, routesOf, type SpecFile } from "../build/spec.ts";

const run = promisify(execFile);
const results = join(import.meta.dirname, "../results");
/** Statuses that say the request itself is wrong; 404 only says that the thing is not there. */
const MALFORMED = [400, 401, 405, 413, 415, 422];
/** Shown in the document, and on things that an emulator begins with. */
const SHOWN = [
  "listProjects",
  "listOperations",
  "listEndpoints",
  "createEndpoint",
  "createOrganizationApiKey",
];
/** Refused for a reason that their example cannot mend. */
const REFUSED: Record<SpecFile, string[]> = {
  // The document does not show these bodies, and the emulator guesses that they need a field.
  "openapi.json": [
    "updateOrganizationMember",
    "transferOrganizationProjects",
    "transferCurrentUserProjects",
  ],
  // Every seeded branch is a root one, which this provider keeps.
  "openapi.neon.json": ["deleteBranch"],
};

mkdirSync(results, { recursive: true });

describe.each<[SpecFile, Parameters<typeof startEmulator>[0]]>([
  ["openapi.json", {}],
  ["openapi.neon.json", { profile: neon }],
])("the code samples of %s", (file, options) => {
  const folder = mkdtempSync(join(results, "samples-"));
  const routes = routesOf(referenceOf(readSpec(file)));
  const seen: LogEntry[] = [];
  let emulator: RunningEmulator;

  beforeAll(async () => {
    emulator = await startEmulator({ ...options, onResponse: (entry) => seen.push(entry) });
    vi.stubEnv("BASE_URL", emulator.url);
    vi.stubEnv("API_KEY", emulator.keys.admin);
    vi.spyOn(console, "log").mockImplementation(() => {});
    for (const { operation } of routes) {
      writeFileSync(join(folder, `${operation.operationId}.ts`), sample(operation, "TypeScript"));
    }
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  test("compile", async () => {
    const config = { extends: "../../../tsconfig.json", include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const require = createRequire(import.meta.url);
    const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");

    const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((error) => error);

    expect(stdout).toBe("");
  });

  test("send what the emulator understands, in TypeScript", async () => {
    const wrong = await wrongOf(async ({ operationId }) => {
      const path = join(folder, `${operationId}.ts`);
      return import(path).catch(unlessHttp);
    });

    expect(wrong).toEqual([]);
  });

  test("send what the emulator understands, with curl", async () => {
    const wrong = await wrongOf((operation) => {
      const quiet = 'curl() { command curl -sS --max-time 20 "$@"; }';
      return run("sh", ["-c", `${quiet}\n${sample(operation, "Shell")}`], { cwd: folder });
    });

    expect(wrong).toEqual([]);
  });

  /** Tries each sample on a fresh emulator; gives those that were not one good request. */
  async function wrongOf(send: (operation: Operation) => Promise<unknown>): Promise<object[]> {
    const wrong: object[] = [];
    for (const { operation, method, path } of routes) {
      const { operationId: id } = operation;
      emulator.reset();
      seen.length = 0;
      const answer = await send(operation);
      const [entry, ...more] = seen;
      const pattern = new RegExp(`^/api/v2${path.replace(/\{\w+\}/g, "[^/]+")}(\\?|$)`);
      const isRoute = entry?.method === method && pattern.test(entry.target) && more.length === 0;
      const isRefused = SHOWN.includes(id)
        ? Number(entry?.status) >= 300
        : MALFORMED.includes(Number(entry?.status)) && !REFUSED[file].includes(id);
      if (!isRoute || isRefused || entry.status >= 500) wrong.push({ id, seen: [...seen], answer });
    }
    return wrong;
  }
});

function sample(operation: Operation, lang: CodeSample["lang"]): string {
  const samples = (operation["x-codeSamples"] ?? []) as CodeSample[];
  return samples.find((one) => one.lang === lang)?.source ?? "";
}

/** Any other error is the sample's own. */
function unlessHttp(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}
