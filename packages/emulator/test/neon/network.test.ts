import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const guard = new URL("../../clients/network.mjs", import.meta.url).href;

/** Runs a module with the guard of the real clients: its output, and the hosts it was refused. */
function guarded(source: string) {
  const folder = mkdtempSync(join(tmpdir(), "network-"));
  const file = join(folder, "refused-hosts");
  writeFileSync(file, "");
  const env = { ...process.env, EMULATOR_URL: "http://127.0.0.1:1/api/v2", REFUSED_HOSTS: file };
  const args = ["--import", guard, "--input-type=module", "--eval", source];
  try {
    const output = execFileSync(process.execPath, args, { env, encoding: "utf8" });
    return { output: output.trim(), hosts: readFileSync(file, "utf8").trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the guard of the real clients", () => {
  it("refuses another machine to fetch, https and a socket, and notes its host", () => {
    const { hosts } = guarded(`
      import https from "node:https";
      import net from "node:net";
      await fetch("https://a.example").catch(() => {});
      https.get("https://b.example").on("error", () => {});
      net.connect(5432, "c.example").on("error", () => {});
    `);

    expect(hosts.split("\n")).toEqual(["a.example", "b.example", "c.example"]);
  });

  it("sends requests for the provider's address to the emulator", () => {
    const options = '{ hostname: "console.neon.tech", path: "/api/v2/projects" }';
    const report = '.on("error", ({ address, port }) => console.log(address, port)).end()';

    expect(guarded(`import h from "node:https"; h.request(${options})${report}`).output).toBe(
      "127.0.0.1 1",
    );
  });
});
