/** A server under test: where it is, and what it cannot show. */
export interface Target {
  name: string;
  url: string;
  /** A key the server accepts. Never printed. */
  apiKey: string;
  /** Existing things by the name of their path parameter, and two branches to attach a compute to. */
  ids: Readonly<Record<string, string | number>>;
  /** Why the server cannot show a rule that needs this. What is not named here it can show. */
  lacks: Lacks;
  /** How to send a key that the server rejects. */
  rejected: { apiKey: string; headers: Readonly<Record<string, string>> };
  keys?: Readonly<Record<KeyName, OwnedKey>>;
  control?: Control;
}

export type Lacks = Readonly<Partial<Record<Need, string>>>;

/**
 * - `examples`: the server answers a named example of the spec when asked for it
 * - `writes`: other requests than GET may be sent with a key
 * - `project`: the id of a project is known
 * - `state`: an answer depends on the requests before it
 * - `time`: the server's time passes, or can be moved
 * - `keys`: keys of several kinds and users are at hand
 * - `network`: computes accept Postgres connections
 * - `control`: what no shown request asks for can be asked for
 */
export type Need =
  | "examples"
  | "writes"
  | "project"
  | "state"
  | "time"
  | "keys"
  | "network"
  | "control";

/**
 * - `admin`: personal key of an administrator of the organization, who has a personal project
 * - `member`: personal key of a member who is no administrator
 * - `organization`, `project`: key of the organization, and of its project
 */
export type KeyName = "admin" | "member" | "organization" | "project";

export interface OwnedKey {
  id: number;
  key: string;
}

/** What a target can be made to do beside answering requests. */
export interface Control {
  /** Moves the server's time, in milliseconds. */
  advance(ms: number): void;
  /** Connects to a compute, as a program with a connection string does. */
  connect(endpoint_id: string): Connection;
  /** Lets the next operation with this action be one that cannot complete. */
  failNext(action: string): void;
  /** How to ask for it is not shown. */
  disableScaleToZero(endpoint_id: string): void;
  /** Transfers a project out of its organization; the body of that request is not shown. */
  transfer(project_id: string): Promise<void>;
  /** The type of a read replica, which is not shown. */
  replicaType: string;
}

export interface Connection {
  readonly state: "waiting" | "open" | "closed";
  query(): void;
  close(): void;
}

/** Whether the environment names a running server; the targets are mock and emulator otherwise. */
export function isServerNamed(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.CONTRACT_BASE_URL);
}
