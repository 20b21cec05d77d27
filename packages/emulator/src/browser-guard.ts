/**
 * Keeps web pages from driving a served emulator. A page whose name was rebound to this machine
 * still sends that name as `Host`, and a page of another site sends its own `Origin`.
 */
import { isIP } from "node:net";
import { errorBody, REFUSED } from "./assumptions.ts";
import { jsonResponse, type PlainResponse } from "./http.ts";
import { documentedMethods } from "./spec.ts";

export interface BrowserGuardOptions {
  /**
   * Host names to answer to besides loopback names and `host`, such as `emulator` for a container.
   * Names without scheme and port. Default: none.
   */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Origins of web pages that may call, such as `http://localhost:5173`; their responses carry the
   * CORS headers. Default: none.
   */
  allowedOrigins?: readonly string[] | undefined;
}

/** The headers of a request that tell who sent it. */
export interface Caller {
  /** Every `Host` header. */
  hosts: readonly string[];
  origin?: string | undefined;
  /** `Access-Control-Request-Method` and `-Headers`, which a preflight has. */
  requestedMethod?: string | undefined;
  requestedHeaders?: string | undefined;
}

export interface Admission {
  /** Headers for every response to this caller. */
  headers: Record<string, string>;
  /** The whole response to a refused caller or a preflight. */
  response?: PlainResponse | undefined;
}

export type BrowserGuard = (
  method: string,
  caller: Caller,
  localAddress: string | undefined,
) => Admission;

const PASS: Admission = { headers: {} };

/**
 * Returns a function that admits or refuses callers.
 *
 * @param boundHost the `host` option, which is a name to answer to
 * @throws {TypeError} when an option is not a host name or not an origin
 */
export function createBrowserGuard(
  { allowedHosts = [], allowedOrigins = [] }: BrowserGuardOptions,
  boundHost: string,
): BrowserGuard {
  const names = new Set([...allowedHosts.map(checkedHost), hostOf(bracketed(boundHost))]);
  const origins = new Set(allowedOrigins.map(checkedOrigin));
  /** The last `Host` that passed by its name: parsing is slow, and most callers repeat it. */
  let passed: string | undefined;

  function hostPasses(host: string, localAddress: string | undefined): boolean {
    if (host === passed) return true;
    const name = hostOf(host);
    if (name === undefined) return false;
    if (isLoopback(name) || names.has(name)) {
      passed = host;
      return true;
    }
    // No page can make an address point elsewhere, so the address that was called is safe.
    return localAddress !== undefined && name === hostOf(bracketed(localAddress));
  }

  return (method, { hosts, origin, requestedMethod, requestedHeaders }, localAddress) => {
    const [host = ""] = hosts;
    if (hosts.length > 1)
      return refused(REFUSED.malformed, "the request has more than one Host header");
    if (!hostPasses(host, localAddress)) {
      return refused(
        REFUSED.forbidden,
        `the emulator does not answer to the host ${quoted(host)}; allow it with allowedHosts or --allow-host`,
      );
    }
    if (origin === undefined) return origins.size > 0 ? { headers: { vary: "Origin" } } : PASS;
    if (origin === `http://${host}` || origin === `https://${host}`) return PASS;
    if (!origins.has(origin)) {
      return refused(
        REFUSED.forbidden,
        `pages of ${quoted(origin)} may not call the emulator; allow them with allowedOrigins or --allow-origin`,
      );
    }
    const headers = {
      vary: "Origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "allow, retry-after",
    };
    if (method !== "OPTIONS" || requestedMethod === undefined) return { headers };
    return { headers, response: preflightResponse(requestedHeaders) };
  };
}

/** Answers a preflight; it carries no key, so it comes before authentication. */
function preflightResponse(requestedHeaders: string | undefined): PlainResponse {
  return {
    status: 204,
    headers: {
      vary: "Origin, Access-Control-Request-Headers",
      "access-control-allow-methods": documentedMethods.join(", "),
      "access-control-allow-headers": requestedHeaders ?? "authorization, content-type",
      "access-control-max-age": "600",
    },
    body: "",
  };
}

function refused(status: number, message: string): Admission {
  return { headers: {}, response: jsonResponse(status, errorBody("forbidden", message)) };
}

/** True for an address or a name that always means this machine. */
export function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "[::1]" || name === "localhost" || name.endsWith(".localhost");
}

/** The normalized host name of `name:port`; undefined when it is not one. */
function hostOf(host: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i.test(host)) return undefined;
  try {
    // Normalizes the case and the forms of an address, such as [0:0:0:0:0:0:0:1].
    return new URL(`http://${host}`).hostname.replace(/\.$/, "");
  } catch {
    return undefined;
  }
}

function bracketed(address: string): string {
  const ipv4 = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return ipv4.includes(":") ? `[${ipv4}]` : ipv4;
}

function checkedHost(given: string): string {
  const isName = /^[\w.-]+$/.test(given) || isIP(given) === 6;
  const name = isName ? hostOf(bracketed(given)) : undefined;
  if (name !== undefined) return name;
  throw new TypeError(
    `allowedHosts takes host names without scheme and port, not ${quoted(given)}`,
  );
}

function checkedOrigin(given: string): string {
  if (URL.canParse(given) && new URL(given).origin === given) return given;
  throw new TypeError(
    `allowedOrigins takes origins such as http://localhost:5173, not ${quoted(given)}`,
  );
}

/** Someone else's text in a message: short and printable. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100).replace(/[^\x20-\x7e]/g, "?"));
}
