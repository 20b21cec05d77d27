/** Consumption, from the operations that started and suspended computes. */

import { reachableProjects } from "../auth.ts";
import { Problem } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import { timestampOf } from "../timestamp.ts";
import type { World } from "../world.ts";
import { cursorPagination, listOf, pageOf } from "./pages.ts";

const LIMITS = { default: 10, max: 100 };
/** The end of the year 9999. */
const MAX_MS = 253_402_300_799_999;
const STEP_MS = { hourly: 3_600_000, daily: 24 * 3_600_000, monthly: 30 * 24 * 3_600_000 } as const;

/** An interval in milliseconds, with the compute that was up. */
interface Active {
  branch_id: string;
  size: number;
  fromMs: number;
  toMs: number;
}

export function consumptionPerProject(request: RoutedRequest) {
  const { world, query } = request;
  const page = pageOfProjects(request);
  return {
    projects: page.items.map(({ project: { id } }) => ({
      project_id: id,
      periods: [period(world, query, (fromMs, toMs) => totals(world, id, fromMs, toMs))],
    })),
    ...cursorPagination(page),
  };
}

export function consumptionPerProjectV2(request: RoutedRequest) {
  const { world, query } = request;
  const page = pageOfProjects(request);
  return {
    projects: page.items.map(({ project: { id } }) => ({
      project_id: id,
      periods: [
        period(world, query, (fromMs, toMs) => metrics(query, totals(world, id, fromMs, toMs))),
      ],
    })),
    ...cursorPagination(page),
  };
}

export function consumptionPerBranchV2(request: RoutedRequest) {
  const { world, query } = request;
  const wanted = listOf(query.branch_ids);
  const all = projectsIn(request)
    .flatMap(({ project }) => world.branches.where("project", project.id))
    .filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const page = pageOf(all, ({ id }) => id, query, { default: 100, max: 1_000 });
  return {
    branches: page.items.map(({ id, project_id }) => ({
      project_id,
      branch_id: id,
      periods: [
        period(world, query, (fromMs, toMs) =>
          metrics(query, totals(world, project_id, fromMs, toMs, id)),
        ),
      ],
    })),
    ...cursorPagination(page),
  };
}

function pageOfProjects(request: RoutedRequest) {
  return pageOf(projectsIn(request), ({ project }) => project.id, request.query, LIMITS);
}

function projectsIn({ world, principal, query }: RoutedRequest) {
  const wanted = listOf(query.project_ids);
  return reachableProjects(world, principal).filter(
    ({ owner_id, project: { id } }) =>
      (query.org_id === undefined || owner_id === query.org_id) &&
      (wanted.length === 0 || wanted.includes(id)),
  );
}

/** @throws {Problem} 400 unless the query has a time by this name */
function timeIn(query: RoutedRequest["query"], name: "from" | "to"): number {
  const ms = Date.parse(`${query[name]}`);
  if (ms >= 0 && ms <= MAX_MS) return ms;
  throw new Problem("malformed", `query.${name} must be a time`, `query.${name}`);
}

function period(
  world: World,
  query: RoutedRequest["query"],
  consumption: (fromMs: number, toMs: number) => object,
) {
  const step = STEP_MS[query.granularity as keyof typeof STEP_MS] ?? STEP_MS.daily;
  const startMs = Math.floor(timeIn(query, "from") / step) * step;
  const endMs = Math.min(timeIn(query, "to"), world.nowMs);
  const frames: object[] = [];
  for (let atMs = startMs; atMs < endMs && frames.length < 1_000; atMs += step) {
    const timeframe_start = timestampOf(atMs);
    const timeframe_end = timestampOf(atMs + step);
    frames.push({ timeframe_start, timeframe_end, ...consumption(atMs, atMs + step) });
  }
  return {
    period_id: "00000000-0000-4000-8000-000000000001",
    period_plan: "free",
    period_start: timestampOf(startMs),
    consumption: frames,
  };
}

function totals(
  world: World,
  project_id: string,
  fromMs: number,
  toMs: number,
  branch_id?: string,
) {
  let active = 0;
  let compute = 0;
  for (const interval of activeIntervals(world, project_id)) {
    if (branch_id !== undefined && interval.branch_id !== branch_id) continue;
    const ms = Math.min(interval.toMs, toMs) - Math.max(interval.fromMs, fromMs);
    if (ms <= 0) continue;
    active += ms;
    compute += ms * interval.size;
  }
  return {
    active_time_seconds: Math.round(active / 1_000),
    compute_time_seconds: Math.round(compute / 1_000),
    written_data_bytes: 0,
    synthetic_storage_size_bytes: 0,
  };
}

function metrics(query: RoutedRequest["query"], values: ReturnType<typeof totals>) {
  const known: Record<string, number> = {
    ...values,
    compute_unit_seconds: values.compute_time_seconds,
  };
  return {
    metrics: listOf(query.metrics).map((metric_name) => ({
      metric_name,
      value: known[metric_name] ?? 0,
    })),
  };
}

/** From the end of each start to the end of the next suspension of the same compute. */
function activeIntervals(world: World, project_id: string): Active[] {
  const open = new Map<string, Active>();
  const intervals: Active[] = [];
  for (const { operation } of world.operationLists.get(project_id) ?? []) {
    const { endpoint_id = "", branch_id, action, status, updated_at } = operation;
    if (status !== "finished") continue;
    const atMs = Date.parse(updated_at);
    const current = open.get(endpoint_id);
    if (action === "suspend_compute" && current) {
      intervals.push({ ...current, toMs: atMs });
      open.delete(endpoint_id);
    }
    if (action === "start_compute" && !current) {
      const size = world.endpoints.get(endpoint_id)?.endpoint.autoscaling_limit_min_cu ?? 0.25;
      open.set(endpoint_id, { branch_id, size, fromMs: atMs, toMs: world.nowMs });
    }
  }
  return [...intervals, ...open.values()];
}
