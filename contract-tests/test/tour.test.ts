/** The tour of a run that has observers: the requests it sends before the first rule. */
import { describe, expect, test } from "vitest";
import { createContext } from "../suite/run/context.ts";
import { Ledger } from "../suite/run/ledger.ts";
import type { Rule } from "../suite/run/rule.ts";
import { runOn } from "../suite/run/run.ts";
import type { Target } from "../suite/run/target.ts";
import { tour } from "../suite/run/tour.ts";
import { exampleNames, routes } from "../suite/spec/routes.ts";
import { mockTarget } from "../suite/targets/mock.ts";
import { rule, server } from "./stub.ts";

const ENDPOINTS = "/projects/p/endpoints";
const OPERATIONS = "/projects/p/operations";
const IDS = { project_id: "p", org_id: "o", free_branch_id: "free", other_free_branch_id: "other" };

/** Answers with fixed ids, `operations` operations and, where `failing` matches, with an error. */
function toured({
  ids = IDS,
  operations = 2,
  failing = /^$/,
  ...rest
}: Partial<Target> & { operations?: number; failing?: RegExp } = {}) {
  const asked: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const fetch: Target["fetch"] = async (url, { method = "GET", body }) => {
    const name = `${method} ${new URL(url).pathname.slice("/api/v2".length)}`;
    asked.push(name);
    if (body) bodies.push(JSON.parse(String(body)));
    if (failing.test(name)) return Response.json({ message: "no" }, { status: 500 });
    if (name.startsWith("POST") && name.endsWith("api_keys")) return Response.json({ id: 7 });
    if (name.startsWith("POST")) return Response.json({ endpoint: { id: "ep-1" } });
    const all = Array.from({ length: operations }, (_, place) => ({ id: `op-${place}` }));
    return Response.json(name.endsWith("/operations") ? { operations: all } : {});
  };
  const lacks = { examples: "the server has none" };
  const target: Target = { ...server().target, ids, lacks, fetch, ...rest };
  const touring = tour(createContext(target, { ledger: new Ledger() }));
  return touring.then(() => ({ asked, bodies }));
}

describe("the tour of a server", () => {
  test("goes through the life of a key and a compute, and looks at their operations", async () => {
    const { asked, bodies } = await toured();

    expect(asked).toEqual([
      "GET /projects",
      "POST /organizations/o/api_keys",
      "DELETE /organizations/o/api_keys/7",
      `POST ${ENDPOINTS}`,
      `GET ${ENDPOINTS}`,
      `GET ${ENDPOINTS}/ep-1`,
      `PATCH ${ENDPOINTS}/ep-1`,
      `GET ${OPERATIONS}`,
      `GET ${OPERATIONS}/op-0`,
      `GET ${OPERATIONS}/op-1`,
      `DELETE ${ENDPOINTS}/ep-1`,
    ]);
    expect(bodies).toEqual([
      { key_name: expect.stringMatching(/^contract-1-key-/), project_id: "p" },
      { endpoint: { branch_id: "free", type: "read_write" } },
      { endpoint: { branch_id: "other" } },
    ]);
  });

  test("moves its compute to the branch where it is, if no other one is free", async () => {
    const { other_free_branch_id: _, ...ids } = IDS;

    expect((await toured({ ids })).bodies.at(-1)).toEqual({ endpoint: { branch_id: "free" } });
  });

  test("reads at most five operations", async () => {
    const { asked } = await toured({ operations: 9 });

    expect(asked.filter((it) => it.startsWith(`GET ${OPERATIONS}/`))).toEqual(
      [0, 1, 2, 3, 4].map((place) => `GET ${OPERATIONS}/op-${place}`),
    );
  });

  test("makes no compute where no branch is free, and removes none", async () => {
    const { asked } = await toured({ ids: { project_id: "p", endpoint_id: "ep-of-somebody" } });

    expect(asked).toEqual([
      "GET /projects",
      `GET ${ENDPOINTS}`,
      `GET ${OPERATIONS}`,
      `GET ${OPERATIONS}/op-0`,
      `GET ${OPERATIONS}/op-1`,
    ]);
  });

  test("only reads where it may not write, and leaves the compute that was there", async () => {
    const lacks = { examples: "none", writes: "the run only reads" };

    const { asked } = await toured({ lacks, ids: { ...IDS, endpoint_id: "ep-of-somebody" } });

    expect(asked).toEqual([
      "GET /projects",
      `GET ${ENDPOINTS}`,
      `GET ${ENDPOINTS}/ep-of-somebody`,
      `GET ${OPERATIONS}`,
      `GET ${OPERATIONS}/op-0`,
      `GET ${OPERATIONS}/op-1`,
    ]);
  });

  test("asks only for the routes that the server has", async () => {
    const served = routes.filter(({ method }) => method === "GET");

    const { asked } = await toured({ routes: served, ids: { project_id: "p" } });

    expect(asked.every((it) => it.startsWith("GET"))).toBe(true);
    expect(await toured({ routes: [] })).toHaveProperty("asked", []);
  });

  test("goes on after a request that fails, without what it would have made", async () => {
    const ids = { ...IDS, endpoint_id: "ep-of-somebody" };

    const { asked } = await toured({ failing: /^POST/, ids });

    expect(asked).toEqual([
      "GET /projects",
      "POST /organizations/o/api_keys",
      `POST ${ENDPOINTS}`,
      `GET ${ENDPOINTS}`,
      `GET ${ENDPOINTS}/ep-of-somebody`,
      `GET ${OPERATIONS}`,
      `GET ${OPERATIONS}/op-0`,
      `GET ${OPERATIONS}/op-1`,
    ]);
    await expect(toured({ failing: /operations$/ })).resolves.toBeDefined();
  });
});

test("the tour of the mock asks for each example of each shown answer, once", async () => {
  const asked: string[] = [];
  const target = mockTarget("http://localhost/api/v2");
  const fetch: Target["fetch"] = async (_url, { headers }) => {
    asked.push(`${new Headers(headers).get("prefer")}`);
    return Response.json({});
  };

  await tour(createContext({ ...target, fetch }));

  const shown = routes.filter(({ responseShown }) => responseShown);
  expect(asked).toEqual(shown.flatMap(exampleNames).map((name) => `example=${name}`));
  expect(asked.length).toBeGreaterThan(shown.length);
});

describe("a run", () => {
  const observer: Rule = {
    ...{ id: "observer", level: "MUST", text: "observes", states: ["Limits, Table: one-primary"] },
    observe: () => true,
  };

  test("goes on a tour only where an observer looks on", async () => {
    const { target, asked } = server();
    const lacks = { examples: "none" };

    await runOn({ ...target, lacks }, [rule("asks")]);
    const before = asked.splice(0);
    await runOn({ ...target, lacks }, [rule("asks"), observer]);

    expect(before).toEqual(["GET /projects"]);
    expect(asked.length).toBeGreaterThan(2);
  });
});
