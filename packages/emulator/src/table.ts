interface Grouping<T> {
  of: (row: T) => string;
  ids: Map<string, Set<string>>;
}

/** Records by id, with lookup by group and a list of changes since the last save. */
export class Table<T, Group extends string = never> {
  /** Called with the id of each row that is put, changed or deleted. */
  onChange: ((id: string) => void) | undefined;
  readonly #rows = new Map<string, T>();
  readonly #groups: Grouping<T>[] = [];
  readonly #names: Group[] = [];
  /** The groups each row is in; needed since rows change in place. */
  readonly #places = new Map<string, (string | undefined)[]>();
  #dirty: Set<string> | undefined;

  /** @param groups group keys by name, for example `{ project: (row) => row.project_id }` */
  constructor(groups: Record<Group, (row: T) => string> = {} as never) {
    for (const [name, of] of Object.entries(groups) as [Group, (row: T) => string][]) {
      this.#names.push(name);
      this.#groups.push({ of, ids: new Map() });
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): T | undefined {
    return this.#rows.get(id);
  }

  values(): IterableIterator<T> {
    return this.#rows.values();
  }

  /** The rows of a group, in the order they joined it. */
  where(group: Group, value: string): T[] {
    const ids = this.#groups[this.#names.indexOf(group)]?.ids.get(value);
    return ids ? [...ids].map((id) => this.#rows.get(id) as T) : [];
  }

  /** Adds or replaces a row. After a change in place, `put` it again or call `changed`. */
  put(id: string, row: T): T {
    this.#rows.set(id, row);
    this.#place(id, row);
    this.changed(id);
    return row;
  }

  /** Marks a row that changed in place, but not in a group key. */
  changed(id: string): void {
    this.#dirty?.add(id);
    this.onChange?.(id);
  }

  delete(id: string): void {
    if (!this.#rows.delete(id)) return;
    this.#place(id, undefined);
    this.changed(id);
  }

  /** Starts to record changes; all current rows count as changed. */
  track(): void {
    this.#dirty ??= new Set(this.#rows.keys());
  }

  /** Returns and forgets the changes so far; a deleted row is `undefined`. */
  takeChanges(): [string, T | undefined][] {
    if (!this.#dirty?.size) return [];
    const changes = [...this.#dirty].map((id): [string, T | undefined] => [id, this.#rows.get(id)]);
    this.#dirty.clear();
    return changes;
  }

  /** Moves a row to the groups it belongs to now. */
  #place(id: string, row: T | undefined): void {
    if (this.#groups.length === 0) return;
    let places = this.#places.get(id);
    if (!places) {
      places = [];
      this.#places.set(id, places);
    }
    for (let index = 0; index < this.#groups.length; index++) {
      const { of, ids } = this.#groups[index] as Grouping<T>;
      const [from, to] = [places[index], row === undefined ? undefined : of(row)];
      if (from === to) continue;
      if (from !== undefined) leave(ids, from, id);
      if (to !== undefined) enter(ids, to, id);
      places[index] = to;
    }
    if (row === undefined) this.#places.delete(id);
  }
}

function leave(groups: Map<string, Set<string>>, name: string, id: string): void {
  const group = groups.get(name);
  group?.delete(id);
  if (group?.size === 0) groups.delete(name);
}

function enter(groups: Map<string, Set<string>>, name: string, id: string): void {
  const group = groups.get(name);
  if (group) group.add(id);
  else groups.set(name, new Set([id]));
}
