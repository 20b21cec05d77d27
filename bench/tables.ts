/** Formats the figures as markdown tables. */
import type { BundleRow } from "./bundle-size.ts";
import type { CallRow } from "./calls.ts";
import type { HeapRow } from "./heap.ts";
import type { PagingRow } from "./paging.ts";
import { BASELINE, OURS, OURS_NAMED, OURS_NEON, PLAIN } from "./peer-names.ts";
import type { Spread } from "./statistics.ts";
import type { TypeCheckRow } from "./type-check.ts";
import type { WaitingRow } from "./waiting.ts";

/** The rows of each part. */
export interface Results {
  calls: CallRow[];
  heap: HeapRow[];
  "bundle-size": BundleRow[];
  "type-check": TypeCheckRow[];
  waiting: WaitingRow[];
  paging: PagingRow[];
}

interface Target {
  text: string;
  value: number;
  /** The maximum of the value, or its minimum if `atLeast`. */
  bound: number;
  atLeast?: boolean;
}

export function markdown(results: Partial<Results>): string {
  const { calls = [], heap = [] } = results;
  const places = ["in process", "loopback"];
  return [
    ...places.flatMap((where) => {
      const rows = calls.filter((row) => row.where === where);
      return ["GET", "POST"].flatMap((method) =>
        callSection(
          `${method}, ${where}`,
          rows.filter((row) => row.method === method),
        ),
      );
    }),
    ...places.flatMap((where) =>
      heapSection(
        where,
        heap.filter((row) => row.where === where),
      ),
    ),
    ...otherSections(results),
    ...section(
      "Targets",
      ["", "target", "measured", ""],
      targets(results).map(({ text, value, bound, atLeast }) => [
        text,
        `${atLeast ? "≥" : "≤"} ${grouped(bound)}`,
        grouped(value),
        (atLeast ? value >= bound : value <= bound) ? "met" : "missed",
      ]),
    ),
  ].join("\n");
}

function callSection(title: string, rows: CallRow[]): string[] {
  const many = new Map(rows.filter((row) => row.inFlight > 1).map((row) => [row.peer, row]));
  const cells = (row: CallRow | undefined) =>
    row
      ? [
          ratio(row.ratio),
          row.microseconds.toFixed(0),
          times(row.cpuRatio.median),
          row.cpuMicroseconds.toFixed(0),
        ]
      : ["", "", "", ""];
  return section(
    `${title}: time per call beside raw fetch (p10–p90)`,
    ["", "one at a time", "µs", "CPU", "µs", "50 in flight", "µs", "CPU", "µs"],
    rows
      .filter(({ inFlight }) => inFlight === 1)
      .map((row) => [row.peer, ...cells(row), ...cells(many.get(row.peer))]),
  );
}

function heapSection(where: string, rows: HeapRow[]): string[] {
  const cells = (row: HeapRow | undefined) =>
    row ? [times(row.ratio), grouped(row.bytes)] : ["", ""];
  const post = (peer: string) => rows.find((row) => row.method === "POST" && row.peer === peer);
  return section(
    `Heap per call, ${where}`,
    ["", "GET", "bytes", "POST", "bytes"],
    rows
      .filter(({ method }) => method === "GET")
      .map((row) => [row.peer, ...cells(row), ...cells(post(row.peer))]),
  );
}

function otherSections(results: Partial<Results>): string[] {
  const { waiting = [], paging = [] } = results;
  return [
    ...section(
      "Bundle size",
      ["", "task", "minified", "gzip"],
      (results["bundle-size"] ?? []).map((row) => [
        row.peer,
        row.task,
        kB(row.minified),
        kB(row.gzip),
      ]),
    ),
    ...section(
      "Type-checking 30 calls, less an empty file",
      ["", "compiler", "instantiations", "beside openapi-fetch", "check time"],
      (results["type-check"] ?? []).map((row) => [
        row.peer,
        row.compiler,
        grouped(row.instantiations),
        times(row.ratio),
        `${row.checkSeconds.toFixed(2)} s`,
      ]),
    ),
    ...section(
      "Waiting for operations that take 0.5 to 20 s",
      ["", "operations", "requests per operation", "seen late by (mean)", "wait ends late by"],
      waiting.map((row) => [
        row.peer,
        grouped(row.operations),
        row.requestsPerOperation.toFixed(2),
        `${row.addedSeconds.toFixed(2)} s`,
        `${row.addedToWholeSeconds.toFixed(2)} s`,
      ]),
    ),
    ...section(
      "Paging: throughput beside a loop by hand (p10–p90)",
      ["", "consumer", "ratio", "items per second"],
      paging.map((row) => [row.peer, row.consumer, ratio(row.ratio), grouped(row.itemsPerSecond)]),
    ),
  ];
}

/** Targets without a measured value are left out. */
function targets(results: Partial<Results>): Target[] {
  const rows = [
    ...callTargets(results.calls ?? []),
    ...heapTargets(results.heap ?? []),
    ...sizeTargets(results["bundle-size"] ?? []),
    ...typeTargets(results["type-check"] ?? []),
    ...waitingTargets(results.waiting ?? []),
    ...pagingTargets(results.paging ?? []),
  ];
  return rows.filter((row): row is Target => row.value !== undefined);
}

type Row = Omit<Target, "value"> & { value: number | undefined };

const isPeer = (name: string) => !name.startsWith(BASELINE) && !name.startsWith(OURS);

/** Bare openapi-fetch has no deadline, so a GET need not be faster. */
function callTargets(calls: CallRow[]): Row[] {
  return ["GET", "POST"].flatMap((method) => {
    const rows = calls.filter(
      (row) => row.where === "loopback" && row.method === method && row.inFlight === 1,
    );
    const own = rows.find(({ peer }) => peer === OURS)?.ratio.median;
    const others = rows.filter(
      ({ peer }) => isPeer(peer) && !(method === "GET" && peer.startsWith("openapi-fetch ")),
    );
    const best = Math.min(...others.map((row) => row.ratio.median));
    return [
      {
        text: `loopback ${method} beside raw fetch`,
        value: own,
        bound: method === "GET" ? 1.22 : 1.28,
      },
      { text: `loopback ${method} beside the best peer`, value: own && own / best, bound: 1 },
    ];
  });
}

function heapTargets(heap: HeapRow[]): Row[] {
  return ["GET", "POST"].flatMap((method) => {
    const rows = heap.filter((row) => row.where === "loopback" && row.method === method);
    const own = rows.find(({ peer }) => peer === OURS);
    return [
      { text: `heap of a loopback ${method} beside raw fetch`, value: own?.ratio, bound: 1.3 },
    ];
  });
}

function sizeTargets(sizes: BundleRow[]): Row[] {
  const own = sizes.filter(({ peer }) => peer === OURS);
  return [
    { task: "create + GET", bound: 6_300 },
    { task: "create + GET + paginate + wait", bound: 8_000 },
  ].map(({ task, bound }) => ({
    text: `bytes of ${task}, gzip`,
    value: own.find((row) => row.task === task)?.gzip,
    bound,
  }));
}

function typeTargets(types: TypeCheckRow[]): Row[] {
  const bounds: Record<string, number> = { [OURS]: 1, [OURS_NAMED]: 0.1, [OURS_NEON]: 0.15 };
  return types
    .filter(({ peer }) => peer in bounds)
    .map(({ peer, compiler, ratio }) => ({
      text: `instantiations, ${peer}, ${compiler}`,
      value: ratio,
      bound: bounds[peer] ?? 0,
    }));
}

/** For no number of operations is plain polling better in both, whatever its interval. */
function waitingTargets(waiting: WaitingRow[]): Row[] {
  return waiting
    .filter(({ peer }) => peer === OURS)
    .map((own) => {
      const better = waiting.filter(
        (row) =>
          row.operations === own.operations &&
          row.peer.startsWith(PLAIN) &&
          row.requestsPerOperation < own.requestsPerOperation &&
          (row.addedSeconds < own.addedSeconds ||
            row.addedToWholeSeconds < own.addedToWholeSeconds),
      );
      return {
        text: `intervals of plain polling with fewer requests and an earlier end, ${grouped(own.operations)} operations`,
        value: better.length,
        bound: 0,
      };
    });
}

function pagingTargets(paging: PagingRow[]): Row[] {
  const page = (peer: string, works: boolean) =>
    paging.find((row) => row.peer === peer && row.consumer.startsWith("works") === works)?.ratio
      .median;
  return [
    { text: "paging beside a loop by hand", value: page(OURS, false), bound: 0.95, atLeast: true },
    {
      text: "paging with prefetch, consumer works",
      value: page(`${OURS}, prefetch`, true),
      bound: 1.6,
      atLeast: true,
    },
  ];
}

function section(title: string, head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const widths = head.map((name, column) =>
    Math.max(3, ...[name, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [`### ${title}`, "", line(head), rule, ...rows.map(line), ""];
}

function ratio({ p10, median, p90 }: Spread): string {
  return `${times(median)} (${p10.toFixed(2)}–${p90.toFixed(2)})`;
}

function times(value: number): string {
  return `${value.toFixed(2)}x`;
}

function kB(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

function grouped(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
}
