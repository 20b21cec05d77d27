/** Stops a served emulator under load; no request that reached it may stay without its response. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomOf } from "./hostile.ts";
import { callsAt, serve } from "./kill.ts";

export interface StopResult {
  /** Complete responses. */
  responses: number;
  /** Responses that ended halfway. */
  cut: number;
  /** Requests sent before the signal that got no response. */
  unanswered: number;
  /** Requests sent after the signal that got none; the server had hung up on a silent connection. */
  late: number;
  /** Keys that were made although no response says so, and keys of responses that are not there. */
  unknown: number;
  lost: number;
  exits: unknown[];
}

type Tally = Omit<StopResult, "unknown" | "lost" | "exits">;

export async function runStops({
  stops,
  seed,
  connections = 40,
}: {
  stops: number;
  seed: number;
  connections?: number;
}): Promise<StopResult> {
  const random = randomOf(seed);
  const directory = mkdtempSync(join(tmpdir(), "emulator-"));
  const tally: Tally = { responses: 0, cut: 0, unanswered: 0, late: 0 };
  const made = new Set<string>();
  const exits: unknown[] = [];
  let listed = new Set<string>();
  try {
    for (let stop = 0; stop <= stops; stop++) {
      const { child, url } = await serve(directory);
      const { admin, keys } = callsAt(url);
      const { body } = await admin("GET", "/api_keys");
      listed = new Set((body.api_keys as { id: number }[]).map(({ id }) => `${id}`));
      const exited = once(child, "exit");
      const run = {
        isStopped: false,
        made,
        tally,
        key: keys.admin,
        port: Number(new URL(url).port),
      };
      const before = tally.responses;
      const clients = Array.from({ length: stop < stops ? connections : 0 }, () => client(run));
      while (clients.length > 0 && tally.responses < before + 200) await pause(1);
      await pause(random.below(50));
      run.isStopped = true;
      child.kill(stop % 2 === 0 ? "SIGTERM" : "SIGINT");
      await Promise.all(clients);
      exits.push(...(await exited));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  listed.delete(`${callsAt("").ids.key_ids.admin}`);
  const lost = [...made].filter((id) => !listed.has(id)).length;
  return { ...tally, lost, unknown: listed.size - (made.size - lost), exits };
}

interface Run {
  isStopped: boolean;
  made: Set<string>;
  tally: Tally;
  key: string;
  port: number;
}

/** Sends one request after another on one connection, until the server closes it. */
function client(run: Run): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(run.port, "127.0.0.1");
    let sent = 0;
    let text = "";
    let pending: "none" | "early" | "late" = "none";
    const send = () => {
      pending = run.isStopped ? "late" : "early";
      const [head, body] = requestOf(run.key, sent++);
      socket.write(head);
      // Some requests arrive in two parts.
      if (sent % 3 === 0) setImmediate(() => socket.write(body));
      else socket.write(body);
    };
    socket.on("connect", send);
    socket.on("data", (data) => {
      text += data;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      const start = text.indexOf("\r\n\r\n") + 4;
      if (start < 4 || text.length < start + length) return;
      run.tally.responses += 1;
      const [, id] = / 201 .*"id":(\d+)/s.exec(text) ?? [];
      if (id) run.made.add(id);
      const isLast = /connection: close/i.test(text.slice(0, start));
      text = "";
      pending = "none";
      if (!isLast) send();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (text !== "") run.tally.cut += 1;
      else if (pending === "early") run.tally.unanswered += 1;
      else if (pending === "late") run.tally.late += 1;
      resolve();
    });
  });
}

function requestOf(key: string, number: number): [head: string, body: string] {
  const [method, path, body] =
    number % 2 === 0 ? ["POST", "/api_keys", "{}"] : ["GET", "/projects", ""];
  const lines = [
    `${method} /api/v2${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  return [`${lines.join("\r\n")}\r\n\r\n`, body];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
