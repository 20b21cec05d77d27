/** Sends what a user presses as the HTTP request that curl would send, and shows that curl line. */
import { button, byId, copyButton, h } from "./dom.js";
import { HIDDEN, tookOf } from "./format.js";

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} path from the root of the server
 * @property {unknown} [body]
 * @property {string} [key]
 */

/** The API; everything else on this server is the emulator's own. */
const API = "/api/v2";

/** @param {import("./model.js").Model} model */
export function createCalls(model) {
  const ran = byId("ran");
  return {
    /**
     * Calls the API, with the admin key unless another is given.
     *
     * @param {string} method
     * @param {string} path
     * @param {unknown} [body]
     * @param {string} [key]
     */
    api: (method, path, body, key = model.keys.admin) =>
      send(ran, { method, path: `${API}${path}`, body, key }),
    /**
     * Calls a control route.
     *
     * @param {string} method
     * @param {string} path
     * @param {unknown} [body]
     */
    control: (method, path, body) => send(ran, { method, path: `/_emulator${path}`, body }),
  };
}

/** @typedef {ReturnType<typeof createCalls>} Calls */

/**
 * Returns the body of a 2xx response, otherwise undefined; shows either.
 *
 * @param {HTMLElement} ran
 * @param {Call} call
 * @returns {Promise<unknown>}
 */
async function send(ran, call) {
  const { method, path, body } = call;
  const startedMs = performance.now();
  try {
    const response = await fetch(path, {
      method,
      headers: headersOf(call),
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
    });
    const took = tookOf(performance.now() - startedMs);
    const { ok, status } = response;
    const content = await response.json().catch(() => undefined);
    show(ran, call, `${status}`, ok ? took : messageOf(content, took), ok);
    return ok ? content : undefined;
  } catch {
    show(ran, call, "dropped", "the connection closed without a response", false);
    return undefined;
  }
}

/**
 * @param {HTMLElement} ran
 * @param {Call} call
 * @param {string} status
 * @param {string} note
 * @param {boolean} isOk
 */
function show(ran, call, status, note, isOk) {
  ran.hidden = false;
  ran.replaceChildren(
    h("span", { class: `status ${isOk ? "good" : "bad"}` }, status),
    h("code", { "aria-live": "off" }, curlOf({ ...call, ...(call.key && { key: HIDDEN }) })),
    h("span", { class: "note" }, note),
    copyButton("Copy", () => curlOf(call), { "aria-label": "Copy the curl line, with the key" }),
    button("Close", () => (ran.hidden = true), {
      class: "plain",
      "aria-label": "Close the curl line",
    }),
  );
}

/** @param {Call} call @returns {Record<string, string>} */
function headersOf({ key, body }) {
  return {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
}

/** @param {Call} call */
function curlOf(call) {
  const { method, path, body } = call;
  return [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    ...Object.entries(headersOf(call)).flatMap(([name, value]) => [
      "-H",
      quoted(`${name}: ${value}`),
    ]),
    ...(body === undefined ? [] : ["-d", quoted(JSON.stringify(body))]),
    quoted(`${location.origin}${path}`),
  ].join(" ");
}

/** Quotes a word for a POSIX shell, unless it needs no quotes. @param {string} word */
function quoted(word) {
  return /^[\w:/.@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The reason of a refusal, which both of its shapes have.
 *
 * @param {unknown} content
 * @param {string} otherwise
 */
function messageOf(content, otherwise) {
  const hasMessage = content instanceof Object && "message" in content;
  return hasMessage ? `${content.message}` : otherwise;
}
