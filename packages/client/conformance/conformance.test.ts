import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { CHECK_NAMES, runChecks } from "./checks.ts";
import { chromium, conform, thisNode } from "./runtime.ts";

describe("the built client", () => {
  for (const runtime of [thisNode, chromium]) {
    const title = `passes ${CHECK_NAMES.length} checks on ${runtime.name}`;
    const excuse = runtime.binary ? "" : ` (not available: ${runtime.missing})`;

    test.skipIf(!runtime.binary)(`${title}${excuse}`, { timeout: 90_000 }, async () => {
      const { report } = await conform(runtime);

      expect(report).toEqual(Object.fromEntries(CHECK_NAMES.map((name) => [name, null])));
    });
  }
});

describe("each check", () => {
  test("fails on a server that answers {} to everything", async () => {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "application/json").end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());

    const report = await runChecks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

    expect(Object.values(report)).toEqual(CHECK_NAMES.map(() => expect.any(String)));
  });
});
