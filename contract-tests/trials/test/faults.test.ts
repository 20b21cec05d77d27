/**
 * Tries the suite on a part of the catalogue, which FAULTS_SHARD selects ("0/384" by default).
 * `npm run faults` tries all of it and also finds rules that catch nothing.
 */

import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { statements } from "@hosted-postgres/contract-tests/rules/statements";
import type { Target } from "@hosted-postgres/contract-tests/run/target";
import { mockTarget } from "@hosted-postgres/contract-tests/targets/mock";
import type { startMock } from "@hosted-postgres/contract-tests/targets/prism";
import { afterAll, describe, expect, test } from "vitest";
import { whyNoPostgres } from "../connected-target.ts";
import type { Fault } from "../fault.ts";
import { derivedFaults, faults } from "../faults/index.ts";
import { measure } from "../measure.ts";
import { inShard } from "../shard.ts";
import { explanation, titleOf } from "../table.ts";

const wrong = faults.filter(({ level }) => level !== "benign");
const benign = faults.filter(({ level }) => level === "benign");

/** The faults of this shard by title: vitest shortens a `$name`, but not a `%s`. */
const titled = (all: Fault[]): [title: string, fault: Fault][] =>
  all
    .filter(inShard(process.env.FAULTS_SHARD ?? "0/384"))
    .map((fault) => [`${titleOf(fault)} (${fault.id})`, fault]);

let started: ReturnType<typeof startMock> | undefined;
afterAll(async () => (await started)?.close());

/** Only the faults of a client need the mock, and few parts of the catalogue have one. */
async function mock(): Promise<Target> {
  const { startMock } = await import("@hosted-postgres/contract-tests/targets/prism");
  started ??= startMock();
  return mockTarget((await started).url);
}

async function expectRight(fault: Fault) {
  const measured = await measure(fault, rules, { mock });
  if (!measured.isRight) expect.fail(["misjudged:", ...explanation(measured)].join("\n"));
}

const planes = wrong.filter(({ plane }) => plane);
const providers = wrong.filter(({ plane }) => !plane);

// Not in a `describe`, which must not be empty: a part may have no fault.
test.each(titled(providers))("the suite catches %s", (_title, fault) => expectRight(fault));

test.skipIf(whyNoPostgres).each(titled(planes))("the suite catches %s", (_title, fault) =>
  expectRight(fault),
);

test.each(titled(benign))("the suite passes %s", (_title, fault) => expectRight(fault));

describe("the catalogue", () => {
  test("has at least 150 wrong providers and 30 benign ones, each with its own id", () => {
    expect(wrong.length).toBeGreaterThanOrEqual(150);
    expect(benign.length).toBeGreaterThanOrEqual(30);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test("names a sentence of the document for each fault", () => {
    const sources = new Set(statements.map(({ source }) => source));

    expect(faults.filter(({ source }) => !sources.has(source)).map(({ id }) => id)).toEqual([]);
  });

  test('completes "a provider that" with each text', () => {
    const texts = [...faults, ...derivedFaults].map(({ text }) => text);

    expect(texts.filter((text) => !/^[a-z]/.test(text) || text.endsWith("."))).toEqual([]);
  });
});
