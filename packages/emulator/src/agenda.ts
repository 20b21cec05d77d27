/**
 * A queue of timed events, each under a key of its own. Ties run in the order they were set, so a
 * seed gives one world.
 */
export interface TimedEvent {
  dueMs: number;
  run: () => void;
}

interface Entry extends TimedEvent {
  key: string;
  order: number;
  /** Its place in the heap. */
  index: number;
}

export class Agenda {
  /** A binary heap, the earliest event first. */
  readonly #heap: Entry[] = [];
  readonly #entries = new Map<string, Entry>();
  #order = 0;
  #onChange: () => void = () => {};

  get size(): number {
    return this.#heap.length;
  }

  /** When the next event is due; undefined when nothing is. */
  get nextMs(): number | undefined {
    return this.#heap[0]?.dueMs;
  }

  /** Calls back after each change. */
  watch(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** Sets the event of a key; an earlier one with this key does not run. */
  set(key: string, dueMs: number, run: () => void): void {
    this.cancel(key);
    const entry: Entry = { key, dueMs, run, order: this.#order++, index: this.#heap.length };
    this.#entries.set(key, entry);
    this.#rise(entry);
    this.#onChange();
  }

  cancel(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#remove(entry);
  }

  /** Removes and returns the next event that is due at `nowMs` or before. */
  take(nowMs: number): TimedEvent | undefined {
    const [next] = this.#heap;
    if (!next || next.dueMs > nowMs) return undefined;
    this.#remove(next);
    return next;
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#onChange();
    const last = this.#heap.pop() as Entry;
    if (last === entry) return;
    last.index = entry.index;
    this.#rise(last);
    this.#sink(last);
  }

  #rise(entry: Entry): void {
    let { index } = entry;
    while (index > 0) {
      const above = this.#heap[(index - 1) >> 1] as Entry;
      if (isBefore(above, entry)) break;
      this.#put(above, index);
      index = (index - 1) >> 1;
    }
    this.#put(entry, index);
  }

  #sink(entry: Entry): void {
    let { index } = entry;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [this.#heap[left], this.#heap[left + 1]];
      const child = b && a && isBefore(b, a) ? left + 1 : left;
      const below = this.#heap[child];
      if (!below || isBefore(entry, below)) break;
      this.#put(below, index);
      index = child;
    }
    this.#put(entry, index);
  }

  #put(entry: Entry, index: number): void {
    this.#heap[index] = entry;
    entry.index = index;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}
