/** A run removes from a shared server what it made there, and nothing from any other. */
import { describe, expect, test } from "vitest";
import { Ledger } from "../suite/run/ledger.ts";
import type { Scenario } from "../suite/run/rule.ts";
import type { Target } from "../suite/run/target.ts";
import { outcomes, rule, server } from "./stub.ts";

const PATH = "/projects/p/endpoints";
const MEMBER = "key-of-the-member";

/** Makes computes with this key. */
const making = (count: number, apiKey?: string) => {
  const check: Scenario["check"] = async ({ client }) => {
    const api = client(apiKey === undefined ? {} : { apiKey });
    const params = { path: { project_id: "p" } };
    const body = { endpoint: { branch_id: "b", type: "read_write" } };
    for (let made = 0; made < count; made++)
      await api.POST("/projects/{project_id}/endpoints", { params, body });
  };
  return rule("makes", { check });
};

/** A server that two keys may use; a log of its removals, and the statuses they are answered with. */
function removing(...statuses: number[]) {
  const removals: string[] = [];
  const { target } = server();
  const fetch: Target["fetch"] = async (url, init) => {
    if (init.method !== "DELETE") return target.fetch?.(url, init) as Promise<Response>;
    const key = `${new Headers(init.headers).get("authorization")}`.replace("Bearer ", "");
    removals.push(`${url.slice(target.url.length)} as ${key === MEMBER ? "member" : "admin"}`);
    return new Response(null, { status: statuses.shift() ?? 204 });
  };
  return { target: { ...target, keys: { member: { key: MEMBER } }, fetch }, removals };
}

describe("what a rule made on a shared server", () => {
  test("is removed with the key that made it, once each, the newest first", async () => {
    const { target, removals } = removing();

    await outcomes([making(2, MEMBER)], target);

    expect(removals).toEqual([`${PATH}/ep-2 as member`, `${PATH}/ep-1 as member`]);
  });

  test("is removed with the key of the run where its own key may not", async () => {
    const { target, removals } = removing(403);
    const ledger = new Ledger();

    await outcomes([making(1, MEMBER)], target, { ledger });

    expect(removals).toEqual([`${PATH}/ep-1 as member`, `${PATH}/ep-1 as admin`]);
    expect(ledger.left()).toEqual([]);
  });

  test("is tried once more at the end of the run, if it could not be removed", async () => {
    const { target, removals } = removing(503);
    const ledger = new Ledger();

    await outcomes([making(1)], target, { ledger });

    expect(removals).toEqual([`${PATH}/ep-1 as admin`, `${PATH}/ep-1 as admin`]);
    expect(ledger.left()).toEqual([]);
  });
});

test.each<[string, Partial<Target>]>([
  ["keeps no state", { lacks: { state: "it answers with examples" } }],
  ["gives each rule a world of its own", { fresh: async () => removing().target }],
])("nothing is removed from a target that %s", async (_what, rest) => {
  const { target, removals } = removing();

  const { makes } = await outcomes([making(1)], { ...target, ...rest });

  expect(makes?.kind).toBe("passed");
  expect(removals).toEqual([]);
});
