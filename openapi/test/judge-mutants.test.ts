import { describe, expect, test } from "vitest";
import { judge } from "../../mutation/judge-mutants.mjs";

const source = "if (a) return;\nif (b) {\n  stop();\n}\n";

/** A mutant of `source` that replaces some columns of a line. */
function mutant(status: string, line: number, [from, to]: [number, number], replacement: string) {
  const location = { start: { line, column: from }, end: { line, column: to } };
  return { status, location, replacement };
}

function report(...mutants: object[]) {
  const dead = Array.from({ length: 20 }, () => mutant("Killed", 1, [5, 6], "true"));
  return { "src/a.ts": { source, mutants: [...dead, ...mutants] } };
}

describe("a report of mutants", () => {
  test("is right when all of them died, one way or another", () => {
    const files = report(mutant("Timeout", 1, [5, 6], "false"));

    const { lines, isRight } = judge(files, {});

    expect(lines).toEqual([
      "src/a.ts: 21 mutants, 0 survived, 100.0 %",
      "all: 21 mutants, 0 survived, 100.0 %",
    ]);
    expect(isRight).toBe(true);
  });

  test("is right without mutants, as of a file of types", () => {
    expect(judge({ "src/a.ts": { source, mutants: [] } }, {}).isRight).toBe(true);
  });

  test.each(["Survived", "NoCoverage"])("names one that %s and is not listed", (status) => {
    const { lines, isRight } = judge(report(mutant(status, 1, [5, 6], "false")), {});

    expect(lines[0]).toBe("survived, and is not listed: src/a.ts: if (a) return;: a => false");
    expect(isRight).toBe(false);
  });

  test("takes a listed survivor as alive, and as right", () => {
    const survivors = { "a is never false": ["src/a.ts: if (a) return;: a => false"] };

    const { lines, isRight } = judge(report(mutant("Survived", 1, [5, 6], "false")), survivors);

    expect(lines.at(-1)).toBe("all: 21 mutants, 1 survived, 95.2 %");
    expect(isRight).toBe(true);
  });

  test("names a listed one that died, and each of two alike", () => {
    const name = "src/a.ts: if (a) return;: a => false";
    const one = mutant("Survived", 1, [5, 6], "false");

    expect(judge(report(), { reason: [name] }).lines[0]).toBe(
      `is listed, and did not survive: ${name}`,
    );
    expect(judge(report(one, one), { reason: [name] }).isRight).toBe(false);
    expect(judge(report(one, one), { reason: [name, name] }).isRight).toBe(true);
  });

  test("leaves listed ones of other files alone", () => {
    expect(judge(report(), { reason: ["src/b.ts: x: x => y"] }).isRight).toBe(true);
  });

  test("names a mutant of several lines on one", () => {
    const block = {
      status: "Survived",
      location: { start: { line: 2, column: 8 }, end: { line: 4, column: 2 } },
      replacement: "{}",
    };

    expect(judge(report(block), {}).lines[0]).toContain("src/a.ts: if (b) {: { stop(); } => {}");
  });

  test("is wrong when fewer than 90 % died, however many are listed", () => {
    const names = ["a", "b", "c"].map((to) => `src/a.ts: if (a) return;: a => ${to}`);
    const alive = ["a", "b", "c"].map((to) => mutant("Survived", 1, [5, 6], to));

    const { lines, isRight } = judge(report(...alive), { reason: names });

    expect(lines[0]).toBe("fewer than 90 % of the mutants died");
    expect(isRight).toBe(false);
  });
});
