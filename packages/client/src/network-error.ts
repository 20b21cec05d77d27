import { NetworkError, shown } from "./errors.ts";

/** Characters of a stack. Our choice. */
const MAX_STACK = 4_000;

/** The causes of an error that are kept. */
const MAX_CAUSES = 5;

/**
 * The error for a `fetch` that failed. Its reason is the system's code (`ECONNREFUSED`) where there
 * is one. Its causes are copies of name, code, message and stack without the secrets: the object
 * itself may hold the request and its headers, where nothing could find them.
 */
export function networkError(route: string, thrown: unknown, secrets: string[]): NetworkError {
  const causes: Cause[] = [];
  for (let next = thrown; next && causes.length < MAX_CAUSES; next = read(next, "cause")) {
    causes.push(causeOf(next, secrets));
  }
  const cause = causes.reduceRight<Error | undefined>(
    (inner, { message, ...fields }) =>
      Object.defineProperties(
        new Error(message, inner && { cause: inner }),
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
      ),
    undefined,
  );
  const reason = causes.find(({ code }) => code)?.code || causes.at(-1)?.message;
  return new NetworkError(route, shown(reason || "request failed"), cause);
}

interface Cause {
  message: string;
  name?: string;
  code?: string;
  stack?: string;
}

function causeOf(thrown: unknown, secrets: string[]): Cause {
  const fields: Cause = { message: typeof thrown === "string" ? hidden(thrown, secrets) : "" };
  for (const name of ["message", "name", "code", "stack"] as const) {
    const value = read(thrown, name);
    if (typeof value === "string") fields[name] = hidden(value.slice(0, MAX_STACK), secrets);
  }
  return fields;
}

/** A property of whatever was thrown; a trap or a getter may throw in turn. */
function read(object: unknown, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** The text without the secrets, as they are or as a URL or JSON quotes them. */
export function hidden(text: string, secrets: string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[hidden]"), text);
}

/**
 * What of these headers must not be shown: each value and its words, if they are long enough to be a
 * secret; of an Authorization whatever their length.
 */
export function secretsIn(headers: Headers): string[] {
  const found: string[] = [];
  headers.forEach((value, name) => {
    const isKey = name === "authorization";
    const words = value.split(/[\s;,]+/);
    found.push(
      ...[value, ...(isKey ? words.slice(1) : words)].filter((word) => isKey || word.length > 7),
    );
  });
  return found
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
}
