import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startProgress } from "../suite/progress.ts";
import { widthOf } from "../suite/reports/text/layout.ts";

function written(
  stderr: { isTTY?: boolean; columns?: number },
  outcomes: ("passed" | "failed")[],
  { name = "a server", env = {}, onStep = (_place: number) => {} } = {},
): string {
  let text = "";
  const stream = Object.assign(stderr, { write: (more: string) => (text += more) });
  const progress = startProgress(name, outcomes.length, { stderr: stream, env });
  for (const [place, kind] of outcomes.entries()) {
    onStep(place);
    progress.step({ id: `rule-${place}` }, { kind });
  }
  progress.end();
  return text;
}

describe("startProgress", () => {
  test("updates one line in a terminal, names the rule, and clears it at the end", () => {
    const text = written({ isTTY: true, columns: 80 }, ["passed", "failed"]);

    expect(text.split("\r\x1b[K")).toEqual([
      "",
      "1 of 2 rules: rule-0, a server",
      "2 of 2 rules, 1 failed: rule-1, a server",
      "",
    ]);
  });

  test("keeps each line shorter than the terminal, also after it is resized", () => {
    const widths = fc.array(fc.integer({ min: 2, max: 200 }), { minLength: 1, maxLength: 20 });

    fc.assert(
      fc.property(widths, fc.string({ unit: "grapheme", maxLength: 300 }), (widths, name) => {
        const terminal = { isTTY: true, columns: 80 };
        const resize = (place: number) => {
          terminal.columns = widths[place] as number;
        };
        const outcomes = Array<"passed">(widths.length).fill("passed");

        const text = written(terminal, outcomes, { name, onStep: resize });

        const lines = text.split("\r\x1b[K").slice(1, -1);
        expect(text).not.toContain("\n");
        for (const [place, line] of lines.entries()) {
          expect(widthOf(line)).toBeLessThan(widths[place] as number);
        }
      }),
    );
  });

  test("writes a few lines elsewhere", () => {
    const text = written({}, Array(100).fill("passed"));

    expect(text.trim().split("\n")).toEqual(
      [20, 40, 60, 80, 100].map((done) => `a server: ${done} of 100 rules`),
    );
  });
});
