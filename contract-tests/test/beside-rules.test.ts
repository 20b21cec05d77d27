import { createEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";
import { rules } from "../suite/rules/index.ts";
import { runOn } from "../suite/run/run.ts";
import { targetOf } from "../suite/targets/emulator.ts";

test("no rule that says it takes one free branch asks for the other", async () => {
  const emulator = createEmulator();
  const target = await targetOf(emulator, emulator.fetch, {});
  const { other_free_branch_id: _, ...ids } = target.ids;
  const chosen = rules.filter((it) => it.beside);

  const lacks = { disposable: "the run changes only its own things" };
  const run = await runOn({ ...target, ids, lacks, changes: "own" }, chosen);

  expect(chosen.length).toBeGreaterThan(30);
  expect([...run.outcomes].filter(([, { kind }]) => kind !== "passed")).toEqual([]);
});
