/** The requests to the API as they come. */
import { byId, copyButton, h, setAttribute, setText } from "./dom.js";
import { counted, countOf, timeOfDay, tookOf } from "./format.js";
import { createSparkline } from "./sparkline.js";
import { WindowedList } from "./windowed-list.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").Request} Request
 * @typedef {import("./model.js").Schemas} Schemas
 * @typedef {{ request: Request, sent: Schemas["Body"], received: Schemas["Body"] }} Bodies
 */

/** @param {Model} model */
export function createRequests(model) {
  const count = byId("requests-count");
  const detail = byId("request");
  /** @type {{ length: number, at(index: number): Request | undefined }} */
  let shown = model.requests;
  let generation = 0;
  let filter = "";
  /** The requests that were listed when the reader paused. @type {Request[] | undefined} */
  let paused;

  const list = new WindowedList(byId("requests"), {
    label: "Requests, newest first",
    rowHeight: 32,
    empty: () =>
      filter
        ? "No request matches the filter."
        : "No request yet. Press a button on this page, or send the first one with curl.",
    keyOf: ({ id }) => id,
    create: () => requestRow(),
    onSelect: (request) => {
      detail.hidden = request === undefined;
      if (request) showBodies(detail, request);
    },
  });
  const search = h("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": "Filter requests",
    autocomplete: "off",
  });
  search.addEventListener("input", () => {
    filter = search.value.trim().toLowerCase();
    list.deselect();
    update();
  });
  const pause = h("button", { type: "button", "aria-pressed": "false" }, "Pause");
  pause.addEventListener("click", () => {
    paused = paused ? undefined : allOf(model.requests);
    setAttribute(pause, "aria-pressed", `${paused !== undefined}`);
    list.deselect();
    update();
  });
  const sparkline = createSparkline();
  byId("request-tools").append(sparkline.node, search, pause);

  function update() {
    const added = model.requests.takeAdded();
    const isOther = generation !== model.generation;
    generation = model.generation;
    if (isOther) list.deselect();
    const source = paused ?? model.requests;
    shown = filter ? allOf(source).filter((request) => matches(request, filter)) : source;
    list.set(shown, isOther || paused || filter ? 0 : added);
    const rates = model.rates();
    const rate = rates.at(-1) ?? 0;
    sparkline.update(rates);
    setText(
      count,
      `${counted(model.requestCount, "request")}${rate > 0 ? ` · ${countOf(rate)} a second` : ""}`,
    );
  }
  return { update };
}

/** @param {{ length: number, at(index: number): Request | undefined }} requests */
function allOf(requests) {
  return Array.from(
    { length: requests.length },
    (_, index) => /** @type {Request} */ (requests.at(index)),
  );
}

/** @param {Request} request @param {string} filter in lower case */
function matches({ method, target, status, operation_id }, filter) {
  return `${method} ${target} ${status} ${operation_id}`.toLowerCase().includes(filter);
}

/** @returns {import("./dom.js").Row<Request>} */
function requestRow() {
  const time = h("time");
  const method = h("span", { class: "method" });
  const target = h("span", { class: "target" });
  const status = h("span", { class: "status" });
  const took = h("span", { class: "took" });
  const node = h("div", { class: "request" }, time, method, status, target, took);
  return {
    node,
    update(request) {
      setText(time, timeOfDay(Date.parse(request.at)));
      setText(method, request.method);
      setText(target, request.target.replace(/^\/api\/v2/, ""));
      setText(status, request.status === 0 ? "dropped" : `${request.status}`);
      status.className = `status ${qualityOf(request.status)}`;
      setText(took, tookOf(request.ms));
    },
  };
}

/** @param {number} status */
function qualityOf(status) {
  if (status === 0 || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

/**
 * @param {HTMLElement} detail
 * @param {Request} request
 */
async function showBodies(detail, request) {
  const { id, method, target, operation_id } = request;
  const title = h("h3", {}, operation_id ?? "no route of the API");
  const line = h("p", {}, h("code", {}, `${method} ${target}`));
  detail.replaceChildren(title, line);
  detail.dataset.request = `${id}`;
  const response = await fetch(`/_emulator/requests/${id}`).catch(() => undefined);
  const bodies = response?.ok ? /** @type {Bodies} */ (await response.json()) : undefined;
  if (detail.dataset.request !== `${id}`) return;
  detail.append(...partsOf(bodies));
  detail.scrollIntoView({ block: "nearest" });
}

/** @param {Bodies | undefined} bodies */
function partsOf(bodies) {
  if (!bodies) {
    const text = "Its bodies are gone: the emulator keeps those of the last 200 requests.";
    return [h("p", { class: "quiet" }, text)];
  }
  return [...partOf("Sent", bodies.sent), ...partOf("Received", bodies.received)];
}

/** @param {string} label @param {Schemas["Body"]} body */
function partOf(label, body) {
  const text = textOf(body);
  const copy = copyButton("Copy", () => text, {
    class: "plain",
    "aria-label": `Copy what was ${label.toLowerCase()}`,
  });
  const size = h("span", { class: "quiet" }, counted(body.bytes, "byte"));
  return [h("h4", {}, label, size, copy), h("pre", { tabindex: 0 }, text)];
}

/** @param {Schemas["Body"]} body */
function textOf({ bytes, json, text }) {
  if (json !== undefined) return JSON.stringify(json, null, 2);
  return text ?? (bytes === 0 ? "nothing" : "larger than the emulator keeps");
}
