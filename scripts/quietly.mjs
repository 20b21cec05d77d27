import { spawn } from "node:child_process";

/** Runs a program and resolves to its exit code; its output is shown only if it fails. */
export function quietly(command, ...args) {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => chunks.push(chunk));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(chunks));
      resolve(code ?? 1);
    });
  });
}
