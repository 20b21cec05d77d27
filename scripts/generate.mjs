/** Writes the types from the spec and says which files have changed. */
import { readFileSync } from "node:fs";
import { quietly } from "./quietly.mjs";

const FILES = ["packages/types/src/schema.ts", "packages/types/src/routes.ts"];

const before = FILES.map((file) => readFileSync(file, "utf8"));
process.exitCode = await quietly("turbo", "run", "generate");
if (process.exitCode === 0) {
  for (const [place, file] of FILES.entries()) {
    const isSame = readFileSync(file, "utf8") === before[place];
    console.log(`${file} ${isSame ? "is up to date" : "has changed"}`);
  }
}
