/** Compares heap bytes and bundle sizes, which repeat from run to run, with committed bounds. */
import { readFileSync } from "node:fs";
import { OURS, OURS_NAMED } from "./peer-names.ts";
import type { Results } from "./tables.ts";

/** Returns every bounded value by its name in bounds.json. */
export function gated(results: Pick<Results, "heap" | "bundle-size">): Record<string, number> {
  const own = ({ peer }: { peer: string }) => peer === OURS || peer === OURS_NAMED;
  return Object.fromEntries([
    ...results.heap
      .filter(own)
      .map((row) => [`heap ratio, ${row.where}, ${row.method}, ${row.peer}`, row.ratio]),
    ...results["bundle-size"]
      .filter(own)
      .map((row) => [`gzip bytes, ${row.task}, ${row.peer}`, row.gzip]),
  ]);
}

/** Describes every value above its bound, and every value or bound without a counterpart. */
export function violations(values: Record<string, number>): string[] {
  const bounds: Record<string, number> = JSON.parse(
    readFileSync(new URL("../bounds.json", import.meta.url), "utf8"),
  );
  return [...new Set([...Object.keys(bounds), ...Object.keys(values)])].flatMap((name) => {
    const value = values[name];
    const bound = bounds[name];
    if (bound === undefined) return [`${name} has no bound`];
    if (value === undefined) return [`${name} is no longer measured`];
    return value > bound ? [`${name} is ${value.toFixed(3)}, above ${bound}`] : [];
  });
}
