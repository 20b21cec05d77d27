/** In-process emulators behind a fault, a new one for every check. */
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Stage } from "@hosted-postgres/contract-tests/run/stage";
import { LACKS, targetOf } from "@hosted-postgres/contract-tests/targets/emulator";
import { createEmulator } from "@hosted-postgres/emulator";
import type { Fault } from "./fault.ts";

export function faultyStage(fault: Fault): Stage {
  return {
    name: `the emulator with ${fault.id}`,
    lacks: LACKS,
    async open() {
      const startedMs = Date.now();
      const emulator = createEmulator({ now: () => startedMs, ...fault.options });
      const provider = fault.apply?.(emulator);
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
