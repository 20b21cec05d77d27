/** Runs the spec's workflows with Redocly Respect, those that can share an emulator in one process. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type RunningEmulator, startEmulator } from "../src/index.ts";

const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const folder = fileURLToPath(new URL("../../../openapi", import.meta.url));

const GROUPS = [
  ["create-and-wait", "page-through-operations", "revoke-a-key"],
  // It needs the branch that the first one takes.
  ["move-compute"],
  ["unauthorized"],
];

test("knows every workflow", () => {
  const files = GROUPS.flat().map((name) => `${name}.arazzo.yaml`);

  expect(readdirSync(join(folder, "arazzo")).toSorted()).toEqual(files.toSorted());
});

for (const group of GROUPS) {
  test(`runs ${group.join(", ")} on the emulator`, async () => {
    // Operations finish at once, or Respect would wait 5 seconds before the second poll.
    const emulator = await startEmulator({ operationMs: 0, idleMs: 60_000 });
    const { url, keys, ids } = emulator;
    const endpoint_id = await createCompute(emulator);
    emulator.advance(120_000);
    const inputs = {
      ...ids,
      ...(group.includes("move-compute") && { endpoint_id }),
      api_key: group.includes("unauthorized") ? "no-key-of-anybody" : keys.admin,
      branch_id: ids.other_free_branch_id,
      limit: 2,
    };

    try {
      const { code, output } = await respect(group, url, inputs);

      expect(output.match(/Workflows: 1 passed, 1 total/g), output).toHaveLength(group.length);
      expect(code).toBe(0);
    } finally {
      await emulator.close();
    }
  });
}

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
  const files = workflows.map((name) => `arazzo/${name}.arazzo.yaml`);
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
