/**
 * Runs the provider's own clients on the emulator and prints a table: command lines in three majors,
 * both libraries, or only those whose name has the argument. Every response is held against the profile. Fails when a step does.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commands, type Day } from "./commands.ts";
import { runLibraries } from "./libraries.ts";
import { type Served, serve } from "./served.ts";

export interface Step {
  client: string;
  step: string;
  /** Undefined when it went well. */
  problem?: string | undefined;
}

const LINES = [
  { name: "neon", major: 6, file: "neon/dist/cli.js" },
  { name: "neonctl", major: 5, file: "neonctl/bin/cli.js" },
  { name: "neonctl", major: 4, file: "neonctl-4/bin/cli.js" },
] as const;

async function runCommandLine({ name, major, file }: (typeof LINES)[number]): Promise<Step[]> {
  const served = await serve();
  const home = mkdtempSync(join(tmpdir(), "clients-"));
  const day: Day = { org: served.emulator.ids.org_id, project: "", file: join(home, "context") };
  const steps: Step[] = [];
  try {
    for (const { args, holds, notIn = [] } of commands) {
      if (notIn.includes(major)) continue;
      const given = args(day);
      const { code, output } = await runNode(file, given, served, home);
      day.project ||= await projectNamed("day", served);
      const problems = [
        ...(code === 0 ? [] : [`exit ${code}`]),
        ...(holds.test(output) ? [] : [`output lacks ${holds}`]),
        ...served.takeMisfits(),
      ];
      const problem =
        problems.length > 0 ? `${problems.join("; ")}: ${output.slice(0, 300)}` : undefined;
      steps.push({ client: `${name} ${major}`, step: given.slice(0, 3).join(" "), problem });
      progress(problem);
    }
    return steps;
  } finally {
    served.close();
    rmSync(home, { recursive: true });
  }
}

/** The id of a project; empty until there is one. */
async function projectNamed(name: string, { emulator }: Served): Promise<string> {
  const headers = { authorization: `Bearer ${emulator.keys.organization}` };
  const response = await emulator.fetch(`${emulator.url}/projects?search=${name}`, { headers });
  const { projects } = (await response.json()) as { projects: { id: string }[] };
  return projects[0]?.id ?? "";
}

function runNode(file: string, args: string[], { url, emulator }: Served, home: string) {
  const own = ["--api-host", url, "--api-key", emulator.keys.admin, "--no-analytics"];
  const format = ["--output", "json", "--no-color", "--config-dir", home];
  const main = fileURLToPath(new URL(`node_modules/${file}`, import.meta.url));
  const child = spawn(process.execPath, [main, ...args, ...own, ...format], {
    env: { PATH: process.env.PATH, HOME: home, CI: "true", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
}

export function progress(problem: string | undefined): void {
  process.stderr.write(problem === undefined ? "." : "x");
}

const [only = ""] = process.argv.slice(2);
const steps: Step[] = [];
for (const line of LINES) {
  if (`${line.name} ${line.major}`.includes(only)) steps.push(...(await runCommandLine(line)));
}
steps.push(...(await runLibraries(only)));
process.stderr.write("\n");

for (const client of new Set(steps.map((step) => step.client))) {
  const own = steps.filter((step) => step.client === client);
  const good = own.filter(({ problem }) => problem === undefined);
  process.stdout.write(`${client.padEnd(28)} ${good.length} of ${own.length}\n`);
}
const failed = steps.filter(({ problem }) => problem !== undefined);
for (const { client, step, problem } of failed) {
  process.stdout.write(`\n${client}: ${step}\n  ${problem}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
