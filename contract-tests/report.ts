/** Writes the table of a run to results/report.txt, and the same as data to results/report.json. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { routes } from "./routes.ts";
import { judge, type Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { statements } from "./statements.ts";
import { type Outcome, type Report, renderTable } from "./table.ts";
import { EMULATOR_LACKS } from "./targets/emulator.ts";
import { mockTarget } from "./targets/mock.ts";
import { serverTarget } from "./targets/server.ts";
import { isServerNamed, type Target } from "./targets/target.ts";

const PROBES = ["2xx", "401 missing", "401 malformed", "401 rejected"] as const;

declare module "vitest" {
  interface TaskMeta {
    /** The id of the rule a test checks. */
    rule?: string;
    /** The name of the target it ran on. */
    target?: string;
    /** What a test sends to a route. */
    probe?: (typeof PROBES)[number];
  }
}

const folder = join(import.meta.dirname, "results");

export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const report = reportOf(tests);
    mkdirSync(folder, { recursive: true });
    const table = renderTable(report);
    writeFileSync(join(folder, "report.txt"), table);
    // In the ordinary run the table comes after everything else.
    if (isServerNamed(process.env)) console.log(`\n${table}`);
    writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  }
}

function reportOf(tests: TestCase[]): Report {
  const targets: Pick<Target, "name" | "lacks">[] = isServerNamed(process.env)
    ? [serverTarget(process.env)]
    : [mockTarget(""), { name: "the emulator", lacks: EMULATOR_LACKS }];
  const ran = new Map(tests.map((test) => [`${test.meta().rule} ${test.meta().target}`, test]));
  return {
    targets: targets.map(({ name }) => name),
    routes: PROBES.map((probe) => ({
      probe,
      counts: targets.map(({ name }) => {
        const states = tests
          .filter((test) => test.meta().probe === probe && test.meta().target === name)
          .map((test) => test.result().state);
        return {
          passed: states.filter((state) => state === "passed").length,
          failed: states.filter((state) => state === "failed").length,
        };
      }),
      of: routes.length,
    })),
    rules: rules.toSorted(inOrderOfDocument).map((rule) => {
      const { id, level, text, source } = rule;
      const outcomes = targets.map((target) => {
        const verdict = judge(rule, target);
        return verdict.kind === "check" ? outcomeOf(ran.get(`${id} ${target.name}`)) : verdict;
      });
      return { id, level, text, source, outcomes };
    }),
  };
}

function inOrderOfDocument(a: Rule, b: Rule): number {
  const place = ({ source }: Rule) =>
    statements.findIndex((statement) => statement.source === source);
  return place(a) - place(b);
}

function outcomeOf(test: TestCase | undefined): Outcome {
  const result = test?.result();
  if (result?.state === "passed") return { kind: "passed" };
  if (result?.state === "skipped" && result.note)
    return { kind: "not checkable", reason: result.note };
  if (result?.state !== "failed") return { kind: "not run" };
  const message = stripVTControlCharacters(result.errors[0]?.message ?? "without a message");
  const { CONTRACT_API_KEY: apiKey } = process.env;
  return { kind: "failed", message: apiKey ? message.replaceAll(apiKey, "$API_KEY") : message };
}
