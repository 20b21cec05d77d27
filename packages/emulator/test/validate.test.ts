import { describe, expect, test, vi } from "vitest";
import { Problem } from "../src/problem.ts";
import type { Route } from "../src/spec.ts";
import { checkParameters, objectOf, validateAttributes, validateBody } from "../src/validate.ts";

/** Returns what a refusal says, or undefined when the value passes. */
function refusal(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.body;
    throw error;
  }
}

describe("a body", () => {
  /** Checks it against a spec of its own. */
  const refused = (schema: object, body: unknown) => {
    const spec = { paths: {}, components: { schemas: { Body: schema } } };
    const route: Partial<Route> = { body: { spec, pointer: "/components/schemas/Body" } };
    return refusal(() => validateBody(route as Route, body));
  };
  const nested = (of: object) => ({
    properties: { a: { properties: { b: of }, required: ["b"] } },
  });

  test.each<[string, object, unknown, string, string]>([
    ["wrong", nested({ type: "string" }), { a: { b: 1 } }, "body.a.b", "must be string"],
    ["missing", nested({}), { a: {} }, "body.a.b", "is missing"],
    ["missing at the top", { required: ["a"] }, {}, "body.a", "is missing"],
    ["wrong as a whole", { type: "object" }, [], "body", "must be object"],
    [
      "none of several values",
      nested({ anyOf: [{ const: 1 }, { const: 2 }] }),
      { a: { b: 3 } },
      "body.a.b",
      "is none of the values allowed",
    ],
    [
      "wrong under odd names",
      { additionalProperties: { additionalProperties: { type: "string" } } },
      { "a/b": { "c~d": 1 } },
      "body.a/b.c~d",
      "must be string",
    ],
  ])("is refused for a field that is %s", (_what, schema, body, field, why) => {
    expect(refused(schema, body)).toEqual({
      error: "malformed",
      message: `${field} ${why}`,
      field,
    });
  });

  test("passes when it fits, whatever its schema says beside that, and prints nothing", () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const schema = { type: "string", format: "date-time", "x-own": true };

    expect(refused(schema, "any text")).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe("attributes", () => {
  /** No handler checks those of an operation, so this compiles their schema. */
  const refused = (attributes: object) =>
    refusal(() => validateAttributes("Operation" as "Endpoint", "body.operation", attributes));

  test("are refused for one that does not fit the spec, and pass where some are absent or unknown", () => {
    expect(refused({ failures_count: "none" })).toEqual({
      error: "malformed",
      message: "body.operation.failures_count must be integer",
      field: "body.operation.failures_count",
    });
    expect(refused({ failures_count: 1, "x-own": {} })).toBeUndefined();
  });
});

describe("objectOf", () => {
  test("copies a field that is an object, and takes an absent one for empty", () => {
    const project = { name: "blog" };

    expect(objectOf({ project }, "project")).toEqual(project);
    expect(objectOf({ project }, "project")).not.toBe(project);
    expect(objectOf({ project }, "branch")).toEqual({});
    expect(objectOf({}, "constructor")).toEqual({});
  });

  test.each([null, [], "text", 1, true])("refuses %j", (project) => {
    expect(refusal(() => objectOf({ project }, "project"))).toEqual({
      error: "malformed",
      message: "body.project must be object",
      field: "body.project",
    });
  });
});

describe("the query string", () => {
  const route: Partial<Route> = { integers: [], query: ["one"], lists: ["many"] };
  const given = (search: string) => checkParameters(route as Route, {}, search);

  test.each([
    ["", {}],
    ["one=1", { one: "1" }],
    ["many=a&many=b%2Cc&one=1", { many: "a,b,c", one: "1" }],
  ])("reads %j as %j", (search, expected) => {
    expect(given(search)).toEqual(expected);
  });

  test("is refused when one parameter is given twice", () => {
    expect(refusal(() => given("one=1&one=1"))).toEqual({
      error: "malformed",
      message: "query.one is given more than once",
      field: "query.one",
    });
  });
});
