/** The computes of a branch, with their live states. */
import { button, copyButton, h, revealButton, setAttribute, setText } from "./dom.js";
import { countdownOf, withoutPassword } from "./format.js";

/**
 * @typedef {import("./calls.js").Calls} Calls
 * @typedef {import("./model.js").Endpoint} Endpoint
 * @typedef {import("./model.js").Model} Model
 */

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {Endpoint} first
 * @returns {import("./dom.js").Row<Endpoint>}
 */
export function computeRow(model, calls, first) {
  let endpoint = first;
  const route = `/projects/${first.project_id}/endpoints/${first.id}`;
  const dot = h("span", { class: "dot", "aria-hidden": "true" });
  const state = h("span", { class: "state" });
  const sleeps = h("span", { class: "quiet sleeps" });
  const type = h("span", { class: "badge" });
  const size = h("span", { class: "quiet size" });
  const address = h("code", { class: "address" });
  /** @param {string} label @param {string} verb */
  const action = (label, verb) =>
    button(label, () => calls.api("POST", `${route}/${verb}`), {
      "aria-label": `${label} ${first.id}`,
    });
  const start = action("Start", "start");
  const suspend = action("Suspend", "suspend");
  const restart = action("Restart", "restart");
  const text = () => endpoint.connection_uri ?? endpoint.host;
  const reveal = revealButton(`Reveal the password of ${first.id}`, showAddress, {
    class: "plain",
  });
  const failure = h("p", { class: "failure", role: "alert" });
  const copy = copyButton("Copy", text, {
    class: "plain",
    "aria-label": `Copy the address of ${first.id}`,
  });
  const where = h("p", { class: "line where" }, address, reveal, copy);
  const node = h(
    "li",
    { class: "compute" },
    h("p", { class: "line" }, dot, state, sleeps, type, size),
    where,
    h("p", { class: "buttons" }, start, suspend, restart),
    failure,
  );
  function showAddress() {
    const isShown = reveal.ariaPressed === "true";
    setAttribute(address, "title", isShown ? text() : endpoint.host);
    setText(address, isShown ? text() : withoutPassword(text()));
  }
  return {
    node,
    /** @param {Endpoint} now */
    update(now) {
      endpoint = now;
      const { current_state, pending_state } = now;
      const isMoving = pending_state !== null && pending_state !== current_state;
      const isUp = (pending_state ?? current_state) === "active";
      setAttribute(node, "data-state", isMoving ? "moving" : current_state);
      setText(state, isMoving ? `${current_state} → ${pending_state}` : current_state);
      setText(sleeps, isMoving ? "" : sleepsText(now, model.now()));
      setText(type, now.type === "read_write" ? "" : wordsOfType(now.type));
      setText(size, sizeOf(now));
      showAddress();
      reveal.hidden = now.connection_uri === null;
      where.classList.toggle("uri", !reveal.hidden);
      setText(failure, (isMoving ? null : now.failure) ?? "");
      failure.hidden = failure.textContent === "";
      start.hidden = isUp || now.disabled;
      suspend.hidden = !isUp;
      restart.hidden = !isUp;
    },
  };
}

/** @param {Endpoint} endpoint @param {number} nowMs */
function sleepsText({ suspend_at, current_state, disabled, idle_ms }, nowMs) {
  if (disabled) return "disabled";
  if (current_state !== "active") return "";
  if (suspend_at !== null) return `sleeps in ${countdownOf(Date.parse(suspend_at) - nowMs)}`;
  return idle_ms === null ? "never sleeps" : "";
}

/** @param {string} type */
const wordsOfType = (type) => (type === "read_only" ? "read replica" : type);

/** @param {Endpoint} endpoint */
function sizeOf({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) {
  return min === max ? `${max} CU` : `${min}–${max} CU`;
}
