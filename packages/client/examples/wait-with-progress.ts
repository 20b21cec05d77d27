/**
 * Creates a compute, prints its progress, and stops waiting after two minutes or on Ctrl-C:
 * `npx tsx packages/client/examples/wait-with-progress.ts`.
 *
 * Set BASE_URL and API_KEY to use a server, PROJECT_ID and BRANCH_ID to place the compute. The default
 * is the mock of `npm run mock`.
 */
import {
  createClient,
  OperationFailedError,
  OperationTimeoutError,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { inTurn } from "./mock-only.ts";

const { BASE_URL = "http://127.0.0.1:4010", API_KEY = "any-key" } = process.env;
const { PROJECT_ID: project_id = "project-1", BRANCH_ID: branch_id = "branch-1" } = process.env;

const fetch = inTurn("scheduling", "running", "finished");
const api = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, fetch });
const params = { path: { project_id } };
const body = { endpoint: { branch_id, type: "read_write" } };
const leaving = new AbortController();
process.once("SIGINT", () => leaving.abort(new Error("interrupted; the operations continue")));

try {
  const created = await unwrap(api.POST("/projects/{project_id}/endpoints", { params, body }));
  await waitForOperations(api, created, {
    timeoutMs: 120_000,
    signal: leaving.signal,
    onProgress: ({ action, status }) => console.log(`${action} ${status}`),
  });
  console.log("done");
} catch (error) {
  if (error instanceof OperationFailedError) console.error(error.failed);
  else if (error instanceof OperationTimeoutError) console.error("still running:", error.pending);
  else throw error;
}
