/** Compiles and runs the code of every operation, as the reference shows it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { HttpError } from "@hosted-postgres/client";
import { type LogEntry, type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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

const SPECS: [SpecFile, Parameters<typeof startEmulator>[0]][] = [
  ["openapi.json", {}],
  ["openapi.neon.json", { profile: neon }],
];

mkdirSync(results, { recursive: true });
const folder = mkdtempSync(join(results, "samples-"));
/** One module for each spec, since one for each sample takes seconds to compile and to load. */
const moduleOf = (file: SpecFile) => join(folder, `${file}.ts`);

beforeAll(() => {
  for (const [file] of SPECS) writeFileSync(moduleOf(file), moduleText(file));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the code samples", () => {
  test("compile", async () => {
    const config = { extends: "../../../tsconfig.base.json", include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const require = createRequire(import.meta.url);
    const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");

    const compiled = run(process.execPath, [tsc, "-p", folder, "--pretty"]);
    const { stdout } = await compiled.catch((error) => error);

    expect(stripVTControlCharacters(stdout)).toBe("");
  });
});

describe.each(SPECS)("the code samples of %s", (file, options) => {
  const routes = routesOf(referenceOf(readSpec(file)));
  const seen: LogEntry[] = [];
  let emulator: RunningEmulator;

  beforeAll(async () => {
    const onResponse = (entry: LogEntry) => {
      seen.push(entry);
      // Each sample finds a fresh emulator.
      emulator.reset();
    };
    emulator = await startEmulator({ ...options, onResponse });
    vi.stubEnv("BASE_URL", emulator.url);
    vi.stubEnv("API_KEY", emulator.keys.admin);
    vi.spyOn(console, "log").mockImplementation(() => {});
  });
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await emulator.close();
  });

  test("send what the emulator understands, in TypeScript", async () => {
    const samples: Record<string, () => Promise<void>> = await import(moduleOf(file));

    for (const { operation } of routes) await samples[operation.operationId]?.().catch(unlessHttp);

    expect(wrongOf(seen)).toEqual([]);
  });

  test("send what the emulator understands, with curl", async () => {
    const script = routes.map(({ operation }) => sample(operation, "Shell")).join("\n");
    // One process sends them all, since each start of curl takes as long as ten requests.
    const shell = `curl() { printf '%s\\0' --next -sS --max-time 20 "$@"; }\n${script}`;
    const { stdout } = await run("sh", ["-c", shell]);
    const [, ...args] = stdout.split("\0").slice(0, -1);

    await run("curl", ["--fail-early", ...args], { cwd: folder });

    expect(wrongOf(seen)).toEqual([]);
  });

  /** The samples that were not one good request, and what was sent for them. */
  function wrongOf(entries: LogEntry[]): object[] {
    const wrong = routes.flatMap(({ operation, method, path }, index) => {
      const { operationId: id } = operation;
      const entry = entries[index];
      const pattern = new RegExp(`^/api/v2${path.replace(/\{\w+\}/g, "[^/]+")}(\\?|$)`);
      const isRoute = entry?.method === method && pattern.test(entry.target);
      const isRefused = SHOWN.includes(id)
        ? Number(entry?.status) >= 300
        : MALFORMED.includes(Number(entry?.status)) && !REFUSED[file].includes(id);
      return isRoute && !isRefused && entry.status < 500 ? [] : [{ id, entry }];
    });
    return [...wrong, ...entries.slice(routes.length)];
  }
});

/** A function for each sample, under what all of them import. */
function moduleText(file: SpecFile): string {
  const samples = routesOf(referenceOf(readSpec(file))).map(({ operation }) => {
    const [imports = "", ...body] = sample(operation, "TypeScript").split("\n\n");
    const run = `export async function ${operation.operationId}() {\n${body.join("\n\n")}\n}`;
    return { imports, run };
  });
  const [imports, ...others] = new Set(samples.map(({ imports }) => imports));
  expect(others).toEqual([]);
  return [imports, ...samples.map(({ run }) => run)].join("\n\n");
}

function sample(operation: Operation, lang: CodeSample["lang"]): string {
  const samples = (operation["x-codeSamples"] ?? []) as CodeSample[];
  return samples.find((one) => one.lang === lang)?.source ?? "";
}

/** Any other error is the sample's own. */
function unlessHttp(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}
