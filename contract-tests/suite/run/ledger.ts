/**
 * What a run made on a server that is not its own, so that it can be removed again: by the run, or
 * by `sweep` when the run was killed. One line of JSON each, written before the request it is about.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export type Entry =
  /** Something is about to be made: what is known of it if no answer comes. */
  | ({ n: number; event: "asked"; atMs: number } & Asked)
  /** It was made, and is removed by DELETE of this path. */
  | { n: number; event: "made"; remove: string }
  /** It was refused, or is gone. */
  | { n: number; event: "refused" | "removed" };

export type AskedEntry = Extract<Entry, { event: "asked" }>;

export interface Asked {
  path: string;
  /** The name of the key it was asked with, which may remove it. */
  by?: string | undefined;
  /** Of a key. */
  name?: string | undefined;
  /** Of a compute. */
  branch_id?: string | undefined;
}

export class Ledger {
  #next = 1;
  #entries: Entry[] = [];
  readonly #file: string | undefined;

  /** Goes on with what the file has, if there is one. Without a file it is kept in memory. */
  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined && existsSync(file)) this.#entries = read(file);
    this.#next = Math.max(0, ...this.#entries.map(({ n }) => n)) + 1;
  }

  ask(asked: Asked): number {
    const n = this.#next++;
    this.#write({ n, event: "asked", ...asked, atMs: Date.now() });
    return n;
  }

  made(n: number, remove: string): void {
    this.#write({ n, event: "made", remove });
  }

  close(n: number, event: "refused" | "removed"): void {
    this.#write({ n, event });
  }

  /** What was made and is still there, newest first. */
  left(): { n: number; remove: string; by?: string | undefined }[] {
    const closed = this.#closed();
    const asked = new Map(this.#asked().map((entry) => [entry.n, entry]));
    return this.#entries
      .flatMap((entry) => (entry.event === "made" && !closed.has(entry.n) ? [entry] : []))
      .map(({ n, remove }) => ({ n, remove, by: asked.get(n)?.by }))
      .reverse();
  }

  /** What was asked for, and nobody knows what became of it. */
  open(): AskedEntry[] {
    const closed = this.#closed();
    const made = new Set(this.#entries.flatMap(({ event, n }) => (event === "made" ? [n] : [])));
    return this.#asked().filter(({ n }) => !closed.has(n) && !made.has(n));
  }

  /** Whether this path is of something made here, or below it. A key has two. */
  owns(path: string): boolean {
    const key = keyIn(path);
    return this.left().some(
      ({ remove }) =>
        path === remove ||
        path.startsWith(`${remove}/`) ||
        (key !== undefined && key === keyIn(remove)),
    );
  }

  #asked(): AskedEntry[] {
    return this.#entries.flatMap((entry) => (entry.event === "asked" ? [entry] : []));
  }

  #closed(): Set<number> {
    return new Set(
      this.#entries.flatMap(({ event, n }) =>
        event === "removed" || event === "refused" ? [n] : [],
      ),
    );
  }

  #write(entry: Entry) {
    this.#entries.push(entry);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}

function keyIn(path: string): string | undefined {
  return /\/api_keys\/([^/]+)$/.exec(path)?.[1];
}

/** A line that a kill cut short was written for nothing that was sent. */
function read(file: string): Entry[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
