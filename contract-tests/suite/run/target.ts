/** A server under test: its address, what a run may do there, and what it cannot show. */
import type { Endpoint } from "@hosted-postgres/client";
import type { Route } from "../spec/routes.ts";
import type { Fetch } from "./exchange.ts";

export interface Target {
  name: string;
  url: string;
  /** A key the server accepts. Never printed. */
  apiKey: string;
  /** Ids of existing things by path parameter, and of two branches without a compute. */
  ids: Readonly<Record<string, string | number>>;
  /** For each ability the server lacks, the reason. */
  lacks: Lacks;
  changes: Changes;
  /** The documented routes it serves. */
  routes: readonly Route[];
  /**
   * Request bodies by route, where the document shows none; the other routes take the spec's
   * examples. Undefined if unknown.
   */
  bodies?: Readonly<Record<string, unknown>>;
  /** Query parameters by route, where the server requires some. Default: none. */
  queries?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Statuses of a refusal that passes by itself, besides 429. Default: none. */
  waitsOut?: readonly number[];
  /** A key that the server rejects, and the headers that send it. */
  rejected: { apiKey: string; headers: Readonly<Record<string, string>> };
  /** Default: the platform's. */
  fetch?: Fetch;
  keys?: Readonly<Partial<Record<KeyName, OwnedKey>>>;
  control?: Control;
  /** The Postgres behind its computes. */
  postgres?: Postgres;
  /** The type of a read replica, which is undocumented. */
  replicaType?: string;
  /** The number of rules that may run at once beside one that changes something. Default: none. */
  readers?: number;
  /** Makes a separate world for one check, with its needs. Without it, all checks share this target. */
  fresh?: (needs: readonly Need[]) => Promise<Target>;
  close?: () => Promise<void>;
}

/** Allowed changes on a server: none, only to things the run made itself, or all. */
export type Changes = "none" | "own" | "all";

export type Lacks = Readonly<Partial<Record<Need, string>>>;

/**
 * - `client`: runs the rules about the client, which one target is enough for
 * - `examples`: the server answers a named example of the spec when asked for it
 * - `writes`: other requests than GET may be sent with a key
 * - `disposable`: things that exist before the run may be destroyed
 * - `state`: an answer depends on the requests before it
 * - `time`: the server's clock can be moved
 * - `data`: the server answers with what it holds, not with examples
 * - `keys`: the server distinguishes keys
 * - `network`: computes accept connections
 * - `postgres`: a Postgres answers them
 * - `control`: undocumented actions can be triggered
 */
export type Need =
  | "client"
  | "examples"
  | "writes"
  | "disposable"
  | "state"
  | "time"
  | "data"
  | "keys"
  | "network"
  | "postgres"
  | "control";

/**
 * - `admin`: personal key of an administrator of the organization, who has a personal project
 * - `member`: personal key of a member who is not an administrator
 * - `organization`, `project`: key of the organization, and of its project
 */
export const KEY_NAMES = ["admin", "member", "organization", "project"] as const;
export type KeyName = (typeof KEY_NAMES)[number];

export interface OwnedKey {
  /** Undefined if unknown. */
  id?: number | undefined;
  key: string;
}

/** Controls a target outside its API. */
export interface Control {
  /** Moves the server's clock forward, in milliseconds. */
  advance(ms: number): void;
  /** Computes take real time to start and to stop, however the clock is moved. */
  takesTime?: true;
  /** Connects to a compute as a Postgres client does. */
  connect(endpoint_id: string): Connection;
  /** Makes the next operation with this action fail. */
  failNext(action: string): void;
  /** Undocumented as a request. */
  disableScaleToZero(endpoint_id: string): void;
  /** Transfers a project out of its organization; the body of that request is undocumented. */
  transfer(project_id: string): Promise<void>;
}

export interface Postgres {
  /** The connection string of a compute, as its clients get it. */
  uriOf(endpoint: Endpoint): string;
  /** The one through its pooler. Absent: none is known. */
  pooledUriOf?(endpoint: Endpoint): string;
  /** Opens a connection; what goes wrong shows in its state, and in its rows. */
  connect(uri: string): Promise<Session>;
  /** The passwords in the connection strings. Never printed. */
  passwords: readonly string[];
}

/** A connection that a Postgres answers. */
export interface Session extends Connection {
  /** Runs a statement once the connection is open; rejects with Postgres's error. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** Resolves when the server knows. */
  close(): Promise<void>;
}

export interface Connection {
  readonly state: "waiting" | "open" | "closed";
  query(): void;
  close(): void | Promise<void>;
}
