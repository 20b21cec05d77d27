/** The suite of this repository, as rows of the same table. */
import { measure } from "../faults/measure.ts";
import type { Rule } from "../rule.ts";
import { rules } from "../rules/index.ts";
import { mockTarget, startMock } from "../targets/mock.ts";
import { sharedStage } from "../targets/stage.ts";
import type { Need } from "../targets/target.ts";
import type { Peer } from "./peer.ts";

/** What a server that somebody else runs has not. */
const OUT_OF_REACH: readonly Need[] = ["client", "examples", "time", "network", "control"];

/** As `npm run faults` runs it. */
export const suite: Peer = {
  name: "this suite",
  versions: {},
  prepare: async () => judgeBy(rules),
};

/** Without the rules that move the clock or go past the API: what peers could see as well. */
export const suiteInReach: Peer = {
  name: "this suite, HTTP alone",
  versions: {},
  prepare: async () =>
    judgeBy(rules.filter(({ needs = [] }) => !needs.some((it) => OUT_OF_REACH.includes(it)))),
};

async function judgeBy(chosen: readonly Rule[]): ReturnType<Peer["prepare"]> {
  const mock = sharedStage(mockTarget((await startMock()).url));
  return async (fault) => {
    const { isRight, failed } = await measure(fault, chosen, { mock });
    if (isRight !== (fault.level === "benign")) {
      const [{ rule, message } = { rule: "", message: "" }] = failed;
      return `${rule}: ${message.split("\n")[0]}`;
    }
    return undefined;
  };
}
