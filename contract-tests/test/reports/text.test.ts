import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Report, TargetSummary } from "../../suite/reports/model.ts";
import { hangShell, widthOf } from "../../suite/reports/text/layout.ts";
import { renderBrief, renderText } from "../../suite/reports/text.ts";
import { rules } from "../../suite/rules/index.ts";
import { statements } from "../../suite/rules/statements.ts";
import type { Outcome } from "../../suite/run/outcome.ts";
import { sourceOf } from "../../suite/run/rule.ts";
import {
  ANSWER,
  CURL,
  everything,
  failure,
  passed,
  report,
  route,
  rule,
  statement,
} from "./build.ts";

const noClock: Outcome = { kind: "not showable", reason: "it has no clock" };
const excused: Outcome = { kind: "excused", reason: "of the console" };
const screen = { columns: 80, verbose: false };

/** Every rule of the suite, with these outcomes in turn on each target. */
function whole(targets: number, ...outcomes: Outcome[]): Report {
  const { targets: one } = report();
  return report({
    targets: Array(targets).fill(one).flat(),
    rules: rules.map(({ id, level, states }, place) => {
      const outcome = outcomes[place % outcomes.length] as Outcome;
      return rule(id, Array(targets).fill(outcome), { level, source: sourceOf({ states }) });
    }),
    routes: [route("GET /projects", { coverage: Array(targets).fill({}) })],
    statements: statements.map(({ source }) => statement({ source })),
  });
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

describe("a screen", () => {
  test.each([
    ["on one target", whole(1, passed(), noClock)],
    ["on two targets", whole(2, passed(), excused)],
    ["with many reasons", whole(1, passed(), ...reasons(9))],
  ])("has 24 lines for a run that passes %s, with the line of the files", (_, run) => {
    expect(linesOf(renderText(run, screen)).length).toBeLessThanOrEqual(23);
  });

  test("ends with a line for each finding, the worst last, and the verdict", () => {
    const text = renderText(
      report({
        rules: [
          rule("must", [failure()]),
          rule("advice", [failure({ routes: [] })], { level: "SHOULD" }),
          rule("kept", [passed()]),
          rule("unseen", [noClock]),
        ],
      }),
      screen,
    );

    expect(linesOf(text).slice(-6)).toEqual([
      "! advice  expected a refusal, got 201",
      "✗ must  expected a refusal, got 201",
      "",
      "✓ passed, ✗ a MUST is broken, ! a SHOULD is broken, · not judged",
      "4 rules: 1 passed, 1 failed, 1 warning, 1 not judged; 14.3 s, seed 4711",
      "✗ 1 rule that MUST hold is broken, 3 of 4 rules judged",
    ]);
  });

  test("shows two findings in full and a line for each of a hundred", () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      rule(`rule-${n}`, [failure({ message: `message ${n}` })]),
    );

    const lines = linesOf(renderText(report({ rules: many }), screen));

    expect(lines.filter((line) => line.endsWith(" MUST"))).toHaveLength(2);
    expect(lines.filter((line) => /^✗ rule-\d+ {2}message \d+$/.test(line))).toHaveLength(100);
  });

  test("says the three most frequent reasons, and how many rules have another", () => {
    const text = renderText(whole(1, ...reasons(6)), screen);

    expect(text).toMatch(
      /Not judged, and why\n( +\d+ {2}excused: reason \d\n){3} +\d+ {2}for 3 other/,
    );
  });
});

describe("a finding", () => {
  const broken = report({
    rules: [rule("key", [failure({ answer: ANSWER })])],
    statements: [
      statement({ source: "Authentication 1", rules: ["key"], line: 1 }),
      statement({ source: "Authentication 2", rules: ["key"], quote: "| no header | 401 |" }),
    ],
  });

  test("shows level, text, sentence with its line, message, request and answer", () => {
    expect(renderText(broken, screen)).toContain(`
✗ key MUST
  key holds
  openapi/document.md:431 Authentication 2
  "no header, 401"
  expected a refusal, got 201
  curl -sS "$BASE_URL/projects" -H "Authorization: Bearer $API_KEY"
    201
    content-type: application/json; x-request-id: 7
    {"endpoint":{"id":"ep-1"}}
`);
  });

  test("shows all requests and each header with verbose", () => {
    const text = renderText(broken, { columns: 500, verbose: true });

    for (const line of CURL) expect(text).toContain(`\n  ${line.replace("  #", " #")}\n`);
    expect(text).toContain("\n    content-type: application/json\n    x-request-id: 7\n");
  });

  test("is said once for all rules that break alike, and names those that rest on it", () => {
    const rests: Outcome = { kind: "blocked", reason: "no compute can be made", cause: "second" };
    const text = renderText(
      report({
        rules: [
          rule("first", [failure()]),
          rule("second", [failure()]),
          rule("other", [failure({ routes: ["GET /projects"] })]),
          rule("resting", [rests]),
        ],
      }),
      screen,
    );

    expect(text).toContain("  Broken alike: second\n  Not judged because of it: resting\n");
    expect(text).toContain(
      "✗ first  expected a refusal, got 201  (+ 1 rule alike, 1 not judged)\n",
    );
    expect(text.match(/^✗ \w+ {2}/gm)).toEqual(["✗ other  ", "✗ first  "]);
  });
});

describe("verbose", () => {
  test("shows every rule under its section, and every reason with its rules", () => {
    const text = renderText(
      report({
        targets: [
          target("the mock", { url: "http://127.0.0.1:4010", requests: 12 }),
          target("https://host/api/v2, read-only", { url: "https://host/api/v2" }),
        ],
        rules: [
          rule("limit", [excused, excused], { source: "Limits, Table", level: "SHOULD" }),
          rule("clock", [noClock, passed()], { source: "Authentication 9" }),
        ],
        statements: ["Authentication 9", "Limits, Table"].map((source) => statement({ source })),
      }),
    );

    expect(text).toContain("\nAuthentication\n  · ✓ clock holds (clock)\n");
    expect(text).toContain("\nLimits\n  · · limit holds (limit, SHOULD)\n");
    expect(text).toContain("\n  not showable: it has no clock (the mock)\n      clock\n");
    expect(text).toContain("\n  excused: of the console\n      limit\n");
    expect(text).toContain("the mock, http://127.0.0.1:4010: 0 passed, 0 failed, 2 not judged; 12");
  });
});

describe("the screen of a run that could not judge everything", () => {
  test("says why it ended early", () => {
    const ended = target("a server", { ended: "the run reached its bound of 900 s" });

    expect(renderText(report({ targets: [ended] }), screen)).toContain(
      "a server: 1 request\n  ended early: the run reached its bound of 900 s\n",
    );
  });

  test("says once which routes are not served", () => {
    const needs = (route: string): Outcome => ({
      kind: "blocked",
      reason: `${route} is not served`,
    });
    const run = report({
      rules: [
        rule("one", [needs("GET /auth")]),
        rule("two", [needs("GET /regions")]),
        rule("three", [needs("GET /auth")]),
      ],
    });

    expect(renderText(run, screen)).toContain(
      "Not judged, and why\n    3  blocked: 2 routes not served: GET /auth, GET /regions\n\n",
    );
  });
});

describe("each line", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 });

  test("fits the terminal, whatever a server says", () => {
    const options = fc.record({
      columns: fc.integer({ min: 20, max: 200 }),
      verbose: fc.boolean(),
    });

    fc.assert(
      fc.property(
        options,
        fc.tuple(text, text, text, text),
        (options, [id, message, name, url]) => {
          const run = report({
            targets: [target(name, { url })],
            rules: [
              rule(`a${id}`, [failure({ message, curl: [], routes: [id] })]),
              rule(`b${id}`, [{ kind: "blocked", reason: message }]),
            ],
            statements: [
              statement({ source: "Authentication 2", quote: message, rules: [`a${id}`] }),
            ],
          });
          for (const line of linesOf(renderText(run, options))) {
            expect(widthOf(line)).toBeLessThanOrEqual(options.columns);
          }
        },
      ),
    );
  });

  test.each([true, false])("has no escape sequence without colours, verbose: %s", (verbose) => {
    expect(renderText(everything(), { verbose }).replaceAll("\n", "")).not.toMatch(/\p{C}/u);
    expect(renderBrief(everything()).replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  test("says the same with and without colours", () => {
    const coloured = renderText(everything(), { ...screen, inColours: true });

    expect(coloured).toContain("\u001b[31m✗ endpoint-one-primary\u001b[39m");
    expect(stripVTControlCharacters(coloured)).toBe(renderText(everything(), screen));
  });
});

describe("widthOf", () => {
  test.each([
    ["abc", 3],
    ["e\u0301", 1],
    ["日本語", 6],
    ["😀", 2],
  ])("measures %s as %i", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe("hangShell", () => {
  test("keeps the words of a shell line when it wraps them", () => {
    const words = ["-d", `{"it":"isn't"}`, "-H", "a: b c", "-X", "POST", "$HOME `x` \\"];
    const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");

    for (const columns of [10, 20, 40, 200]) {
      const script = hangShell("  ", `printf %s\\\\n ${quoted}`, columns).join("\n");
      const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
      expect(stdout).toBe(`${words.join("\n")}\n`);
    }
  });
});

describe("renderBrief", () => {
  test("has the verdict and a line for each target", () => {
    expect(renderBrief(whole(2, passed(), noClock))).toBe(
      `✓ the contract holds, ${rules.length / 2} of ${rules.length} rules judged\n` +
        `  the mock: ${rules.length / 2} passed, 0 failed, ${rules.length / 2} not judged\n`.repeat(
          2,
        ),
    );
  });
});

function target(name: string, from: Partial<TargetSummary> = {}): TargetSummary {
  return { name, url: name, requests: 1, judged: { rules: 1, of: 1 }, ...from };
}

/** As many different reasons. */
function reasons(count: number): Outcome[] {
  return Array.from({ length: count }, (_, n) => ({ kind: "excused", reason: `reason ${n}` }));
}
