/** Tries the suite on a service that was written from the document alone, right and wrong. */

import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { serverTarget } from "@hosted-postgres/contract-tests/targets/server";
import { describe, expect, test } from "vitest";
import { startIndependentServer } from "../independent/server.ts";

/** Leaves out the rules that wait for minutes of real time or read long lists. */
const QUICK =
  /^(auth|key|project|routes|timestamp|identifiers|json|endpoint-(create|one-primary$|list|id|fields)|operation-(fields|id|status|started)|pagination-every)/;

const FAULTS = {
  "org-route-revokes-personal-keys": "key-personal-revoked-by-owner-only",
  "cursor-in-milliseconds": "pagination-every-item-once",
  "suspended-primary-not-counted": "endpoint-one-primary",
};

describe("the suite", () => {
  test.concurrent.each<[string, string[], string[]]>([
    ["flags nothing of a service that is right", [], []],
    [
      "catches each fault of a service by the rule about it",
      Object.keys(FAULTS),
      Object.values(FAULTS),
    ],
  ])("%s", async (_title, faults, expected) => {
    const { url, fixtures, close } = await startIndependentServer({ faults });
    const target = serverTarget({ url, fixtures, changes: "own" });

    const { outcomes } = await runOn(
      target,
      rules.filter(({ id }) => QUICK.test(id)),
    );
    await close();

    const failed = [...outcomes].filter(([, { kind }]) => kind === "failed").map(([id]) => id);
    expect(failed.sort()).toEqual(expected.sort());
    const passed = [...outcomes.values()].filter(({ kind }) => kind === "passed");
    expect(passed.length).toBeGreaterThan(60);
  });
});
