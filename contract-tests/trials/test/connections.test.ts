/** Tries the rules that connect on a right data plane; `faults/connections.ts` has the wrong ones. */
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import type { Outcome } from "@hosted-postgres/contract-tests/run/outcome";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { emulatorTarget } from "@hosted-postgres/contract-tests/targets/emulator";
import { beforeAll, describe, expect, test } from "vitest";
import { isConnecting, rightPlane, whyNoPostgres } from "../connected-target.ts";

const connecting = rules.filter(
  (rule) =>
    isConnecting(rule) &&
    // A busy machine takes longer than a moment.
    rule.id !== "endpoint-wakes-in-a-moment",
);

const why = whyNoPostgres === undefined ? "" : ` (${whyNoPostgres})`;

describe.skipIf(whyNoPostgres)(`a rule that connects${why}`, () => {
  let outcomes = new Map<string, Outcome>();
  let hasPooler = false;
  // One Postgres for all of them, as on a server by URL.
  beforeAll(async () => {
    const plane = rightPlane();
    const worlds = await emulatorTarget({}, () => plane);
    const one = await worlds.fresh?.(["postgres"]);
    if (!one) throw new Error("the emulator makes worlds");
    hasPooler = plane.pgbouncer !== undefined;
    ({ outcomes } = await runOn(one, connecting));
    await one.close?.();
  });

  test.for(connecting.map(({ id }) => id))("passes on Postgres: %s", (id, { skip }) => {
    skip(id === "endpoint-pooled-connections" && !hasPooler, "no PgBouncer here");

    expect(outcomes.get(id)).toMatchObject({ kind: "passed" });
  });
});
