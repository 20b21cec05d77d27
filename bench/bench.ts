/**
 * Runs the parts one after another, each in its own process; prints the tables and writes them to
 * results/.
 *
 *   --quick        run with fewer rounds, about a minute for all parts
 *   --gate         run heap and bundle size only; exit with 1 if one exceeds its bound in bounds.json
 *   --only=a,b     run these parts only
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { gated, violations } from "./gate.ts";
import { installedVersion } from "./peer-names.ts";
import { markdown, type Results } from "./tables.ts";

const NODE_FLAGS: Partial<Record<keyof Results, string[]>> = {
  heap: ["--expose-gc", "--min-semi-space-size=128", "--max-semi-space-size=128"],
};
const PARTS: (keyof Results)[] = [
  "bundle-size",
  "type-check",
  "heap",
  "calls",
  "paging",
  "waiting",
];
const GATED: (keyof Results)[] = ["heap", "bundle-size"];

const { values: options } = parseArgs({
  // Package managers may pass on the -- before the options.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    quick: { type: "boolean", default: false },
    gate: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

const started = performance.now();
const asked = options.gate ? GATED : (options.only?.split(",") ?? PARTS);
const results: Partial<Results> = {};
for (const part of PARTS.filter((name) => asked.includes(name))) await run(part);
const seconds = Math.round((performance.now() - started) / 1_000);

const date = new Date().toISOString().slice(0, 10);
const versions = `${date}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores; openapi-fetch ${installedVersion("openapi-fetch")}; ${seconds} s${options.quick ? ", quick" : ""}`;
const text = `${versions}\n\n${markdown(results)}`;
mkdirSync("results", { recursive: true });
writeFileSync("results/bench.md", text);
writeFileSync(
  "results/bench.json",
  JSON.stringify({ date, node: process.version, seconds, quick: options.quick, results }, null, 2),
);
console.log(`\n${text}`);

if (options.gate) {
  const values = gated(results as Results);
  console.log(JSON.stringify(values, null, 2));
  const found = violations(values);
  for (const sentence of found) console.error(sentence);
  if (found.length > 0) process.exitCode = 1;
}

async function run<Part extends keyof Results>(part: Part) {
  const args = [options.quick && "--quick", options.gate && "--gate"].filter(
    (arg) => arg !== false,
  );
  const child = fork(new URL(`./${part}.js`, import.meta.url), args, {
    execArgv: NODE_FLAGS[part] ?? [],
  });
  const ended = once(child, "exit");
  child.on("message", (rows) => {
    results[part] = rows as Results[Part];
  });
  const [code] = await ended;
  if (code !== 0 || !results[part]) throw new Error(`${part} failed`);
}
