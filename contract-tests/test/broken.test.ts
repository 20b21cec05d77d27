import { HttpError, InvalidRequestError, NetworkError } from "@hosted-postgres/client";
import { describe, expect, test } from "vitest";
import { Broken, type Judge, tag, thingOf } from "../suite/run/broken.ts";

const THING = "GET /projects was answered 500";
const refused = new HttpError(`${THING}: no`, new Response(null, { status: 500 }), undefined);

describe("the thing that an error is about", () => {
  test.each<[string, unknown, string | undefined]>([
    ["the answer of a route", refused, THING],
    [
      "a route without an answer",
      new NetworkError("GET /projects/{project_id}", "reset"),
      "GET /projects/{project_id}",
    ],
    ["nothing that others share", new Error(THING), undefined],
    [
      "no route, where its message begins with none",
      new InvalidRequestError(`no ${THING}`),
      undefined,
    ],
    ["nothing, where no error was thrown", THING, undefined],
    ["nothing, where null was thrown", null, undefined],
  ])("is %s", (_what, error, thing) => {
    expect(thingOf(error)).toBe(thing);
  });

  test("is the innermost one that it was tagged with", () => {
    const error = new HttpError(THING, new Response(null, { status: 500 }), undefined);

    tag(error, "an operation to end");
    tag(error, "a compute to start");

    expect(thingOf(error)).toBe("an operation to end");
  });

  test.each([null, undefined, "a text"])("is not noted for %j, which is no object", (error) => {
    tag(error, THING);

    expect(thingOf(error)).toBeUndefined();
  });
});

describe("a broken thing", () => {
  const must: Judge = { id: "must", level: "MUST" };
  const should: Judge = { id: "should", level: "SHOULD" };
  const later = (level: Judge["level"]): Judge => ({ id: "later", level });
  const brokenBy = (...rules: Judge[]) => {
    const broken = new Broken();
    for (const rule of rules) broken.add(THING, rule);
    return broken;
  };

  test("blocks later rules, with the one that broke on it first as the cause", () => {
    for (const level of ["MUST", "SHOULD"] as const) {
      expect(brokenBy(must, should).blocking(THING, later(level))).toMatchObject({
        name: "Blocked",
        message: `rests on must, which is broken: ${THING}`,
        rule: "must",
      });
    }
  });

  test("blocks neither that rule itself nor one that rests on another thing", () => {
    expect(brokenBy(must).blocking(THING, must)).toBeUndefined();
    expect(brokenBy(must).blocking("GET /regions", later("MUST"))).toBeUndefined();
  });

  test("blocks a SHOULD where a SHOULD broke on it, and no MUST", () => {
    expect(brokenBy(should).blocking(THING, later("SHOULD"))?.rule).toBe("should");
    expect(brokenBy(should).blocking(THING, later("MUST"))).toBeUndefined();
  });

  test("is waited for half as long after each wait in vain, and others are not", () => {
    const broken = new Broken();
    const patience = () => broken.patienceMs(THING, 8_000);

    expect(patience()).toBe(8_000);
    broken.waitedInVain(THING);
    expect(patience()).toBe(4_000);
    broken.waitedInVain(THING);
    expect(patience()).toBe(2_000);
    expect(broken.patienceMs("an answer", 8_000)).toBe(8_000);
  });
});
