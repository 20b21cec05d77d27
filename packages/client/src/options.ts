/** What is refused before anything is sent. */
import type { CallSettings } from "./api-client.ts";
import type { ClientOptions } from "./create-client.ts";
import { isTimerDelay } from "./deadline.ts";
import { InvalidRequestError } from "./errors.ts";

export function checkedBaseUrl({ baseUrl, allowInsecureHttp }: ClientOptions): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new InvalidRequestError("baseUrl must be an absolute URL, like https://host/api/v2");
  }
  if (url.username || url.password || /[?#]/.test(baseUrl)) {
    throw new InvalidRequestError("baseUrl must have no user name, password, query or fragment");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new InvalidRequestError(`baseUrl must begin with https://, not ${url.protocol}//`);
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    throw new InvalidRequestError(
      `baseUrl must begin with https://, or the key could be read on its way to ${url.hostname} (see allowInsecureHttp)`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function checkKey(key: unknown): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidRequestError("apiKey must be visible ASCII text without spaces");
  }
  return key;
}

export function checkBounds(timeoutMs: unknown, retries: unknown) {
  if (!isTimerDelay(timeoutMs)) {
    throw new InvalidRequestError("timeoutMs must be a number above 0 and below 2^31");
  }
  if (!Number.isInteger(retries) || (retries as number) < 0) {
    throw new InvalidRequestError("retries must be a whole number, 0 or more");
  }
}

/** The platform's own message would quote the value, which may be a secret. */
export function checkHeaders(headers: CallSettings["headers"]) {
  if (!headers || headers instanceof Headers) return;
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new InvalidRequestError(
        `header ${JSON.stringify(name)} has a name or value that cannot be sent`,
      );
    }
  }
}

export function checkBody(method: string, body: unknown) {
  if (method === "GET" && body !== undefined) {
    throw new InvalidRequestError("a GET cannot have a body");
  }
}
