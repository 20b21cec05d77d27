/** Tries the suite on a service that was written from the document alone, right and wrong. */

import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { serverTarget } from "@hosted-postgres/contract-tests/targets/server";
import { describe, expect, test } from "vitest";
import { startIndependentServer } from "../independent/server.ts";

/** Leaves out the rules that wait for minutes of real time or read long lists. */
const QUICK =
  /^(auth|key|project|routes|timestamp|identifiers|json|endpoint-(create|one-primary$|list|id|fields)|operation-(fields|id|status|started)|pagination-every)/;

describe("the suite", () => {
  test.concurrent.each<[string, string[], string[]]>([
    ["flags nothing of a service that is right", [], []],
    [
      "catches a service that lets the organization's route revoke personal keys",
      ["org-route-revokes-personal-keys"],
      ["key-personal-revoked-by-owner-only"],
    ],
    [
      "catches a service that truncates its cursors to milliseconds",
      ["cursor-in-milliseconds"],
      ["pagination-every-item-once"],
    ],
    [
      "catches a service that ignores suspended primary computes",
      ["suspended-primary-not-counted"],
      ["endpoint-one-primary"],
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
    expect(failed).toEqual(expected);
    const passed = [...outcomes.values()].filter(({ kind }) => kind === "passed");
    expect(passed.length).toBeGreaterThan(60);
  });
});
