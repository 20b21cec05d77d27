import { NetworkError, shown } from "./errors.ts";

/** Characters of a copied text. Our choice. */
const MAX_TEXT = 4_000;

/** Causes that are copied. */
const MAX_CAUSES = 5;

/** Replaces the secrets in a text. */
export type Hide = (text: string) => string;

/**
 * The error for a `fetch` that failed. Its reason is the system's code (`ECONNREFUSED`) where there
 * is one. Its causes are copies of name, code, message and stack without the secrets: the object
 * itself may hold the request in places where no search finds it.
 */
export function networkError(route: string, thrown: unknown, hide: Hide): NetworkError {
  let code: string | undefined;
  let message: string | undefined;

  function copyOf(cause: unknown, left = MAX_CAUSES): Error | undefined {
    if (!cause || !left) return undefined;
    // A trap or a getter may throw in turn.
    const read = (name: string) => {
      try {
        return (cause as Record<string, unknown>)[name];
      } catch {
        return undefined;
      }
    };
    const textOf = (value: unknown) =>
      typeof value === "string" ? hide(value).slice(0, MAX_TEXT) : undefined;
    const own = textOf(read("message")) ?? textOf(cause);
    message = own;
    code ||= textOf(read("code"));
    const inner = copyOf(read("cause"), left - 1);
    const copy = new Error(own, inner && { cause: inner });
    for (const name of ["name", "code", "stack"]) {
      const value = textOf(read(name));
      if (value) Object.defineProperty(copy, name, { value });
    }
    return copy;
  }

  const cause = copyOf(thrown);
  return new NetworkError(route, shown(code || message || "request failed"), cause);
}

/**
 * Hides what must not be shown: the keys, an Authorization, and of each other header the value and
 * its words that are long enough for a secret, as they are or as a URL or JSON quotes them.
 */
export function hiding(headers: Headers, keys: string[]): Hide {
  const secrets = [...keys];
  headers.forEach((value, name) => {
    const isKey = name === "authorization";
    // The first word of an Authorization is its scheme.
    const words = value.split(/[\s;,]+/).slice(isKey ? 1 : 0);
    secrets.push(...[value, ...words].filter((word) => word && (isKey || word.length > 7)));
  });
  const quoted = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return (text) => quoted.reduce((left, secret) => left.replaceAll(secret, "[hidden]"), text);
}
