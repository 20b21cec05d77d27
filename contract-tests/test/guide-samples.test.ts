/** Runs the commands that the site's guides show. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../suite/main.ts";

const samples = join(import.meta.dirname, "../../site/samples");
const HOLDS = /✓ the contract holds/;
/** Parts of what each prints. They run in this order: a later one reads the file of an earlier one. */
const PRINTED: Record<string, { says: RegExp; more?: string[] }> = {
  "contract-emulator.sh": { says: HOLDS },
  "contract-init.sh": { says: /fixtures\.json/ },
  "contract-fixtures.sh": { says: HOLDS, more: ["--only", "endpoint-fields"] },
  "contract-own.sh": { says: HOLDS, more: ["--only", "endpoint-fields"] },
  "contract-baseline.sh": { says: HOLDS },
  "profile-contract.sh": { says: HOLDS },
};

let emulator: RunningEmulator;
let folder: string;
beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "samples-"));
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

describe("the sample", () => {
  test.for(Object.entries(PRINTED))("%s does what it says", async ([file, { says, more = [] }]) => {
    const ended = { stdout: "", stderr: "" };

    const code = await main([...argumentsOf(file), ...more], {
      stdout: { write: (text) => (ended.stdout += text) },
      stderr: { write: (text) => (ended.stderr += text) },
      env: { INIT_CWD: folder, CONTRACT_ADMIN_KEY: emulator.keys.admin },
    });

    expect(ended.stdout, ended.stderr).toMatch(says);
    expect(code).toBe(0);
  });

  test("is run by this file", () => {
    const files = readdirSync(samples).filter((file) => /contract.*\.sh$/.test(file));

    expect(files).toEqual(Object.keys(PRINTED).sort());
  });
});

/** The arguments that a shell gives to `npm run contract --`, at the emulator of this test. */
function argumentsOf(file: string): string[] {
  const sample = readFileSync(join(samples, file), "utf8").replace(
    /https:\/\/host\/api\/v2/,
    "$$URL",
  );
  const script = `npm() { printf '%s\\n' "$@"; }\n${sample}`;
  const env = { PATH: process.env.PATH, URL: emulator.url };
  const words = execFileSync("sh", ["-ec", script], { encoding: "utf8", env })
    .trimEnd()
    .split("\n");
  expect(words.splice(0, 3)).toEqual(["run", "contract", "--"]);
  return words;
}
