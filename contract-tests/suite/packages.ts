/** Packages that only some options need, so that an installed suite stays small. */
import { createRequire } from "node:module";

/**
 * Resolves to what `load` gives.
 *
 * @throws {Error} with the line that installs `names`, when one of them is missing
 */
export async function withPackages<T>(
  need: string,
  names: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isMissing = names.some((name) => message.includes(`'${name}'`));
    if (code !== "ERR_MODULE_NOT_FOUND" || !isMissing) throw cause;
    const { peerDependencies } = createRequire(import.meta.url)("../package.json");
    const packages = names.map((name) => `${name}@${peerDependencies[name]}`);
    throw new Error(`${need}: npm install ${packages.join(" ")}`, { cause });
  }
}
