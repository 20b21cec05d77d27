import { describe, expect, test } from "vitest";
import { matching } from "../suite/run/only.ts";

describe("--only", () => {
  test.each<[string | undefined, string, boolean]>([
    [undefined, "auth-missing", true],
    ["auth-missing", "auth-missing", true],
    ["auth", "auth-missing", false],
    ["auth-*", "auth-missing", true],
    ["*-missing", "auth-missing", true],
    ["key-*, auth-*", "auth-missing", true],
    ["key-*,project-*", "auth-missing", false],
  ])("matches %s with %s: %s", (patterns, name, isMatch) => {
    expect(matching(patterns)(name)).toBe(isMatch);
  });
});
