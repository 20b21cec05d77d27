/** Processes that ask peers, a few at a time. One that does not answer is ended and replaced. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Task, Told } from "./task.ts";

export interface Asked {
  /** What the peer flagged; undefined if it said that all is well. */
  found: string | undefined;
  ms: number;
}

/** A peer that is not ready after this never will be. */
const PREPARE_MS = 120_000;

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

const running = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });

/**
 * Asks every task and tells each outcome, in the order they end.
 *
 * @param limitMs how long a peer may take for a provider; longer counts as flagged, since a team
 *   would see a run that does not end
 * @throws {Error} when a peer cannot be asked
 */
export async function askAll(
  tasks: Task[],
  { jobs, limitMs }: { jobs: number; limitMs: number },
  onAsked: (task: Task, asked: Asked) => void,
): Promise<void> {
  const queue = [...tasks];
  const work = async () => {
    let child: ChildProcess | undefined;
    for (let task = queue.shift(); task; task = queue.shift()) {
      if (!child?.connected) child = start();
      onAsked(task, await ask(child, task, limitMs));
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    for (const child of running) end(child);
  }
}

function start(): ChildProcess {
  // A group of its own, so that what a peer starts ends with it.
  const child = fork(WORKER, { detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

function end(child: ChildProcess) {
  running.delete(child);
  if (child.connected) child.disconnect();
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function ask(child: ChildProcess, task: Task, limitMs: number): Promise<Asked> {
  return new Promise((resolve, reject) => {
    let readyMs: number | undefined;
    let timer = setTimeout(giveUp, PREPARE_MS, "not ready in time");
    let printed = "";

    function settle(found: string | undefined) {
      stopListening();
      if (readyMs === undefined) reject(new Error(`${task.peer} on ${task.fault}: ${found}`));
      else resolve({ found, ms: Math.round(performance.now() - readyMs) });
    }
    function giveUp(why: string) {
      end(child);
      settle(why);
    }
    function ended() {
      settle(`the process ended: ${printed.trim()}`);
    }
    function hear(told: Told) {
      if (told.kind !== "ready") return settle(told.kind === "judged" ? told.found : told.message);
      readyMs = performance.now();
      clearTimeout(timer);
      timer = setTimeout(giveUp, limitMs, `did not end within ${limitMs / 1_000} s`);
    }
    function print(text: Buffer) {
      printed = `${printed}${text}`.slice(-1_000);
    }
    function stopListening() {
      clearTimeout(timer);
      child.off("message", hear).off("exit", ended);
      child.stderr?.off("data", print);
    }

    child.on("message", hear).on("exit", ended);
    child.stderr?.on("data", print);
    child.send(task);
  });
}
