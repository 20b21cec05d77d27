import { beforeEach, describe, expect, test, vi } from "vitest";
import { ABSENT_ID, ABSENT_KEY_ID, enter, forbidden } from "../suite/run/changes.ts";
import { type Exchange, exchangeOf } from "../suite/run/exchange.ts";
import { Ledger } from "../suite/run/ledger.ts";
import { Secrets } from "../suite/run/secrets.ts";
import type { Changes } from "../suite/run/target.ts";
import { server } from "./stub.ts";

const ENDPOINTS = "/projects/p/endpoints";
const { url, apiKey } = server().target;

let ledger: Ledger;
let secrets: Secrets;

beforeEach(() => {
  ledger = new Ledger();
  secrets = new Secrets();
  secrets.add(apiKey, "API_KEY");
  secrets.add("key-of-a-member", "MEMBER_KEY");
});

function asked(method: string, path: string, { key = apiKey, body }: Asked = {}): Exchange {
  const headers = { authorization: `Bearer ${key}` };
  return exchangeOf(`${url}${path}`, { method, headers, body: body ?? null }, url);
}

interface Asked {
  key?: string;
  body?: string;
}

/** Enters a request and its answer. */
function entered(exchange: Exchange, status: number, json?: unknown) {
  const enterAnswer = enter(exchange, { ledger, secrets });
  exchange.answer = new Response(null, { status });
  exchange.status = status;
  exchange.json = json;
  enterAnswer();
}

describe("forbidden", () => {
  const reason = (exchange: Exchange, changes: Changes, reads = false) =>
    forbidden(exchange, server({ changes }).target, { ledger, reads });

  test.each<[string, string]>([
    ["GET", "/projects"],
    ["DELETE", `/projects/${ABSENT_ID}`],
    ["DELETE", `/api_keys/${ABSENT_KEY_ID}`],
    ["PATCH", `/projects/p/endpoints/${ABSENT_ID}-2`],
  ])("lets %s %s through everywhere", (method, path) => {
    for (const changes of ["none", "own", "all"] as const) {
      expect(reason(asked(method, path), changes, true)).toBeUndefined();
    }
  });

  test.each<[string, string, string]>([
    ["POST", ENDPOINTS, "POST /projects/{project_id}/endpoints"],
    ["DELETE", "/projects/p", "DELETE /projects/{project_id}"],
    ["DELETE", "/nowhere", "DELETE"],
  ])("keeps %s %s from a read-only server", (method, path, what) => {
    const refused = `${what} is not sent to a read-only server`;

    expect(reason(asked(method, path), "none")).toBe(refused);
    expect(reason(asked(method, path), "none", true)).toBe(refused);
    expect(reason(asked(method, path), "all")).toBeUndefined();
  });

  test.each([ENDPOINTS, "/organizations/o/api_keys", "/api_keys"])(
    "lets a run that changes its own things POST %s",
    (path) => {
      expect(reason(asked("POST", path), "own")).toBeUndefined();
    },
  );

  test("lets such a run change what it made, and nothing else", () => {
    ledger.made(ledger.ask({ path: ENDPOINTS }), `${ENDPOINTS}/ep-1`);

    expect(reason(asked("PATCH", `${ENDPOINTS}/ep-1`), "own")).toBeUndefined();
    expect(reason(asked("PATCH", `${ENDPOINTS}/ep-2`), "own")).toBe(
      "PATCH /projects/{project_id}/endpoints/{endpoint_id} may change something the run did not make; --changes all allows it",
    );
    expect(reason(asked("POST", "/projects"), "own")).toMatch(/^POST \/projects may change/);
  });

  test("keeps a rule that only reads from changing anything with the target's key", () => {
    const refused =
      "POST /api_keys is not sent by a rule that does not say that it changes something";

    expect(reason(asked("POST", "/api_keys"), "own", true)).toBe(refused);
    expect(reason(asked("POST", "/api_keys"), "all", true)).toBe(refused);
    expect(reason(asked("POST", "/api_keys", { key: "no-key" }), "all", true)).toBeUndefined();
  });
});

describe("enter", () => {
  test.each<[string, string, object]>([
    [ENDPOINTS, '{"endpoint":{"branch_id":"b"}}', { branch_id: "b" }],
    ["/organizations/o/api_keys", '{"key_name":"ci"}', { name: "ci" }],
    ["/api_keys", '{"key_name":"ci"}', { name: "ci" }],
    ["/api_keys", "{", {}],
    ["/api_keys", "null", {}],
  ])("notes before the answer that POST %s is asked for with %s", (path, body, named) => {
    const rule = { id: "a-rule", level: "MUST" } as const;

    enter(asked("POST", path, { key: "key-of-a-member", body }), { ledger, rule, secrets });

    expect(ledger.open()).toMatchObject([{ path, rule: "a-rule", by: "MEMBER_KEY", ...named }]);
  });

  test.each<[string, unknown, string]>([
    ["/api_keys", { id: 7, key: "k" }, "/api_keys/7"],
    [ENDPOINTS, { endpoint: { id: "ep/1" } }, `${ENDPOINTS}/ep%2F1`],
  ])("lists what POST %s made, from the answer %j", (path, json, remove) => {
    entered(asked("POST", path), 201, json);

    expect(ledger.left()).toMatchObject([{ remove, by: "API_KEY" }]);
    expect(ledger.open()).toEqual([]);
  });

  test("closes a creation that is refused, whatever its body says", () => {
    entered(asked("POST", "/api_keys"), 409, { id: 7 });

    expect(ledger.left()).toEqual([]);
    expect(ledger.open()).toEqual([]);
  });

  test("writes how a request ended into the ledger", () => {
    const close = vi.spyOn(ledger, "close");

    entered(asked("POST", "/api_keys"), 409);
    entered(asked("POST", "/api_keys"), 201, { id: 7 });
    entered(asked("DELETE", "/api_keys/7"), 200);

    expect(close.mock.calls.map(([, event]) => event)).toEqual(["refused", "removed"]);
  });

  test.each([undefined, null, {}, { endpoint: {} }])(
    "leaves a creation open that is answered with %j, which has no id",
    (json) => {
      entered(asked("POST", ENDPOINTS), 201, json);

      expect(ledger.left()).toEqual([]);
      expect(ledger.open()).toHaveLength(1);
    },
  );

  test.each([
    ["POST", "/projects"],
    ["PATCH", `${ENDPOINTS}/ep-1`],
    ["POST", "/nowhere"],
    ["DELETE", `${ENDPOINTS}/ep-2`],
  ])("notes nothing of %s %s", (method, path) => {
    ledger.made(ledger.ask({ path: ENDPOINTS }), `${ENDPOINTS}/ep-1`);

    entered(asked(method, path), 200, { id: 1 });

    expect(ledger.left()).toHaveLength(1);
    expect(ledger.open()).toEqual([]);
  });

  test.each([
    ["the key that made it", apiKey, 200, true],
    ["the key that made it", apiKey, 404, true],
    ["the key that made it", apiKey, 410, true],
    ["the key that made it", apiKey, 500, false],
    ["another key", "key-of-a-member", 200, true],
    ["another key", "key-of-a-member", 404, false],
    ["an unknown key", "no-key", 404, false],
  ])("judges whether it is removed when %s gets %d", (_who, key, status, isRemoved) => {
    ledger.made(ledger.ask({ path: ENDPOINTS, by: "API_KEY" }), `${ENDPOINTS}/ep-1`);

    entered(asked("DELETE", `${ENDPOINTS}/ep-1`, { key }), status);

    expect(ledger.left()).toHaveLength(isRemoved ? 0 : 1);
  });
});
