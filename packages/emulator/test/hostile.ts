/**
 * Sends random and hostile requests, in process and as bytes on a socket. Every response must fit
 * the spec or be a 4xx with a message, and memory must level off.
 */
import { connect, type Socket } from "node:net";
import { createEmulator, type Emulator, startEmulator } from "../src/index.ts";
import { specRoutes } from "./conform.ts";
import { documented, type Face } from "./face.ts";

export interface HostileRun {
  requests: number;
  seed: number;
  /** Default: without a profile. */
  face?: Face;
}

export interface HostileResult {
  requests: number;
  statuses: Record<string, number>;
  /** Heap in use after each tenth of the requests, in MB. */
  heapMb: number[];
}

/** A small random number generator (mulberry32), so that a seed repeats its requests. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { next, below, pick: <T>(all: readonly T[]): T => all[below(all.length)] as T };
}

type Random = ReturnType<typeof randomOf>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW", "PROPFIND"];
const TYPES = ["application/json", "application/json; charset=utf-8", "text/plain", "", "a/b;;;"];
const WORDS = [
  "..",
  ".",
  "%2e%2e",
  "%2F",
  "%00",
  "%ff",
  "%zz",
  "%",
  "__proto__",
  "constructor",
  "toString",
  "%F0%9F%90%98",
  "a".repeat(3_000),
  "ep-1",
  "0",
  "-1",
  "1e9",
  "*",
  ":project_id",
  "{project_id}",
  "'%20OR%201=1",
  ";a=b",
];
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  0.25,
  17,
  1e308,
  "",
  "read_write",
  "\ud800",
  "\u0000",
  "é".repeat(500),
  [],
  {},
  [[[]]],
  { $ref: "#" },
  { toString: 1 },
];
const NAMES = [
  "endpoint",
  "branch_id",
  "type",
  "project",
  "project_id",
  "key_name",
  "name",
  "branch",
  "autoscaling_limit_min_cu",
  "settings",
  "current_state",
  "operations",
  "id",
  "org_id",
  "project_ids",
  "role",
  "database_name",
  "__proto__",
  "constructor",
  "prefix",
  "owner_name",
  "parent_id",
  "source_branch_id",
  "preserve_under_name",
  "endpoints",
  "databases",
  "domains",
  "schedule",
  "suspend_timeout_seconds",
  "expires_in_seconds",
  "operation",
  "branch_create",
];

/** Sends requests in process. */
export async function runHostile({ requests, seed, face = documented }: HostileRun) {
  const random = randomOf(seed);
  const emulator = createEmulator(face.options);
  const statuses: Record<string, number> = {};
  const heapMb: number[] = [];
  for (let sent = 1; sent <= requests; sent++) {
    const status = await sendOne(random, emulator, face);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Hostile requests also delete and revoke; in one world they would soon find nothing.
    if (sent % 500 === 0) await emulator.reset();
    if (sent % Math.ceil(requests / 10) === 0) heapMb.push(heap());
  }
  return { requests, statuses, heapMb } satisfies HostileResult;
}

async function sendOne(random: Random, emulator: Emulator, { check }: Face): Promise<number> {
  const { method, path } = targetOf(random, emulator);
  const hasBody = method !== "GET" && method !== "HEAD" && random.next() < 0.8;
  const headers = headersOf(random, emulator);
  const request = { method, headers, ...(hasBody && { body: bodyOf(random, emulator) }) };
  const response = await emulator.fetch(`http://h/api/v2${path}`, request as RequestInit);
  const text = await response.text();
  const { status } = response;
  // HEAD is undocumented, so its response is a refusal without a body.
  if (method === "HEAD") return status >= 400 ? status : 599;
  const { pathname } = new URL(`http://h/api/v2${path}`);
  const contentType = response.headers.get("content-type");
  check({ method, path: pathname.slice("/api/v2".length) }, { status, contentType, text });
  return status;
}

/** Sends requests on sockets: about half of them valid HTTP, a tenth of them random bytes. */
export async function runHostileSockets({ requests, seed, face = documented }: HostileRun) {
  const random = randomOf(seed);
  const emulator = await startEmulator(face.options);
  const port = Number(new URL(emulator.url).port);
  const statuses: Record<string, number> = {};
  const heapMb: number[] = [];
  for (let sent = 0; sent < requests; ) {
    const batch = Array.from({ length: Math.min(50, requests - sent) }, () => {
      return statusOf(port, bytesOf(random, emulator));
    });
    for (const status of await Promise.all(batch)) statuses[status] = (statuses[status] ?? 0) + 1;
    sent += batch.length;
    if (sent % 500 === 0) await emulator.reset();
    if (sent % Math.ceil(requests / 10) < 50) heapMb.push(heap());
  }
  const headers = { authorization: `Bearer ${emulator.keys.admin}` };
  const after = await fetch(`${emulator.url}/users/me`, { headers });
  await emulator.close();
  if (after.status !== 200) throw new Error(`answers ${after.status} after the hostile requests`);
  return { requests, statuses, heapMb } satisfies HostileResult;
}

/** Status of the first response; "none" if the server hung up without one. */
function statusOf(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket: Socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.setTimeout(10_000, () => reject(new Error(`no response to ${bytes.subarray(0, 200)}`)));
    socket.on("data", (data) => {
      if (text.length < 1_000) text += data.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      const [, status = "none"] = /(?:^|\n)HTTP\/1\.1 (?!100)(\d{3}) /.exec(text) ?? [];
      if (status.startsWith("5")) reject(new Error(`${text}\n${bytes.subarray(0, 500)}`));
      else resolve(status);
    });
  });
}

function bytesOf(random: Random, emulator: Emulator): Uint8Array {
  if (random.next() < 0.1) {
    return Uint8Array.from({ length: random.below(2_000) }, () => random.below(256));
  }
  const rarely = <T>(usual: T, others: T[]) => (random.next() < 0.1 ? random.pick(others) : usual);
  const { method, path } = targetOf(random, emulator);
  const body = Buffer.from(random.next() < 0.5 ? bodyOf(random, emulator) : "");
  const headers = Object.entries(headersOf(random, emulator));
  const length = `Content-Length: ${body.length}`;
  const lengths = ["-1", "abc", `${body.length + 5}`, "99999999"].map(
    (n) => `Content-Length: ${n}`,
  );
  const lines = [
    `${method} ${rarely("/api/v2", ["", "http://h/api/v2", "//", "\\"])}${path} ${rarely("HTTP/1.1", ["HTTP/1.0", "HTTP/2.0", "HTTP/9", ""])}`,
    rarely("Host: localhost", ["X: no-host", "Host: localhost\r\nHost: i", "Host: h"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    rarely(length, [...lengths, "Transfer-Encoding: chunked", `${length}\r\nExpect: 100-continue`]),
    rarely("Connection: close", [
      "Connection: keep-alive",
      "Upgrade: h2c",
      `A: ${"b".repeat(20_000)}`,
    ]),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join(rarely("\r\n", ["\n", "\r"]))), body]);
}

function targetOf(random: Random, { ids }: Emulator): { method: string; path: string } {
  const known = ids as unknown as Record<string, string>;
  const route = random.pick(specRoutes);
  const filled = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return known[name] !== undefined && random.next() < 0.85 ? known[name] : random.pick(WORDS);
  });
  const mutated = random.next() < 0.05 ? `${filled}/${random.pick(WORDS)}` : filled;
  const query = random.pick([
    "",
    "",
    "",
    "?limit=2",
    "?limit=x",
    "?cursor=%zz",
    "?limit=1&limit=2",
    "?a[b]=c&&&",
    "?from=x&to=2026-03-01&granularity=hourly",
    "?from=-271821-04-20&to=%2B275760-09-13&granularity=monthly&limit=0",
    "?sort_by=__proto__&sort_order=x&search=%ff&limit=1e9",
    "?prefix=&delimiter=%00&limit=-1",
    "?project_ids=&project_ids=a,b&metrics=constructor",
  ]);
  return {
    method: random.next() < 0.8 ? route.method : random.pick(METHODS),
    path: mutated + query,
  };
}

function headersOf(random: Random, { keys }: Emulator): Record<string, string> {
  const key = random.pick(Object.values(keys));
  const authorization = random.pick([
    ...Array(12).fill(`Bearer ${key}`),
    "",
    "Bearer ",
    "Basic abc",
    `Bearer ${key}x`,
    `Bearer ${"x".repeat(4_000)}`,
    "Bearer \u00e9",
  ]) as string;
  return {
    ...(authorization && { authorization }),
    ...(random.next() < 0.9 && { "content-type": random.pick(TYPES) || "application/json" }),
    ...(random.next() < 0.03 && { "content-encoding": random.pick(["gzip", "identity", "x"]) }),
  };
}

function bodyOf(random: Random, emulator: Emulator): string {
  const kind = random.next();
  if (kind < 0.006) return `{"a":"${"x".repeat(1_100_000)}"}`;
  if (kind < 0.009) return "[".repeat(100_000);
  if (kind < 0.012) return `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
  if (kind < 0.05)
    return random.pick(["", "{", "null", "[]", '"a"', "{]", "\ufeff{}", '{"a":1,}', "NaN"]);
  return JSON.stringify(randomValue(random, emulator, 0)).replaceAll('"~proto"', '"__proto__"');
}

function randomValue(random: Random, emulator: Emulator, depth: number): unknown {
  if (depth > 0 && random.next() < 0.5) {
    return random.next() < 0.5 ? random.pick(Object.values(emulator.ids)) : random.pick(VALUES);
  }
  if (depth > 3) return {};
  const names = Array.from({ length: random.below(5) }, () => random.pick(NAMES));
  return Object.fromEntries(
    names.map((name) => [
      name === "__proto__" ? "~proto" : name,
      randomValue(random, emulator, depth + 1),
    ]),
  );
}

function heap(): number {
  globalThis.gc?.();
  return Math.round((process.memoryUsage().heapUsed / 1e6) * 10) / 10;
}
