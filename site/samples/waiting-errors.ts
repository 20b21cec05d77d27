import {
  createClient,
  OperationFailedError,
  OperationTimeoutError,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";

const { url, keys, ids, fetch, decide, endOperation } = createEmulator();
const api = createClient({ baseUrl: url, apiKey: keys.admin, fetch });

// The emulator never ends the next operation, as a slow service might.
decide({ outcome: "never" });
const created = await unwrap(
  api.POST("/projects/{project_id}/endpoints", {
    params: { path: { project_id: ids.project_id } },
    body: {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    },
  }),
);

try {
  await waitForOperations(api, created, { timeoutMs: 1_200 });
} catch (error) {
  if (error instanceof OperationFailedError)
    console.log("it failed, and stays failed");
  else if (error instanceof OperationTimeoutError) {
    console.log(`${error.pending.length} operation still runs`);
    for (const { id } of error.pending) endOperation(id);
    await waitForOperations(api, error.pending);
    console.log("now it has finished");
  } else throw error;
}
