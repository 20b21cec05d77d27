import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2e9;

/** The settings of every package's tests; the JSON file is for the sum at the end. */
export default defineConfig({
  test: {
    // To load a package takes longer than most of its files do. No module holds state but caches.
    isolate: false,
    // Compiled modules are kept in node_modules, as Vitest 5 does by default.
    experimental: { fsModuleCache: true },
    reporters: ["default", "json"],
    outputFile: { json: "results/tests.json" },
    // Ends a test that hangs; a slow or busy machine must not fail one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // A disk takes twice as long: ext4 is slow to make files where many were just deleted.
    env: hasRoom(MEMORY) ? { TMPDIR: MEMORY } : {},
  },
});

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
