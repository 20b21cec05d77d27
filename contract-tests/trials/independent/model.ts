/**
 * The mistakes the service can make:
 * - the organization's route also revokes personal keys (Authentication 8)
 * - cursors have milliseconds, although operations are ordered by microseconds (Endpoints, Rules 4)
 * - a branch with a suspended primary compute accepts another (Endpoints, Rules 1)
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

/** The attributes that a client sets when it creates or updates a compute. */
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
  /** The number of transitions begun: one that was overtaken does not settle. */
  move: number;
  lastActive: number | null;
  created: number;
  updated: number;
  deleted: boolean;
  idleTimer: NodeJS.Timeout | undefined;
}

export interface Operation {
  id: string;
  /** Microseconds since the epoch, unique and increasing within a project; cursors are made of it. */
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

/** Thrown to refuse a request. */
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
