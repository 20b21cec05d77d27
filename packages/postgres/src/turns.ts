/** Gives tasks their turns: those with a key in common run one after another, as they were given. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const result = Promise.all(keys.map((key) => this.#last.get(key))).then(task);
    const settled = result.catch(() => {});
    for (const key of keys) {
      this.#last.set(key, settled);
      settled.then(() => {
        if (this.#last.get(key) === settled) this.#last.delete(key);
      });
    }
    return result;
  }

  /** Resolves when nothing is left to do. */
  async done(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
