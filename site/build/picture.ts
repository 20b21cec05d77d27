/** Draws what `npm start` prints: `pnpm --dir site run picture`. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { terminal } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
export const picture = join(root, "site/home/public/start.svg");

/** The first steps, with a port that does not change from run to run. */
export function firstMinute(): string {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const program = join(root, "packages/client/examples/first-minute.ts");
  const output = execFileSync(process.execPath, ["--import", tsx, program], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const [steps = ""] = output.replace(/^ {2}/gm, "").split("\nPage through");
  return steps.trim().replace(/127\.0\.0\.1:\d+/, "127.0.0.1:8080");
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(picture, terminal("npm start", firstMinute()));
