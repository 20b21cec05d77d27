/** Copies the spec into dist, since its own package is not published. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const spec = createRequire(import.meta.url)("@hosted-postgres/openapi/openapi.json");
writeFileSync("dist/openapi.json", JSON.stringify(spec));
