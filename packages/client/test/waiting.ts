/** Shared by the tests of waiting. */
import { afterEach, expect } from "vitest";
import { pause } from "./builders.ts";

export const FAST = { intervalMs: 1 };

/** The operation that a path of the API names, or undefined for the list. */
export function byId(path: string): string | undefined {
  return /\/operations\/([^/]+)$/.exec(path)?.[1];
}

/** Fails each test of the calling file that leaves a rejection unhandled. */
export function expectHandledRejections() {
  const unhandled: unknown[] = [];
  process.on("unhandledRejection", (reason) => unhandled.push(reason));
  afterEach(async () => {
    await pause(0);
    expect(unhandled).toEqual([]);
  });
}
