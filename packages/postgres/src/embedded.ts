/**
 * The registry's Postgres packages leave the links of their libraries to an install script. It is
 * not run here: a copy in the cache gets them, where the account that runs Postgres reaches it.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { cacheFolder } from "./cache.ts";

/** @returns the folder of the programs */
export function unpack(native: string, version: string): string {
  const folder = join(cacheFolder(), version.replaceAll(/[^\w.-]+/g, "-").replace(/^-/, ""));
  if (!existsSync(folder)) {
    const making = `${folder}.${process.pid}`;
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    for (const { source, target } of linksOf(native)) {
      const at = join(making, "..", relativeToPackage(target, making));
      rmSync(at, { force: true });
      mkdirSync(dirname(at), { recursive: true });
      const to = join(making, "..", relativeToPackage(source, making));
      symlinkSync(relative(dirname(at), to), at);
    }
    moveInto(making, folder);
  }
  return join(folder, "bin");
}

/** Another process may have made the same meanwhile. */
export function moveInto(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The links are named from the package: `native/lib/libpq.so`. */
function relativeToPackage(path: string, making: string): string {
  return path.replace(/^(\.\/)?native/, making.slice(dirname(making).length + 1));
}

function linksOf(native: string): { source: string; target: string }[] {
  const list = join(native, "pg-symlinks.json");
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
}
