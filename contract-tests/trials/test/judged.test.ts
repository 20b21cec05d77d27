/** A rule that passes has judged something: each of these providers leaves some rules nothing to judge. */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { routes } from "@hosted-postgres/types/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Apply } from "../fault.ts";
import { faultyTarget } from "../faulty-target.ts";
import { answered, type Call } from "../provider.ts";
import {
  answering,
  drop,
  each,
  fresh,
  insteadOf,
  refusal,
  refusing,
  set,
  stacked,
} from "../verbs.ts";

const {
  listApiKeys: KEYS,
  listOrganizationApiKeys: ORGANIZATION_KEYS,
  createOrganizationApiKey: CREATE_KEY,
  revokeApiKey: REVOKE,
  listOperations: OPERATIONS,
  getOperation: OPERATION,
  listProjectEndpoints: ENDPOINTS,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
} = routes;

function isOwn(stack: string): boolean {
  const lines = stack.split("\n").filter((line) => line.includes("/suite/rules/"));
  const ofRule = lines.findIndex((line) => !line.includes("/suite/rules/steps/"));
  const steps = lines.slice(0, ofRule < 0 ? lines.length : ofRule);
  return lines.length > 0 && steps.every((line) => /at (assert|judge)/.test(line));
}

const faultOf = (apply: Apply) =>
  ({ id: "silent", group: "requests", level: "benign", text: "", source: "", apply }) as const;

const ofNewKey = ({ key, emulator }: Call) =>
  !Object.values(emulator.keys).some((known) => known === key);

const neverInit = set(ENDPOINTS, "endpoints.*.current_state", (it) =>
  it === "init" ? "active" : it,
);
const selfRevocation = refusing((call) => call.name === REVOKE && ofNewKey(call));
const sameName = fresh(() => {
  const names = new Set<string>();
  return answering(CREATE_KEY, (_response, { body }) => {
    const isTaken = names.has(body?.key_name);
    names.add(body?.key_name);
    return isTaken ? refusal() : undefined;
  });
});
const noCursor = drop(OPERATIONS, "pagination.cursor");
const everChanging = fresh(() => {
  let reads = 0;
  return set(OPERATION, "operation.failures_count", () => ++reads);
});
const checkedWhenIdle = each(
  ENDPOINTS,
  "endpoints.*",
  ({ id, project_id, current_state }, call) => {
    if (current_state !== "idle") return;
    const { startOperation, connect } = call.emulator;
    startOperation({ project_id, endpoint_id: id, action: "check_availability" });
    connect(id).close();
  },
);
const namelessKeys = answering([KEYS, ORGANIZATION_KEYS], () => answered(200, []));
const emptyList = stacked(noCursor, set(OPERATIONS, "operations", []));
const noOperations = set([CREATE, UPDATE], "operations", []);

const SILENT: [what: string, apply: Apply, rules: string[]][] = [
  [
    "lists no compute as init",
    neverInit,
    ["endpoint-list-last-active-absent", "endpoint-last-active-absent-after-failed-start"],
  ],
  ["refuses a key that revokes itself", selfRevocation, ["key-revocation-of-itself"]],
  ["refuses a second key of the same name", sameName, ["key-of-the-same-name"]],
  [
    "gives no cursor",
    noCursor,
    ["pagination-cursor-of-another-project", "pagination-cursor-used-again"],
  ],
  ["shows an operation otherwise at each read", everChanging, ["operation-list-agrees-with-get"]],
  [
    "lists no keys",
    namelessKeys,
    ["key-secret-never-listed", "key-list-is-the-callers", "key-organization-checked-first"],
  ],
  [
    "lists no operations",
    emptyList,
    ["pagination-at-most-limit", "pagination-newest-first", "pagination-projects-share-nothing"],
  ],
  ["starts no operations", noOperations, ["operation-ends", "operation-outlives-its-compute"]],
  [
    "starts idle computes to check their availability",
    checkedWhenIdle,
    ["endpoint-stays-idle-until-used"],
  ],
  ["refuses every compute", refusing(CREATE), ["endpoint-one-primary-in-a-race"]],
  [
    "refuses every update at once",
    insteadOf(200, UPDATE, () => refusal()),
    ["endpoint-updates-at-once-are-stored"],
  ],
  [
    "answers no GET with 2xx",
    answering(
      ({ method }) => method === "GET",
      () => answered(403, {}),
    ),
    ["auth-valid-key-accepted", "auth-answer-is-not-kept"],
  ],
];

describe("a rule", () => {
  test.each(SILENT)("is blocked by a provider that %s", async (_what, apply, ids) => {
    const target = await faultyTarget(faultOf(apply));

    const { outcomes } = await runOn(
      target,
      rules.filter(({ id }) => ids.includes(id)),
    );

    expect([...outcomes].map(([id, { kind }]) => `${id} ${kind}`).toSorted()).toEqual(
      ids.map((id) => `${id} blocked`).toSorted(),
    );
  });

  test("is blocked on a server with no route to ask", async () => {
    const target = { ...(await faultyTarget(faultOf(() => ({})))), routes: [] };
    const { fresh: _, ...shared } = target;

    const { outcomes } = await runOn(
      shared,
      rules.filter(({ id }) => /^(routes|families|auth-(missing|bearer-alone|valid))/.test(id)),
    );

    expect(outcomes.size).toBeGreaterThan(5);
    expect(new Set([...outcomes.values()].map(({ kind }) => kind))).toEqual(new Set(["blocked"]));
  });
});

/** Of the rule that runs; aborted by its first own assertion: made in its file, or in a step that asserts. */
const judging = new AsyncLocalStorage<AbortController>();

/** Notes the assertions of the tests that follow. */
function noteAssertions(): void {
  const original = { ...assert };
  const noting = ([name, run]: [string, unknown]) => {
    if (typeof run !== "function" || run.prototype instanceof Error) return [name, run];
    const noted = (...given: unknown[]) => {
      const rule = judging.getStore();
      // One is enough, and a stack is expensive.
      if (rule?.signal.aborted === false && isOwn(callStack())) rule.abort();
      return run(...given);
    };
    return [name, noted];
  };
  beforeAll(() => {
    Object.assign(assert, Object.fromEntries(Object.entries(original).map(noting)));
  });
  afterAll(() => {
    Object.assign(assert, original);
  });
}

/** A deep stack without the source maps that take most of the time, and shallow ones for all others. */
function callStack(): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const lineOf = (site: NodeJS.CallSite) => `at ${site.getFunctionName()} (${site.getFileName()})`;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, sites) => sites.map(lineOf).join("\n");
  const { stack = "" } = new Error();
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return stack;
}

describe("a rule that passes", () => {
  noteAssertions();
  const scenarios = rules.filter(({ check, about }) => check && about !== "client");
  const all = SILENT.slice(0, 6)
    .map(([, apply]) => apply)
    .reduce(stacked);

  test.each([
    ["the emulator", () => ({})],
    ["a provider with everything that leaves rules nothing to judge", all],
  ] as [string, Apply][])("has judged something on %s", async (_what, apply) => {
    const target = await faultyTarget(faultOf(apply));
    const vacuous: string[] = [];
    for (const rule of scenarios) {
      const judged = new AbortController();
      const { signal } = judged;
      // A rule that has judged something need not go on.
      const { outcomes } = await judging.run(judged, () => runOn(target, [rule], { signal }));
      if (outcomes.get(rule.id)?.kind === "passed" && !signal.aborted) vacuous.push(rule.id);
    }

    expect(vacuous).toEqual([]);
  });
});
