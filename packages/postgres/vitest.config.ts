import { statfsSync } from "node:fs";
import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2e9;

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      // The clients need packages of their own: `npm run clients` installs and runs them.
      exclude: [...configDefaults.exclude, "clients/**"],
      // A disk takes twice as long: ext4 is slow to make files where many were just deleted.
      env: hasRoom(MEMORY) ? { TMPDIR: MEMORY } : {},
    },
  }),
);

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
