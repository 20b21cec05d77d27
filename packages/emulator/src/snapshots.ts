/** The routes of snapshots whose work is on data. The document names them and shows no shape. */
import { shapes } from "./assumptions.ts";
import { addBranch, shownBranch } from "./branches.ts";
import { startOperations } from "./operations.ts";
import { found } from "./problem.ts";
import { handleResource } from "./resources.ts";
import type { RoutedRequest } from "./router.ts";
import { dataOfSnapshot, snapshotPath, startCopy } from "./snapshot-data.ts";
import { objectOf } from "./validate.ts";

/** Creates a snapshot. If there is data to copy, the response has an operation that ends with the copy. */
export function createSnapshot(request: RoutedRequest) {
  const { world, path } = request;
  const snapshot = handleResource(request) as { snapshot_id: string };
  if (!world.dataPlane.copyBranch) return snapshot;
  const data_id = dataOfSnapshot(snapshotPath(path.project_id, snapshot.snapshot_id));
  world.dataPlane.copyBranch(path.branch_id, data_id);
  return { ...snapshot, operations: startCopy(world, path, data_id) };
}

export function restoreSnapshot({ world, path, body }: RoutedRequest) {
  const { project_id, snapshot_id } = path;
  const at = snapshotPath(project_id, `${snapshot_id}`);
  found(world.resources.get(at), at);
  const branch = addBranch(world, project_id, objectOf(body, "branch"));
  const place = { project_id, branch_id: branch.id };
  world.dataPlane.copyBranch?.(dataOfSnapshot(at), branch.id);
  const operations = startOperations(world, place, "create_branch");
  return shapes.restoredSnapshot(shownBranch(branch), operations);
}
