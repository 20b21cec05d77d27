/**
 * Runs real clients on the emulator and prints a table: the provider's command line in three majors,
 * its libraries, and tools built on them; or only those whose name has the argument. Every response is
 * held against the profile, and no other machine is reached. Fails when a step does.
 */
import { join } from "node:path";
import { apiSteps } from "./api-client.ts";
import { commands, type Day } from "./commands.ts";
import { ownClientSteps } from "./own-client.ts";
import { pathOf, runNode } from "./process.ts";
import { sdkSteps } from "./sdk.ts";
import { type Served, serve } from "./served.ts";
import { differenceFrom } from "./state.ts";
import { progress, runSteps, type Step, type StepsOn } from "./steps.ts";
import { toolServerSteps } from "./tool-server.ts";
import { alchemySteps, testingSteps, toolkitSteps } from "./tools.ts";

const LINES = [
  { name: "neon", major: 6, file: "neon/dist/cli.js" },
  { name: "neonctl", major: 5, file: "neonctl/bin/cli.js" },
  { name: "neonctl", major: 4, file: "neonctl-4/bin/cli.js" },
] as const;

const OTHERS: Record<string, StepsOn> = {
  "@hosted-postgres/client": ownClientSteps,
  "@neon/sdk 6": sdkSteps,
  "@neondatabase/api-client 2": apiSteps,
  "@neondatabase/toolkit 0.1": toolkitSteps,
  "@neondatabase/mcp-server-neon 0.6": toolServerSteps,
  "neon-testing 2": testingSteps,
  "alchemy 0.94": alchemySteps,
};

async function runCommandLine({ name, major, file }: (typeof LINES)[number]): Promise<Step[]> {
  const served = await serve();
  const { org_id } = served.emulator.ids;
  const day: Day = { org: org_id, project: "", file: join(served.home, "context") };
  const steps: Step[] = [];
  try {
    for (const { args, holds, notIn = [], leaves } of commands) {
      if (notIn.includes(major)) continue;
      const given = args(day);
      const { code, output } = await runCommand(file, given, served);
      day.project ||= await projectNamed("day", served);
      const difference = leaves && (await differenceFrom(leaves, day.project, served));
      const problems = [
        ...(code === 0 ? [] : [`exit ${code}`]),
        ...(holds.test(output) ? [] : [`output lacks ${holds}`]),
        ...(difference ? [difference] : []),
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
  }
}

/** The id of a project; empty until there is one. */
async function projectNamed(name: string, { emulator }: Served): Promise<string> {
  const headers = { authorization: `Bearer ${emulator.keys.organization}` };
  const response = await emulator.fetch(`${emulator.url}/projects?search=${name}`, { headers });
  const { projects } = (await response.json()) as { projects: { id: string }[] };
  return projects[0]?.id ?? "";
}

function runCommand(file: string, args: string[], served: Served) {
  const { url, emulator, home } = served;
  const own = ["--api-host", url, "--api-key", emulator.keys.admin, "--no-analytics"];
  const format = ["--output", "json", "--no-color", "--config-dir", home];
  return runNode([pathOf(`node_modules/${file}`), ...args, ...own, ...format], served);
}

const [only = ""] = process.argv.slice(2);
const steps: Step[] = [];
for (const line of LINES) {
  if (`${line.name} ${line.major}`.includes(only)) steps.push(...(await runCommandLine(line)));
}
for (const [client, stepsOn] of Object.entries(OTHERS)) {
  if (client.includes(only)) steps.push(...(await runSteps(client, stepsOn)));
}
process.stderr.write("\n");

for (const client of new Set(steps.map((step) => step.client))) {
  const own = steps.filter((step) => step.client === client);
  const good = own.filter(({ problem }) => problem === undefined);
  process.stdout.write(`${client.padEnd(34)} ${good.length} of ${own.length}\n`);
}
const failed = steps.filter(({ problem }) => problem !== undefined);
for (const { client, step, problem } of failed) {
  process.stdout.write(`\n${client}: ${step}\n  ${problem}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
