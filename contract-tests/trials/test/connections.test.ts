/** Tries the rules that connect to Postgres: on a right data plane, and on wrong ones. */
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { BOUNDS } from "@hosted-postgres/contract-tests/run/bounds";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { emulatorTarget, withMethods } from "@hosted-postgres/contract-tests/targets/emulator";
import type { DataPlane } from "@hosted-postgres/emulator";
import { described, lookForPostgres, postgres } from "@hosted-postgres/postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { wrongPlanes } from "../faults/connections.ts";

/** A rule waits this long for what a wrong data plane never does. */
const IN_VAIN_MS = 5_000;

const found = lookForPostgres();
const hasPostgres = found.some(({ binaries }) => binaries);
const why = hasPostgres ? "" : ` (no Postgres here: ${described(found)})`;

const connecting = rules.filter(
  ({ id, needs = [] }) =>
    needs.some((need) => need === "network" || need === "postgres") &&
    // A busy machine takes longer than a moment.
    id !== "endpoint-wakes-in-a-moment",
);

const right = () => postgres({ settings: { fsync: "off" } });

/** Runs a rule on an emulator of its own with such a data plane. */
async function outcomeOn(createPlane: () => DataPlane, id: string) {
  const target = await emulatorTarget({}, createPlane);
  const rule = rules.filter((rule) => rule.id === id);
  const { outcomes } = await runOn(target, rule, { bounds: { ...BOUNDS, waitMs: IN_VAIN_MS } });
  return outcomes.get(id);
}

/** Runs all of them on one Postgres, as on a server by URL. */
async function runOnPostgres() {
  const plane = right();
  const worlds = await emulatorTarget({}, () => plane);
  const one = await worlds.fresh?.(["postgres"]);
  if (!one) throw new Error("the emulator makes worlds");
  const { outcomes } = await runOn(one, connecting);
  await one.close?.();
  return { outcomes, hasPooler: plane.pgbouncer !== undefined };
}

describe.skipIf(!hasPostgres)(`a rule that connects${why}`, () => {
  let onPostgres: ReturnType<typeof runOnPostgres>;
  // It takes longest, so the others run beside it.
  beforeAll(() => {
    onPostgres = runOnPostgres();
  });

  test.concurrent.each(
    wrongPlanes.flatMap(({ text, caughtBy, wrong }) =>
      caughtBy.map((id) => [id, text, wrong] as const),
    ),
  )("%s catches a data plane that %s", async (id, _text, wrong) => {
    const create = () => {
      const plane = right();
      return withMethods(plane, wrong(plane));
    };

    expect(await outcomeOn(create, id)).toMatchObject({ kind: "failed" });
  });

  test.concurrent.for(connecting.map(({ id }) => id))(
    "passes on Postgres: %s",
    async (id, { expect, skip }) => {
      const { outcomes, hasPooler } = await onPostgres;
      skip(id === "endpoint-pooled-connections" && !hasPooler, "no PgBouncer here");

      expect(outcomes.get(id)).toMatchObject({ kind: "passed" });
    },
  );
});

describe("each rule that connects", () => {
  test("catches a wrong data plane", () => {
    const caught = new Set(wrongPlanes.flatMap(({ caughtBy }) => caughtBy));

    expect(connecting.filter(({ id }) => !caught.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
