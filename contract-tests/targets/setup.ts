/** Gives every test file the target of this run, and stops the mock when the run is over. */
import type { TestProject } from "vitest/node";
import { mockTarget, startMock } from "./mock.ts";
import { serverTarget } from "./server.ts";
import { isServerNamed, type Target } from "./target.ts";

declare module "vitest" {
  interface ProvidedContext {
    target: Target;
  }
}

export default async function setup({ provide }: TestProject) {
  if (isServerNamed(process.env)) {
    provide("target", serverTarget(process.env));
    return;
  }
  const mock = await startMock();
  provide("target", mockTarget(mock.url));
  return mock.close;
}
