import { changed, fromTo, narrowed, type Place, type RouteChange, widened } from "./change.ts";
import type { Schema } from "./openapi.ts";

/** Numeric conditions by keyword; `uniqueItems` is 0 or 1. */
export type Bounds = Record<string, number>;
type Stricter = (one: number, other: number) => number;

/** For each keyword, the value that stands for its absence and the function that picks the stricter of two. */
const BOUNDS: Record<string, { absent: number; stricter: Stricter }> = {
  minimum: { absent: -Infinity, stricter: Math.max },
  maximum: { absent: Infinity, stricter: Math.min },
  minLength: { absent: 0, stricter: Math.max },
  maxLength: { absent: Infinity, stricter: Math.min },
  minItems: { absent: 0, stricter: Math.max },
  maxItems: { absent: Infinity, stricter: Math.min },
  minProperties: { absent: 0, stricter: Math.max },
  maxProperties: { absent: Infinity, stricter: Math.min },
  uniqueItems: { absent: 0, stricter: Math.max },
};
const STRICTER: Record<string, Stricter> = {
  ...Object.fromEntries(
    Object.entries(BOUNDS).map(([keyword, { stricter }]) => [keyword, stricter]),
  ),
  exclusiveMinimum: Math.max,
  exclusiveMaximum: Math.min,
  multipleOf: commonMultiple,
};
const EXCLUSIVE: Record<string, string> = {
  minimum: "exclusiveMinimum",
  maximum: "exclusiveMaximum",
};
const NONE = "none";

export function boundsOf(schema: Schema): Bounds {
  const given = Object.keys(STRICTER).filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(given.map((keyword) => [keyword, Number(schema[keyword])]));
}

/** The bound that allows less, of two given by one keyword. */
export function strictest(one: number, other: number, keyword: string): number {
  return STRICTER[keyword]?.(one, other) ?? one;
}

/** Reads ` (minimum 1, maximum 16)`, or nothing. */
export function showBounds(bounds: Bounds): string {
  const limits = Object.entries(bounds).map(([keyword, value]) => `${keyword} ${value}`);
  return limits.length > 0 ? ` (${limits.join(", ")})` : "";
}

export function compareBounds(b: Bounds, a: Bounds, place: Place): RouteChange[] {
  return [
    ...Object.keys(BOUNDS).flatMap((keyword) => compareBound(keyword, b, a, place)),
    ...compareMultiples(b, a, place),
  ];
}

function compareBound(keyword: string, b: Bounds, a: Bounds, place: Place): RouteChange[] {
  const [old, now] = [limitOf(b, keyword), limitOf(a, keyword)];
  if (old.value === now.value && old.isExcluded === now.isExcluded) return [];
  const isStricter =
    old.value === now.value
      ? now.isExcluded
      : strictest(old.value, now.value, keyword) === now.value;
  const what = `${keyword} ${fromTo(show(old), show(now))}`;
  if (isStricter) return [narrowed("bound-narrowed", what, place)];
  return [widened("bound-widened", what, place)];
}

interface Limit {
  value: number;
  isExcluded: boolean;
}

/** The stricter of a bound and its exclusive twin. */
function limitOf(bounds: Bounds, keyword: string): Limit {
  const absent = BOUNDS[keyword]?.absent ?? 0;
  const value = bounds[keyword] ?? absent;
  const exclusive = bounds[EXCLUSIVE[keyword] ?? ""] ?? absent;
  const isExcluded = exclusive !== absent && strictest(value, exclusive, keyword) === exclusive;
  return { value: isExcluded ? exclusive : value, isExcluded };
}

function show({ value, isExcluded }: Limit): string {
  if (!Number.isFinite(value)) return NONE;
  return isExcluded ? `${value} (exclusive)` : String(value);
}

/** An absent `multipleOf` counts as 0. */
function compareMultiples(b: Bounds, a: Bounds, place: Place): RouteChange[] {
  const { multipleOf: old = 0 } = b;
  const { multipleOf: now = 0 } = a;
  if (old === now) return [];
  const what = `multipleOf ${fromTo(old || NONE, now || NONE)}`;
  if (isMultiple(now, old)) return [narrowed("bound-narrowed", what, place)];
  if (isMultiple(old, now)) return [widened("bound-widened", what, place)];
  return [changed(`${place.side}-bound-changed`, true, what, place.at)];
}

/** Every number meets the condition 0, which stands for none. */
function isMultiple(number: number, of: number): boolean {
  return of === 0 || (number !== 0 && Number.isInteger(number / of));
}

/** A number whose multiples are multiples of both. */
function commonMultiple(one: number, other: number): number {
  const [small, large] = [Math.min(one, other), Math.max(one, other)];
  return Number.isInteger(large / small) ? large : small * large;
}
