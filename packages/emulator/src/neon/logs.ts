/** The logs of a branch: how the operations of its computes ended. The words of a record are ours. */
import type { Operation } from "@hosted-postgres/types";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";
import { limitOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";

/** A record's properties that a query can name as fields. */
const FIELDS = ["message", "source", "entity_id", "severity_text"] as const;
const LIMITS = { default: 100, max: 1_000 };
/** The severities of OpenTelemetry, by name. */
const SEVERITIES = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

interface LogRecord extends Record<(typeof FIELDS)[number], string> {
  timestamp: string;
  severity_number: number;
  attributes: Record<string, unknown> & { operation_id: string };
}

interface Range {
  since?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
}

interface Query extends Range, Partial<Record<keyof typeof FILTERS, string>> {
  limit?: number;
  cursor?: string;
  sort_order?: string;
  logql?: string;
}

type Filter = (record: LogRecord, value: string) => boolean;

const FILTERS = {
  source: (record, value) => record.source === value,
  severity_text: (record, value) => record.severity_text === value,
  // Computes have none of these.
  service_name: () => false,
  scope_name: () => false,
  trace_id: () => false,
  minimum_severity: (record, value) =>
    record.severity_number >= (SEVERITIES[value as keyof typeof SEVERITIES] ?? 0),
  body_contains: (record, value) => record.message.includes(value),
} satisfies Record<string, Filter>;

/** Newest first unless asked otherwise. */
export function queryLogs({ world, path, body }: RoutedRequest<Query>) {
  const { limit, cursor, sort_order, logql, ...given } = body;
  if (logql !== undefined) throw invalid("invalid_logql", "the emulator runs no LogQL");
  const filters = Object.entries(FILTERS) as [keyof typeof FILTERS, Filter][];
  const all = recordsIn(world, path, given).filter((record) =>
    filters.every(([name, fits]) => given[name] === undefined || fits(record, given[name])),
  );
  if (sort_order !== "asc") all.reverse();
  const idOf = ({ attributes }: LogRecord) => attributes.operation_id;
  const start = cursor === undefined ? 0 : all.findIndex((record) => idOf(record) === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw invalid("invalid_cursor", "cursor is not a cursor of this query");
  }
  const logs = all.slice(start, start + limitOf(limit?.toString(), LIMITS));
  const last = logs.at(-1);
  const is_truncated = start + logs.length < all.length;
  return { logs, is_truncated, ...(is_truncated && last && { next_cursor: idOf(last) }) };
}

export function listLogFields() {
  return { fields: FIELDS };
}

export function listLogFieldValues({ world, path, query }: RoutedRequest) {
  const field = FIELDS.find((name) => name === path.field_name);
  if (!field) throw invalid("unknown_field", `records have no field ${path.field_name}`);
  const { source } = query;
  const records = recordsIn(world, path, query).filter(
    (record) => source === undefined || record.source === source,
  );
  const all = [...new Set(records.map(({ [field]: value }) => value))].sort();
  const values = all.slice(0, limitOf(query.limit, LIMITS));
  return { values, is_truncated: values.length < all.length };
}

/** Oldest first. */
function recordsIn(world: World, { project_id, branch_id }: RoutedRequest["path"], range: Range) {
  const { fromMs, toMs } = boundsOf(range, world.nowMs);
  return (world.operationLists.get(project_id) ?? [])
    .map(({ operation }) => operation)
    .filter((operation) => {
      const isEnded = operation.status === "finished" || operation.status === "failed";
      if (!isEnded || operation.branch_id !== branch_id || !operation.endpoint_id) return false;
      const endedMs = Date.parse(operation.updated_at);
      return endedMs >= fromMs && endedMs <= toMs;
    })
    .map(recordOf);
}

function recordOf({ id, action, status, endpoint_id = "", updated_at }: Operation): LogRecord {
  const severity = status === "failed" ? "error" : "info";
  return {
    timestamp: updated_at,
    message: `${action} ${status}`,
    source: "pg_endpoint",
    entity_id: endpoint_id,
    severity_number: SEVERITIES[severity],
    severity_text: severity.toUpperCase(),
    attributes: { operation_id: id },
  };
}

/** Everything without a range; the facts show no default. */
function boundsOf({ since, start_time, end_time }: Range, nowMs: number) {
  if (since !== undefined && start_time !== undefined) {
    throw invalid("conflicting_time_range", "since and start_time exclude each other");
  }
  const toMs = end_time === undefined ? nowMs : Date.parse(end_time);
  const fromMs =
    since === undefined ? Date.parse(start_time ?? new Date(0).toISOString()) : nowMs - msOf(since);
  if (fromMs <= toMs) return { fromMs, toMs };
  throw invalid("invalid_time_range", "the time range ends before it begins, or is none");
}

/** A length of time, like `90s` or `1h`; NaN if it is none. */
function msOf(duration: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(duration) ?? [];
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

function invalid(reason: string, message: string): Refusal {
  return new Refusal(400, message, "", { reason });
}
