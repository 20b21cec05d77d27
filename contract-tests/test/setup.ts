/** Starts the mock for the test files, and stops it when the run is over. */
import type { TestProject } from "vitest/node";
import { startMock } from "../suite/targets/prism.ts";

declare module "vitest" {
  interface ProvidedContext {
    mockUrl: string;
  }
}

export default async function setup({ provide }: TestProject) {
  const mock = await startMock();
  provide("mockUrl", mock.url);
  return mock.close;
}
