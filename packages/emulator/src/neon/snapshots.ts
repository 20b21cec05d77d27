/** The routes of snapshots and of their schedule. */
import type { Operation } from "@hosted-postgres/types";
import * as branches from "../branches.ts";
import { branchOf } from "../branches.ts";
import { changeEndpoint, primaryOf } from "../endpoints.ts";
import { startOperations } from "../operations.ts";
import { momentIn } from "../past.ts";
import { found } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import { placeOfSnapshot, startCopy } from "../snapshot-data.ts";
import type { Branch, World } from "../world.ts";
import { copyContent } from "./branch-content.ts";
import { refuseTaken, shownBranch } from "./branches.ts";
import { forget, keep, keptIn, maybeKeptAt, placed } from "./kept.ts";
import { shownOperations } from "./operations.ts";
import { Refusal } from "./refusal.ts";

export function listSnapshots({ world, path }: RoutedRequest) {
  return { snapshots: keptIn(world, placed(SNAPSHOTS, path)) };
}

/** The snapshot has the branch's data, roles and databases, of now or of a moment of its past. */
export function createSnapshot({ world, path, query }: RoutedRequest) {
  const { project_id, branch_id } = path;
  const { lsn, timestamp, expires_at, slug } = query;
  const past = momentIn(world, project_id, { lsn, timestamp });
  const id = world.identity.id("snapshot");
  const { name = id } = query;
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
  const [from, to] = [{ project_id, branch_id }, placeOfSnapshot(project_id, id)];
  copyContent(world, from, to, past);
  const operations = startCopy(world, from, to.branch_id);
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

/** The facts name no value of this status. */
const FINALIZED = "finalized";

interface Restore {
  name?: string;
  target_branch_id?: string;
  finalize_restore?: boolean;
}

/** Makes a branch of the snapshot. Finalized, it takes the place of the target, or of the source. */
export function restoreSnapshot({ world, path, body, query }: RoutedRequest<Restore>) {
  const { project_id } = path;
  const { id, source_branch_id } = snapshotOf(world, path);
  const target_id = body.target_branch_id ?? `${source_branch_id}`;
  if (body.target_branch_id !== undefined || body.finalize_restore) {
    branchOf(world, { ...path, branch_id: target_id });
  }
  const branch = branches.addBranch(world, project_id, {
    name: body.name ?? query.name,
    parent_id: `${source_branch_id}`,
    restored_from: id,
    restored_as: target_id,
    current_state: "init",
  });
  const place = { project_id, branch_id: branch.id };
  copyContent(world, placeOfSnapshot(project_id, id), place);
  const created = startOperations(world, place, "create_branch");
  const finalized = body.finalize_restore ? replaceTarget(world, branch) : [];
  const operations = shownOperations(world, [...created, ...finalized]);
  return { branch: shownBranch(world, branch), operations };
}

export function finalizeRestore({ world, path, body }: RoutedRequest<{ name?: string }>) {
  const branch = branchOf(world, path);
  const place = { project_id: branch.project_id, branch_id: branch.id };
  const moved = replaceTarget(world, branch, body.name);
  const operations = startOperations(world, place, "apply_config");
  return { operations: shownOperations(world, [...operations, ...moved]) };
}

/**
 * A restored branch gets the computes and the name of the one it replaces, which stays under another
 * name. The facts show the fields alone; they do not say this, nor what happens to a branch that
 * replaces none: nothing.
 */
function replaceTarget(world: World, branch: Branch, name?: string): Operation[] {
  const { restored_as, restore_status } = branch.attributes;
  const target = world.branches.get(`${restored_as}`);
  if (target?.project_id !== branch.project_id || restore_status === FINALIZED) return [];
  const computes = world.endpoints.where("branch", target.id);
  if (primaryOf(world, branch.id) && primaryOf(world, target.id)) {
    throw new Refusal(422, `branch ${branch.id} has a read-write compute of its own`);
  }
  if (name !== undefined) refuseTaken(world, branch.project_id, name);
  const at = world.timestamp();
  branch.attributes.restore_status = FINALIZED;
  const replaced = { name: name ?? `${target.name} (old, ${branch.id})`, default: false };
  const replacing = { name: target.name, default: target.default };
  world.branches.put(target.id, Object.assign(target, replaced, { updated_at: at }));
  world.branches.put(branch.id, Object.assign(branch, replacing, { updated_at: at }));
  return computes.flatMap((record) => changeEndpoint(world, record, { branch_id: branch.id }));
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
