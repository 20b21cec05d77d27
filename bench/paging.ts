/** Measures paging through a list, relative to a loop by hand with raw fetch. */
import { setTimeout as delay } from "node:timers/promises";
import { createClient, type OperationListResponse, paginate } from "@hosted-postgres/client";
import { API_KEY, PROJECT_ID } from "./exchange.ts";
import { startServer } from "./loopback.ts";
import { PAGE_SIZE, PAGES } from "./operation-pages.ts";
import { progress, report, settings } from "./part.ts";
import { OURS } from "./peer-names.ts";
import { median, type Spread, seededRandom, shuffled, spread } from "./statistics.ts";

export interface PagingRow {
  consumer: string;
  peer: string;
  rounds: number;
  itemsPerSecond: number;
  /** Throughput relative to the loop by hand. */
  ratio: Spread;
}

type Walk = (project_id: string, consume: Consume, from?: string) => Promise<number>;
type Consume = () => Promise<unknown> | undefined;

const { quick } = settings();
const SLOW_PAGE_MS = 20;
const SLOW_PAGES = 8;
const BY_HAND = "loop by hand";
const LIST = "/projects/{project_id}/operations";

const random = seededRandom(1);
const server = await startServer();
const api = createClient({ baseUrl: server.baseUrl, apiKey: API_KEY });

const walks: Record<string, Walk> = {
  [BY_HAND]: async (project_id, consume, from) => {
    let items = 0;
    for (let cursor = from; ; ) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) });
      const response = await fetch(`${server.baseUrl}/projects/${project_id}/operations?${query}`, {
        headers: { authorization: `Bearer ${API_KEY}`, accept: "application/json" },
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const page = (await response.json()) as OperationListResponse;
      for (const operation of page.operations) items += operation.failures_count + 1;
      await consume();
      cursor = page.pagination.cursor;
      if (!cursor) return items;
    }
  },
  [OURS]: (project_id, consume, from) => byItem(project_id, consume, from, false),
  [`${OURS}, by page`]: (project_id, consume, from) => byPage(project_id, consume, from, false),
  [`${OURS}, prefetch`]: (project_id, consume, from) => byItem(project_id, consume, from, true),
};

const rows: PagingRow[] = [];
progress("paging: a consumer that takes no time");
rows.push(
  ...(await table("takes no time", quick ? 25 : 150, (walk) => walk(PROJECT_ID, () => undefined))),
);
progress("paging: a consumer that works as long as a page takes");
const slowPageMs = await pageMs();
rows.push(
  ...(await table(`works ${Math.round(slowPageMs)} ms, as a page takes`, quick ? 3 : 15, (walk) =>
    walk(`slow-${SLOW_PAGE_MS}`, () => delay(slowPageMs), String(PAGES - SLOW_PAGES)),
  )),
);
server.close();
report(rows);

async function byItem(
  project_id: string,
  consume: Consume,
  from: string | undefined,
  prefetch: boolean,
) {
  let items = 0;
  for await (const operation of paginate(api, LIST, paramsOf(project_id, from), { prefetch })) {
    items += operation.failures_count + 1;
    if (items % PAGE_SIZE === 0) await consume();
  }
  return items;
}

async function byPage(
  project_id: string,
  consume: Consume,
  from: string | undefined,
  prefetch: boolean,
) {
  let items = 0;
  const walk = paginate(api, LIST, paramsOf(project_id, from), { prefetch });
  for await (const page of walk.pages()) {
    for (const operation of page.operations) items += operation.failures_count + 1;
    await consume();
  }
  return items;
}

async function table(
  consumer: string,
  rounds: number,
  run: (walk: Walk) => Promise<number>,
): Promise<PagingRow[]> {
  const rates = new Map(Object.keys(walks).map((name) => [name, [] as number[]]));
  const counts = new Set<number>();
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++) {
    for (const [name, walk] of shuffled(Object.entries(walks), random)) {
      const started = performance.now();
      const items = await run(walk);
      counts.add(items);
      // The first rounds warm up the compiler.
      if (round >= 0) rates.get(name)?.push((items / (performance.now() - started)) * 1_000);
    }
  }
  if (counts.size > 1) throw new Error(`the walks saw ${[...counts].join(" and ")} items`);
  const base = rates.get(BY_HAND) ?? [];
  return [...rates].map(([peer, own]) => ({
    consumer,
    peer,
    rounds,
    itemsPerSecond: median(own),
    ratio: spread(own.map((rate, round) => rate / (base[round] ?? Number.NaN))),
  }));
}

async function pageMs(): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const started = performance.now();
    await (await fetch(`${server.baseUrl}/projects/slow-${SLOW_PAGE_MS}/operations`)).json();
    times.push(performance.now() - started);
  }
  return median(times);
}

function paramsOf(project_id: string, from: string | undefined) {
  return { path: { project_id }, query: { limit: PAGE_SIZE, ...(from && { cursor: from }) } };
}
