import { describe, expect, test } from "vitest";
import { explain } from "./explain.ts";

describe("explain", () => {
  test("shows the message and the curl lines of a failed rule", () => {
    const line = 'curl -sS "$BASE_URL/projects" -H "Authorization: Bearer $API_KEY"  # 201';
    const message = "expected a refusal,\ngot 201";

    const text = explain({
      kind: "failed",
      message,
      curl: [line, line],
      routes: [],
      durationMs: 1,
    });

    expect(text).toBe(`${message}\n\nReproduce with:\n${line}\n${line}`);
  });

  test("shows why a rule was not judged", () => {
    expect(explain({ kind: "blocked", reason: "no org_id is known" })).toBe(
      "blocked: no org_id is known",
    );
  });
});
