/** Emulators in this process behind a fault. */
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Target } from "@hosted-postgres/contract-tests/run/target";
import { targetOf } from "@hosted-postgres/contract-tests/targets/emulator";
import { createEmulator } from "@hosted-postgres/emulator";
import type { Fault } from "./fault.ts";

/** Each check gets a new emulator. Without a fault, the emulators are as they are. */
export async function faultyTarget(fault?: Fault): Promise<Target> {
  const startedMs = Date.now();
  const emulator = createEmulator({ now: () => startedMs, ...fault?.options });
  const provider = fault?.apply?.(emulator);
  const faulty = provider?.fetch;
  const fetch: Fetch = faulty
    ? (url, init) => faulty(new Request(url, init))
    : (url, init) => emulator.fetch(url, init);
  return {
    ...(await targetOf(emulator, fetch, provider?.control ?? {})),
    name: fault ? `the emulator with ${fault.id}` : "the emulator in process",
    fresh: () => faultyTarget(fault),
  };
}
