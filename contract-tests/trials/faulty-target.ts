/** In-process emulators behind a fault, a new one for every check. */
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Target } from "@hosted-postgres/contract-tests/run/target";
import { targetOf } from "@hosted-postgres/contract-tests/targets/emulator";
import { createEmulator } from "@hosted-postgres/emulator";
import type { Fault } from "./fault.ts";

export async function faultyTarget(fault: Fault): Promise<Target> {
  const startedMs = Date.now();
  const emulator = createEmulator({ now: () => startedMs, ...fault.options });
  const { profile } = fault.options ?? {};
  const provider = fault.apply?.(emulator);
  const ids = provider?.ids ?? emulator.ids;
  const faulty = provider?.fetch;
  const fetch: Fetch = faulty
    ? // The run ends a request that takes too long without the provider.
      (url, { signal: _, ...init }) => faulty(url, init)
    : (url, init) => emulator.fetch(url, init);
  return {
    ...(await targetOf({ ...emulator, ids }, fetch, provider?.control ?? {}, profile?.name)),
    name: `the emulator with ${fault.id}`,
    fresh: () => faultyTarget(fault),
  };
}
