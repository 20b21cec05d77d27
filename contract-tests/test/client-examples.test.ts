/** Runs every example of the client and the README's sample, and compares their output. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { printedBy } from "./printed.ts";

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
  test.each(Object.entries(printed))("%s prints the expected lines", async (file, expected) => {
    expect(await printedBy(join(folder, file), inject("mockUrl"))).toBe(expected);
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
      expect(await printedBy(fileURLToPath(file))).toMatch(/^ep-\S+ is reachable at ep-\S+\n$/);
    } finally {
      rmSync(file);
    }
  });
});
