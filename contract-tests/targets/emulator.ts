/** The emulator: the service with state, on a port of this process, with a clock moved by hand. */
import { startEmulator } from "@hosted-postgres/emulator";
import { exampleIds } from "./mock.ts";
import type { KeyName, Lacks, OwnedKey, Target } from "./target.ts";

export const EMULATOR_LACKS: Lacks = {
  examples: "the emulator has no examples to play",
};

const KEY_NAMES: readonly KeyName[] = ["admin", "member", "organization", "project"];

export interface EmulatorTarget extends Target {
  close: () => Promise<void>;
}

/** Starts an emulator of its own, with the world every emulator begins with. */
export async function startEmulatorTarget(): Promise<EmulatorTarget> {
  const startedMs = Date.now();
  const emulator = await startEmulator({ now: () => startedMs });
  const { url, keys } = emulator;
  const { key_ids, ...ids } = emulator.ids;

  async function ask(method: string, path: string, body?: object) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as unknown;
  }

  const revoked = (await ask("POST", "/api_keys", { key_name: "to be revoked" })) as OwnedKey;
  await ask("DELETE", `/api_keys/${revoked.id}`);

  return {
    name: "the emulator",
    url,
    apiKey: keys.admin,
    // Names of what the world does not have are those of the examples.
    ids: { ...exampleIds, ...ids, source_org_id: ids.org_id, key_id: key_ids.admin },
    lacks: EMULATOR_LACKS,
    rejected: { apiKey: revoked.key, headers: {} },
    keys: Object.fromEntries(
      KEY_NAMES.map((name) => [name, { id: key_ids[name], key: keys[name] }]),
    ) as NonNullable<Target["keys"]>,
    control: {
      advance: emulator.advance,
      connect: emulator.connect,
      failNext: (action) => emulator.decide({ outcome: "failed", action }),
      disableScaleToZero: (endpoint_id) => emulator.setIdleMs(endpoint_id, null),
      async transfer(project_id) {
        const body = { project_ids: [project_id], org_id: ids.other_org_id };
        await ask("POST", `/organizations/${ids.org_id}/projects/transfer`, body);
      },
      replicaType: "any-other-type",
    },
    close: emulator.close,
  };
}
