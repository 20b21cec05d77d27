/**
 * What may be wrong with it:
 * - the organization's path revokes personal keys too (Authentication 8)
 * - a cursor has milliseconds where the order has microseconds (Endpoints, Rules 4)
 * - a suspended primary compute does not keep its branch (Endpoints, Rules 1)
 */
export const FAULTS = [
  "org-route-revokes-personal-keys",
  "cursor-in-milliseconds",
  "suspended-primary-not-counted",
] as const;
export type Fault = (typeof FAULTS)[number];

export type JsonObject = Record<string, unknown>;

export type ComputeState = "init" | "idle" | "active";
export type OperationStatus = "scheduling" | "running" | "finished" | "failed";

export const PRIMARY = "read_write";
export const REPLICA = "read_replica";
export type ComputeType = typeof PRIMARY | typeof REPLICA;

/** What a client may choose when it creates or updates a compute. */
export interface ComputeAttributes {
  autoscaling_limit_min_cu: number;
  autoscaling_limit_max_cu: number;
  settings: { pg_settings: JsonObject };
  pooler_enabled: boolean;
  pooler_mode: string;
  disabled: boolean;
  passwordless_access: boolean;
  /** 0 turns scale to zero off. */
  scale_to_zero_seconds: number;
}

export interface Compute {
  id: string;
  branchId: string;
  type: ComputeType;
  attributes: ComputeAttributes;
  current: ComputeState;
  pending: ComputeState | null;
  /** Counts started moves, so that an overtaken move cannot settle. */
  move: number;
  lastActive: number | null;
  created: number;
  updated: number;
  deleted: boolean;
  idleTimer: NodeJS.Timeout | undefined;
}

export interface Operation {
  id: string;
  /** Microseconds since the epoch, unique and rising within a project: the sort key behind the cursor. */
  stamp: number;
  branchId: string;
  computeId: string | undefined;
  action: string;
  status: OperationStatus;
  failures: number;
  updated: number;
}

export interface Branch {
  id: string;
  name: string;
  isDefault: boolean;
  created: number;
}

export type Owner = { kind: "organization" | "user"; id: string };

export interface Project {
  id: string;
  name: string;
  owner: Owner;
  region: string;
  created: number;
  branches: Branch[];
  computes: Compute[];
  deletedComputeIds: Set<string>;
  /** Oldest first. */
  operations: Operation[];
}

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface Member {
  id: string;
  userId: string;
  role: "admin" | "member";
  joined: number;
}

export interface Organization {
  id: string;
  name: string;
  created: number;
  members: Member[];
}

export type KeyScope =
  | { kind: "personal" }
  | { kind: "organization"; orgId: string }
  | { kind: "project"; orgId: string; projectId: string };

export interface ApiKey {
  id: number;
  secret: string;
  name: string;
  createdBy: string;
  created: number;
  scope: KeyScope;
}

/** A refusal; the server turns it into an answer. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export const timestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const randomHex = (length: number): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(length / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, length);
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
