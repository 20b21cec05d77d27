/** Providers that answer unlike the profile neon in one place, or in ways that it leaves open. */
import { neonSpec } from "@hosted-postgres/contract-tests/profiles/read";
import { type Operation, operationsOf } from "@hosted-postgres/contract-tests/profiles/spec";
import { neon } from "@hosted-postgres/emulator/neon";
import { type Fault, inGroup, rowsOf } from "../fault.ts";
import type { Json } from "../provider.ts";
import { ANY, answering, drop, editing, set } from "../verbs.ts";

const { should, benign } = inGroup("profile");
const TABLES = "Endpoints, Tables";
const options = { profile: neon };

interface Family {
  /** In kebab-case. */
  family: string;
  route: string;
  /** A required property of the answer. */
  required: string;
}

/** For each family the first route with an answer that has a required property. */
const FAMILIES: Family[] = familiesOf(operationsOf(neonSpec()));

const wrongFaults = should(TABLES, {
  ...rowsOf(FAMILIES, ({ family, route, required }) => [
    `profile-missing-${family}`,
    `leaves ${required} out of ${route}`,
    { options, apply: drop(route, required) },
  ]),
  ...rowsOf(FAMILIES, ({ family, route, required }) => [
    `profile-type-${family}`,
    `answers ${route} with ${required} of another type`,
    { options, apply: set(route, required, otherType) },
  ]),
  ...rowsOf(FAMILIES, ({ family, route }) => [
    `profile-status-${family}`,
    `answers ${route} with 207`,
    { options, apply: answering(route, multiStatus) },
  ]),
});

const benignFaults = benign(TABLES, {
  "profile-as-it-is": ["answers as the profile says", { options }],
  "profile-further-fields": [
    "adds a field to each object that it answers",
    { options, apply: editing(ANY, withFurtherField) },
  ],
  "profile-further-branch-states": [
    "has a state of branches that is not known",
    {
      options,
      apply: set(
        ["GET /projects/{project_id}/branches", "GET /projects/{project_id}/branches/{branch_id}"],
        ["branch.current_state", "branches.*.current_state"],
        "warming",
      ),
    },
  ],
  "profile-further-roles": [
    "has a role of members that is not known",
    {
      options,
      apply: set("GET /organizations/{org_id}/members", "members.*.member.role", "auditor"),
    },
  ],
});

export const profileFaults: Fault[] = [...wrongFaults, ...benignFaults];

function familiesOf(all: { name: string; operation: Operation }[]): Family[] {
  const families = new Map<string, Family>();
  for (const { name: route, operation } of all) {
    const family = operation.tags[0]?.toLowerCase().replaceAll(/\W+/g, "-") ?? "";
    const [required] = requiredIn(operation);
    if (required !== undefined && !families.has(family))
      families.set(family, { family, route, required });
  }
  return [...families.values()];
}

function requiredIn({ responses }: Operation): string[] {
  const success = Object.keys(responses).find((status) => status.startsWith("2"));
  const content = responses[success ?? ""]?.content?.["application/json"];
  return schemaOf(content?.schema)?.required ?? [];
}

function schemaOf(node: Json): { required?: string[] } | undefined {
  const { components } = neonSpec() as Json;
  return node?.$ref ? schemaOf(components.schemas[node.$ref.split("/").at(-1)]) : node;
}

function otherType(value: Json): unknown {
  return typeof value === "string" ? 7 : "another type";
}

async function multiStatus(response: Response): Promise<Response> {
  return new Response(await response.text(), { status: 207, headers: response.headers });
}

/** Properties whose own properties are entries, all of one type. */
const MAPS = ["applications", "integrations", "annotations"];

function withFurtherField(value: Json): Json {
  if (Array.isArray(value)) return value.map(withFurtherField);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    MAPS.includes(name) ? part : withFurtherField(part),
  ]);
  return { ...Object.fromEntries(entries), further_field: "further" };
}
