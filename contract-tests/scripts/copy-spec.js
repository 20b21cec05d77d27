/** Copies the document, the specs and the merge into dist, since their package is not published. */
import { copyFileSync, cpSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const FILES = ["document.md", "documented-operations.json", "openapi.json", "openapi.neon.json"];

const { resolve } = createRequire(import.meta.url);
for (const file of FILES) {
  copyFileSync(resolve(`#${file}`), `dist/${file}`);
}
cpSync(new URL("..", pathToFileURL(resolve("#merge"))), "dist/merge", { recursive: true });
