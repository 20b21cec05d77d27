/** The keys that a run knows, so that nothing it prints shows one. */
export class Secrets {
  #names = new Map<string, string>();

  /** `name` stands for the secret from now on, as a variable of the shell. */
  add(secret: string, name: string): void {
    if (secret && !this.#names.has(secret)) this.#names.set(secret, name);
  }

  /** Learns the secret of a key that an answer has just shown. */
  learn(json: unknown): void {
    if (typeof json !== "object" || json === null) return;
    const { key } = json as { key?: unknown };
    if (typeof key === "string") this.add(key, `NEW_KEY_${this.#names.size}`);
  }

  nameOf(secret: string): string | undefined {
    return this.#names.get(secret);
  }

  /** The secret of a name, if it is known. */
  named(name: string): string | undefined {
    return [...this.#names].find(([, known]) => known === name)?.[0];
  }

  /** The text with the name of each secret in its place, by default as `$NAME`. */
  hide(text: string, written = (name: string) => `$${name}`): string {
    // A longer one may contain a shorter one.
    const longestFirst = [...this.#names].sort(([a], [b]) => b.length - a.length);
    return longestFirst.reduce((hidden, [secret, name]) => {
      return hidden.replaceAll(secret, () => written(name));
    }, text);
  }
}
