/** Dredd, with hooks for the ids, the keys and the wait that its documentation leaves to them. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onServer, type Peer, scratchFolder, versionsOf } from "./peer.ts";
import { asOpenApi30, concreteSpec, inlined, SHOWN } from "./spec.ts";

/** Longer than an operation runs. */
const WAIT_MS = 400;

interface Stats {
  tests: number;
  failures: number;
  errors: number;
}

interface Dredd {
  transactionRunner: { configuration: { emitter: NodeJS.EventEmitter } };
  run(done: (error: Error | null, stats: Stats) => void): void;
}

export const dredd: Peer = {
  name: "Dredd",
  versions: versionsOf("dredd"),
  async prepare() {
    const Dredd: new (options: object) => Dredd = createRequire(import.meta.url)("dredd");
    const path = join(scratchFolder("dredd"), "openapi.json");
    const { components, ...spec } = inlined(
      asOpenApi30(
        concreteSpec({
          statuses: (method) => (method === "post" ? [201] : [200]),
          only: [...SHOWN, "revokeOrganizationApiKey"],
        }),
      ),
    );
    writeFileSync(path, JSON.stringify(spec));
    const hookfiles = [fileURLToPath(new URL("dredd-hooks.cjs", import.meta.url))];

    return onServer(async ({ url, emulator: { ids, keys } }) => {
      const { key_ids, ...known } = ids;
      Object.assign(globalThis, {
        dreddWorld: { ids: known, key: keys.admin, waitMs: WAIT_MS },
      });
      const run = new Dredd({ endpoint: url, path: [path], hookfiles, loglevel: "silent" });
      const failed: string[] = [];
      run.transactionRunner.configuration.emitter.on("test fail", ({ title, message }) =>
        failed.push(`${title} ${message}`.replaceAll("\n", " ")),
      );
      const { error, stats } = await new Promise<{ error: Error | null; stats: Stats }>((resolve) =>
        run.run((error, stats) => resolve({ error, stats })),
      );
      if (error) return error.message;
      return stats.failures + stats.errors > 0 ? (failed[0] ?? "a request failed") : undefined;
    });
  },
};
