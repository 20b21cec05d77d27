/**
 * Packs types, client, emulator and the spec into a folder, for a project that installs them from
 * there.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const [to] = process.argv.slice(2);
if (to === undefined) {
  console.error("Name the folder to pack into: npm run pack -- ../project/vendor");
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? "", to);

mkdirSync(folder, { recursive: true });
run("turbo", "run", "build", "--output-logs=errors-only");
for (const name of ["types", "client", "emulator"]) {
  run("pnpm", "--silent", "--dir", `packages/${name}`, "pack", "--pack-destination", folder);
}
copyFileSync("openapi/dist/openapi.json", join(folder, "openapi.json"));
console.log(`Packed into ${folder}`);

function run(command, ...args) {
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
