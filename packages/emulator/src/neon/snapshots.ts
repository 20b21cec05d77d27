/** The routes of snapshots and of their schedule. */
import * as branches from "../branches.ts";
import { branchOf } from "../branches.ts";
import { startOperations } from "../operations.ts";
import { found } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";
import { copyContent } from "./branch-content.ts";
import { shownBranch } from "./branches.ts";
import { forget, keep, keptIn, maybeKeptAt, placed } from "./kept.ts";
import { shownOperations } from "./operations.ts";

export function listSnapshots({ world, path }: RoutedRequest) {
  return { snapshots: keptIn(world, placed(SNAPSHOTS, path)) };
}

export function createSnapshot({ world, path, query }: RoutedRequest) {
  const { project_id, branch_id } = path;
  const id = world.identity.id("snapshot");
  const { name = id, lsn, timestamp, expires_at, slug } = query;
  const given = Object.entries({ lsn, timestamp, expires_at, slug });
  const snapshot = {
    id,
    name,
    source_branch_id: branch_id,
    created_at: world.timestamp(),
    manual: true,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  };
  keepSnapshot(world, project_id, snapshot);
  const operations = startOperations(world, { project_id, branch_id }, "create_branch");
  return { snapshot, operations: shownOperations(world, operations) };
}

export function updateSnapshot({ world, path, body }: RoutedRequest<{ snapshot: object }>) {
  const changes = Object.entries({ ...snapshotOf(world, path), ...body.snapshot });
  const snapshot = Object.fromEntries(changes.filter(([, value]) => value !== null));
  keepSnapshot(world, path.project_id, snapshot as Snapshot);
  return { snapshot };
}

export function deleteSnapshot({ world, path }: RoutedRequest) {
  const { source_branch_id } = snapshotOf(world, path);
  forget(world, placed(SNAPSHOT, path));
  const place = { project_id: path.project_id, branch_id: `${source_branch_id}` };
  const operations = startOperations(world, place, "delete_timeline");
  return { operations: shownOperations(world, operations) };
}

interface Restore {
  name?: string;
  target_branch_id?: string;
}

/** Makes a branch with what the source had. */
export function restoreSnapshot({ world, path, body, query }: RoutedRequest<Restore>) {
  const { project_id } = path;
  const { id, source_branch_id } = snapshotOf(world, path);
  const branch = branches.addBranch(world, project_id, {
    name: body.name ?? query.name,
    parent_id: `${source_branch_id}`,
    restored_from: id,
    current_state: "init",
  });
  const place = { project_id, branch_id: branch.id };
  copyContent(world, { project_id, branch_id: `${source_branch_id}` }, place);
  const operations = startOperations(world, place, "create_branch");
  return { branch: shownBranch(world, branch), operations: shownOperations(world, operations) };
}

export function finalizeRestore({ world, path }: RoutedRequest) {
  const { id, project_id } = branchOf(world, path);
  const operations = startOperations(world, { project_id, branch_id: id }, "apply_config");
  return { operations: shownOperations(world, operations) };
}

interface Snapshot extends Record<string, unknown> {
  id: string;
  source_branch_id?: string;
}

function snapshotOf(world: World, path: RoutedRequest["path"]): Snapshot {
  const kept = maybeKeptAt(world, placed(SNAPSHOT, path));
  return found(kept, `snapshot ${path.snapshot_id}`) as Snapshot;
}

function keepSnapshot(world: World, project_id: string, snapshot: Snapshot): void {
  keep(world, placed(SNAPSHOT, { project_id, snapshot_id: snapshot.id }), snapshot);
}

const SNAPSHOTS = "/projects/{project_id}/snapshots";
const SNAPSHOT = `${SNAPSHOTS}/{snapshot_id}`;
