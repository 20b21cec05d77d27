import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { GOOD_KEY } from "./checks.ts";
import { chromium, chromiumFlags } from "./runtime.ts";
import { startServer } from "./server.ts";

const run = promisify(execFile);
const excuse = chromium.binary ? "" : ` (not available: ${chromium.missing})`;

describe("the browser example", () => {
  test.skipIf(!chromium.binary)(`shows projects without having the key${excuse}`, async () => {
    const address = await startExample();

    const page = await dump(address);

    expect(page).toContain("<li>ä/ü ✓ (project-1)</li>");
    expect(page).toContain("1 in all");
    expect(page).not.toContain(GOOD_KEY);
  });
});

async function startExample(): Promise<string> {
  const api = await startServer();
  onTestFinished(() => api.close());
  const script = fileURLToPath(new URL("../examples/browser/serve.ts", import.meta.url));
  const example = spawn(process.execPath, ["--import", "tsx", script], {
    env: { ...process.env, BASE_URL: api.url, API_KEY: GOOD_KEY, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void example.kill());
  const [line] = await example.stdout.setEncoding("utf8").take(1).toArray();
  return /http:\S+/.exec(line)?.[0] ?? "";
}

/** The HTML of the page once it has settled. */
async function dump(address: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "browser-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const flags = [...chromiumFlags(folder), "--virtual-time-budget=10000", "--dump-dom"];
  const { stdout } = await run(chromium.binary ?? "", [...flags, address], { timeout: 50_000 });
  return stdout;
}
