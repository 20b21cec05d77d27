/** Draws what `npm start` prints: `pnpm --dir site run picture`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { terminal } from "./terminal.ts";

export const picture = join(import.meta.dirname, "../home/public/start.svg");

/** The first steps, with a port that does not change from run to run. */
export async function firstMinute(): Promise<string> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line) => lines.push(line);
  try {
    await import("../../packages/client/examples/first-minute.ts");
  } finally {
    console.log = log;
  }
  const text = stripVTControlCharacters(lines.join("\n"));
  const [steps = ""] = text.replace(/^ {2}/gm, "").split("\nPage through");
  return steps.trim().replace(/127\.0\.0\.1:\d+/, "127.0.0.1:8080");
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(picture, terminal("npm start", await firstMinute()));
