/**
 * Measures the emulator: `pnpm bench`, after `pnpm build`, since servers run the built files. Ratios
 * are measured in one run, in turns. BESIDE is the URL of another server of the API to compare with
 * (`BESIDE=http://127.0.0.1:4010` for `npm run mock`), START_BESIDE the command that starts one.
 * ROUNDS is the number of turns (default 5).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import {
  createEmulator,
  type EmulatorOptions,
  type Ids,
  type Keys,
  startEmulator,
} from "../../src/index.ts";
import { neon } from "../../src/neon/index.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Without the profile, and with it. */
const FACES: EmulatorOptions[] = [{}, { profile: neon }];
const rows: { what: string; measured: string; bound: string; ok: boolean }[] = [];

// The rows of the profile alone: `PROFILE=1 pnpm bench`.
if (!process.env.PROFILE) {
  await throughput();
  await inProcess();
  await pages();
  await removals();
  await startUp();
}
await profiled();

console.table(rows);
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;

async function throughput(): Promise<void> {
  const { project_id, endpoint_id } = createEmulator().ids;
  const compute = `/projects/${project_id}/endpoints/${endpoint_id}`;
  const routes: [string, string, string, string][] = [
    ["GET /projects", "GET", "/projects", ""],
    ["GET an operations page", "GET", `/projects/${project_id}/operations?limit=20`, ""],
    ["GET a compute", "GET", compute, ""],
    ["PATCH a compute", "PATCH", compute, '{"endpoint":{"pooler_enabled":true}}'],
  ];
  const bare = await server(
    "bare",
    routes.map(([, ...route]) => route),
  );
  const ours = await server("emulator", []);
  const beside = process.env.BESIDE && { url: process.env.BESIDE, keys: { admin: "any-key" } };
  for (const [what, method, path, body] of routes) {
    const measure = ({ url, keys }: Pick<Served, "url"> & { keys: Pick<Keys, "admin"> }) => {
      const { port, pathname, host } = new URL(url);
      const lines = [
        `${method} ${pathname.replace(/\/$/, "")}${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${keys.admin}`,
        "Accept: application/json",
        ...(body ? ["Content-Type: application/json", `Content-Length: ${body.length}`] : []),
      ];
      return requestsPerSecond(Number(port), `${lines.join("\r\n")}\r\n\r\n${body}`);
    };
    const rates: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rates.push([await measure(ours), await measure(bare)]);
    }
    const rate = median(rates.map(([own]) => own));
    const bareRate = median(rates.map(([, other]) => other));
    const ratio = median(rates.map(([own, other]) => own / other));
    row(
      `${what}: requests/s, and those of a bare node:http server`,
      `${rate.toFixed(0)} of ${bareRate.toFixed(0)}: ${ratio.toFixed(2)}`,
      "≥ 0.50",
      ratio >= 0.5,
    );
    if (!beside) continue;
    const others: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      others.push([await measure(ours), await measure(beside)]);
    }
    const times = median(others.map(([own, other]) => own / other));
    row(
      `${what}: requests/s, as a multiple of ${beside.url}`,
      times.toFixed(0),
      "≥ 25",
      times >= 25,
    );
  }
  bare.stop();
  ours.stop();
}

async function inProcess(): Promise<void> {
  const { fetch, url, keys, ids } = createEmulator({ operationMs: 0, idleMs: null });
  const headers = { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" };
  const endpoint = `${url}/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
  const calls: Record<string, () => Promise<Response>> = {
    "GET a compute": () => fetch(endpoint, { headers }),
    "PATCH a compute": () =>
      fetch(endpoint, { method: "PATCH", headers, body: '{"endpoint":{"pooler_enabled":true}}' }),
  };
  for (const [what, call] of Object.entries(calls)) {
    await each(5_000, call);
    const us = await each(5_000, async () => void (await (await call()).json()));
    row(`${what} in process, body read, µs`, us.toFixed(1), "≤ 100", us <= 100);
  }
}

async function pages(): Promise<void> {
  const sizes = [1_000, 1_000_000];
  const reads = sizes.map((size) => readerOf({}, size));
  const times: number[][] = [[], []];
  for (let round = 0; round < ROUNDS * 2; round++) {
    for (const [index, read] of reads.entries()) times[index]?.push(await each(500, read));
  }
  const [few, many] = times.map(median) as [number, number];
  const ratio = many / few;
  row(
    "a page of 1,000,000 operations, and of 1,000, µs",
    `${many.toFixed(1)}, ${few.toFixed(1)}: ${ratio.toFixed(2)}`,
    "≤ 1.50",
    ratio <= 1.5,
  );
}

/** Reads pages of a long list of operations, one with each call. */
function readerOf(options: EmulatorOptions, size = 1_000_000) {
  const { fetch, url, keys, ids, startOperation, advance } = createEmulator({
    operationMs: 0,
    ...options,
  });
  const { project_id } = ids;
  for (let count = 0; count < size; count++)
    startOperation({ project_id, action: "tenant_attach" });
  advance(1);
  const headers = { authorization: `Bearer ${keys.admin}` };
  let cursor = "";
  let left = 0;
  return async () => {
    // Reads 40 pages from the newest, over and over.
    if (left-- === 0) [cursor, left] = ["", 40];
    const query = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${url}/projects/${project_id}/operations?limit=20${query}`, {
      headers,
    });
    ({ cursor } = ((await response.json()) as { pagination: { cursor: string } }).pagination);
  };
}

/** Removes a bucket with an object in it among few and many others, and a branch with its bucket. */
async function removals(): Promise<void> {
  const sizes = [100, 100_000];
  const removes = await Promise.all(
    sizes.map(async (size) => {
      const { fetch, url, keys, ids } = createEmulator({
        operationMs: 0,
        idleMs: null,
        history: 10,
      });
      const headers = { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" };
      const send = (method: string, path: string, body?: string) =>
        fetch(`${url}/projects/${ids.project_id}/branches${path}`, {
          method,
          headers,
          body: body ?? null,
        });
      const buckets = `/${ids.branch_id}/buckets`;
      for (let count = 0; count < size; count++) {
        await send("POST", buckets, `{"bucket_name":"other-${count}"}`);
      }
      return async () => {
        await send("POST", buckets, '{"bucket_name":"b"}');
        await send("POST", `${buckets}/b/objects/o/presign`, "{}");
        const { branch } = (await (await send("POST", "", "{}")).json()) as {
          branch: { id: string };
        };
        await send("POST", `/${branch.id}/buckets`, '{"bucket_name":"b"}');
        const startedMs = performance.now();
        await send("DELETE", `${buckets}/b`);
        await send("DELETE", `/${branch.id}`);
        return (performance.now() - startedMs) * 1_000;
      };
    }),
  );
  const times: number[][] = [[], []];
  for (let round = 0; round < 200 * ROUNDS; round++) {
    for (const [index, remove] of removes.entries()) times[index]?.push(await remove());
  }
  const [few, many] = times.map(median) as [number, number];
  const ratio = many / few;
  row(
    "removing a bucket and a branch among 100,000 buckets, and 100, µs",
    `${many.toFixed(1)}, ${few.toFixed(1)}: ${ratio.toFixed(2)}`,
    "≤ 2.00",
    ratio <= 2,
  );
}

async function startUp(): Promise<void> {
  const started: number[] = [];
  for (let round = 0; round < ROUNDS * 4; round++) {
    const startedMs = performance.now();
    const emulator = await startEmulator();
    started.push(performance.now() - startedMs);
    await emulator.close();
  }
  row(
    "startEmulator until it listens, ms",
    median(started).toFixed(1),
    "≤ 100",
    median(started) <= 100,
  );

  const own = `${process.execPath} ${new URL("../../dist/cli.js", import.meta.url).pathname}`;
  const beside = process.env.START_BESIDE;
  const starts: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    starts.push([
      await startMs(`${own} --port 0 --quiet`),
      beside === undefined ? Number.NaN : await startMs(beside),
    ]);
  }
  const ownMs = median(starts.map(([ms]) => ms));
  row("a process (dist/cli.js) until it listens, ms", ownMs.toFixed(0), "-", true);
  if (beside === undefined) return;
  const besideMs = median(starts.map(([, ms]) => ms));
  const ratio = median(starts.map(([ms, other]) => ms / other));
  row(
    "the same, and the start of the other server",
    `${ownMs.toFixed(0)} of ${besideMs.toFixed(0)}: ${ratio.toFixed(3)}`,
    "≤ 0.100",
    ratio <= 0.1,
  );
}

/**
 * Each figure with the profile, to the same without it, measured in turns: time on the processor,
 * which other programs disturb least.
 */
async function profiled(): Promise<void> {
  for (const what of ["GET", "PATCH"] as const) {
    const calls = FACES.map((options) => callIn(options, what));
    await profileRow(`${what} a compute in process`, calls, (call) => each(2_000, call, cpuUs));
  }
  await profileRow("a page of 1,000,000 operations in process", FACES.map(readerOf), (read) =>
    each(500, read, cpuUs),
  );
  await profileServers();
  await profileRow("startEmulator until it listens", FACES, async (options) => {
    const startedUs = cpuUs();
    const emulator = await startEmulator(options);
    const tookUs = cpuUs() - startedUs;
    await emulator.close();
    return tookUs;
  });
  const own = `${process.execPath} ${new URL("../../dist/cli.js", import.meta.url).pathname}`;
  const commands = ["", " --profile neon"].map((more) => `${own} --port 0 --quiet${more}`);
  await profileRow("a process until it listens", commands, startMs);
  const scripts = ["emulator", "neon"];
  await profileRow("the heap of a process with 1,000 operations", scripts, async (which) => {
    const { heapMb, stop } = await server(which, []);
    stop();
    return heapMb;
  });
}

function callIn(options: EmulatorOptions, method: "GET" | "PATCH") {
  const { fetch, url, keys, ids } = createEmulator({
    operationMs: 0,
    idleMs: null,
    lockMs: 0,
    ...options,
  });
  const headers = { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" };
  const endpoint = `${url}/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
  const body = method === "GET" ? null : '{"endpoint":{"pooler_enabled":true}}';
  return async () => void (await (await fetch(endpoint, { method, headers, body })).json());
}

async function profileServers(): Promise<void> {
  const servers = await Promise.all(["emulator", "neon"].map((which) => server(which, [])));
  const routes = [
    ["GET", "", ""],
    ["PATCH", "", '{"endpoint":{"pooler_enabled":true}}'],
  ] as const;
  for (const [method, , body] of routes) {
    await profileRow(`${method} a compute over a socket`, servers, async (served) => {
      const { url, keys, ids } = served;
      const { port, pathname, host } = new URL(url);
      const path = `${pathname}/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${keys.admin}`,
        ...(body ? ["Content-Type: application/json", `Content-Length: ${body.length}`] : []),
      ];
      const startUs = await served.cpuUs();
      const rate = await requestsPerSecond(Number(port), `${lines.join("\r\n")}\r\n\r\n${body}`);
      return ((await served.cpuUs()) - startUs) / rate;
    });
  }
  for (const { stop } of servers) stop();
}

async function profileRow<T>(
  what: string,
  faces: T[],
  measure: (face: T) => Promise<number>,
): Promise<void> {
  // The least of each, since what disturbs a measurement only adds to it.
  const least = faces.map(() => Number.POSITIVE_INFINITY);
  for (const face of faces) await measure(face);
  for (let round = 0; round < ROUNDS * 2; round++) {
    for (const [index, face] of faces.entries()) {
      least[index] = Math.min(least[index] as number, await measure(face));
    }
  }
  const [plain = Number.NaN, profile = Number.NaN] = least;
  const ratio = profile / plain;
  row(`${what}: with the profile, to without`, ratio.toFixed(2), "≤ 1.30", ratio <= 1.3);
}

/** Milliseconds from the start of a process until it prints that it listens. */
async function startMs(command: string): Promise<number> {
  const [file = "", ...args] = command.split(" ");
  const startedMs = performance.now();
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    if (!/listen/.test(text)) continue;
    const tookMs = performance.now() - startedMs;
    child.kill();
    await ended;
    return tookMs;
  }
  throw new Error(`${command} did not listen: ${text}`);
}

interface Served {
  url: string;
  keys: Keys;
  ids: Ids;
  /** In use after a collection. */
  heapMb: number;
  /** The time that it has spent on the processor. */
  cpuUs: () => Promise<number>;
  stop: () => void;
}

async function server(which: string, routes: string[][]): Promise<Served> {
  const script = new URL("./serve.js", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--expose-gc", script, which], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ROUTES: JSON.stringify(routes) },
  });
  const [text] = await once(child.stdout as Readable, "data");
  return {
    ...JSON.parse(String(text)),
    async cpuUs() {
      child.send("cpu");
      const [usedUs] = await once(child, "message");
      return usedUs;
    },
    stop: () => child.kill(),
  };
}

/** Rate of responses, measured for half a second over 16 keep-alive connections. */
async function requestsPerSecond(port: number, request: string): Promise<number> {
  const bytes = Buffer.from(request);
  let answered = 0;
  const forMs = 500;
  const endMs = performance.now() + forMs;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      let length = 0;
      let received = 0;
      socket.on("data", (data) => {
        if (length === 0) {
          const head = data.toString("latin1", 0, 600);
          if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(head));
          const size = /content-length: (\d+)/i.exec(head)?.[1];
          length = head.indexOf("\r\n\r\n") + 4 + Number(size);
        }
        received += data.length;
        if (received < length) return;
        answered += 1;
        length = received = 0;
        if (performance.now() < endMs) socket.write(bytes);
        else socket.end(resolve);
      });
      socket.on("error", reject);
    });
  await Promise.all(Array.from({ length: 16 }, connection));
  return answered / (forMs / 1_000);
}

/** Median time of a call over ten batches, in microseconds of a clock. */
async function each(
  times: number,
  call: () => Promise<unknown>,
  clockUs = () => performance.now() * 1_000,
): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const startedUs = clockUs();
    for (let count = 0; count < times / 10; count++) await call();
    batches.push((clockUs() - startedUs) / (times / 10));
  }
  return median(batches);
}

/** The time that this process has spent on the processor, collections included. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function row(what: string, measured: string, bound: string, ok: boolean): void {
  rows.push({ what, measured, bound, ok });
}
