/** Keeps the model current by the emulator's stream of events. */

const RETRY_MS = 1_000;

/** @typedef {"connecting" | "live" | "reconnecting"} Link */

/**
 * @param {import("./model.js").Model} model
 * @param {(link?: Link) => void} onChange called after each event, and when the link changes
 */
export function follow(model, onChange) {
  const events = new EventSource("/_emulator/events");
  /** @param {string} name @param {(data: never) => void} apply */
  const on = (name, apply) =>
    events.addEventListener(name, ({ data }) => {
      apply(/** @type {never} */ (JSON.parse(data)));
      onChange();
    });
  // The stream begins with a whole state, also after a reconnect.
  on("state", (state) => model.replace(state));
  on("changes", (changes) => model.change(changes));
  on("requests", (requests) => model.addRequests(requests));
  on("clock", (clock) => model.setClock(clock));
  events.addEventListener("open", () => onChange("live"));
  // By itself it would come back after three seconds, and after a refusal never.
  events.addEventListener("error", () => {
    events.close();
    onChange("reconnecting");
    setTimeout(follow, RETRY_MS, model, onChange);
  });
}
