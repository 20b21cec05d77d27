/** A new project with the packed packages: the suite, the emulator, the client and the types. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "@hosted-postgres/emulator";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOLDERS, filesIn, install, npm, pack } from "../../scripts/packed.ts";

type Name = keyof typeof FOLDERS;

const MAX_MEGABYTES = 40;

/** `pnpm run package-check` has all tests, the others those that are quick and need no network. */
const isWhole = process.env.MODE === "package-check";
const names = Object.keys(FOLDERS) as Name[];
const here = fileURLToPath(new URL("..", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "packages-")));
const project = join(folder, "project");
let tarballs: Record<Name, string>;

beforeAll(async () => {
  tarballs = await pack(names, folder);
  await install(tarballs, project);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent.each(names)("the package of %s", (name) => {
  test("passes publint", async () => {
    const { buffer: tarball } = new Uint8Array(readFileSync(tarballs[name]));

    expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
  });

  // It takes as long as all other tests of the packages.
  if (isWhole) {
    test("passes Are The Types Wrong", async () => {
      const options = ["--profile", "esm-only", "--format", "table"];

      expect((await run(here, "attw", ...options, tarballs[name])).stdout).toContain("🟢");
    });
  }

  test("has its README with the line that installs it, the licence, and where it comes from", () => {
    const at = join(project, "node_modules/@hosted-postgres", name);
    const manifest = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));

    expect(readFileSync(join(at, "README.md"), "utf8")).toMatch(
      new RegExp(`^(npm install|npx) .*@hosted-postgres/${name}\\b`, "m"),
    );
    expect(readFileSync(join(at, "LICENSE"), "utf8")).toContain("Apache License");
    expect(manifest.repository.directory).toBe(FOLDERS[name]);
    expect(manifest).toMatchObject({
      homepage: expect.stringContaining(FOLDERS[name]),
      bugs: expect.stringMatching(/\/issues$/),
      keywords: expect.arrayContaining(["postgres"]),
      license: "Apache-2.0",
    });
    for (const unwanted of ["private", "scripts", "devDependencies", "publishConfig"]) {
      expect(manifest).not.toHaveProperty(unwanted);
    }
  });
});

describe("the packed suite", () => {
  test("shows its help and its version", async () => {
    const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

    expect((await contract("--help")).stdout).toContain("Exit code:");
    expect((await contract("--version")).stdout).toBe(`${version}\n`);
  });

  test("judges a server and writes every report, without a warning of Node", async () => {
    const emulator = await startEmulator();
    try {
      const { stdout, stderr } = await contract(
        ...["--target", emulator.url, "--key", emulator.keys.admin],
        ...["--only", "auth-valid-key-accepted", "--out", "out"],
      );

      expect(stdout).toContain("1 rule: 1 passed, 0 failed");
      expect(stderr).not.toContain("Warning");
      const sarif = readFileSync(join(project, "out", "report.sarif"), "utf8");
      expect(JSON.parse(sarif).version).toBe("2.1.0");
    } finally {
      await emulator.close();
    }
  });

  test("runs its own emulator", async () => {
    const { stdout } = await contract("--target", "emulator", "--only", "auth-valid-key-accepted");

    expect(stdout).toContain("1 rule: 1 passed, 0 failed");
  });

  test("names the packages that the mock and a profile in YAML lack", async () => {
    writeFileSync(join(project, "their.yaml"), "openapi: 3.1.0\npaths: {}\n");

    const [mock, profile] = await Promise.allSettled([
      contract("--target", "mock"),
      contract("--target", "emulator", "--profile", "their.yaml"),
    ]);

    expect(mock).toHaveProperty("reason.code", 2);
    expect(mock).toHaveProperty(
      "reason.stderr",
      expect.stringMatching(/Prism: npm install @stoplight\/prism-core@5\S+ /),
    );
    expect(profile).toHaveProperty("reason.code", 2);
    expect(profile).toHaveProperty(
      "reason.stderr",
      expect.stringMatching(/Redocly: npm install @redocly\/openapi-core@\S+\n/),
    );
  });
});

// npm needs the registry.
if (isWhole) {
  describe("a project that npm makes of the packages", () => {
    const byNpm = join(folder, "by-npm");
    beforeAll(async () => {
      for (const at of [byNpm, `${byNpm}-home`]) mkdirSync(at);
      await npm(["install", ...Object.values(tarballs)], byNpm);
    });

    test(`takes less than ${MAX_MEGABYTES} MB`, () => {
      const modules = join(byNpm, "node_modules");
      const bytes = filesIn(modules).map((file) => statSync(join(modules, file)).size);

      const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;

      expect(megabytes).toBeGreaterThan(1);
      expect(megabytes).toBeLessThan(MAX_MEGABYTES);
    });

    test("gets the mock by the line that the suite prints", async () => {
      const { stderr } = await contract("--target", "mock").catch((failed) => failed);
      const [, packages = ""] = /npm install (.*)/.exec(stderr) ?? [];

      await npm(["install", ...packages.split(" ")], byNpm);

      const args = ["--target", "mock", "--only", "auth-valid-key-accepted"];
      const { stdout } = await run(byNpm, "hosted-postgres-contract", ...args);
      expect(stdout).toContain("1 rule: 1 passed, 0 failed");
    });
  });
}

describe("the packed emulator", () => {
  test("serves with its command", async () => {
    const bin = join(project, "node_modules/.bin/hosted-postgres-emulator");
    const child = spawn(bin, ["--port", "0"], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: `${project}-home` },
    });
    try {
      const [line] = await once(createInterface({ input: child.stdout }), "line");
      const [url] = /http:\S+/.exec(line) ?? [];
      expect((await fetch(`${url}/projects`)).status).toBe(401);
    } finally {
      child.kill();
    }
  });

  test("names the package that a state directory lacks", async () => {
    const serving = run(project, "hosted-postgres-emulator", "--port", "0", "--state", "state");

    await expect(serving).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the package lmdb is missing: npm install lmdb@3"),
    });
  });
});

test("names the server that the packed Postgres found, or where it looked", async () => {
  const { stdout } = await run(project, "hosted-postgres-doctor").catch((failed) => failed);

  expect(stdout).toMatch(/^Postgres on this machine/);
});

function contract(...args: string[]) {
  return run(project, "hosted-postgres-contract", ...args);
}

/** Runs a command that is installed in a folder; npx would take as long as the command. */
function run(from: string, command: string, ...args: string[]) {
  const bin = join(from, "node_modules/.bin", command);
  const { PATH } = process.env;
  return promisify(execFile)(bin, args, {
    cwd: project,
    env: { PATH, HOME: `${project}-home` },
    shell: process.platform === "win32",
  });
}
