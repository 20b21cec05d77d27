/** The provider's libraries: every resource of the SDK, and the routes of the older API client. */
import type { Step } from "./run.ts";

export async function runLibraries(): Promise<Step[]> {
  return [];
}
