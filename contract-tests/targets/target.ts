/** A server under test: where it is, and what it cannot show. Plain data, so workers can have it. */
export interface Target {
  name: string;
  url: string;
  /** A key the server accepts. Never printed. */
  apiKey: string;
  /** Existing things by the name of their path parameter. */
  ids: Readonly<Record<string, string | number>>;
  /** Why the server cannot show a rule that needs this. What is not named here it can show. */
  lacks: Readonly<Partial<Record<Need, string>>>;
  /** How to send a key that the server rejects. */
  rejected: { apiKey: string; headers: Readonly<Record<string, string>> };
}

/**
 * - `examples`: the server answers a named example of the spec when asked for it
 * - `writes`: other requests than GET may be sent with a key
 * - `project`: the id of a project is known
 * - `state`: an answer depends on the requests before it
 * - `time`: the server's time passes, or can be moved
 * - `keys`: keys of several kinds and users are at hand
 * - `network`: computes accept Postgres connections
 */
export type Need = "examples" | "writes" | "project" | "state" | "time" | "keys" | "network";

/** Whether the environment names a running server; the target is the mock otherwise. */
export function isServerNamed(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.CONTRACT_BASE_URL);
}
