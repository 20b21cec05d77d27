/** The figures as markdown, as they stand in a README. */
import type { BundleRow } from "./bundle-size.ts";
import type { CallRow } from "./calls.ts";
import type { HeapRow } from "./heap.ts";
import type { PagingRow } from "./paging.ts";
import { BASELINE, OURS, OURS_NAMED } from "./peer-names.ts";
import type { Spread } from "./statistics.ts";
import type { TypeCheckRow } from "./type-check.ts";
import type { WaitingRow } from "./waiting.ts";

/** What the parts have measured; a part that was left out has no rows. */
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
  /** The value must not be above it, or below it if `atLeast`. */
  bound: number;
  atLeast?: boolean;
}

export function markdown(results: Partial<Results>): string {
  const { calls = [], heap = [], waiting = [], paging = [] } = results;
  const sizes = results["bundle-size"] ?? [];
  const types = results["type-check"] ?? [];
  return [
    ...["in process", "loopback"].flatMap((where) =>
      ["GET", "POST"].flatMap((method) => {
        const rows = calls.filter((row) => row.where === where && row.method === method);
        const single = rows.filter(({ inFlight }) => inFlight === 1);
        const many = new Map(rows.filter((row) => row.inFlight > 1).map((row) => [row.peer, row]));
        return section(
          `${method}, ${where}: time per call beside raw fetch (p10–p90)`,
          ["", "one at a time", "µs", "CPU", "µs", "50 in flight", "µs", "CPU", "µs"],
          single.map((row) => {
            const other = many.get(row.peer);
            return [
              row.peer,
              ratio(row.ratio),
              row.microseconds.toFixed(0),
              times(row.cpuRatio.median),
              row.cpuMicroseconds.toFixed(0),
              other ? ratio(other.ratio) : "",
              other ? other.microseconds.toFixed(0) : "",
              other ? times(other.cpuRatio.median) : "",
              other ? other.cpuMicroseconds.toFixed(0) : "",
            ];
          }),
        );
      }),
    ),
    ...["in process", "loopback"].flatMap((where) => {
      const rows = heap.filter((row) => row.where === where);
      const posts = rows.filter(({ method }) => method === "POST");
      return section(
        `Heap per call, ${where}`,
        ["", "GET", "bytes", "POST", "bytes"],
        rows
          .filter(({ method }) => method === "GET")
          .map((row) => {
            const post = posts.find(({ peer }) => peer === row.peer);
            return [
              row.peer,
              times(row.ratio),
              grouped(row.bytes),
              post ? times(post.ratio) : "",
              post ? grouped(post.bytes) : "",
            ];
          }),
      );
    }),
    ...section(
      "Bundle size",
      ["", "task", "minified", "gzip"],
      sizes.map((row) => [row.peer, row.task, kB(row.minified), kB(row.gzip)]),
    ),
    ...section(
      "Type-checking 30 calls, less an empty file",
      ["", "compiler", "instantiations", "beside openapi-fetch", "check time"],
      types.map((row) => [
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

function targets(results: Partial<Results>): Target[] {
  const { calls, heap, waiting, paging } = results;
  const sizes = results["bundle-size"];
  const types = results["type-check"];
  const call = (method: string) =>
    calls?.find(
      (row) =>
        row.where === "loopback" &&
        row.method === method &&
        row.inFlight === 1 &&
        row.peer === OURS,
    )?.ratio.median;
  const bytes = (method: string, wanted: (row: HeapRow) => boolean) =>
    heap?.filter((row) => row.where === "loopback" && row.method === method).filter(wanted);
  const beside = (method: string) => {
    const peers =
      bytes(method, ({ peer }) => !peer.startsWith(BASELINE) && !peer.startsWith(OURS)) ?? [];
    const own = bytes(method, ({ peer }) => peer === OURS)?.[0];
    if (!own || peers.length === 0) return undefined;
    return own.bytes / Math.min(...peers.map((row) => row.bytes));
  };
  const hundred = waiting?.find(({ operations, peer }) => operations === 100 && peer === OURS);
  const page = (peer: string, works: boolean) =>
    paging?.find((row) => row.peer === peer && row.consumer.startsWith("works") === works)?.ratio
      .median;
  const compilers = [...new Set(types?.map(({ compiler }) => compiler))];
  const instantiations = (ours: string, compiler: string) =>
    types?.find((row) => row.peer === ours && row.compiler === compiler)?.ratio;
  const rows: (Omit<Target, "value"> & { value: number | undefined })[] = [
    { text: "loopback GET beside raw fetch", value: call("GET"), bound: 1.22 },
    { text: "loopback POST beside raw fetch", value: call("POST"), bound: 1.28 },
    ...["GET", "POST"].flatMap((method) => [
      {
        text: `heap of a loopback ${method} beside raw fetch`,
        value: bytes(method, ({ peer }) => peer === OURS)?.[0]?.ratio,
        bound: 1.3,
      },
      {
        text: `heap of a loopback ${method} beside the best peer`,
        value: beside(method),
        bound: 1,
      },
    ]),
    {
      text: "bytes of create + GET + paginate + wait, gzip",
      value: sizes?.find((row) => row.peer === OURS && row.task.endsWith("wait"))?.gzip,
      bound: 8_000,
    },
    ...compilers.flatMap((compiler) => [
      {
        text: `instantiations, ${OURS}, ${compiler}`,
        value: instantiations(OURS, compiler),
        bound: 1,
      },
      {
        text: `instantiations, ${OURS_NAMED}, ${compiler}`,
        value: instantiations(OURS_NAMED, compiler),
        bound: 0.1,
      },
    ]),
    {
      text: "requests per operation, 100 operations",
      value: hundred?.requestsPerOperation,
      bound: 0.3,
    },
    {
      text: "seconds an operation is seen late, of 100",
      value: hundred?.addedSeconds,
      bound: 1,
    },
    { text: "paging beside a loop by hand", value: page(OURS, false), bound: 0.95, atLeast: true },
    {
      text: "paging with prefetch, consumer works",
      value: page(`${OURS}, prefetch`, true),
      bound: 1.6,
      atLeast: true,
    },
  ];
  // What was not measured in this run is neither met nor missed.
  return rows.filter((row): row is Target => row.value !== undefined);
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
