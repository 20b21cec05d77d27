/** Copies the specs into dist, since their own package is not published. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
for (const name of ["openapi.json", "openapi.neon.json"]) {
  const spec = require(`@hosted-postgres/openapi/${name}`);
  writeFileSync(`dist/${name}`, JSON.stringify(spec));
}
