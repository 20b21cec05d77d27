/**
 * Lists the things a run made on a shared server, so that the run, or `sweep` after a killed run,
 * can remove them. Each entry is one line of JSON, written before its request is sent.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export type Entry =
  /** About to be made; identifies the thing if the answer never arrives. */
  | ({ n: number; event: "asked"; atMs: number } & Asked)
  /** Made; DELETE of this path removes it. */
  | { n: number; event: "made"; remove: string }
  /** Refused by the server, or removed. */
  | { n: number; event: "refused" | "removed" };

export type AskedEntry = Extract<Entry, { event: "asked" }>;

export interface Asked {
  path: string;
  /** The id of the rule that asked for it. */
  rule?: string | undefined;
  /** The name of the key that asked for it, and may remove it. */
  by?: string | undefined;
  /** Of an API key. */
  name?: string | undefined;
  /** Of a compute. */
  branch_id?: string | undefined;
}

export class Ledger {
  #next = 1;
  #entries: Entry[] = [];
  readonly #file: string | undefined;

  /** Continues an existing file. Without a file the entries stay in memory. */
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

  /**
   * Everything made and not yet removed, newest first.
   *
   * @param rule default: of all rules
   */
  left(rule?: string): { n: number; remove: string; by?: string | undefined }[] {
    const closed = this.#closed();
    const asked = new Map(this.#asked().map((entry) => [entry.n, entry]));
    return this.#entries
      .flatMap((entry) => (entry.event === "made" && !closed.has(entry.n) ? [entry] : []))
      .filter(({ n }) => rule === undefined || asked.get(n)?.rule === rule)
      .map(({ n, remove }) => ({ n, remove, by: asked.get(n)?.by }))
      .reverse();
  }

  /** Requests without a known result. */
  open(): AskedEntry[] {
    const closed = this.#closed();
    const made = new Set(this.#entries.flatMap(({ event, n }) => (event === "made" ? [n] : [])));
    return this.#asked().filter(({ n }) => !closed.has(n) && !made.has(n));
  }

  /** Whether the path belongs to something made here. A key has two paths. */
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

/** Skips a line cut short by a kill: its request was never sent. */
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
