/** The emulator's clock, with buttons that move it. */
import { button, byId, h, setText } from "./dom.js";
import { countdownOf, dateOf, durationOf, timeOfDay } from "./format.js";

/** @type {[label: string, ms: number][]} */
const STEPS = [
  ["+1 s", 1_000],
  ["+1 min", 60_000],
  ["+5 min", 300_000],
  ["+1 hour", 3_600_000],
  ["+1 day", 86_400_000],
  ["+30 days", 2_592_000_000],
];

/**
 * @param {import("./model.js").Model} model
 * @param {import("./calls.js").Calls} calls
 */
export function createClock(model, calls) {
  const [time, date, moved] = [byId("time"), byId("date"), byId("clock-moved")];
  for (const [label, advance_ms] of STEPS) {
    byId("clock-buttons").append(
      button(label, () => calls.control("POST", "/clock", { advance_ms })),
    );
  }
  const next = h("span", { class: "quiet" });
  const goThere = button("Go there", () => {
    const advance_ms = Math.max(0, Math.ceil((nextSleep(model)?.atMs ?? 0) - model.now()));
    return calls.control("POST", "/clock", { advance_ms });
  });
  byId("next").append(next, goThere);
  return {
    update() {
      if (!model.isKnown) return;
      const now = model.now();
      setText(time, timeOfDay(now));
      setText(date, `${dateOf(now)}, UTC`);
      setText(moved, model.advancedMs > 0 ? `${durationOf(model.advancedMs)} ahead` : "");
      const sleep = nextSleep(model);
      const sleepText = sleep && `${sleep.name} falls asleep in ${countdownOf(sleep.atMs - now)}`;
      setText(next, sleepText ?? "No compute is about to fall asleep.");
      goThere.hidden = sleep === undefined;
    },
  };
}

/**
 * The compute that inactivity suspends first.
 *
 * @param {import("./model.js").Model} model
 */
function nextSleep(model) {
  /** @type {{ name: string, atMs: number } | undefined} */
  let first;
  for (const { branch_id, id, suspend_at } of model.endpoints.values()) {
    const atMs = suspend_at === null ? Number.POSITIVE_INFINITY : Date.parse(suspend_at);
    if (atMs < (first?.atMs ?? Number.POSITIVE_INFINITY)) {
      first = { name: model.branches.get(branch_id)?.name ?? id, atMs };
    }
  }
  return first;
}
