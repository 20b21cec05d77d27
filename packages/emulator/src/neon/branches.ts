/** The routes of branches: parents, states, restore, the default one. */
import type { Operation } from "@hosted-postgres/types";
import * as documented from "../branches.ts";
import { branchOf, checkHasPrimary, defaultBranchOf } from "../branches.ts";
import { isUp, placeOfEndpoint } from "../endpoint-lifecycle.ts";
import { removeEndpoint } from "../endpoints.ts";
import { startOperations } from "../operations.ts";
import { momentIn } from "../past.ts";
import { removeResources } from "../resources.ts";
import type { RoutedRequest } from "../router.ts";
import type { Branch, World } from "../world.ts";
import { contentOf, copyContent, itemOf } from "./branch-content.ts";
import { connectionUris } from "./connections.ts";
import { type DeletedBranch, deletedBranches, keepDeleted } from "./deleted-branches.ts";
import { addEndpointTo, CREATION_SOURCE, shownEndpoint } from "./endpoints.ts";
import { keep, maybeKeptAt } from "./kept.ts";
import { shownOperations } from "./operations.ts";
import { flagOf, sortedPageOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { countUse, usageOfBranch } from "./usage.ts";

type Attributes = Record<string, unknown>;

interface NewBranch {
  branch?: Attributes & {
    name?: string;
    parent_id?: string;
    parent_lsn?: string;
    parent_timestamp?: string;
  };
  endpoints?: Attributes[];
  annotation_value?: Record<string, string>;
}

interface Restore {
  source_branch_id: string;
  source_lsn?: string;
  source_timestamp?: string;
  preserve_under_name?: string;
}

const LIMITS = { default: 10_000, max: 10_000 };
type Listed = Branch | DeletedBranch;
const SORTS = {
  updated_at: (branch: Listed) => branch.updated_at,
  created_at: (branch: Listed) => branch.created_at,
  name: (branch: Listed) => branch.name,
};

export function listBranches({ world, path, query }: RoutedRequest) {
  const { search = "" } = query;
  const { project_id } = path;
  const deleted = flagOf(query.include_deleted) ? deletedBranches(world, project_id) : [];
  const all = [...world.branches.where("project", project_id), ...deleted].filter(
    ({ id, name }) => id === search || name.includes(search),
  );
  const { items, pagination } = sortedPageOf(all, ({ id }) => id, query, LIMITS, SORTS);
  const annotations = items.map((branch) => [branch.id, annotationOf(world, branch)] as const);
  return {
    branches: items.map((branch) => ("recovery" in branch ? branch : shownBranch(world, branch))),
    annotations: Object.fromEntries(annotations.filter(([, annotation]) => annotation)),
    pagination,
  };
}

export function countBranches({ world, path, query: { search = "" } }: RoutedRequest) {
  const branches = world.branches.where("project", path.project_id);
  return { count: branches.filter(({ name }) => name.includes(search)).length };
}

export function getBranch({ world, path }: RoutedRequest) {
  const branch = branchOf(world, path);
  const none = { object: { type: "console/branch", id: branch.id }, value: {} };
  return { branch: shownBranch(world, branch), annotation: annotationOf(world, branch) ?? none };
}

const annotationPath = ({ project_id, id }: Listed) =>
  `/projects/${project_id}/branches/${id}/annotation`;

function annotationOf(world: World, branch: Listed) {
  return maybeKeptAt(world, annotationPath(branch));
}

function annotate(world: World, branch: Branch, value: Record<string, string>): void {
  const object = { type: "console/branch", id: branch.id };
  const at = branch.created_at;
  keep(world, annotationPath(branch), { object, value, created_at: at, updated_at: at });
}

/** The roles, passwords and databases come from the parent; computes only as asked for. */
export function createBranch({ world, path, body }: RoutedRequest<NewBranch>) {
  return addBranchBundle(world, path.project_id, body);
}

export function createAnonymizedBranch({
  world,
  path,
  body,
}: RoutedRequest<Pick<NewBranch, "annotation_value"> & { branch_create?: NewBranch }>) {
  const { branch_create, annotation_value } = body;
  const annotated = annotation_value && { annotation_value };
  return addBranchBundle(world, path.project_id, { ...branch_create, ...annotated });
}

function addBranchBundle(
  world: World,
  project_id: string,
  { branch: { name, parent_id, ...attributes } = {}, endpoints = [], annotation_value }: NewBranch,
) {
  const parent = parentOf(world, project_id, parent_id);
  if (name !== undefined) refuseTaken(world, project_id, name);
  const { parent_lsn, parent_timestamp } = attributes;
  const past = momentIn(world, project_id, { lsn: parent_lsn, timestamp: parent_timestamp });
  const branch = documented.addBranch(world, project_id, {
    ...present(world),
    ...attributes,
    ...(name !== undefined && { name }),
    parent_id: parent.id,
    current_state: "init",
  });
  if (annotation_value) annotate(world, branch, annotation_value);
  scheduleExpiry(world, branch);
  const place = { project_id, branch_id: branch.id };
  copyContent(world, { project_id, branch_id: parent.id }, place, past);
  const created = startOperations(world, place, "create_branch");
  const made = endpoints.map((endpoint) =>
    addEndpointTo(world, project_id, { ...endpoint, branch_id: branch.id }),
  );
  const operations = [...created, ...made.flatMap((it) => it.operations)];
  const [first] = made;
  return {
    branch: shownBranch(world, branch),
    endpoints: made.map(({ record }) => shownEndpoint(world, record)),
    operations: shownOperations(world, operations),
    roles: contentOf(world, "roles", place),
    databases: contentOf(world, "databases", place),
    ...(first && { connection_uris: connectionUris(world, first.record) }),
  };
}

export function updateBranch(request: RoutedRequest<{ branch: Attributes & { name?: string } }>) {
  const { world, path, body } = request;
  const branch = branchOf(world, path);
  const { name } = body.branch;
  if (name !== undefined && name !== branch.name) refuseTaken(world, path.project_id, name);
  documented.updateBranch(request as never);
  const { expires_at, ...attributes } = branch.attributes;
  if (expires_at === null) world.branches.put(branch.id, Object.assign(branch, { attributes }));
  scheduleExpiry(world, branch);
  return { branch: shownBranch(world, branch), operations: [] };
}

export function setDefaultBranch({ world, path }: RoutedRequest) {
  const branch = branchOf(world, path);
  // The facts do not say what the provider does without a primary compute: the document's rule holds.
  checkHasPrimary(world, branch);
  for (const other of world.branches.where("project", path.project_id)) {
    world.branches.put(other.id, Object.assign(other, { default: other === branch }));
  }
  return { branch: shownBranch(world, branch), operations: [] };
}

/** The list of branches can still show it, unless it is deleted for good. */
export function deleteBranch({ world, path, query }: RoutedRequest) {
  const branch = branchOf(world, path);
  const obstacle = obstacleToDeletion(world, branch);
  if (obstacle !== undefined) throw new Refusal(422, `cannot delete ${obstacle}`);
  const removed = removeBranch(world, branch);
  if (!flagOf(query.hard_delete)) keepDeleted(world, branch, removed.branch, "user");
  return removed;
}

function obstacleToDeletion(world: World, { id, project_id, ...branch }: Branch) {
  if (branch.default) return "the default branch";
  if (branch.attributes.parent_id === undefined) return "a root branch";
  const siblings = world.branches.where("project", project_id);
  const isParent = siblings.some(({ attributes }) => attributes.parent_id === id);
  return isParent ? "a branch that has children" : undefined;
}

const expiryOf = ({ id }: Branch) => `expiry of ${id}`;

/** A branch is deleted when it expires, unless a request could not delete it then. */
function scheduleExpiry(world: World, branch: Branch): void {
  const dueMs = Date.parse(`${branch.attributes.expires_at}`);
  world.agenda.cancel(expiryOf(branch));
  if (Number.isNaN(dueMs)) return;
  world.agenda.set(expiryOf(branch), dueMs, () => {
    const isResting = world.projects.get(branch.project_id)?.deleted !== false;
    if (isResting || obstacleToDeletion(world, branch) !== undefined) return;
    keepDeleted(world, branch, removeBranch(world, branch).branch, "ttl");
  });
}

/** Schedules the expiries of a loaded world; those in the past are due at once. */
export function resumeExpiries(world: World): void {
  for (const branch of world.branches.values()) scheduleExpiry(world, branch);
}

function removeBranch(world: World, branch: Branch) {
  const { id, project_id } = branch;
  const suspended: Operation[] = [];
  for (const record of world.endpoints.where("branch", id)) {
    if (isUp(world, record)) {
      suspended.push(...startOperations(world, placeOfEndpoint(record), "suspend_compute"));
    }
    countUse(world, record);
    removeEndpoint(world, record);
  }
  const deleted = startOperations(world, { project_id, branch_id: id }, "delete_timeline");
  const shown = shownBranch(world, branch);
  removeResources(world, `/projects/${project_id}/branches/${id}`);
  world.agenda.cancel(expiryOf(branch));
  world.dataPlane.deleteBranch?.(id);
  world.branches.delete(id);
  return { branch: shown, operations: shownOperations(world, [...suspended, ...deleted]) };
}

/** Makes the branch equal to its source, or to its own past; its former data may stay as a branch. */
export function restoreBranch({ world, path, body }: RoutedRequest<Restore>) {
  const { project_id } = path;
  const branch = branchOf(world, path);
  const source = branchOf(world, { ...path, branch_id: body.source_branch_id });
  const { preserve_under_name, source_lsn, source_timestamp } = body;
  const past = momentIn(world, project_id, { lsn: source_lsn, timestamp: source_timestamp });
  if (preserve_under_name !== undefined) preserve(world, branch, preserve_under_name);
  const place = { project_id, branch_id: branch.id };
  if (source !== branch || past) {
    copyContent(world, { project_id, branch_id: source.id }, place, past);
    if (!descendsFrom(world, source, branch)) branch.attributes.parent_id = source.id;
  }
  const at = world.timestamp();
  Object.assign(branch.attributes, present(world), {
    last_reset_at: at,
    ...(source_lsn !== undefined && { parent_lsn: source_lsn }),
    ...(source_timestamp !== undefined && { parent_timestamp: source_timestamp }),
  });
  branch.updated_at = at;
  world.branches.put(branch.id, branch);
  const operations = startOperations(world, place, "create_branch");
  return { branch: shownBranch(world, branch), operations: shownOperations(world, operations) };
}

/** A branch that is restored from its own descendant keeps its parent. */
function descendsFrom(world: World, branch: Branch, ancestor: Branch): boolean {
  for (let at: Branch | undefined = branch; at; at = parentBranch(world, at)) {
    if (at === ancestor) return true;
  }
  return false;
}

function parentBranch(world: World, { attributes }: Branch): Branch | undefined {
  return world.branches.get(`${attributes.parent_id}`);
}

function preserve(world: World, branch: Branch, name: string): void {
  const { project_id } = branch;
  refuseTaken(world, project_id, name);
  // The facts do not say whether what is kept expires too; here it stays.
  const { expires_at, ...attributes } = branch.attributes;
  const kept = documented.addBranch(world, project_id, { ...attributes, name });
  copyContent(world, { project_id, branch_id: branch.id }, { project_id, branch_id: kept.id });
  for (const child of world.branches.where("project", project_id)) {
    if (child.attributes.parent_id !== branch.id) continue;
    child.attributes.parent_id = kept.id;
    world.branches.put(child.id, child);
  }
}

/** Both databases exist, and no Postgres has filled them: their schemas are empty, and equal. */
export function compareBranchSchema({ world, path, query }: RoutedRequest) {
  const { db_name, base_branch_id } = query;
  const branch = branchOf(world, path);
  const base =
    base_branch_id === undefined
      ? (parentBranch(world, branch) ?? branch)
      : branchOf(world, { ...path, branch_id: base_branch_id });
  for (const { project_id, id } of [branch, base]) {
    itemOf(world, "databases", { project_id, branch_id: id }, `${db_name}`);
  }
  return { diff: "" };
}

export function getBranchSchema({ world, path, query }: RoutedRequest) {
  itemOf(world, "databases", path, `${query.db_name}`);
  return { sql: "", json: { tables: [] } };
}

/** Applies the end of a branch's creation. */
export function settleBranch(world: World, { action, branch_id }: Operation): void {
  if (action !== "create_branch" && action !== "create_timeline") return;
  const branch = world.branches.get(branch_id);
  if (!branch) return;
  Object.assign(branch.attributes, {
    current_state: "ready",
    state_changed_at: world.timestamp(),
  });
  world.branches.put(branch.id, branch);
}

export function shownBranch(world: World, record: Branch) {
  const { checkAtMs, attributes, ...branch } = record;
  const usage = usageOfBranch(world, record);
  const current_state = attributes.current_state ?? "ready";
  return {
    creation_source: CREATION_SOURCE,
    protected: false,
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    logical_size: 0,
    state_changed_at: branch.created_at,
    ...attributes,
    ...branch,
    ...usage,
    cpu_used_sec: usage.compute_time_seconds,
    primary: branch.default,
    current_state,
    ...(current_state === "init" && { pending_state: "ready" }),
  };
}

function parentOf(world: World, project_id: string, parent_id: string | undefined): Branch {
  if (parent_id !== undefined) {
    return branchOf(world, { project_id, branch_id: parent_id } as RoutedRequest["path"]);
  }
  return defaultBranchOf(world, project_id);
}

export function refuseTaken(world: World, project_id: string, name: string): void {
  const branches = world.branches.where("project", project_id);
  if (!branches.some((branch) => branch.name === name)) return;
  const message = `branch already exists; branch_name:"${name}"`;
  throw new Refusal(409, message, "BRANCH_ALREADY_EXISTS");
}

/** A later position is greater. A data plane with data has positions of its own, not known here. */
function present(world: World) {
  const parent_timestamp = world.timestamp();
  if (world.dataPlane.copyBranch) return { parent_lsn: undefined, parent_timestamp };
  const position = (world.uniqueUs() % 0xffff_ffff).toString(16).toUpperCase();
  return { parent_lsn: `0/${position}`, parent_timestamp };
}
