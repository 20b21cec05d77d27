/**
 * Measures waiting in virtual time: operations of one project finish at seeded random times, the server
 * responds after a fixed latency, and the clock jumps from timer to timer. An operation is seen when a
 * response first shows it finished; the wait ends when its promise resolves.
 */
import { setImmediate } from "node:timers/promises";
import { createClient, type Operation, waitForOperations } from "@hosted-postgres/client";
import { createNeonClient } from "@neon/sdk";
import FakeTimers from "@sinonjs/fake-timers";
import { OPERATION, PROJECT_ID } from "./exchange.ts";
import { progress, report, settings } from "./part.ts";
import { installedVersion, OURS, PLAIN } from "./peer-names.ts";
import { mean, seededRandom } from "./statistics.ts";

export interface WaitingRow {
  operations: number;
  peer: string;
  requestsPerOperation: number;
  /** Mean time from the end of an operation to the response that shows it. */
  addedSeconds: number;
  /** From the end of the last operation to the end of the wait. */
  addedToWholeSeconds: number;
}

type Wait = (operations: Operation[], options: WaitSettings) => Promise<unknown>;

interface WaitSettings {
  baseUrl: string;
  apiKey: string;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const { quick } = settings();
/** The numbers of operations, with that of the runs: the mean of a few operations varies more. */
const RUNS = quick ? { 1: 50, 10: 10, 100: 2, 1000: 1 } : { 1: 1_000, 10: 100, 100: 16, 1000: 4 };
const FIRST_END_MS = 500;
const LAST_END_MS = 20_000;
const LATENCY_MS = 30;
const OLDER_OPERATIONS = 300;

/** Plain polling reads each operation by its id at the start, then with a fixed interval. */
function polling(seconds: number): Wait {
  return (operations, { baseUrl, apiKey, fetch }) =>
    Promise.all(
      operations.map(async ({ id, project_id }) => {
        for (;;) {
          const url = `${baseUrl}/projects/${project_id}/operations/${id}`;
          const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
          if (!response.ok) throw new Error(`answered ${response.status}`);
          const { operation } = (await response.json()) as { operation: Operation };
          if (operation.status === "finished") return;
          await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        }
      }),
    );
}

const waits: Record<string, Wait> = {
  [OURS]: (operations, options) => waitForOperations(createClient(options), operations),
  [`@neon/sdk ${installedVersion("@neon/sdk")}`]: (operations, options) =>
    createNeonClient({
      ...options,
      fetch: options.fetch as typeof fetch,
      throwOnError: true,
    }).operations.waitFor({ operations: operations as never }),
  ...Object.fromEntries(
    [0.5, 1, 2, 3, 5].map((seconds) => [`${PLAIN}${seconds} s`, polling(seconds)]),
  ),
};

const rows: WaitingRow[] = [];
for (const [key, seeds] of Object.entries(RUNS)) {
  const count = Number(key);
  progress(`waiting: ${count} operations`);
  for (const [peer, wait] of Object.entries(waits)) {
    const runs: Run[] = [];
    for (let seed = 1; seed <= seeds; seed++) runs.push(await simulate(wait, count, seed));
    rows.push({
      operations: count,
      peer,
      requestsPerOperation: mean(runs.map(({ requests }) => requests / count)),
      addedSeconds: mean(runs.map(({ addedMs }) => addedMs)) / 1_000,
      addedToWholeSeconds: mean(runs.map(({ addedToWholeMs }) => addedToWholeMs)) / 1_000,
    });
  }
}
report(rows);

interface Run {
  requests: number;
  addedMs: number;
  addedToWholeMs: number;
}

async function simulate(wait: Wait, count: number, seed: number): Promise<Run> {
  const clock = FakeTimers.install({
    toFake: ["setTimeout", "clearTimeout", "Date", "performance"],
  });
  const random = seededRandom(seed);
  const ends = Array.from(
    { length: count },
    () => clock.now + FIRST_END_MS + random() * (LAST_END_MS - FIRST_END_MS),
  );
  const seen = new Map<number, number>();
  let requests = 0;

  function read(number: number): Operation {
    const end = ends[number] ?? 0;
    const status = clock.now < end ? "running" : "finished";
    if (status === "finished" && number < count && !seen.has(number)) seen.set(number, clock.now);
    return { ...JSON.parse(OPERATION), id: String(number), project_id: PROJECT_ID, status };
  }

  async function fetch(input: unknown) {
    requests += 1;
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    const url = new URL(input instanceof Request ? input.url : String(input));
    const id = /\/operations\/(\d+)$/.exec(url.pathname)?.[1];
    return Response.json(id ? { operation: read(Number(id)) } : list(url.searchParams));
  }

  /** Newest first: the operations waited for, then older ones that ended long ago. */
  function list(query: URLSearchParams) {
    const from = Number(query.get("cursor") ?? 0);
    const to = Math.min(from + Number(query.get("limit") ?? 100), count + OLDER_OPERATIONS);
    const operations = Array.from({ length: to - from }, (_, index) => {
      const place = from + index;
      return read(place < count ? count - 1 - place : place);
    });
    return { operations, pagination: to > from ? { cursor: String(to) } : {} };
  }

  try {
    const started = ends.map((_, number) => ({ ...read(number), status: "running" as const }));
    seen.clear();
    let waiting = true;
    const wholeEnd = wait(started, { baseUrl: "http://127.0.0.1/api/v2", apiKey: "key", fetch })
      .then(() => clock.now)
      .finally(() => {
        waiting = false;
      });
    while (waiting) {
      // Let the reactions to responses run before the clock moves on.
      for (let turn = 0; turn < 4; turn++) await setImmediate();
      clock.next();
    }
    const addedMs = mean(ends.map((end, number) => (seen.get(number) ?? Number.NaN) - end));
    return { requests, addedMs, addedToWholeMs: (await wholeEnd) - Math.max(...ends) };
  } finally {
    clock.uninstall();
  }
}
