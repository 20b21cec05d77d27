import { changed, fromTo, narrowed, type Place, type RouteChange, widened } from "./change.ts";
import { type Form, showTypes } from "./schema/form.ts";

export function compareTypes(b: Form, a: Form, place: Place): RouteChange[] {
  if (b.type === a.type) return [];
  const what = fromTo(showTypes([b]), showTypes([a]));
  const grew = a.type === "any" || b.type === "integer";
  return [grew ? widened("type-widened", what, place) : narrowed("type-narrowed", what, place)];
}

export function compareValues(b: Form, a: Form, place: Place): RouteChange[] {
  if (b.values && a.values) return compareLists(b.values, a.values, place);
  if (b.values) {
    return [widened("enum-opened", `no longer allows ${list(b.values)} alone`, place)];
  }
  if (a.values) return [narrowed("enum-closed", `now allows ${list(a.values)} alone`, place)];
  return compareKnown(b.known, a.known, place);
}

function compareLists(old: unknown[], now: unknown[], place: Place): RouteChange[] {
  const changes: RouteChange[] = [];
  const [gone, added] = [missing(old, now), missing(now, old)];
  if (gone) changes.push(narrowed("enum-value-removed", `no longer allows ${gone}`, place));
  if (added) changes.push(widened("enum-value-added", `now also allows ${added}`, place));
  return changes;
}

/** Callers of an open list expect values they do not know. */
function compareKnown(old: unknown[], now: unknown[], { at }: Place): RouteChange[] {
  const changes: RouteChange[] = [];
  const [gone, added] = [missing(old, now), missing(now, old)];
  if (gone) changes.push(changed("known-value-removed", false, `no longer lists ${gone}`, at));
  if (added) changes.push(changed("known-value-added", false, `now lists ${added}`, at));
  return changes;
}

/** The values that are not among the others, for a person; empty if all are. */
function missing(values: unknown[], others: unknown[]): string {
  return list(values.filter((value) => !others.some((other) => same(other, value))));
}

/** `format` and `pattern`. */
export function compareTexts(b: Form, a: Form, place: Place): RouteChange[] {
  return ["format", "pattern"].flatMap((keyword) => {
    const [old, now] = [b.texts[keyword], a.texts[keyword]];
    if (old === now) return [];
    if (!old) return [narrowed(`${keyword}-added`, `now has the ${keyword} ${now}`, place)];
    if (!now) {
      return [widened(`${keyword}-removed`, `no longer has the ${keyword} ${old}`, place)];
    }
    const what = `${keyword} ${fromTo(old, now)}`;
    return [changed(`${place.side}-${keyword}-changed`, true, what, place.at)];
  });
}

/** Keywords that are only compared for equality; a difference counts as breaking. */
export function compareOthers(b: Form, a: Form, place: Place): RouteChange[] {
  const keywords = new Set([...Object.keys(b.others), ...Object.keys(a.others)]);
  return [...keywords].flatMap((keyword) => {
    const [old, now] = [b.others[keyword], a.others[keyword]];
    if (same(old, now)) return [];
    if (old === undefined) return [narrowed("schema-changed", `\`${keyword}\` was added`, place)];
    if (now === undefined) return [widened("schema-changed", `\`${keyword}\` was removed`, place)];
    return [changed(`${place.side}-schema-changed`, true, `\`${keyword}\` changed`, place.at)];
  });
}

export function compareDefaults(old: unknown, now: unknown, { side, at }: Place): RouteChange[] {
  if (side === "response" || same(old, now)) return [];
  const what = `default ${fromTo(show(old), show(now))}`;
  if (old === undefined) return [changed("request-default-added", false, what, at)];
  return [changed("request-default-changed", true, what, at)];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function list(values: unknown[]): string {
  return values.map(show).join(", ");
}

function show(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
