/**
 * Packs the packages and the spec into a folder, for a project that installs them from there, or to
 * publish them.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { quietly } from "./quietly.mjs";

const [to] = process.argv.slice(2);
if (to === undefined) {
  console.error("Name the folder to pack into: npm run pack -- ../project/vendor");
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? "", to);

// Imported here, since plain Node 20 shows the line above too.
const { FOLDERS } = await import("./packed.ts");
mkdirSync(folder, { recursive: true });
await run("turbo", "run", "build");
for (const from of Object.values(FOLDERS)) {
  await run("pnpm", "--dir", from, "pack", "--pack-destination", folder);
}
copyFileSync("openapi/dist/openapi.json", join(folder, "openapi.json"));
console.log(`Packed into ${folder}`);

async function run(command, ...args) {
  const code = await quietly(command, ...args);
  if (code !== 0) process.exit(code);
}
