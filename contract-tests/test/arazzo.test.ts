/** Runs the spec's workflows with Redocly Respect, each against a new emulator. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";

const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const folder = fileURLToPath(new URL("../../openapi", import.meta.url));

test.each([
  "create-and-wait",
  "move-compute",
  "page-through-operations",
  "revoke-a-key",
  "unauthorized",
])("runs %s on the emulator", async (workflow) => {
  // Operations finish at once, or Respect would wait 5 seconds before the second poll.
  const emulator = await startEmulator({ operationMs: 0, idleMs: 60_000 });
  const { url, keys, ids } = emulator;
  const endpoint_id = await createCompute(emulator);
  emulator.advance(120_000);
  const inputs = {
    ...ids,
    ...(workflow === "move-compute" && { endpoint_id }),
    api_key: workflow === "unauthorized" ? "no-key-of-anybody" : keys.admin,
    branch_id: ids.other_free_branch_id,
    limit: 2,
  };

  try {
    const { code, output } = await respect(workflow, url, inputs);

    expect(output).toContain("Workflows: 1 passed, 1 total");
    expect(code).toBe(0);
  } finally {
    await emulator.close();
  }
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

function respect(workflow: string, url: string, inputs: object) {
  const file = `arazzo/${workflow}.arazzo.yaml`;
  const options = ["--server", `management=${url}`, "--input", JSON.stringify(inputs)];
  const child = spawn(process.execPath, [cli, "respect", file, ...options], {
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
