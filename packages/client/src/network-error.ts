import { NetworkError } from "./errors.ts";

/**
 * The error for a `fetch` that failed. Its reason is the system's code (`ECONNREFUSED`) where there
 * is one; a cause that quotes the key is left out.
 */
export function networkError(route: string, cause: unknown, key: string | undefined): NetworkError {
  const chain: Error[] = [];
  for (let error = cause; error instanceof Error && chain.length < 5; error = error.cause) {
    chain.push(error);
  }
  const code = chain
    .map((error) => (error as { code?: unknown }).code)
    .find((code) => typeof code === "string");
  if (key && quotes(cause, key)) {
    return new NetworkError(route, code?.includes(key) === false ? code : "request failed");
  }
  return new NetworkError(route, code ?? String(chain.at(-1)?.message ?? cause), cause);
}

/** Whether printing `value` would show `text`; some fetches keep the request in their error. */
function quotes(value: unknown, text: string, seen = new Set<unknown>()): boolean {
  if (typeof value === "string") return value.includes(text);
  if (typeof value !== "object" || value === null || seen.has(value)) return false;
  if (ArrayBuffer.isView(value)) return false;
  seen.add(value);
  const held =
    value instanceof Headers
      ? [...value.values()]
      : Reflect.ownKeys(value).map((name) => Reflect.get(value, name));
  return held.some((item) => quotes(item, text, seen));
}
