/** Waits for drawn operations of a simulated service, on fast time. */
import { type Operation, type WaitOptions, waitForOperations } from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import type { Fetch } from "../../run/exchange.ts";
import { onFastTime } from "./fast-time.ts";

/** A request of the client while it waits. */
export interface Look {
  atMs: number;
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  cursor: string | null;
  /** Those that no earlier answer showed as finished. */
  unfinished: Operation[];
}

/** An operation that ends at a drawn time. */
interface Drawn {
  operation: Operation;
  endsAtMs: number;
}

const PROJECTS = 3;
const LAST_END_MS = 30_000;

/** Finished operations that each list shows behind the others. */
const OLDER = 150;

/** Draws operations of up to three projects. */
export function drawnOperations({ random }: Context, count: number): Drawn[] {
  return Array.from({ length: count }, (_, number) => ({
    operation: scheduledOperation(`project-${Math.floor(random() * PROJECTS)}`, `id-${number}`),
    endsAtMs: random() * LAST_END_MS,
  }));
}

/** Draws an interval from 100 ms to 20 s, short ones as likely as long ones. */
export function drawnInterval({ random }: Context): number {
  return Math.round(100 * 200 ** random());
}

export function scheduledOperation(project_id: string, id: string): Operation {
  return {
    id,
    project_id,
    branch_id: "branch-1",
    action: "start_compute",
    status: "scheduling",
    failures_count: 0,
    created_at: "2026-03-01T09:30:00Z",
    updated_at: "2026-03-01T09:30:00Z",
  };
}

/** Waits until all have ended; returns the requests in order. */
export function looksOf(
  { client, target }: Context,
  drawn: Drawn[],
  options: WaitOptions = {},
): Promise<Look[]> {
  return onFastTime(async (now) => {
    const looks: Look[] = [];
    let unfinished = drawn.map(({ operation }) => operation);
    const read = ({ operation, endsAtMs }: Drawn): Operation => {
      if (now() < endsAtMs) return { ...operation, status: "running" };
      unfinished = unfinished.filter((other) => other !== operation);
      return { ...operation, status: "finished" };
    };
    const fetch: Fetch = async (url, { method = "GET" }) => {
      const { pathname: path, searchParams } = new URL(
        `http://host${url.slice(target.url.length)}`,
      );
      const cursor = searchParams.get("cursor");
      looks.push({ atMs: now(), method, path, cursor, unfinished });
      const [, , project_id = "", , id] = path.split("/");
      const own = drawn.filter(({ operation }) => operation.project_id === project_id);
      if (id)
        return Response.json({
          operation: own.filter((it) => it.operation.id === id).map(read)[0],
        });
      const all = [...own, ...olderOf(project_id)];
      const from = Number(cursor);
      const to = from + Number(searchParams.get("limit"));
      const pagination = to < all.length ? { cursor: `${to}` } : {};
      return Response.json({ operations: all.slice(from, to).map(read), pagination });
    };
    const started = drawn.map(({ operation }) => operation);
    await waitForOperations(client({ fetch }), started, options);
    return looks;
  });
}

function olderOf(project_id: string): Drawn[] {
  return Array.from({ length: OLDER }, (_, number) => ({
    operation: scheduledOperation(project_id, `older-${number}`),
    endsAtMs: 0,
  }));
}
