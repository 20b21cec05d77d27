/** A running server, named by the environment. It is only read: its data may be somebody's. */
import type { Target } from "./target.ts";

/** @throws {Error} when CONTRACT_BASE_URL comes without CONTRACT_API_KEY */
export function serverTarget({
  CONTRACT_BASE_URL: url = "",
  CONTRACT_API_KEY: apiKey,
  CONTRACT_PROJECT_ID: project_id,
}: NodeJS.ProcessEnv): Target {
  if (!apiKey)
    throw new Error("CONTRACT_BASE_URL needs CONTRACT_API_KEY, a key the server accepts");
  return {
    name: "a running server, read-only",
    url,
    apiKey,
    ids: project_id ? { project_id } : {},
    lacks: {
      examples: "a running server cannot be told which answer to give",
      writes: "a running server is only read",
      state: "a running server is only read",
      time: "a running server's time cannot be moved",
      keys: "only one key is given",
      network: "no connection to Postgres is made",
      control: "a running server is only read",
      ...(!project_id && { project: "blocked: CONTRACT_PROJECT_ID is not set" }),
    },
    rejected: { apiKey: "not-a-key-of-this-service", headers: {} },
  };
}
