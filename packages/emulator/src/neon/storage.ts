/** The routes of buckets and their objects, functions and credentials of a branch. */
import { createHash } from "node:crypto";
import { hashOf } from "../identity.ts";
import type { RoutedRequest } from "../router.ts";
import { timestampOf } from "../timestamp.ts";
import { collection } from "./collections.ts";
import { complete } from "./complete.ts";
import { forget, type Item, keep, keptAt, keptIn, maybeKeptAt, placed } from "./kept.ts";
import { limitOf, nextPagination, pageOf } from "./pages.ts";
import { componentNamed } from "./spec.ts";

const BRANCH = "/projects/{project_id}/branches/{branch_id}";
const BUCKET = `${BRANCH}/buckets/{bucket_name}`;
const OBJECT = `${BUCKET}/objects/{object_key}`;
const FUNCTION = `${BRANCH}/functions/{slug}`;
const OBJECT_LIMITS = { default: 1_000, max: 1_000 };
const FUNCTION_LIMITS = { default: 1_000, max: 1_000 };

interface StoredObject extends Item {
  key: string;
}

/** Lists the keys under a prefix; those with a further delimiter as folders. */
export function listObjects({ world, path, query }: RoutedRequest) {
  const { prefix = "", delimiter, cursor = "", limit } = query;
  keptAt(world, placed(BUCKET, path));
  const all = keptIn(world, `${placed(BUCKET, path)}/objects`) as StoredObject[];
  const fitting = all
    .filter(({ key }) => key.startsWith(prefix) && key > cursor)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = fitting.slice(0, limitOf(limit, OBJECT_LIMITS));
  const isTruncated = page.length < fitting.length;
  const folderOf = ({ key }: StoredObject) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? undefined : key.slice(0, end + 1);
  };
  return {
    prefix,
    folders: [...new Set(page.flatMap((object) => folderOf(object) ?? []))],
    objects: page.filter((object) => folderOf(object) === undefined),
    is_truncated: isTruncated,
    ...(isTruncated && { next_cursor: page.at(-1)?.key }),
  };
}

/** The address is never called here, so an upload that is asked for counts as done: empty. */
export function presignObject({
  world,
  path,
  body,
}: RoutedRequest<{ operation: string; expires_in_seconds?: number }>) {
  const { operation, expires_in_seconds = 900 } = body;
  const { object_key: key = "" } = path;
  keptAt(world, placed(BUCKET, path));
  const place = placed(OBJECT, path);
  if (operation === "upload") {
    const etag = createHash("sha256").update("").digest("hex").slice(0, 32);
    keep(world, place, { key, size: 0, last_modified: world.timestamp(), etag });
  } else keptAt(world, place);
  return {
    url: `https://storage.emulator.invalid${place}`,
    method: operation === "upload" ? "PUT" : "GET",
    headers: {},
    expires_at: timestampOf(world.nowMs + expires_in_seconds * 1_000),
  };
}

export function deleteObject({ world, path }: RoutedRequest) {
  keptAt(world, placed(BUCKET, path));
  forget(world, placed(OBJECT, path));
  return {};
}

export function downloadObject({ world, path }: RoutedRequest) {
  keptAt(world, placed(OBJECT, path));
  return "";
}

export function deleteObjectsByPrefix({ world, path, query }: RoutedRequest) {
  const { prefix = "" } = query;
  keptAt(world, placed(BUCKET, path));
  const all = keptIn(world, `${placed(BUCKET, path)}/objects`) as StoredObject[];
  const gone = all.filter(({ key }) => key.startsWith(prefix));
  for (const { key } of gone) forget(world, placed(OBJECT, { ...path, object_key: key }));
  return { deleted: gone.length };
}

export function listFunctions({ world, path, query }: RoutedRequest) {
  const all = keptIn(world, placed(`${BRANCH}/functions`, path));
  const page = pageOf(all, ({ slug }) => `${slug}`, query, FUNCTION_LIMITS);
  return { functions: page.items, pagination: nextPagination(page, all) };
}

/** A deployment takes effect at once; the first one makes the function. */
export function deployFunction({ world, path }: RoutedRequest) {
  const { slug = "" } = path;
  const place = placed(FUNCTION, path);
  const before = maybeKeptAt(world, place);
  const { id: last = 0 } = (before?.current_deployment ?? {}) as { id?: number };
  const deployment = {
    id: last + 1,
    status: "completed",
    memory_mib: 256,
    runtime: "nodejs24",
    created_at: world.timestamp(),
  };
  const made = {
    id: world.identity.id("function"),
    slug,
    name: slug,
    invocation_url: `https://${encodeURIComponent(slug)}.functions.emulator.invalid`,
    created_at: world.timestamp(),
  };
  const deployments = { current_deployment: deployment, active_deployment: deployment };
  keep(world, place, { ...made, ...before, ...deployments });
  return { deployment };
}

/** The secrets are in this answer alone. */
export function issueCredential(request: RoutedRequest) {
  const { world, path } = request;
  const meta = collection("credentials").add(request) as Item & { token_id: string };
  const short = { ...meta, token_id_short: meta.token_id.slice(-4) };
  keep(
    world,
    placed(`${BRANCH}/credentials/{token_id}`, { ...path, token_id: meta.token_id }),
    short,
  );
  return {
    ...short,
    branch_id: path.branch_id,
    api_token: hashOf(world.identity.secret()),
    s3_secret_access_key: hashOf(world.identity.secret()),
  };
}

export function getBranchStorage({ world, path }: RoutedRequest) {
  const region = world.projects.get(path.project_id)?.project.region_id;
  return {
    enabled: true,
    s3_endpoint: "https://storage.emulator.invalid",
    region,
    force_path_style: true,
  };
}

export function getBranchAiGateway(_: RoutedRequest) {
  return { enabled: true, base_url: "https://ai-gateway.emulator.invalid" };
}

/** The state of a branch's masking: it ends at once. */
export function anonymizedStatus({ world, path }: RoutedRequest) {
  const branch = world.branches.get(path.branch_id);
  const kept = maybeKeptAt(world, placed(`${BRANCH}/anonymized_status`, path));
  const { project_id, branch_id } = path;
  const state = kept ? "anonymized" : "created";
  const known = { project_id, branch_id, state, created_at: branch?.created_at, ...kept };
  return complete(componentNamed("AnonymizedBranchStatusResponse"), known, { world, path });
}

export function startAnonymization(request: RoutedRequest) {
  const { world, path } = request;
  const at = world.timestamp();
  const last_run = { started_at: at, completed_at: at };
  keep(world, placed(`${BRANCH}/anonymized_status`, path), { last_run, updated_at: at });
  return anonymizedStatus(request);
}
