/** Runs the steps of a client that lives in this process, or is driven from it, on an emulator of its own. */
import { type Served, serve } from "./served.ts";

export interface Step {
  client: string;
  step: string;
  /** Undefined when it went well. */
  problem?: string | undefined;
}

/** Ids that earlier steps found. */
export type Found = Record<string, unknown>;
export type Call = (it: Found) => unknown;
/** The steps of a client, by name, in their order. */
export type StepsOn = (served: Served, found: Found) => Record<string, Call>;

export async function runSteps(client: string, stepsOn: StepsOn): Promise<Step[]> {
  const served = await serve();
  const { ids } = served.emulator;
  const found: Found = { org: ids.org_id, member: ids.member_id };
  const steps: Step[] = [];
  try {
    for (const [step, call] of Object.entries(stepsOn(served, found))) {
      const problem = await problemOf(() => call(found), served);
      steps.push({ client, step, problem });
      progress(problem);
    }
    return steps;
  } finally {
    served.close();
  }
}

export function progress(problem: string | undefined): void {
  process.stderr.write(problem === undefined ? "." : "x");
}

async function problemOf(call: () => unknown, served: Served): Promise<string | undefined> {
  try {
    const result = await call();
    const misfits = served.takeMisfits();
    if (misfits.length > 0) return misfits.join("; ");
    return result === undefined ? "no result" : undefined;
  } catch (error) {
    return `${error}`.slice(0, 300);
  }
}
