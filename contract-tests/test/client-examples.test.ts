/** Runs every example of the client and the README's sample, and compares their output. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, inject, test, vi } from "vitest";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../packages/client/examples/", import.meta.url));

const printed: Record<string, string> = {
  "quick-start.ts": `ep-1 is init
start_compute finished
`,
  "page-through-operations.ts": `2026-03-01T10:20:00Z create_branch running
2026-03-01T10:10:00Z suspend_compute finished
2026-03-01T09:50:00Z suspend_compute finished
2026-03-01T09:50:00Z apply_config finished
2026-03-01T09:30:00Z start_compute finished
2 operations, then 2026-03-01T10:10:00.250000Z
2 operations, then 2026-03-01T09:50:00.125000Z
1 operations, then no more
`,
  "wait-with-progress.ts": `start_compute scheduling
start_compute running
start_compute finished
done
`,
  "rotate-a-key.ts": `key 101 works
the revocation of key 100 is accepted
`,
};

describe("the client's example", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test.each(Object.entries(printed))("%s prints the expected lines", async (file, expected) => {
    vi.stubEnv("BASE_URL", inject("mockUrl"));
    const [out, error] = (["log", "error"] as const).map((stream) =>
      vi.spyOn(console, stream).mockReturnValue(),
    );

    await import(join(folder, file));

    expect(out?.mock.calls.map(([line]) => `${line}\n`).join("")).toBe(expected);
    expect(error?.mock.calls).toEqual([]);
  });

  test("is in this list or has its own test", () => {
    const others = [
      "first-minute.ts",
      "mock-only.ts",
      "profile-neon.ts",
      "test-double.test.ts",
      "browser",
    ];

    expect(readdirSync(folder).sort()).toEqual([...Object.keys(printed), ...others].sort());
  });
});

describe("the sample of the root README", () => {
  test("runs in the root folder and prints the host of a compute", async () => {
    const root = new URL("../../", import.meta.url);
    const [, sample = ""] =
      /```ts\n(.*?)```/s.exec(readFileSync(new URL("README.md", root), "utf8")) ?? [];
    const file = new URL(`.sample-${process.pid}.ts`, root);
    writeFileSync(file, sample);
    try {
      const args = ["--import", "tsx", fileURLToPath(file)];
      const { stdout } = await run(process.execPath, args, { cwd: fileURLToPath(root) });

      expect(stdout).toMatch(/^ep-\S+ is reachable at ep-\S+\n$/);
    } finally {
      rmSync(file);
    }
  });
});
