/** The emulator's clock, with buttons that move it. */
import { button, byId, setText } from "./dom.js";
import { dateOf, durationOf, timeOfDay } from "./format.js";

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
  return {
    update() {
      if (!model.isKnown) return;
      const now = model.now();
      setText(time, timeOfDay(now));
      setText(date, `${dateOf(now)}, UTC`);
      setText(moved, model.advancedMs > 0 ? `${durationOf(model.advancedMs)} ahead` : "");
    },
  };
}
