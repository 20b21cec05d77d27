/** The suite on a service that was written from the document alone, right and wrong. */

import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { serverTarget } from "@hosted-postgres/contract-tests/targets/server";
import { expect, test } from "vitest";
import { startForeignServer } from "../independent/server.ts";

/** Those that wait for minutes of real time, or for long lists, are in the trial by hand. */
const QUICK =
  /^(auth|key|project|routes|timestamp|identifiers|json|endpoint-(create|one-primary$|list|id|fields)|operation-(fields|id|status|started)|pagination-every)/;

test.concurrent.each<[string, string[], string[]]>([
  ["right, of which nothing is flagged", [], []],
  [
    "wrong about who may revoke a key",
    ["org-route-revokes-personal-keys"],
    ["key-personal-revoked-by-owner-only"],
  ],
  [
    "wrong about the precision of its cursors",
    ["cursor-in-milliseconds"],
    ["pagination-every-item-once"],
  ],
  ["wrong about suspended computes", ["suspended-primary-not-counted"], ["endpoint-one-primary"]],
])("it is %s", { timeout: 60_000 }, async (_what, faults, expected) => {
  const { url, fixtures, close } = await startForeignServer({ faults });
  const target = serverTarget({ url, fixtures, changes: "own" });

  const { outcomes } = await runOn(
    target,
    rules.filter(({ id }) => QUICK.test(id)),
  );
  await close();

  const failed = [...outcomes].filter(([, { kind }]) => kind === "failed").map(([id]) => id);
  expect(failed).toEqual(expected);
  expect([...outcomes.values()].filter(({ kind }) => kind === "passed").length).toBeGreaterThan(60);
});
