/** The state on disk cannot be read or saved. The message names the directory and the reason. */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(directory: string, problem: string, cause?: unknown) {
    super(`the state in ${directory} ${problem}`, { cause });
  }
}

/** Turns whatever an action throws into one sentence that names the directory. */
export function inDirectory<T>(directory: string, problem: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : `${error}`;
    throw new StoreError(directory, `${problem}: ${reason.replaceAll(/\s+/g, " ")}`, error);
  }
}
