import type { Target } from "./target.ts";

/** A shorter piece of a key gives nothing away. Our choice. */
const PIECE = 8;

/** The keys that a run knows, so that nothing it prints shows one, or a piece of one. */
export class Secrets {
  #names = new Map<string, string>();
  /** By each piece of a secret, in lower case. */
  #pieces = new Map<string, string>();

  /** The keys of a target: API_KEY, then ADMIN_KEY and so on; and the passwords of its Postgres. */
  static of({
    apiKey,
    keys = {},
    postgres,
  }: Pick<Target, "apiKey" | "keys" | "postgres">): Secrets {
    const secrets = new Secrets();
    secrets.add(apiKey, "API_KEY");
    for (const [name, { key }] of Object.entries(keys)) {
      secrets.add(key, `${name.toUpperCase()}_KEY`);
    }
    for (const password of postgres?.passwords ?? []) secrets.add(password, "PGPASSWORD");
    return secrets;
  }

  /** From now on `name`, a shell variable, stands for the secret. */
  add(secret: string, name: string): void {
    if (!secret || this.#names.has(secret)) return;
    this.#names.set(secret, name);
    for (const form of [secret, encodeURIComponent(secret), ...inBase64(secret)]) {
      for (const piece of piecesOf(form)) this.#pieces.set(piece, `${name}_ALTERED`);
    }
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

  /**
   * Replaces each secret by its name, by default written `$NAME`, and what is left of one that was
   * cut, encoded or written in another case by `$NAME_ALTERED`.
   */
  hide(text: string, written = (name: string) => `$${name}`): string {
    const names: (string | undefined)[] = [];
    const mark = (start: number, length: number, name: string) => {
      for (let at = start; at < start + length; at++) names[at] ??= name;
    };
    // A longer one may contain a shorter one.
    for (const [secret, name] of [...this.#names].sort(([a], [b]) => b.length - a.length)) {
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
        mark(at, secret.length, name);
    }
    for (const [at, piece] of piecesOf(text).entries()) {
      const name = this.#pieces.get(piece);
      if (name !== undefined) mark(at, PIECE, name);
    }
    return names.length === 0 ? text : rewritten(text, names, written);
  }
}

/** Replaces each run of characters that has a name. */
function rewritten(
  text: string,
  names: readonly (string | undefined)[],
  written: (name: string) => string,
): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const name = names[at];
    if (name === undefined) result += text[at];
    else if (name !== names[at - 1]) result += written(name);
  }
  return result;
}

/** The pieces of a text in lower case, one from each character on. */
function piecesOf(text: string): string[] {
  // Only ASCII, because other letters may become longer in lower case.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const count = Math.max(0, text.length - PIECE + 1);
  return Array.from({ length: count }, (_, at) => lower.slice(at, at + PIECE));
}

/** A secret in base64, after as many bytes as its place in the encoded text may make a difference. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((before) => Buffer.concat([Buffer.alloc(before), bytes]).toString("base64"));
}
