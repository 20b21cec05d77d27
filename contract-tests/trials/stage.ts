/** Emulators in this process behind a fault, one for every check. */
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Stage } from "@hosted-postgres/contract-tests/run/stage";
import { LACKS, targetOf } from "@hosted-postgres/contract-tests/targets/emulator";
import { createEmulator } from "@hosted-postgres/emulator";
import type { Fault } from "./fault.ts";

/** Without a fault, the emulators are as they are. */
export function faultyStage(fault?: Fault): Stage {
  return {
    name: fault ? `the emulator with ${fault.id}` : "the emulator in process",
    lacks: LACKS,
    async open() {
      const startedMs = Date.now();
      const emulator = createEmulator({ now: () => startedMs, ...fault?.options });
      const provider = fault?.apply?.(emulator);
      const ids = provider?.ids ?? emulator.ids;
      const faulty = provider?.fetch;
      const fetch: Fetch = faulty
        ? (url, init) => faulty(new Request(url, init))
        : (url, init) => emulator.fetch(url, init);
      return {
        ...(await targetOf({ ...emulator, ids }, fetch, provider?.control ?? {})),
        close: async () => {},
      };
    },
  };
}
