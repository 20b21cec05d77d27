import { expect, vi } from "vitest";

/** The pauses of a wait are shorter than this, the bounds of a request longer. */
const PAUSE_MS = 10_000;

/** Runs an example in this process, where its pauses pass soon, and returns what it prints. */
export async function printedBy(file: string, baseUrl = ""): Promise<string> {
  vi.stubEnv("BASE_URL", baseUrl);
  const { setTimeout } = globalThis;
  const soon = (then: () => void, ms = 0, ...given: []) =>
    setTimeout(then, ms < PAUSE_MS && !isCalledByPlatform() ? ms / 100 : ms, ...given);
  vi.stubGlobal("setTimeout", soon);
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  try {
    await import(file);

    expect(error.mock.calls).toEqual([]);
    return log.mock.calls.map(([line]) => `${line}\n`).join("");
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  }
}

/** The clock of the platform's fetch would go on ticking too fast after the example. */
function isCalledByPlatform(): boolean {
  const [, , , caller = ""] = `${new Error().stack}`.split("\n");
  return caller.includes("node:internal/");
}
