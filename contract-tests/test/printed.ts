import { expect, vi } from "vitest";

/** The pauses of a wait are shorter than this, the bounds of a request longer. */
const PAUSE_MS = 10_000;

/** Runs an example in this process, where its pauses pass soon, and returns what it prints. */
export async function printedBy(file: string, baseUrl = ""): Promise<string> {
  vi.stubEnv("BASE_URL", baseUrl);
  const { setTimeout } = globalThis;
  const soon = (then: () => void, ms = 0) => setTimeout(then, ms < PAUSE_MS ? ms / 100 : ms);
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
