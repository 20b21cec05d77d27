/** A server under test: where it is, what it may be asked, and what it cannot show. */

import type { Route } from "../spec/routes.ts";
import type { Fetch } from "./exchange.ts";

export interface Target {
  name: string;
  url: string;
  /** A key the server accepts. Never printed. */
  apiKey: string;
  /** Existing things by the name of their path parameter, and two branches to attach a compute to. */
  ids: Readonly<Record<string, string | number>>;
  /** Why the server cannot show a rule that needs this. What is not named here it can show. */
  lacks: Lacks;
  changes: Changes;
  /** What it serves of the document. */
  routes: readonly Route[];
  /**
   * What it takes where the document shows no body, by the name of the route; the others take the
   * spec's examples. Undefined if nobody knows.
   */
  bodies?: Readonly<Record<string, unknown>>;
  /** How to send a key that the server rejects. */
  rejected: { apiKey: string; headers: Readonly<Record<string, string>> };
  /** Default: the platform's. */
  fetch?: Fetch;
  keys?: Readonly<Partial<Record<KeyName, OwnedKey>>>;
  control?: Control;
  /** The type of a read replica, which is not shown. */
  replicaType?: string;
}

/**
 * What may be done to the things on a server: none of it, only to those the run made itself, or to
 * all, because nobody needs them.
 */
export type Changes = "none" | "own" | "all";

export type Lacks = Readonly<Partial<Record<Need, string>>>;

/**
 * - `client`: it is about the client, which needs no second server
 * - `examples`: the server answers a named example of the spec when asked for it
 * - `writes`: other requests than GET may be sent with a key
 * - `disposable`: what the world begins with may be lost
 * - `state`: an answer depends on the requests before it
 * - `time`: the server's time can be moved
 * - `keys`: one key is told from another
 * - `network`: computes accept Postgres connections
 * - `control`: what no shown request asks for can be asked for
 */
export type Need =
  | "client"
  | "examples"
  | "writes"
  | "disposable"
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
}

export interface Connection {
  readonly state: "waiting" | "open" | "closed";
  query(): void;
  close(): void;
}
