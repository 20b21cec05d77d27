/** One test per rule and target; what a target cannot show is in the table, with its reason. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { reportOf } from "../suite/reports/build.ts";
import { FORMATS } from "../suite/reports/formats.ts";
import type { Outcome } from "../suite/reports/model.ts";
import { rules } from "../suite/rules/index.ts";
import { runOn } from "../suite/run/run.ts";
import { sharedStage } from "../suite/run/stage.ts";
import { emulatorStage } from "../suite/targets/emulator.ts";
import { mockTarget } from "../suite/targets/mock.ts";

const url = inject("mockUrl");
const startedAt = new Date();
const seed = startedAt.getTime() % 2 ** 31;
const runs = [
  { url, name: "the mock", run: await runOn(sharedStage(mockTarget(url)), rules, { seed }) },
  {
    url: "one for each check",
    name: "the emulator",
    run: await runOn(emulatorStage, rules, { seed }),
  },
];
const report = reportOf(rules, runs, { seed, startedAt });
save();

for (const [place, { name }] of runs.entries()) {
  describe(`on ${name}`, () => {
    for (const { id, text, outcomes } of report.rules) {
      const outcome = outcomes[place] as Outcome;
      if (outcome.kind === "excused" || outcome.kind === "not showable") continue;
      test(`${text} (${id})`, () => {
        expect(outcome).toMatchObject({ kind: "passed" });
      });
    }
  });
}

describe("mock and emulator together", () => {
  test("show each rule that is not excused", () => {
    const unshown = report.rules.filter(({ outcomes }) =>
      outcomes.every(({ kind }) => kind === "not showable"),
    );

    expect(unshown.map(({ id }) => id)).toEqual([]);
  });

  test("show the rules that they showed before", async () => {
    const lines = report.rules
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, outcomes }) => `${outcomes.map(signOf).join(" ")} ${id}\n`);

    await expect(lines.join("")).toMatchFileSnapshot("shown.txt");
  });

  test("answer 401 on each route when the key is missing or invalid", () => {
    const open = report.routes.filter(({ coverage }) =>
      coverage.some(({ missing401, invalid401 }) => !missing401 || !invalid401),
    );

    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("answer each route 2xx", () => {
    const closed = report.routes.filter(({ coverage }) => coverage.some(({ success }) => !success));

    expect(closed.map(({ name }) => name)).toEqual([]);
  });
});

function signOf({ kind }: Outcome): string {
  return kind === "excused" || kind === "not showable" ? "·" : "✓";
}

/** The table stands at the end of the ordinary run. */
function save() {
  const folder = join(import.meta.dirname, "..", "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.txt"), FORMATS.table(report));
  writeFileSync(join(folder, "report.json"), FORMATS.json(report));
  writeFileSync(join(folder, "report.html"), FORMATS.html(report));
}
