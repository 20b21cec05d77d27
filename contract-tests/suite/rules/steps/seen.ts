/** Projects, computes, operations and keys in answers whose shape is documented. */
import assert from "node:assert/strict";
import type { ApiKey, Endpoint, Operation, Pagination, Project } from "@hosted-postgres/client";
import type { Answer } from "../../run/exchange.ts";

export interface Shown {
  endpoint?: Endpoint;
  endpoints?: Endpoint[];
  operation?: Operation;
  operations?: Operation[];
  pagination?: Pagination;
  projects?: Project[];
}

/** The body of a 2xx answer with a documented shape, if it is an object and of this route. */
export function shownBody({ route, answer, json }: Answer, name = route?.name): Shown | undefined {
  if (!route?.responseShown || route.name !== name || !answer.ok) return undefined;
  return typeof json === "object" && json !== null ? json : undefined;
}

export function projectsIn(answer: Answer): Project[] {
  return listIn(shownBody(answer)?.projects);
}

export function endpointsIn(answer: Answer): Endpoint[] {
  const { endpoint, endpoints } = shownBody(answer) ?? {};
  return [...listIn(endpoint && [endpoint]), ...listIn(endpoints)];
}

/**
 * The body of a 2xx answer of a mutating route, of any JSON; undefined if it has none. An answer
 * without a body is allowed: the document shows none for these routes, so nothing says that there is
 * one to list operations in. The routes of API keys are left out: the one answer of them that is
 * shown lists no operations.
 */
export function mutationBody({ route, answer, json }: Answer): unknown {
  if (!route || route.method === "GET" || !answer.ok) return undefined;
  return /\/api_keys(\/|$)/.test(route.path) ? undefined : json;
}

export function operationsIn(answer: Answer): Operation[] {
  const body = shownBody(answer) ?? (Object(mutationBody(answer)) as Shown);
  const { operation, operations } = body;
  return [...listIn(operation && [operation]), ...listIn(operations)];
}

export function keysIn(answer: Answer): ApiKey[] {
  const key = shownBody(answer, "POST /organizations/{org_id}/api_keys");
  return key ? [key as ApiKey] : [];
}

/** Judges each item; returns whether there was one. */
export function each<T>(items: T[], judge: (item: T) => void): boolean {
  for (const item of items) judge(item);
  return items.length > 0;
}

/** Ignores non-objects; another rule reports them. */
function listIn<T>(list: T[] | undefined): T[] {
  if (!Array.isArray(list)) return [];
  return list.filter((item) => typeof item === "object" && item !== null);
}

export type FieldType = "string" | "integer" | "number" | "boolean" | "object";

/** Every field is present with its type; other fields may be present too. */
export function assertFields(value: object, fields: Record<string, FieldType>, name: string) {
  for (const [field, type] of Object.entries(fields)) {
    const found: unknown = (value as Record<string, unknown>)[field];
    assert.ok(
      isA(type, found),
      `${name}.${field} is ${JSON.stringify(found)}, not of type ${type}`,
    );
  }
}

/** The field is missing, not null. */
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
