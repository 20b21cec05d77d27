/** Copies the document and the spec into dist, since their package is not published. */
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
for (const file of ["document.md", "documented-operations.json", "openapi.json"]) {
  copyFileSync(resolve(`#${file}`), `dist/${file}`);
}
