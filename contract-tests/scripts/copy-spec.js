/** Copies the document and the spec into dist, since their package is not published. */
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";

const FILES = ["document.md", "documented-operations.json", "openapi.json", "openapi.neon.json"];

const { resolve } = createRequire(import.meta.url);
for (const file of FILES) {
  copyFileSync(resolve(`#${file}`), `dist/${file}`);
}
