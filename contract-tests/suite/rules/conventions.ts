/** Conventions for the fields of every documented resource. Undocumented fields may hold anything. */
import assert from "node:assert/strict";
import type { Answer } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { each, endpointsIn, keysIn, operationsIn, projectsIn } from "./steps/seen.ts";

const TIMESTAMPS = ["created_at", "updated_at", "last_active"];

const IDENTIFIERS = [
  ...["id", "project_id", "branch_id", "endpoint_id", "region_id", "platform_id"],
  "created_by",
];

/** Characters that no URL allows in a host; the document names no standard for host names. */
const NOT_IN_HOST = /[\s\p{Cc}#%/:<>?@[\\\]^|]/u;

export const conventionRules: Rule[] = [
  {
    id: "timestamp-form",
    level: "MUST",
    text: "a timestamp is ISO 8601 in UTC, to the second, with a trailing Z",
    states: ["Resources and their fields, Conventions: timestamps"],
    observe: (answer) =>
      each(fieldsOf([...resourcesIn(answer), ...keysIn(answer)], TIMESTAMPS), ([name, value]) => {
        const found = `${name} is ${JSON.stringify(value)}`;
        assert.ok(typeof value === "string", found);
        assert.match(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, found);
        assert.ok(!Number.isNaN(Date.parse(value)), found);
      }),
  },
  {
    id: "host-names",
    level: "MUST",
    text: "host and proxy_host are host names: no URL, no port, no empty label",
    states: [
      "Resources and their fields, Compute endpoint: fields",
      "Resources and their fields, Project: fields",
    ],
    observe: (answer) =>
      each(fieldsOf(resourcesIn(answer), ["host", "proxy_host"]), ([name, value]) => {
        const found = `${name} is ${JSON.stringify(value)}`;
        assert.ok(typeof value === "string" && isHostName(value), found);
      }),
  },
  {
    id: "identifiers-are-strings",
    level: "MUST",
    text: "an identifier is a string, except the id of an API key",
    states: ["Resources and their fields, Conventions: identifiers"],
    observe(answer) {
      const keys = keysIn(answer).map(({ id, ...others }) => others);
      return each(fieldsOf([...resourcesIn(answer), ...keys], IDENTIFIERS), ([name, value]) => {
        assert.equal(typeof value, "string", `${name} is ${JSON.stringify(value)}`);
        assert.notEqual(value, "", `${name} is empty`);
      });
    },
  },
];

/** A dot may follow the last label. */
function isHostName(value: string): boolean {
  const labels = value.replace(/\.$/, "").split(".");
  return !NOT_IN_HOST.test(value) && value.length <= 254 && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return /^(?!-).{1,63}(?<!-)$/u.test(label);
}

function resourcesIn(answer: Answer): object[] {
  return [...projectsIn(answer), ...endpointsIn(answer), ...operationsIn(answer)];
}

function fieldsOf(resources: object[], names: readonly string[]): [string, unknown][] {
  return resources.flatMap((it) => Object.entries(it).filter(([name]) => names.includes(name)));
}
