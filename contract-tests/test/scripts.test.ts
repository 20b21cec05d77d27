/** The scripts of the root that print something for people. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Plan, withRelease } from "../../scripts/changelog.ts";
import { shardOf } from "../../scripts/shard.ts";
import {
  countTypeTests,
  summaryOf,
  type Task,
  type TestReport,
} from "../../scripts/test-summary.ts";

const root = join(import.meta.dirname, "../..");

function task(directory: string, from: Partial<Task> = {}): Task {
  const execution = { startTime: 0, endTime: 1_234, exitCode: 0 };
  return { task: "test", directory, execution, cache: { status: "MISS" }, ...from };
}

function tests(passed: number, failed: number, ...skipped: string[]): TestReport {
  const assertionResults = skipped.map((fullName) => ({ status: "skipped", fullName }));
  return { numPassedTests: passed, numFailedTests: failed, testResults: [{ assertionResults }] };
}

describe("summaryOf", () => {
  const browser = "(not available: install Chromium)";
  const reports: Record<string, TestReport> = {
    "packages/client": tests(700, 0, `one ${browser}`, `two ${browser}`),
    "contract-tests": tests(900, 2, `three ${browser}`, "the fourth"),
  };
  const summary = summaryOf(
    [
      task("packages/client", { cache: { status: "HIT" } }),
      task("contract-tests", { execution: { startTime: 0, endTime: 61_000, exitCode: 1 } }),
      task("openapi", { task: "lint" }),
    ],
    (directory) => reports[directory],
    "✓ the contract holds\n",
  );

  test("has a line for each package, one for other tasks, and one for each reason to skip", () => {
    expect(
      summary.text,
    ).toBe(`✗ contract-tests            900 passed, 2 failed, 2 skipped         61.0 s
✓ packages/client           700 passed, 2 skipped                   cached

✓ lint: 1 of 1 tasks passed, 0 cached

3 skipped: install Chromium (contract-tests, packages/client)
1 skipped: the fourth (contract-tests)

✓ the contract holds

✗ contract-tests: test failed
`);
  });

  test("counts all tests", () => {
    expect(summary).toMatchObject({ passed: 1_600, failed: 2, skipped: 4 });
  });

  test("shows a package without a report, whose tests crashed", () => {
    const crashed = task("openapi", { execution: { startTime: 0, endTime: 0, exitCode: 1 } });

    expect(summaryOf([crashed], () => undefined).text).toMatch(/^✗ openapi +0 passed/);
  });
});

describe("countTypeTests", () => {
  const types = task("packages/types");
  const compiler = (exitCode: number) =>
    task("", { task: "typecheck", execution: { startTime: 0, endTime: 1, exitCode } });

  test("counts the tests that only the compiler runs, where it ran them", () => {
    const count = countTypeTests([compiler(0), types], root);

    expect(count).toBeGreaterThan(1);
    expect(countTypeTests([compiler(0), types, types], root)).toBe(count);
    expect(countTypeTests([compiler(2), types], root)).toBe(0);
    expect(countTypeTests([types], root)).toBe(0);
  });
});

describe("shardOf", () => {
  test("gives commits different parts, and one commit always the same", () => {
    const parts = Array.from({ length: 200 }, (_, commit) =>
      shardOf(`commit ${commit}`, "2026-11-22"),
    );

    expect(new Set(parts).size).toBeGreaterThan(48);
    expect(shardOf("commit 7", "2026-11-23")).toBe(parts[7]);
  });

  test("gives each day another part without git", () => {
    expect(shardOf("", "2026-11-22")).not.toBe(shardOf(undefined, "2026-11-23"));
  });
});

describe("withRelease", () => {
  const changelog = "# Changelog\n\nAbout it.\n\n## 0.1.0\n\n- The first.\n";
  const plan: Plan = {
    changesets: [{ summary: "Client: one.\nAnd more of it." }, { summary: "Emulator: two.\n" }],
    releases: [
      { newVersion: "0.1.0", type: "none" },
      { newVersion: "0.2.0", type: "minor" },
    ],
  };

  test("puts the new version above the others", () => {
    expect(withRelease(changelog, plan)).toBe(`# Changelog

About it.

## 0.2.0

- Client: one.
  And more of it.
- Emulator: two.

## 0.1.0

- The first.
`);
  });

  test("refuses when nothing has changed", () => {
    expect(() => withRelease(changelog, { changesets: [], releases: [] })).toThrow(
      "there is nothing to release",
    );
  });
});

describe("publish.mjs", () => {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, here = ""] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];

  test.each([
    ["another repository", "another/one", "v0.0.0", "and this is another/one"],
    ["another tag", here, "v0.0.0", "the tag is v0.0.0, and types has the version"],
  ])("refuses %s", (_, GITHUB_REPOSITORY, GITHUB_REF_NAME, reason) => {
    const env = { ...process.env, GITHUB_REPOSITORY, GITHUB_REF_NAME };
    const args = ["--import", "tsx", join(root, "scripts/publish.mjs"), "none"];

    const { status, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      cwd: root,
      env,
    });

    expect(stderr).toContain(reason);
    expect(status).toBe(1);
  });
});

describe("a script, with one line and the exit code 2,", () => {
  test("refuses `pack` without a folder", () => {
    const { status, stderr } = run("pack.mjs");

    expect(stderr).toBe("Name the folder to pack into: npm run pack -- ../project/vendor\n");
    expect(status).toBe(2);
  });

  test.each(["mock", "emulator"])("refuses `%s` on a port that is taken", async (name) => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      }),
    );

    const { status, stderr } = run("run.mjs", name, "--port", `${port}`);
    server.close();

    const hint = `Choose another: npm run ${name} -- --port ${port + 1}`;
    expect(stderr).toBe(`Port ${port} is taken. ${hint}\n`);
    expect(status).toBe(2);
  });
});

function run(script: string, ...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const file = join(root, "scripts", script);
  return spawnSync(process.execPath, [file, ...args], { encoding: "utf8", cwd: root, env });
}
