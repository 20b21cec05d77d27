/** A snapshot has the data of a branch, which is kept under an id of its own as if it were one. */
import { hash } from "node:crypto";
import type { Operation } from "@hosted-postgres/types";
import { uuidOf } from "./identity.ts";
import { type Place, startOperations } from "./operations.ts";
import type { World } from "./world.ts";

const SNAPSHOT = /^(\/projects\/[^/]+)\/snapshots\/[^/]+$/;

export function snapshotPath(project_id: string, snapshot_id: string): string {
  return `/projects/${encodeURIComponent(project_id)}/snapshots/${encodeURIComponent(snapshot_id)}`;
}

/** The place of its data. A caller may choose the id of a snapshot, which may not do for a folder. */
export function placeOfSnapshot(project_id: string, snapshot_id: string) {
  return { project_id, branch_id: dataOfSnapshot(snapshotPath(project_id, snapshot_id)) };
}

/** Starts the operation of a copy to a snapshot, which is recorded on the branch it comes from. */
export function startCopy(world: World, place: Place, data_id: string): Operation[] {
  const operations = startOperations(world, place, "create_branch");
  for (const { id } of operations) world.dataOf.set(id, data_id);
  return operations;
}

/** The ids of all data: of branches and of snapshots. */
export function dataIds(world: World): string[] {
  const snapshots = [...world.projects.values()]
    .flatMap(({ project }) => world.resources.below(`/projects/${project.id}/snapshots`))
    .filter(({ path }) => SNAPSHOT.test(path));
  return [...world.branches.values()]
    .map(({ id }) => id)
    .concat(snapshots.map(({ path }) => dataOfSnapshot(path)));
}

/** Deletes the data of a resource that is a snapshot. */
export function deleteSnapshotData(world: World, path: string): void {
  const [, project] = SNAPSHOT.exec(path) ?? [];
  if (project === undefined) return;
  const id = dataOfSnapshot(path);
  world.dataPlane.deleteBranch?.(id);
  const content = world.resources.below(`${project}/branches/${id}`);
  for (const { path } of content) world.resources.delete(path);
}

/** @param path of the snapshot */
export function dataOfSnapshot(path: string): string {
  return `snapshot-${uuidOf(hash("sha256", path).slice(0, 32))}`;
}
