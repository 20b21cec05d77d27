/** A rule per route: each answer is one that the profile shows. */
import assert from "node:assert/strict";
import type { Answer } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { type Check, checking } from "./schemas.ts";
import { type MergedSpec, type Operation, operationsOf, type Response } from "./spec.ts";

export function profileRules(
  spec: MergedSpec,
  profile: string,
  missing: readonly string[] = [],
): Rule[] {
  const known = operationsOf(spec).filter(({ name }) => !missing.includes(name));
  const check = checking(schemasOf(known.map(({ operation }) => operation)), spec.components);
  return known.map(({ name, operation }) => ({
    id: `profile-${operation.operationId}`,
    level: "SHOULD",
    text: `${name} answers as the profile ${profile} shows`,
    states: ["Endpoints, Tables: routes"],
    profile,
    observe: (answer) => {
      if (answer.route?.name !== name) return false;
      assertShown(answer, operation, check);
      return true;
    },
  }));
}

function assertShown(answer: Answer, { operationId, responses }: Operation, check: Check) {
  const { status, text = "", json } = answer;
  const key = keyFor(status, Object.keys(responses));
  assert.ok(key, `answered ${status}, which is not one of ${Object.keys(responses).join(", ")}`);
  if (!isJson(responses[key])) return;
  assert.ok(text !== "", `answered ${status} without a body`);
  assert.ok(json !== undefined, `answered ${status} with a body that is not JSON`);
  const violation = check(`${operationId} ${key}`, json);
  assert.equal(violation, undefined, `answered ${status} with another body: ${violation}`);
}

/** The default stands for a success only where no other is listed. */
function keyFor(status: number, keys: string[]): string | undefined {
  const range = `${`${status}`[0]}XX`;
  const listsSuccess = keys.some((key) => key.startsWith("2"));
  const isOther = range !== "2XX" || !listsSuccess;
  return [`${status}`, range, ...(isOther ? ["default"] : [])].find((key) => keys.includes(key));
}

function isJson(response: Response | undefined): boolean {
  return response?.content?.["application/json"]?.schema !== undefined;
}

/** By operation and status, as in `listProjects 200`. */
function schemasOf(operations: Operation[]): Record<string, unknown> {
  return Object.fromEntries(
    operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).map(([status, { content }]) => [
        `${operationId} ${status}`,
        content?.["application/json"]?.schema ?? true,
      ]),
    ),
  );
}
