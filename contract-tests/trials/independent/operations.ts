import type { JsonObject, Operation, OperationStatus, Project } from "./model.ts";
import { Problem, timestamp } from "./model.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;

interface NewOperation {
  branchId: string;
  computeId?: string;
  action: string;
  status: OperationStatus;
  failures?: number;
}

export function appendOperation(
  project: Project,
  given: NewOperation,
  atMs = Date.now(),
): Operation {
  const newest = project.operations.at(-1)?.stamp ?? 0;
  const operation: Operation = {
    id: crypto.randomUUID(),
    // Operations of one request share a millisecond; microseconds keep their cursors apart.
    stamp: Math.max(atMs * 1000, newest + 1),
    branchId: given.branchId,
    computeId: given.computeId,
    action: given.action,
    status: given.status,
    failures: given.failures ?? 0,
    updated: atMs,
  };
  project.operations.push(operation);
  return operation;
}

export function showOperation(project: Project, operation: Operation): JsonObject {
  return {
    id: operation.id,
    project_id: project.id,
    branch_id: operation.branchId,
    endpoint_id: operation.computeId,
    action: operation.action,
    status: operation.status,
    failures_count: operation.failures,
    created_at: timestamp(Math.floor(operation.stamp / 1000)),
    updated_at: timestamp(operation.updated),
    trace_id: operation.id.slice(0, 8),
  };
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;

function parseCursor(text: string): number {
  const [, seconds, fraction = ""] = CURSOR.exec(text) ?? [];
  const ms = seconds === undefined ? NaN : Date.parse(`${seconds}Z`);
  if (Number.isNaN(ms)) throw new Problem(400, "Unreadable cursor.");
  return ms * 1000 + Number(fraction.padEnd(6, "0"));
}

function formatCursor(stamp: number, digits: 3 | 6): string {
  const fraction = String(stamp % 1_000_000)
    .padStart(6, "0")
    .slice(0, digits);
  return `${new Date(Math.floor(stamp / 1000)).toISOString().slice(0, 19)}.${fraction}Z`;
}

function parseLimit(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new Problem(400, "limit is a positive integer.");
  return Math.min(Number(text), MAX_LIMIT);
}

export function listOperations(
  project: Project,
  query: URLSearchParams,
  cursorDigits: 3 | 6,
): JsonObject {
  const limit = parseLimit(query.get("limit"));
  const given = query.get("cursor");
  const before = given === null ? Infinity : parseCursor(given);
  const page = project.operations
    .filter((each) => each.stamp < before)
    .reverse()
    .slice(0, limit);
  const last = page.at(-1);
  return {
    operations: page.map((each) => showOperation(project, each)),
    // The document says that a cursor is a timestamp, so an empty page repeats the given one.
    pagination: {
      cursor: last
        ? formatCursor(last.stamp, cursorDigits)
        : (given ?? formatCursor(Date.now() * 1000, cursorDigits)),
    },
  };
}
