import { describe, expect, test } from "vitest";
import { startProgress } from "../suite/progress.ts";

function written(isTTY: boolean, outcomes: ("passed" | "failed")[]): string {
  let text = "";
  const stream = { isTTY, write: (more: string) => (text += more) };
  const progress = startProgress("a server", outcomes.length, stream);
  for (const [place, kind] of outcomes.entries()) progress.step({ id: `rule-${place}` }, { kind });
  progress.end();
  return text;
}

describe("startProgress", () => {
  test("updates one line in a terminal, names the rule, and clears it at the end", () => {
    const text = written(true, ["passed", "failed"]);

    expect(text.split("\r\x1b[K")).toEqual([
      "",
      "a server: 1 of 2 rules  rule-0",
      "a server: 2 of 2 rules, 1 failed  rule-1",
      "",
    ]);
  });

  test("writes a few lines elsewhere", () => {
    const text = written(false, Array(100).fill("passed"));

    expect(text.trim().split("\n")).toEqual(
      [20, 40, 60, 80, 100].map((done) => `a server: ${done} of 100 rules`),
    );
  });
});
