/** One test per rule and target; the table lists what a target cannot show, with the reason. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { reportOf } from "../suite/reports/build.ts";
import { FORMATS } from "../suite/reports/formats.ts";
import { renderBrief } from "../suite/reports/text.ts";
import { rules } from "../suite/rules/index.ts";
import type { Outcome } from "../suite/run/outcome.ts";
import { runOn } from "../suite/run/run.ts";
import { emulatorTarget } from "../suite/targets/emulator.ts";
import { mockTarget } from "../suite/targets/mock.ts";
import { explain } from "./explain.ts";

const url = inject("mockUrl");
const startedAt = new Date();
const seed = startedAt.getTime() % 2 ** 31;
const emulator = await emulatorTarget();
const [mockRun, emulatorRun] = await Promise.all([
  runOn(mockTarget(url), rules, { seed }),
  runOn(emulator, rules, { seed }),
]);
const runs = [
  { name: "the mock", url, run: mockRun },
  { name: "the emulator", url: "one for each check", run: emulatorRun },
];
const report = reportOf(rules, runs, { seed, startedAt, document: "openapi/document.md" });
save();

for (const [place, { name }] of runs.entries()) {
  describe(`on ${name}`, () => {
    for (const { id, text, outcomes } of report.rules) {
      const outcome = outcomes[place] as Outcome;
      if (outcome.kind === "excused" || outcome.kind === "not showable") continue;
      test(`${text} (${id})`, () => {
        if (outcome.kind !== "passed") expect.fail(explain(outcome));
      });
    }
  });
}

describe("mock and emulator together", () => {
  test("show every rule that is not excused, and needs no Postgres", () => {
    const unshown = report.rules.filter(({ outcomes }) =>
      outcomes.every(({ kind }) => kind === "not showable"),
    );
    const onPostgres = rules.filter(({ needs = [] }) => needs.includes("postgres"));

    expect(unshown.map(({ id }) => id).toSorted()).toEqual(
      onPostgres.map(({ id }) => id).toSorted(),
    );
  });

  test("show the same rules as before", async () => {
    const lines = report.rules
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, outcomes }) => `${outcomes.map(signOf).join(" ")} ${id}\n`);

    await expect(lines.join("")).toMatchFileSnapshot("shown.txt");
  });

  test("answer 401 on every route when the key is missing", () => {
    const open = report.routes.filter(({ coverage }) =>
      coverage.some(({ missing401 }) => !missing401),
    );

    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("answer 401 on every route when the key is invalid, where keys are distinguished", () => {
    const byMock = report.routes.filter(({ coverage: [mock] }) => mock?.invalid401 !== undefined);
    const open = report.routes.filter(({ coverage: [, emulator] }) => !emulator?.invalid401);

    expect(byMock.map(({ name }) => name)).toEqual([]);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("answer every route 2xx", () => {
    const closed = report.routes.filter(({ coverage }) => coverage.some(({ success }) => !success));

    expect(closed.map(({ name }) => name)).toEqual([]);
  });
});

function signOf({ kind }: Outcome): string {
  return kind === "excused" || kind === "not showable" ? "·" : "✓";
}

/** The root test run ends with the brief text. */
function save() {
  const folder = join(import.meta.dirname, "..", "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "brief.txt"), renderBrief(report));
  writeFileSync(join(folder, "report.txt"), FORMATS.text(report));
  writeFileSync(join(folder, "report.json"), FORMATS.json(report));
  writeFileSync(join(folder, "report.html"), FORMATS.html(report));
}
