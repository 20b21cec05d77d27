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

interface Made {
  n: number;
  remove: string;
  by?: string | undefined;
  rule?: string | undefined;
}

export class Ledger {
  #next = 1;
  /** Requests without a known result, by number. */
  readonly #open = new Map<number, AskedEntry>();
  readonly #left = new Map<number, Made>();
  readonly #file: string | undefined;

  /** Continues an existing file. Without a file the entries stay in memory. */
  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined && existsSync(file)) for (const entry of read(file)) this.#note(entry);
  }

  ask(asked: Asked): number {
    const n = this.#next;
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
  left(rule?: string): readonly Made[] {
    return [...this.#left.values()]
      .filter((made) => rule === undefined || made.rule === rule)
      .reverse();
  }

  /** Requests without a known result. */
  open(): AskedEntry[] {
    return [...this.#open.values()];
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

  #write(entry: Entry) {
    this.#note(entry);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  #note(entry: Entry) {
    const { n } = entry;
    this.#next = Math.max(this.#next, n + 1);
    if (entry.event === "asked") this.#open.set(n, entry);
    else if (entry.event === "made") {
      const { by, rule } = this.#open.get(n) ?? {};
      this.#left.set(n, { n, remove: entry.remove, by, rule });
      this.#open.delete(n);
    } else {
      this.#open.delete(n);
      this.#left.delete(n);
    }
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
