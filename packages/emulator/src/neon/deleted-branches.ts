/** Deleted branches, which the list of branches shows on demand until they are past recovery. */
import { timestampOf } from "../timestamp.ts";
import type { Branch, World } from "../world.ts";
import { forget, keep, keptIn, placed } from "./kept.ts";

export interface DeletedBranch extends Record<string, unknown> {
  id: string;
  project_id: string;
  name: string;
  created_at: string;
  updated_at: string;
  recovery: { deleted_at: string; recoverable_until: string; deletion_method: string };
}

const LIST = "/projects/{project_id}/deleted_branches";
/** The facts say this of projects; of branches they show that there is such a time. */
const RECOVERABLE_MS = 7 * 24 * 3_600_000;

/** @param shown the branch as its deletion answers it */
export function keepDeleted(
  world: World,
  { id, project_id }: Branch,
  shown: object,
  deletion_method: "user" | "ttl",
): void {
  const recovery = {
    deleted_at: world.timestamp(),
    recoverable_until: timestampOf(world.nowMs + RECOVERABLE_MS),
    deletion_method,
  };
  keep(world, placed(`${LIST}/{id}`, { project_id, id }), { ...shown, recovery });
  const kept = keptBranches(world, project_id);
  const isOver = (at: number) => kept.length - at > world.history || isPast(world, kept[at]);
  for (const [at, { id }] of kept.entries()) {
    if (isOver(at)) forget(world, placed(`${LIST}/{id}`, { project_id, id }));
  }
}

/** Those of a project that have not been deleted for too long, the first one first. */
export function deletedBranches(world: World, project_id: string): DeletedBranch[] {
  return keptBranches(world, project_id).filter((branch) => !isPast(world, branch));
}

function keptBranches(world: World, project_id: string): DeletedBranch[] {
  return keptIn(world, placed(LIST, { project_id })) as DeletedBranch[];
}

function isPast(world: World, branch: DeletedBranch | undefined): boolean {
  return Date.parse(`${branch?.recovery.recoverable_until}`) <= world.nowMs;
}
