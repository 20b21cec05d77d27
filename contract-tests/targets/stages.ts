/** The targets of a run, each with what it lacks and a way to work on a fresh one. */
import {
  type Answer,
  type Context,
  collectAnswers,
  createContext,
  createSession,
} from "../context.ts";
import { EMULATOR_LACKS, startEmulatorTarget } from "./emulator.ts";
import { isServerNamed, type Target } from "./target.ts";

export interface Stage extends Pick<Target, "name" | "lacks"> {
  /** Runs a check on this target; on the emulator each has a world of its own. */
  use<T>(check: (context: Context) => Promise<T> | T): Promise<T>;
}

/** The mock and the emulator, or else the server that the environment names. */
export function stagesOf(provided: Target): Stage[] {
  const { name, lacks } = provided;
  const newContext = createSession(provided);
  const given: Stage = { name, lacks, use: async (check) => check(newContext()) };
  return isServerNamed(process.env) ? [given] : [given, emulatorStage()];
}

function emulatorStage(): Stage {
  let answers: Promise<Answer[]> | undefined;
  const collected = () => {
    answers ??= stage.use(collectAnswers);
    return answers;
  };
  const stage: Stage = {
    name: "the emulator",
    lacks: EMULATOR_LACKS,
    async use(check) {
      const { close, ...target } = await startEmulatorTarget();
      try {
        return await check(createContext(target, collected));
      } finally {
        await close();
      }
    },
  };
  return stage;
}
