import type { Target } from "./target.ts";

/** Where rules are run: gives each check its target. */
export interface Stage extends Pick<Target, "name" | "lacks"> {
  /** With `close`, it is a world of its own; without, all checks share one. */
  open(): Promise<Target & { close?: () => Promise<void> }>;
}

/** A target that all checks share. */
export function sharedStage(target: Target): Stage {
  return { name: target.name, lacks: target.lacks, open: async () => target };
}
