import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { firstMinute, picture } from "../build/picture.ts";
import { textOf } from "../build/terminal.ts";

describe("the picture of npm start", () => {
  test("shows what it prints; `pnpm --dir site run picture` draws it anew", async () => {
    expect(textOf(readFileSync(picture, "utf8"))).toBe(await firstMinute());
  });
});
