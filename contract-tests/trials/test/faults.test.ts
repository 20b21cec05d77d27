/**
 * The suite itself under test: a wrong provider of the catalogue is caught, an unusual one passes.
 * Here a part of them, chosen by FAULTS_SHARD, "0/24" by default; `npm run faults` runs all, tells
 * what every rule says of each, and whether a rule catches nothing.
 */

import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { statements } from "@hosted-postgres/contract-tests/rules/statements";
import { mockTarget, startMock } from "@hosted-postgres/contract-tests/targets/mock";
import { afterAll, describe, expect, test } from "vitest";
import { faults } from "../faults/index.ts";
import { measure } from "../measure.ts";

const { url, close } = await startMock();
const mock = mockTarget(url);
afterAll(close);

const [place, of] = (process.env.FAULTS_SHARD ?? "0/24").split("/").map(Number);
const inShard = (_: unknown, index: number) => index % Number(of) === Number(place);
const wrong = faults.filter(({ level }) => level !== "benign");
const benign = faults.filter(({ level }) => level === "benign");

describe("the suite catches a provider that", () => {
  test.for(wrong.filter(inShard))("$text ($id)", async (fault) => {
    const { isRight } = await measure(fault, rules, { mock });

    expect(isRight).toBe(true);
  });
});

describe("the suite lets a provider pass that", () => {
  test.for(benign.filter(inShard))("$text ($id)", async (fault) => {
    const { failed } = await measure(fault, rules, { mock });

    expect(failed).toEqual([]);
  });
});

describe("the catalogue", () => {
  test("has at least 150 wrong providers and 30 unusual ones, each with an id of its own", () => {
    expect(wrong.length).toBeGreaterThanOrEqual(150);
    expect(benign.length).toBeGreaterThanOrEqual(30);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test("names a sentence of the document for each", () => {
    const sources = new Set(statements.map(({ source }) => source));

    expect(faults.filter(({ source }) => !sources.has(source)).map(({ id }) => id)).toEqual([]);
  });
});
