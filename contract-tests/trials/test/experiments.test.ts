/** Providers that break one sentence on many routes at once: the right rule finds each, by name. */
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import type { Failure, Outcome } from "@hosted-postgres/contract-tests/run/outcome";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { type Changes, KEY_NAMES, type Target } from "@hosted-postgres/contract-tests/run/target";
import { type Route, routes } from "@hosted-postgres/contract-tests/spec/routes";
import { serverTarget } from "@hosted-postgres/contract-tests/targets/server";
import { createEmulator } from "@hosted-postgres/emulator";
import { describe, expect, test } from "vitest";
import type { Apply } from "../fault.ts";
import { faultyTarget } from "../faulty-target.ts";
import { answered } from "../provider.ts";
import { ANY, answering, drop, editing, insteadOf, set } from "../verbs.ts";

const namesOf = (all: readonly Route[]) => all.map(({ name }) => name);

const unshown = routes.filter(({ responseShown }) => !responseShown);
/** As many as a service of the shown shapes and their neighbours would lack. */
const MISSING = namesOf(unshown.slice(-107));
const MISSING_GETS = namesOf(unshown.filter(({ method }) => method === "GET").slice(-41));

const lacking = (missing: readonly string[]): Apply =>
  answering(missing, () => answered(404, { message: "no such route" }));

async function outcomesOn(target: Target, ids: readonly string[]) {
  const { outcomes } = await runOn(
    target,
    rules.filter(({ id }) => ids.includes(id)),
  );
  return Object.fromEntries(outcomes) as Record<string, Outcome>;
}

/** The outcomes of these rules on an emulator with a fault. */
async function outcomesOf(apply: Apply, ...ids: string[]) {
  const fault = {
    id: "experiment",
    group: "requests",
    level: "MUST",
    text: "",
    source: "",
  } as const;
  return outcomesOn(await faultyTarget({ ...fault, apply }), ids);
}

/** The same on a server by URL, of which no request bodies are known. */
async function outcomesOnServer(apply: Apply, changes: Changes, ...ids: string[]) {
  const emulator = createEmulator();
  const { key_ids, ...known } = emulator.ids;
  const keys = KEY_NAMES.map((name) => [name, { id: key_ids[name], key: emulator.keys[name] }]);
  const fixtures = { ids: known, keys: Object.fromEntries(keys) };
  const target = serverTarget({ url: emulator.url, fixtures, changes });
  const { fetch } = apply(emulator);
  if (!fetch) throw new Error("the fault answers no request");
  return outcomesOn({ ...target, fetch }, ids);
}

function messageOf(outcome: Outcome | undefined): string {
  expect(outcome?.kind).toBe("failed");
  return (outcome as Failure).message;
}

describe("a provider that answers 404 on 107 routes", () => {
  test("is found, with each of them, by routes-served", async () => {
    const outcomes = await outcomesOf(lacking(MISSING), "routes-served");

    const message = messageOf(outcomes["routes-served"]);
    expect(MISSING.filter((name) => !message.includes(`${name} answered 404`))).toEqual([]);
  });

  test("is found where nobody knows the bodies, and no route goes unsaid", async () => {
    const outcomes = await outcomesOnServer(
      lacking(MISSING),
      "all",
      "routes-served",
      "families-without-shapes-served",
    );

    const message = messageOf(outcomes["routes-served"]);
    expect(MISSING.filter((name) => !message.includes(`${name} `))).toEqual([]);
    expect(message).toMatch(/^not served, \d\d of 168:/);
    expect(messageOf(outcomes["families-without-shapes-served"])).toContain("storage buckets");
  });

  test("is found where nothing may be changed, by the 41 GETs it lacks", async () => {
    const outcomes = await outcomesOnServer(
      lacking(MISSING_GETS),
      "none",
      "routes-known",
      "families-without-shapes-served",
    );

    const message = messageOf(outcomes["routes-known"]);
    expect(message).toContain("GET /projects/{project_id}/snapshots answered 404");
    // A setting may not be set, so a 404 does not show that its route is missing.
    expect(message).toMatch(/not judged, .*\n(.*\n)*.*\/backup_schedule answered 404/);
    expect(messageOf(outcomes["families-without-shapes-served"])).toContain("functions");
  });
});

describe("a server that serves every GET", () => {
  test("is not judged by a family without a GET where nothing may be changed", async () => {
    const outcomes = await outcomesOnServer(
      editing(
        () => false,
        () => {},
      ),
      "none",
      "routes-known",
      "families-without-shapes-served",
    );

    expect(outcomes["routes-known"]?.kind).toBe("passed");
    expect(outcomes["families-without-shapes-served"]).toMatchObject({
      kind: "blocked",
      reason: expect.stringMatching(/project transfer/),
    });
  });
});

describe("a provider without operations in the answers that are not shown", () => {
  const changing = unshown.filter(
    ({ method, path }) => method !== "GET" && !path.includes("api_keys"),
  );

  test("is found by both rules about the responses of mutating routes", async () => {
    const outcomes = await outcomesOf(
      drop(namesOf(changing), "operations"),
      "routes-served",
      "mutation-answer-has-operations",
      "mutation-lists-what-it-started",
    );

    expect(changing.length).toBeGreaterThanOrEqual(90);
    expect(messageOf(outcomes["mutation-answer-has-operations"])).toContain("no array operations");
    expect(messageOf(outcomes["mutation-lists-what-it-started"])).toContain(
      "/start started operations",
    );
  });
});

describe("a provider with the primary compute of a new project on another branch", () => {
  test("is found by the rule on the default branch", async () => {
    const { "project-has-default-branch-with-primary": outcome } = await outcomesOf(
      set("GET /projects/{project_id}/endpoints", "endpoints.*.branch_id", "br-other"),
      "project-has-default-branch-with-primary",
    );

    expect(messageOf(outcome)).toContain("on the default branch");
  });
});

describe("a provider with an action outside the full set", () => {
  test("is found by the rule on the set alone, which is no MUST", async () => {
    const outcomes = await outcomesOf(
      set(
        ANY,
        ["operations.*.action", "operation.action"],
        "launch_rocket_2",
        (it) => it.action === "apply_config",
      ),
      ...rules.filter(({ observe }) => observe).map(({ id }) => id),
    );

    const failed = Object.entries(outcomes).filter(([, { kind }]) => kind === "failed");
    expect(failed.map(([id]) => id)).toEqual(["operation-action-of-the-set"]);
    expect(rules.find(({ id }) => id === "operation-action-of-the-set")?.level).toBe("SHOULD");
  });
});

describe("a provider that answers 500 where it should refuse", () => {
  test.each([
    [409, "endpoint-one-primary"],
    [409, "endpoint-move-needs-free-branch"],
    [409, "endpoint-restart-needs-active"],
    [409, "project-default-branch-keeps-its-primary"],
    [403, "key-organization-by-admin-only"],
    [403, "key-scoped-no-organization-action"],
    [404, "key-scoped-own-project-only"],
    [404, "endpoint-deleted-is-gone"],
    [400, "endpoint-size-unsupported-refused"],
  ])("is caught in place of %d by %s", async (status, id) => {
    const { [id]: outcome } = await outcomesOf(
      insteadOf(status, ANY, () => answered(500, {})),
      id,
    );

    expect(messageOf(outcome)).toContain("500");
  });
});
