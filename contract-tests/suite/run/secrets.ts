import type { Target } from "./target.ts";

/** The keys that a run knows, so that nothing it prints shows one. */
export class Secrets {
  #names = new Map<string, string>();

  /** The keys of a target: API_KEY, then ADMIN_KEY and so on. */
  static of({ apiKey, keys = {} }: Pick<Target, "apiKey" | "keys">): Secrets {
    const secrets = new Secrets();
    secrets.add(apiKey, "API_KEY");
    for (const [name, { key }] of Object.entries(keys)) {
      secrets.add(key, `${name.toUpperCase()}_KEY`);
    }
    return secrets;
  }

  /** From now on `name`, a shell variable, stands for the secret. */
  add(secret: string, name: string): void {
    if (secret && !this.#names.has(secret)) this.#names.set(secret, name);
  }

  /** Learns the secret of a new key from the answer that shows it. */
  learn(json: unknown): void {
    if (typeof json !== "object" || json === null) return;
    const { key } = json as { key?: unknown };
    if (typeof key === "string") this.add(key, `NEW_KEY_${this.#names.size}`);
  }

  nameOf(secret: string): string | undefined {
    return this.#names.get(secret);
  }

  /** The secret behind a name, if known. */
  named(name: string): string | undefined {
    return [...this.#names].find(([, known]) => known === name)?.[0];
  }

  /** Replaces each secret by its name, by default written `$NAME`. */
  hide(text: string, written = (name: string) => `$${name}`): string {
    // A longer one may contain a shorter one.
    const longestFirst = [...this.#names].sort(([a], [b]) => b.length - a.length);
    return longestFirst.reduce((hidden, [secret, name]) => {
      return hidden.replaceAll(secret, () => written(name));
    }, text);
  }
}
