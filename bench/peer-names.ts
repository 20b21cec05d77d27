import { readFileSync } from "node:fs";

export const BASELINE = "raw fetch";
export const OURS = "this client";
export const OURS_NAMED = "this client, named calls";
export const OURS_NEON = "this client, named calls, profile neon";
/** Begins the name of plain polling, which ends with its interval. */
export const PLAIN = "each by its id, every ";

/** Reads the package.json as a file, because not every package exports it. */
export function installedVersion(name: string): string {
  const url = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")).version;
}
