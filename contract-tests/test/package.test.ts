/** The packed command runs on plain Node, beside its dependencies and outside this repository. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "@hosted-postgres/emulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface Manifest {
  name: string;
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  publishConfig?: object;
}

const execute = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

let folder: string;
let manifest: Manifest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "contract-package-"));
  await pack();
  await execute("tar", ["-xzf", "packed.tgz"], { cwd: folder });
  manifest = manifestIn(join(folder, "package"));
  for (const name of Object.keys(manifest.dependencies)) provide(name);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the packed command", () => {
  test("shows its help and its version", async () => {
    expect((await contract("--help")).stdout).toContain("Exit code:");
    expect((await contract("--version")).stdout).toBe(`${manifest.version}\n`);
  });

  test("judges a server and writes every report, without a warning of Node", async () => {
    const emulator = await startEmulator();
    try {
      const { stdout, stderr } = await contract(
        ...["--target", emulator.url, "--key", emulator.keys.admin],
        ...["--only", "auth-valid-key-accepted", "--out", join(folder, "out")],
      );

      expect(stdout).toContain("1 rule: 1 passed, 0 failed");
      expect(stderr).not.toContain("Warning");
      const sarif = readFileSync(join(folder, "out", "report.sarif"), "utf8");
      expect(JSON.parse(sarif).version).toBe("2.1.0");
    } finally {
      await emulator.close();
    }
  });
});

async function pack() {
  const { npm_execpath = "" } = process.env;
  // Set by the root scripts; npx would name npm, which does not apply publishConfig.
  const [command, ...first] = /pnpm.*js$/.test(npm_execpath)
    ? [process.execPath, npm_execpath]
    : ["pnpm"];
  const target = join(folder, "packed.tgz");
  await execute(command as string, [...first, "pack", "--out", target], { cwd: root });
}

/** Links a dependency; one of this workspace gets the manifest that it is published with. */
function provide(name: string) {
  const installed = join(root, "node_modules", name);
  const place = join(folder, "package", "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  if (!name.startsWith("@hosted-postgres/")) return symlinkSync(installed, place);
  const { publishConfig, ...source } = manifestIn(installed);
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), JSON.stringify({ ...source, ...publishConfig }));
  symlinkSync(join(installed, "dist"), join(place, "dist"));
}

function manifestIn(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
}

function contract(...args: string[]) {
  const bin = join(folder, "package", manifest.bin["hosted-postgres-contract"] ?? "");
  const { PATH } = process.env;
  return execute(process.execPath, [bin, ...args], { cwd: folder, env: { PATH } });
}
