import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, exchangeOf } from "../suite/run/exchange.ts";
import { Secrets } from "../suite/run/secrets.ts";
import { decidingOf, shownAnswer } from "../suite/run/shown-answer.ts";

const BASE = "https://host.example/api/v2";

function answer(
  path: string,
  status: number,
  { method = "GET", text = "{}", headers = {} as Record<string, string> } = {},
): Answer {
  const response = new Response(null, { status, headers });
  return { ...exchangeOf(`${BASE}${path}`, { method }, BASE), status, answer: response, text };
}

function shown(text: string, headers = {}, secrets = new Secrets()) {
  return shownAnswer(answer("/projects", 200, { text, headers }), BASE, secrets);
}

describe("decidingOf", () => {
  const list = answer("/projects", 200);
  const refused = answer("/projects/p-1/endpoints", 404);
  const created = answer("/projects/p-1/endpoints", 201, { method: "POST" });
  const again = answer("/projects", 500);
  const undocumented = answer("/nowhere", 404);
  const last = answer("/regions", 200);
  const exchanges = [list, refused, created, again, undocumented, last];

  test.each([
    ["named with its status", "GET /projects/{project_id}/endpoints 404, GET /x 404", refused],
    ["named alone", "POST /projects/{project_id}/endpoints: no operation", created],
    ["named with the first of two statuses", "GET /projects 200, then 500", list],
    ["named last, when its status is not", "GET /projects is odd", again],
    ["named, when its status stands before", "a 404 before GET /projects", again],
    ["named, though it is not documented", "GET /nowhere is odd", undocumented],
    ["last, when a longer path is named", "GET /projects/{project_id}/branches is odd", last],
    ["last, when none is named", "expected a refusal", last],
  ])("picks the answer that is %s", (_, message, expected) => {
    expect(decidingOf(exchanges, message)).toBe(expected);
  });

  test("picks none when no answer arrived", () => {
    const { answer: _, ...unanswered } = list;

    expect(decidingOf([unanswered], "the connection broke")).toBeUndefined();
  });
});

describe("shownAnswer", () => {
  test("shows status, headers, body and request", () => {
    expect(
      shown('{"projects":[]}', { "content-type": "application/json", connection: "close" }),
    ).toEqual({
      curl: 'curl -sS "$BASE_URL/projects"',
      status: 200,
      headers: [["content-type", "application/json"]],
      body: '{"projects":[]}',
    });
  });

  test("has an empty body where none could be read", () => {
    const { text: _, ...unread } = answer("/projects", 200);

    expect(shownAnswer(unread, BASE, new Secrets())?.body).toBe("");
  });

  test.each([
    ["a key that nobody has told the run", '{"id":1,"key":"napi_s3cret"}', '{"id":1,"key":"…"}'],
    [
      "a password",
      '{"role":{"password" : "napi_s3cret\\"napi_s3cret"}}',
      '{"role":{"password" : "…"}}',
    ],
    [
      "a connection string",
      '{"uris":["postgresql://me:napi_s3cret@host/db"]}',
      '{"uris":["postgresql://me:…@host/db"]}',
    ],
    [
      "an address in a text",
      "see postgres://me:napi_s3cret@host/db for more",
      "see postgres://me:…@host/db for more",
    ],
  ])("hides %s", (_, text, expected) => {
    expect(shown(text)?.body).toBe(expected);
  });

  test.each(["set-cookie", "x-api-key", "authorization"])("hides the header %s", (name) => {
    expect(shown("", { [name]: "napi_s3cret" })?.headers).toEqual([[name, "…"]]);
  });

  test("hides a known secret wherever it stands, also where the body is cut", () => {
    const secret = "napi_s3cret_of_the_run";
    const secrets = new Secrets();
    secrets.add(secret, "API_KEY");

    fc.assert(
      fc.property(fc.nat(4_000), fc.nat(300), (place, header) => {
        const echo = { "x-echo": `${"h".repeat(header)}${secret}` };
        const text = JSON.stringify(shown(`${"a".repeat(place)}${secret}`, echo, secrets));
        expect(text).not.toContain("napi");
      }),
    );
  });

  test("cuts a long body", () => {
    const body = shown("a".repeat(1_000_000))?.body;

    expect(body).toHaveLength("… (998000 more characters)".length + 2_000);
    expect(body).toContain("… (998000 more characters)");
    expect(shown("a".repeat(2_000))?.body).toBe("a".repeat(2_000));
  });
});
