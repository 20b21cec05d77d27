import { expect, vi } from "vitest";

/** Runs an example in this process, and returns what it prints. */
export async function printedBy(file: string, baseUrl = ""): Promise<string> {
  vi.stubEnv("BASE_URL", baseUrl);
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  try {
    await import(file);

    expect(error.mock.calls).toEqual([]);
    return log.mock.calls.map(([line]) => `${line}\n`).join("");
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
