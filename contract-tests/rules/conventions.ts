/** What holds for the fields of every answer. */
import assert from "node:assert/strict";
import type { Answer } from "../context.ts";
import type { Rule } from "../rule.ts";
import { some } from "./seen.ts";

export const conventionRules: Rule[] = [
  {
    id: "timestamp-form",
    level: "MUST",
    text: "a timestamp is ISO 8601 in UTC, to the second, with a trailing Z",
    source: "Resources and their fields, Conventions",
    async check({ answers }) {
      const timestamps = fieldsOf(await answers(), /^(created_at|updated_at|last_active)$/);
      for (const { name, value } of some(timestamps, "no timestamp was seen")) {
        assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, name);
        assert.ok(!Number.isNaN(Date.parse(String(value))), `${name} is ${value}`);
      }
    },
  },
  {
    id: "identifiers-are-strings",
    level: "MUST",
    text: "an identifier is a string, except the id of an API key",
    source: "Resources and their fields, Conventions",
    async check({ answers }) {
      const elsewhere = (await answers()).filter(({ route }) => !route.endsWith("/api_keys"));
      const identifiers = fieldsOf(elsewhere, /^(id|.+_id)$/);
      for (const { name, value } of some(identifiers, "no identifier was seen")) {
        assert.equal(typeof value, "string", name);
      }
    },
  },
];

function fieldsOf(answers: Answer[], names: RegExp): { name: string; value: unknown }[] {
  return answers.flatMap(({ route, body }) =>
    fieldsIn(body)
      .filter(([field]) => names.test(field))
      .map(([field, value]) => ({ name: `${field} in the answer to ${route}`, value })),
  );
}

/** The fields at any depth, except in settings, where the names are those of Postgres. */
function fieldsIn(body: unknown): [string, unknown][] {
  if (typeof body !== "object" || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(fieldsIn);
  return Object.entries(body).flatMap(([field, value]): [string, unknown][] =>
    field === "settings" ? [] : [[field, value], ...fieldsIn(value)],
  );
}
