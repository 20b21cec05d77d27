import { describe, expect, test } from "vitest";
import { columnsOf, isColoured } from "../suite/terminal.ts";

describe("columnsOf", () => {
  test.each([
    [{ columns: 120 }, { COLUMNS: "60" }, 120],
    [{}, { COLUMNS: "60" }, 60],
    [{}, { COLUMNS: "wide" }, 80],
    [{ columns: 0 }, {}, 80],
  ])("reads %o with %o as %i", (stream, env, columns) => {
    expect(columnsOf(stream, env)).toBe(columns);
  });
});

describe("isColoured", () => {
  test.each([
    ["a terminal", true, {}, true],
    ["a file", false, {}, false],
    ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["a terminal that is dumb", true, { TERM: "dumb" }, false],
    ["a file with FORCE_COLOR", false, { FORCE_COLOR: "1" }, true],
    ["a terminal with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, false],
    ["a file with both", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("decides for %s", (_, isTTY, env, expected) => {
    expect(isColoured({ isTTY }, env)).toBe(expected);
  });
});
