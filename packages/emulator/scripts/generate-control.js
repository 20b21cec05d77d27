/**
 * Writes the types and the data of the control routes from `control.openapi.yaml`; with `--check` it
 * writes nothing and fails if one is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const HEADER =
  "/** Generated from control.openapi.yaml by `npm run generate`; not edited by hand. */\n";
// The generator needs TypeScript 5.9, which the package of the types has.
const require = createRequire(new URL("../../types/package.json", import.meta.url));
const { default: openapiTS, astToString } = require("openapi-typescript");

const spec = parse(readFileSync(new URL("../control.openapi.yaml", import.meta.url), "utf8"));
const types = astToString(
  await openapiTS(spec, { defaultNonNullable: false, emptyObjectsUnknown: true }),
);
const files = {
  "schema.ts": types,
  "spec.ts": `export const controlSpec = ${JSON.stringify(spec)};\n`,
};

for (const [name, code] of Object.entries(files)) {
  const file = fileURLToPath(new URL(`../src/control/${name}`, import.meta.url));
  if (!process.argv.includes("--check")) {
    writeFileSync(file, HEADER + code);
  } else if (readFileSync(file, "utf8") !== HEADER + code) {
    console.error(`packages/emulator/src/control/${name} is stale: run \`npm run generate\``);
    process.exitCode = 1;
  }
}
