/** Asks programs about themselves. */
import { spawnSync } from "node:child_process";
import { account } from "./account.ts";

/** Installed programs do not change while this process runs, which may open many data planes. */
const told = new Map<string, string>();

/**
 * Runs a program with one option, as the account that runs Postgres. One that succeeds is not run again
 * by this process.
 */
export function ask(program: string, option: string): { answer: string } | { failure: string } {
  const question = `${program} ${option}`;
  const known = told.get(question);
  if (known !== undefined) return { answer: known };
  const { error, status, signal, stdout, stderr } = spawnSync(program, [option], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  if (error) return { failure: error.message };
  if (status !== 0) return { failure: stderr.trim() || `it ends with ${status ?? signal}` };
  told.set(question, stdout);
  return { answer: stdout };
}
