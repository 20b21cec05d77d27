/** Runs the spec's workflows with Redocly Respect, in one process: it takes a second to load. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type RunningEmulator, startEmulator } from "../src/index.ts";

const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const folder = fileURLToPath(new URL("../../../openapi", import.meta.url));

/** Backwards: a compute moves to another branch before one is created on the branch that it leaves. */
const workflows = readdirSync(join(folder, "arazzo")).toSorted().toReversed();

test("runs every workflow on the emulator", async () => {
  // Operations finish at once, or Respect would wait 5 seconds before the second poll.
  const emulator = await startEmulator({ operationMs: 0, idleMs: 60_000 });
  onTestFinished(() => emulator.close());
  const { url, keys, ids } = emulator;
  const endpoint_id = await createCompute(emulator);
  emulator.advance(120_000);
  const inputs = {
    ...{ project_id: ids.project_id, org_id: ids.org_id, limit: 2 },
    ...{ api_key: keys.admin, bad_api_key: "no-key-of-anybody" },
    ...{ endpoint_id, to_branch_id: ids.other_free_branch_id, branch_id: ids.free_branch_id },
  };

  const { code, output } = await respect(workflows, url, inputs);

  expect(output.match(/Workflows: 1 passed, 1 total/g), output).toHaveLength(workflows.length);
  expect(code).toBe(0);
});

/** Creates a compute that may move: the one of the default branch may not. */
async function createCompute({ fetch, url, keys, ids }: RunningEmulator): Promise<string> {
  const response = await fetch(`${url}/projects/${ids.project_id}/endpoints`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
    body: JSON.stringify({ endpoint: { branch_id: ids.free_branch_id, type: "read_write" } }),
  });
  const { endpoint } = (await response.json()) as { endpoint: { id: string } };
  return endpoint.id;
}

function respect(workflows: string[], url: string, inputs: object) {
  const files = workflows.map((name) => `arazzo/${name}`);
  const options = ["--server", `management=${url}`, "--input", JSON.stringify(inputs)];
  const child = spawn(process.execPath, [cli, "respect", ...files, ...options], {
    cwd: folder,
    env: {
      ...process.env,
      // GitHub's runners would have colors between the words.
      NO_COLOR: "1",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
