import { inspect } from "node:util";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, expectTypeOf, test } from "vitest";
import { HttpError, ParseError, unwrap } from "../src/index.ts";
import { clientOf, json, rejection } from "./builders.ts";

const SECRET = "npg_very-secret-password";
const params = { path: { project_id: "p" } };
const path = "/projects/{project_id}/branches";

/** A schema that finds these issues, or else makes a number of what it is given. */
function schema(
  issues: StandardSchemaV1.Issue[] | undefined,
  value = 7,
): StandardSchemaV1<unknown, number> {
  const result = issues ? { issues } : { value };
  return { "~standard": { version: 1, vendor: "test", validate: () => result } };
}

describe("unwrap with a schema", () => {
  test("resolves to the schema's output, with its type", async () => {
    const { api } = clientOf(() => json({ branches: [] }));

    const found = await unwrap(api.GET(path, { params }), schema(undefined));

    expectTypeOf(found).toBeNumber();
    expect(found).toBe(7);
  });

  test.each([
    ["the data", json({ branches: [] }), { branches: [] }],
    ["null for no body", new Response(null, { status: 204 }), null],
  ])("gives the schema %s, and waits for its answer", async (_, response, expected) => {
    const { api } = clientOf(() => response);
    const echo: StandardSchemaV1<unknown, { seen: unknown }> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (seen) => ({ value: { seen } }),
      },
    };

    expect(await unwrap(api.GET(path, { params }), echo)).toEqual({ seen: expected });
  });

  test("rejects with a ParseError that names each place, and hides what the schema says", async () => {
    const { api } = clientOf(() =>
      json({ password: SECRET }, { headers: { "x-request-id": "r1" } }),
    );
    const issues = [
      { message: `Expected number but received ${SECRET}`, path: ["branches", 0, { key: "id" }] },
      { message: `${SECRET} is no branch` },
    ];

    const error = await rejection(unwrap(api.GET(path, { params }), schema(issues)));

    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({ code: "parse_error", status: 200, requestId: "r1", issues });
    expect((error as Error).message).toBe(
      `GET ${path} answered 200 with data that does not fit the schema: branches.0.id, the body`,
    );
    for (const printed of [inspect(error), JSON.stringify(error), (error as Error).stack]) {
      expect(printed).not.toContain(SECRET);
    }
  });

  test("rejects with an HttpError for any other status, without asking the schema", async () => {
    const { api } = clientOf(() => json({}, { status: 404 }));

    const error = await rejection(unwrap(api.GET(path, { params }), schema([])));

    expect(error).toBeInstanceOf(HttpError);
  });
});
