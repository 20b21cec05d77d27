/** A queue of timed events. Ties run in the order they were added, so a seed gives one world. */
export interface TimedEvent {
  dueMs: number;
  run: () => void;
}

interface Entry extends TimedEvent {
  order: number;
}

export class Agenda {
  /** A binary heap, the earliest event first. */
  #entries: Entry[] = [];
  #order = 0;

  get size(): number {
    return this.#entries.length;
  }

  add(dueMs: number, run: () => void): void {
    const entries = this.#entries;
    let index = entries.length;
    const entry: Entry = { dueMs, run, order: this.#order++ };
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent] as Entry;
      if (isBefore(above, entry)) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
  }

  /** Removes and returns the next event that is due at `nowMs` or before. */
  take(nowMs: number): TimedEvent | undefined {
    const entries = this.#entries;
    const [next] = entries;
    if (!next || next.dueMs > nowMs) return undefined;
    const last = entries.pop() as Entry;
    if (entries.length > 0) this.#sink(last);
    return next;
  }

  /** Puts an entry at the top and sinks it to its place. */
  #sink(entry: Entry): void {
    const entries = this.#entries;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [entries[left], entries[left + 1]];
      const child = b && a && isBefore(b, a) ? left + 1 : left;
      const below = entries[child];
      if (!below || isBefore(entry, below)) break;
      entries[index] = below;
      index = child;
    }
    entries[index] = entry;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}
