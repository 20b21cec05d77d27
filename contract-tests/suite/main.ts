/** The command; loads rules and targets only when there is something to run. */
import { type ExitCode, HELP, parsed, type Surroundings } from "./options.ts";
import { version } from "./version.ts";

/** Runs the command and resolves to its exit code; errors go to stderr. */
export async function main(args: string[], io: Surroundings = process): Promise<ExitCode> {
  try {
    const { values, positionals } = parsed(args);
    const [command = "run", ...rest] = positionals;
    if (rest.length > 0 || !["run", "sweep", "init"].includes(command))
      throw new Error(`unknown command: ${positionals.join(" ")}; see --help`);
    if (values.help || values.version) {
      io.stdout.write(`${values.help ? HELP : version()}\n`);
      return 0;
    }
    if (values.target.length === 0) throw new Error("--target is missing; see --help");
    if (command === "init") return await (await import("./init.ts")).init(values, io);
    const { run, sweepAll } = await import("./commands.ts");
    return await (command === "sweep" ? sweepAll : run)(values, io);
  } catch (error) {
    io.stderr.write(`contract: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}
