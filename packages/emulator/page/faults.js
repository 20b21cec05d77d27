/** Faults of the next requests, and fates of the next operations. */
import { button, byId, h, keyedList, setText } from "./dom.js";
import { durationOf, wordsOf } from "./format.js";

/**
 * @typedef {import("./model.js").Fault} Fault
 * @typedef {import("./model.js").Fate} Fate
 */

/** @type {[label: string, fault: Fault][]} */
const FAULTS = [
  ["gets a 503", { status: 503 }],
  ["gets a 429, retry after 2 s", { status: 429, retry_after_s: 2 }],
  ["gets a 423", { status: 423 }],
  ["gets a 500", { status: 500 }],
  ["takes 2 s longer", { latency_ms: 2_000 }],
  ["is lost on its way", { drop: "request" }],
  ["loses its response", { drop: "response" }],
];
/** @type {[label: string, fate: Fate][]} */
const FATES = [
  ["fails", { outcome: "failed" }],
  ["never ends", { outcome: "never" }],
];
/** @type {[label: string, times: number | null][]} */
const TIMES = [
  ["once", 1],
  ["3 times", 3],
  ["10 times", 10],
  ["until cleared", null],
];
const METHODS = ["any", "GET", "POST", "PATCH", "PUT", "DELETE"];

/**
 * @param {import("./model.js").Model} model
 * @param {import("./calls.js").Calls} calls
 */
export function createFaults(model, calls) {
  const clear = button("Clear", () => calls.control("DELETE", "/faults"), {
    "aria-label": "Clear all faults",
  });
  byId("fault-tools").append(clear);
  byId("fault-form").append(requestForm(calls), operationForm(calls));
  const list = h("ul", { class: "active-faults", "aria-label": "Faults in wait" });
  byId("fault-list").append(list);
  const show = keyedList(list, (/** @type {Line & { key: number }} */ { key }) => key, lineRow);
  return {
    update() {
      const lines = [...model.faults.map(faultLine), ...model.fates.map(fateLine)];
      show(lines.map((line, key) => ({ ...line, key })));
      clear.hidden = lines.length === 0;
    },
  };
}

/** @param {import("./calls.js").Calls} calls */
function requestForm(calls) {
  const method = h(
    "select",
    { "aria-label": "Method" },
    ...METHODS.map((name) => h("option", {}, name)),
  );
  const path = h("input", {
    "aria-label": "Path, such as /projects/{project_id}; empty for any",
    placeholder: "any path",
    pattern: "/.*",
    title: "A path that begins with /, such as /projects/{project_id}",
    autocomplete: "off",
    spellcheck: "false",
  });
  const kind = choice("What happens to the request", FAULTS, "effect");
  const times = choice("How often", TIMES);
  const words = [
    h("span", {}, "The next"),
    method,
    h("span", {}, "request to"),
    path,
    kind.select,
    times.select,
  ];
  return form(words, "Inject the fault", () =>
    calls.control("POST", "/faults", {
      ...kind.value(),
      ...(method.value !== "any" && { method: method.value }),
      ...(path.value && { path: path.value }),
      times: times.value(),
    }),
  );
}

/** @param {import("./calls.js").Calls} calls */
function operationForm(calls) {
  const kind = choice("How the operation ends", FATES);
  const times = choice("How often", TIMES);
  const words = [h("span", {}, "The next operation"), kind.select, times.select];
  return form(words, "Decide the fate", () =>
    calls.control("POST", "/fates", { ...kind.value(), times: times.value() }),
  );
}

/**
 * @param {HTMLElement[]} words
 * @param {string} label of the button
 * @param {() => unknown} submit
 */
function form(words, label, submit) {
  const element = h(
    "form",
    { class: "sentence" },
    ...words,
    h("button", { "aria-label": label }, "Inject"),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  return element;
}

/**
 * A choice between labelled values.
 *
 * @template Value
 * @param {string} label
 * @param {[label: string, value: Value][]} options
 * @param {string} [look] class of the select
 */
function choice(label, options, look) {
  const select = h(
    "select",
    { "aria-label": label, class: look },
    ...options.map(([text]) => h("option", {}, text)),
  );
  const value = () => /** @type {[string, Value]} */ (options[select.selectedIndex])[1];
  return { select, value };
}

/** @typedef {{ text: string, left: string }} Line */

/** @param {Fault} fault @returns {Line} */
function faultLine({ method, path, times, chance, latency_ms, status, drop }) {
  const effects = [
    latency_ms && `+${durationOf(latency_ms)}`,
    status && `${status}`,
    drop && `lost ${drop}`,
    chance !== undefined && `${chance * 100} %`,
  ];
  const text = [...effects.filter(Boolean), method ?? "any method", path ?? "any path"].join(" · ");
  return { text, left: leftOf(times) };
}

/** @param {Fate} fate @returns {Line} */
function fateLine({ outcome, action, endpoint_id, times }) {
  const what = [action ? wordsOf(action) : "any operation", endpoint_id]
    .filter(Boolean)
    .join(" on ");
  return { text: `${outcome === "never" ? "never ends" : outcome} · ${what}`, left: leftOf(times) };
}

/** @param {number | null | undefined} times */
const leftOf = (times) => (times === null ? "until cleared" : `${times ?? 1} left`);

/** @returns {import("./dom.js").Row<Line>} */
function lineRow() {
  const what = h("span", {});
  const left = h("span", { class: "badge" });
  return {
    node: h("li", {}, what, left),
    update(line) {
      setText(what, line.text);
      setText(left, line.left);
    },
  };
}
