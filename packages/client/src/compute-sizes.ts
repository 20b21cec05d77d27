/** The document's numbers about compute sizes. Sizes are in compute units (CU). */
import type { Endpoint } from "@hosted-postgres/types";

/** The supported sizes, ascending: 0.25, 0.5, every integer to 16, every even integer to 56. */
export const COMPUTE_SIZES: readonly number[] = [
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, index) => index + 1),
  ...Array.from({ length: 20 }, (_, index) => 18 + 2 * index),
];

/** Computes of other sizes do not autoscale. */
export const AUTOSCALING_RANGE = { min_cu: 0.25, max_cu: 16 } as const;

const MAX_CONNECTIONS: Readonly<Record<number, number>> = {
  0.25: 112,
  0.5: 225,
  1: 450,
  2: 901,
  3: 1351,
  4: 1802,
  5: 2253,
  6: 2703,
  7: 3154,
  8: 3604,
};

/** The resources of a compute. */
export interface ComputeResources {
  vcpu: number;
  ram_gb: number;
  /** Up to this much of the RAM caches the branch's data. */
  local_file_cache_gb: number;
  /** For temporary files. A compute that autoscales has the disk of its maximum size. */
  local_disk_gib: number;
  /** Of a compute of this fixed size; `undefined` where the document shows none, from 40 CU on. */
  max_connections: number | undefined;
  /** Whether vCPUs are shared with others, which they are below 1 CU. */
  shared: boolean;
}

/** Whether a compute can have this size, in CU. */
export function isComputeSize(cu: number): boolean {
  return COMPUTE_SIZES.includes(cu);
}

/**
 * Returns the resources of a compute of this size, in CU.
 *
 * @throws {RangeError} when the size is not supported
 * @remarks Source: the document, Limits.
 */
export function computeResources(cu: number): ComputeResources {
  if (!isComputeSize(cu)) throw new RangeError(`${cu} is not a supported compute size`);
  return {
    vcpu: cu,
    ram_gb: 4 * cu,
    local_file_cache_gb: 3 * cu,
    local_disk_gib: Math.max(20, 15 * cu),
    max_connections: MAX_CONNECTIONS[cu] ?? (cu >= 9 && cu <= 38 ? 4_000 : undefined),
    shared: cu < 1,
  };
}

/**
 * The max_connections of a compute; `undefined` where the document does not show them: for any that
 * autoscales, and from 40 CU on.
 *
 * @throws {RangeError} when a size is not supported
 */
export function maxConnections({
  autoscaling_limit_min_cu,
  autoscaling_limit_max_cu,
}: Pick<Endpoint, "autoscaling_limit_min_cu" | "autoscaling_limit_max_cu">): number | undefined {
  const { max_connections } = computeResources(autoscaling_limit_max_cu);
  return autoscaling_limit_min_cu === autoscaling_limit_max_cu ? max_connections : undefined;
}
