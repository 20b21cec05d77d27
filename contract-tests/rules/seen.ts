/** The projects, computes and operations in what a target answered, and how to look at their fields. */
import assert from "node:assert/strict";
import type { Endpoint, Operation, Pagination, Project } from "@hosted-postgres/client";
import type { Answer, Context } from "../context.ts";
import { Blocked } from "../rule.ts";

interface Shown {
  endpoint?: Endpoint;
  endpoints?: Endpoint[];
  operation?: Operation;
  operations?: Operation[];
  pagination?: Pagination;
  projects?: Project[];
}

/** The answers of a route; blocks the rule if the target gave none. */
export async function answersOf(
  context: Context,
  route: string,
): Promise<(Answer & { body: Shown })[]> {
  const all = await context.answers();
  return some(
    all.filter((answer) => answer.route === route) as (Answer & { body: Shown })[],
    `no answer to ${route} was seen`,
  );
}

export async function projectsSeen(context: Context): Promise<Project[]> {
  const bodies = await bodiesSeen(context);
  return some(
    bodies.flatMap(({ projects = [] }) => projects),
    "no project was seen",
  );
}

export async function endpointsSeen(context: Context): Promise<Endpoint[]> {
  const bodies = await bodiesSeen(context);
  return some(
    bodies.flatMap(({ endpoint, endpoints = [] }) =>
      endpoint ? [endpoint, ...endpoints] : endpoints,
    ),
    "no compute was seen",
  );
}

export async function operationsSeen(context: Context): Promise<Operation[]> {
  const bodies = await bodiesSeen(context);
  return some(
    bodies.flatMap(({ operation, operations = [] }) =>
      operation ? [operation, ...operations] : operations,
    ),
    "no operation was seen",
  );
}

export function some<T>(found: T[], otherwise: string): T[] {
  if (found.length === 0) throw new Blocked(otherwise);
  return found;
}

async function bodiesSeen(context: Context): Promise<Shown[]> {
  return (await context.answers()).map(({ body }) => body as Shown);
}

export type FieldType = "string" | "integer" | "number" | "boolean" | "object";

/** Every field is there with its type; others may be there too. */
export function assertFields(value: object, fields: Record<string, FieldType>, name: string) {
  for (const [field, type] of Object.entries(fields)) {
    const found: unknown = (value as Record<string, unknown>)[field];
    assert.ok(
      isA(type, found),
      `${name}.${field} is ${JSON.stringify(found)}, not of type ${type}`,
    );
  }
}

/** A field that is absent is left out, not null. */
export function assertAbsent(value: object, field: string, name: string) {
  const found = (value as Record<string, unknown>)[field];
  assert.ok(
    !Object.hasOwn(value, field),
    `${name}.${field} is ${JSON.stringify(found)}, not absent`,
  );
}

function isA(type: FieldType, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}
