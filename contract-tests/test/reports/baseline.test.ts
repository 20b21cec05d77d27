import { describe, expect, test } from "vitest";
import {
  baselineOf,
  comparedWith,
  parseBaseline,
  renderBaseline,
} from "../../suite/reports/baseline.ts";
import { FORMATS } from "../../suite/reports/formats.ts";
import { exitCodeOf } from "../../suite/reports/model.ts";
import { conclusionOf } from "../../suite/reports/verdict.ts";
import type { Outcome } from "../../suite/run/outcome.ts";
import { failure, HOSTILE, passed, report, route, rule } from "./build.ts";

const blocked: Outcome = { kind: "blocked", reason: "no org_id is known" };
const LIST = "GET /projects";
const REGIONS = "GET /regions";

const shown = report({
  rules: [rule("size", [passed(LIST)]), rule("key", [passed(LIST)])],
  routes: [route(REGIONS), route(LIST)],
});

/** The same server later. */
const later = (from: Parameters<typeof report>[0]) => {
  const now = { ...shown, ...from };
  return { ...now, baseline: comparedWith(baselineOf(shown), now, "baseline.json") };
};

describe("the file of a baseline", () => {
  test("has sorted lists of what passed and what was served, one name a line", () => {
    expect(renderBaseline(baselineOf(shown))).toBe(`{
  "rules": [
    "key",
    "size"
  ],
  "routes": [
    "GET /projects",
    "GET /regions"
  ]
}
`);
  });

  test("lists neither what broke or was not judged, nor routes that were refused", () => {
    const found = report({
      rules: [
        rule("broken", [failure()]),
        rule("advice", [failure()], { level: "SHOULD" }),
        rule("blocked", [blocked]),
        rule("here-and-not-there", [passed(LIST), failure()]),
      ],
      routes: [
        route(LIST, { coverage: [{ success: false, status: 404 }] }),
        route(REGIONS, { coverage: [{}] }),
      ],
    });

    expect(baselineOf(found)).toEqual({ rules: [], routes: [] });
  });

  test("is read as it was written", () => {
    expect(parseBaseline(renderBaseline(baselineOf(shown)))).toEqual(baselineOf(shown));
  });

  test.each(["{", "[]", "null", '{"rules":[]}', '{"rules":[1],"routes":[]}'])(
    "is not %s",
    (text) => {
      expect(() => parseBaseline(text)).toThrow();
    },
  );
});

describe("a run beside its baseline", () => {
  test("loses nothing when it shows the same or more", () => {
    const same = later({});
    const more = later({ rules: [...shown.rules, rule("new", [passed(LIST)])] });

    expect(same.baseline).toEqual({ file: "baseline.json", lost: [], gained: 0 });
    expect(more.baseline).toEqual({ file: "baseline.json", lost: [], gained: 1 });
    expect(exitCodeOf(more)).toBe(0);
    expect(conclusionOf(more)).toBe("the contract holds, 3 of 3 rules judged");
  });

  test.each<[string, Outcome, string]>([
    ["is blocked", blocked, "blocked: no org_id is known"],
    ["fails", failure({ message: "got 201\nand more" }), "failed: got 201"],
    ["is not run", { kind: "not run", reason: "the end" }, "not run: the end"],
  ])("loses a rule that %s", (_, outcome, now) => {
    const found = later({ rules: [rule("size", [outcome]), rule("key", [passed(LIST)])] });

    expect(found.baseline.lost).toEqual([{ name: "size", now }]);
    expect(exitCodeOf(found)).toBe(1);
  });

  test("loses a rule that is advice, too, and one that the run does not have", () => {
    const found = later({ rules: [rule("key", [failure()], { level: "SHOULD" })] });

    expect(found.baseline.lost.map(({ name }) => name)).toEqual(["key", "size"]);
    expect(found.baseline.lost[1]?.now).toBe("not a rule of this run");
    expect(exitCodeOf(found)).toBe(1);
    expect(conclusionOf(found)).toBe("2 of the baseline are no longer shown, 1 of 1 rule judged");
  });

  test.each([
    [{ success: false, status: 404 }, "answered 404"],
    [{}, "not asked"],
  ])("loses a route with the coverage %j", (coverage, now) => {
    const found = later({ routes: [route(LIST), route(REGIONS, { coverage: [coverage] })] });

    expect(found.baseline.lost).toEqual([{ name: REGIONS, now }]);
    expect(exitCodeOf(found)).toBe(1);
  });

  test.each(Object.entries(FORMATS))("is named in %s, with what is seen now", (_, render) => {
    const found = later({ rules: [rule("size", [blocked]), rule("key", [passed(LIST)])] });

    const text = render(found).replace(/&#(\d+);/g, (__, code) => String.fromCodePoint(+code));

    expect(text).toContain("size");
    if (render !== FORMATS.json) expect(text).toContain("no longer shown");
    expect(text).toContain("blocked: no org_id is known");
    expect(text).not.toContain("the contract holds");
  });

  test("harms no reader, whatever a server says", () => {
    const lost = [{ name: LIST, now: HOSTILE }];
    const found = { ...shown, baseline: { file: "b.json", lost, gained: 0 } };

    expect(FORMATS.html(found)).not.toContain("<img src=x");
    expect(FORMATS.summary(found)).not.toContain("<img");
    expect(FORMATS.junit(found)).not.toContain("<img");
    expect(FORMATS.text(found)).not.toContain("\u001b");
  });
});
