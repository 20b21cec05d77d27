/** Turns numbers and secrets into text. Times are in UTC, as the API writes them. */

const DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const COUNT = new Intl.NumberFormat("en-US");

/** @type {[unit: string, ms: number][]} */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
  ["ms", 1],
];

/** `13:05:10` @param {number} ms since 1970 */
export const timeOfDay = (ms) => new Date(ms).toISOString().slice(11, 19);

/** `Sunday 22 November 2026` @param {number} ms since 1970 */
export const dateOf = (ms) => DATE.format(ms).replace(",", "");

/** @param {number} count */
export const countOf = (count) => COUNT.format(count);

/**
 * `3 branches`, `1 branch`
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${countOf(count)} ${count === 1 ? one : many}`;
}

/** The two largest units: `1 day 2 hours`, `5 min`, `300 ms`. @param {number} ms */
export function durationOf(ms) {
  const at = UNITS.findIndex(([, size]) => ms >= size);
  if (at === -1) return "0 ms";
  const [[unit, size] = ["ms", 1], next] = UNITS.slice(at);
  const whole = Math.floor(ms / size);
  const rest = next && unit !== "s" ? Math.floor((ms % size) / next[1]) : 0;
  return rest > 0 && next ? `${inUnit(whole, unit)} ${inUnit(rest, next[0])}` : inUnit(whole, unit);
}

/** @param {number} count @param {string} unit */
function inUnit(count, unit) {
  return unit.length > 3 || unit === "day" ? counted(count, unit) : `${count} ${unit}`;
}

/** `4:05`, or `1:04:05` @param {number} ms */
export function countdownOf(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = `${seconds % 60}`.padStart(2, "0");
  return hours > 0 ? `${hours}:${`${minutes}`.padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The duration of a request: `< 0.1 ms`, `0.4 ms`, `12 ms`, `1.5 s`. @param {number} ms */
export function tookOf(ms) {
  if (ms < 0.1) return "< 0.1 ms";
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `start_compute` as words. @param {string} action */
export const wordsOf = (action) => action.replaceAll("_", " ");

export const HIDDEN = "••••••••••••";

/** A connection string with its password hidden. @param {string} uri */
export const withoutPassword = (uri) => uri.replace(/^(\w+:\/\/[^:@/]*:)[^@]*@/, "$1••••@");
