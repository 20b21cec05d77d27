/** A command that is waited for. */
import { spawn } from "node:child_process";

export interface Ended {
  code: number | null;
  output: string;
}

/** Runs a script with this Node; what it prints is collected. */
export function runNode(script: string, args: string[], cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
