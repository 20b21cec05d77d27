import { describe, expect, test } from "vitest";
import { MAX_BODY } from "../src/assumptions.ts";
import { createStill } from "./support.ts";

describe("a body whose shape is not shown", () => {
  test.each([[[1]], ["text"], [1], [null], [true]])("may be %j", async (value) => {
    const { ids, admin } = createStill();
    const branches = `/projects/${ids.project_id}/branches`;

    const { status } = await admin("POST", branches, value);

    expect(status).toBe(201);
  });

  test.each([[[1]], ["text"], [1], [null], [true]])(
    "has no fields when it is %j",
    async (value) => {
      const { ids, admin } = createStill();
      const role = `/projects/${ids.project_id}/members/${ids.member_id}/role`;

      const { status, body } = await admin("PUT", role, value);

      expect(status).toBe(200);
      expect(body).toEqual({ operations: [] });
    },
  );
});

/** Creates a branch with a body as it is. */
async function create(body: string | Uint8Array | undefined, headers: Record<string, string> = {}) {
  const { emulator, ids } = createStill();
  const response = await emulator.fetch(`${emulator.url}/projects/${ids.project_id}/branches`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.keys.admin}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { body }),
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

const BRANCH = '{"branch":{"name":"b"}}';

describe("a body", () => {
  test("is refused above the largest size, and not at it", async () => {
    const largest = BRANCH.padEnd(MAX_BODY.bytes);

    expect((await create(largest)).status).toBe(201);
    expect(await create(`${largest} `)).toMatchObject({
      status: 413,
      body: { field: "body", message: `body is larger than ${MAX_BODY.bytes} bytes` },
    });
  });

  test.each([
    ["[", "]"],
    ['{"a":[', "]}"],
  ])("is refused below the deepest level of %s%s, and not at it", async (open, close) => {
    const deepest = MAX_BODY.depth / close.length;
    const nested = (depth: number) => create(open.repeat(depth) + close.repeat(depth));

    expect((await nested(deepest)).status).toBe(201);
    expect(await nested(deepest + 1)).toMatchObject({
      status: 400,
      body: { field: "body", message: `body nests deeper than ${MAX_BODY.depth}` },
    });
  });

  test.each([
    ["brackets side by side", `[${Array(MAX_BODY.depth).fill("{},[]").join()}]`],
    ["brackets in a text", JSON.stringify("[{".repeat(MAX_BODY.depth))],
    ["quotes and brackets in a text", JSON.stringify('"[{'.repeat(2 * MAX_BODY.depth))],
    ["backslashes in a text", JSON.stringify(["\\", "[{".repeat(MAX_BODY.depth)])],
  ])("is accepted with many %s, which do not nest", async (_, text) => {
    expect((await create(text)).status).toBe(201);
  });

  test("is refused with the reason when it is not JSON", async () => {
    expect(await create('{"branch":')).toMatchObject({
      status: 400,
      body: { field: "body", message: expect.stringMatching(/^body is not JSON: \S/) },
    });
  });

  test("may be missing where it is optional, and nowhere else", async () => {
    const { ids, admin } = createStill();

    const { status, body } = await admin("POST", `/projects/${ids.project_id}/endpoints`);

    expect((await create(undefined)).status).toBe(201);
    expect(status).toBe(400);
    expect(body).toMatchObject({ field: "body", message: "body is missing" });
  });

  test("is refused with the reason when it is not UTF-8", async () => {
    expect(await create(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      status: 400,
      body: { field: "body", message: "body is not UTF-8" },
    });
  });

  test("may be named an identity encoding, and no other one", async () => {
    expect((await create(BRANCH, { "content-encoding": "identity" })).status).toBe(201);
    expect(await create(BRANCH, { "content-encoding": "gzip" })).toMatchObject({
      status: 415,
      body: { message: "header.content-encoding is not supported" },
    });
  });

  test.each([
    ["application/json", 201],
    ['application/json ; charset="UTF-8"', 201],
    ["application/json;  charset=utf-8 ; ", 415],
    ["application/json; charset=utf-8x", 415],
    ["xapplication/json", 415],
    ["application/json charset=utf-8", 415],
  ])("with the content type %s gets %d", async (type, expected) => {
    const { status, body } = await create(BRANCH, { "content-type": type });

    expect(status).toBe(expected);
    if (expected === 415) {
      expect(body.message).toBe("header.content-type must be application/json");
    }
  });
});
