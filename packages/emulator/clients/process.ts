/** Runs a client as a process of its own. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Served } from "./served.ts";

export interface Ended {
  code: number | null;
  output: string;
}

/** The path of a file in this folder. */
export const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Runs Node with arguments in the environment of the clients and returns all it printed. */
export function runNode(
  args: string[],
  { env }: Served,
  { cwd = pathOf("."), more = {} }: { cwd?: string; more?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
