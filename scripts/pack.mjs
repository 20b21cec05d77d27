/**
 * Packs types, client and emulator into a folder, with the spec beside them, for a project that
 * installs them from there: `npm run pack -- ../project/vendor`.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error("give the folder to pack into");
const folder = resolve(to);

mkdirSync(folder, { recursive: true });
run("turbo", "run", "build", "--output-logs=errors-only");
for (const name of ["types", "client", "emulator"]) {
  run("pnpm", "--silent", "--dir", `packages/${name}`, "pack", "--pack-destination", folder);
}
copyFileSync("openapi/dist/openapi.json", join(folder, "openapi.json"));
console.log(`packed into ${folder}`);

function run(command, ...args) {
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
