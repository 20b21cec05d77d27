/** Tries the rules that connect to Postgres: on a right data plane, and on wrong ones. */
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import { emulatorTarget } from "@hosted-postgres/contract-tests/targets/emulator";
import type { DataPlane } from "@hosted-postgres/emulator";
import { described, lookForPostgres, postgres } from "@hosted-postgres/postgres";
import { describe, expect, test } from "vitest";
import { withMethods, wrongPlanes } from "../faults/connections.ts";

const found = lookForPostgres();
const hasPostgres = found.some(({ binaries }) => binaries);
const why = hasPostgres ? "" : ` (no Postgres here: ${described(found)})`;

const connecting = rules.filter(
  ({ id, needs = [] }) =>
    needs.some((need) => need === "network" || need === "postgres") &&
    // A busy machine takes longer than a moment.
    id !== "endpoint-wakes-in-a-moment",
);

const plane = () => postgres({ settings: { fsync: "off" } });

/** The outcomes of these rules, each on an emulator of its own. */
async function outcomesOn(createPlane: () => DataPlane, ids: readonly string[]) {
  const target = await emulatorTarget({}, createPlane);
  try {
    const { outcomes } = await runOn(
      target,
      rules.filter(({ id }) => ids.includes(id)),
      { bounds: { requestMs: 30_000, waitMs: 30_000, ruleMs: 180_000, runMs: 280_000 } },
    );
    return [...outcomes].map(([id, outcome]) => ({ id, ...outcome }));
  } finally {
    await target.close();
  }
}

describe.skipIf(!hasPostgres)(`a rule that connects${why}`, () => {
  test.concurrent.each(connecting.map(({ id }) => id))("passes on Postgres: %s", async (id) => {
    expect(await outcomesOn(plane, [id])).toMatchObject([{ id, kind: "passed" }]);
  });

  test.concurrent.each(wrongPlanes.map((wrong) => [wrong.text, wrong] as const))(
    "catches a data plane that %s",
    async (_text, { caughtBy, wrong }) => {
      const create = () => {
        const right = plane();
        return withMethods(right, wrong(right));
      };

      const outcomes = await outcomesOn(create, caughtBy);

      expect(outcomes.map(({ id, kind }) => `${id} ${kind}`)).toEqual(
        caughtBy.map((id) => `${id} failed`),
      );
    },
  );

  test("catches something, each of them", () => {
    const caught = new Set(wrongPlanes.flatMap(({ caughtBy }) => caughtBy));

    expect(connecting.filter(({ id }) => !caught.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
