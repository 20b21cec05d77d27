/** The recipes that are no tests of vitest themselves. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startControlled } from "./control.ts";

const run = promisify(execFile);
const folder = (name: string) => fileURLToPath(new URL(`../recipes/${name}/`, import.meta.url));

describe("the recipe for Python", () => {
  const { status } = spawnSync("python3", ["--version"]);

  test.runIf(status === 0)("passes on a served emulator (needs python3)", async () => {
    const { origin } = await startControlled();

    const { stderr } = await run("python3", ["-B", "-m", "unittest"], {
      cwd: folder("python"),
      env: { ...process.env, EMULATOR: origin },
      timeout: 60_000,
    });

    expect(stderr).toMatch(/Ran 3 tests.*\nOK\n$/s);
  });
});

describe("the recipe for a GitHub service container", () => {
  interface Workflow {
    jobs: { test: { services: object; env: object; steps: { run?: string }[] } };
  }
  const { jobs }: Workflow = parse(
    readFileSync(`${folder("github")}service-container.yml`, "utf8"),
  );

  test("seeds the emulator and shows its state with commands that work", async () => {
    const { origin, emulator } = await startControlled();
    const commands = jobs.test.steps.flatMap(({ run }) => (run?.startsWith("curl") ? [run] : []));
    const outputs: string[] = [];

    for (const command of commands) {
      const env = { ...process.env, EMULATOR: origin };
      const { stdout } = await run("sh", ["-ec", command], { cwd: folder("github"), env });
      outputs.push(stdout);
    }

    const [seeded, state] = outputs.map((output) => JSON.parse(output));
    expect(seeded).toEqual({ keys: emulator.keys, ids: emulator.ids });
    expect(state.projects).toMatchObject([{ name: "shop" }]);
    expect(state.endpoints).toHaveLength(2);
  });
});
