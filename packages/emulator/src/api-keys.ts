/** The routes of API keys: personal, organization and project-scoped ones. */
import { kindOfKey, PERSONAL_KEY_NAME, shapes } from "./assumptions.ts";
import { requireAdmin } from "./auth.ts";
import { hashOf } from "./identity.ts";
import { notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { Key, World } from "./world.ts";

export function listApiKeys({ world, principal: { owner_id } }: RoutedRequest) {
  return { api_keys: keysOf(world, owner_id) };
}

export function createApiKey({ world, principal, body }: RoutedRequest) {
  const { [PERSONAL_KEY_NAME.field]: name = PERSONAL_KEY_NAME.default } = body;
  if (typeof name !== "string") {
    const field = `body.${PERSONAL_KEY_NAME.field}`;
    throw new Problem("malformed", `${field} must be string`, field);
  }
  const { owner_id, created_by } = principal;
  return addKey(world, { kind: "personal", owner_id, created_by, name });
}

/** "a personal key only its account owner" */
export function revokeApiKey({ world, principal: { owner_id }, path }: RoutedRequest) {
  return revoke(world, path.key_id, owner_id);
}

export function listOrganizationApiKeys({ world, path }: RoutedRequest) {
  return { api_keys: keysOf(world, path.org_id) };
}

/**
 * Takes a personal key: an administrator's for an organization key, any member's for a
 * project-scoped one.
 */
export function createOrganizationApiKey({
  world,
  principal,
  path,
  body,
}: RoutedRequest<{ key_name: string; project_id?: string }>) {
  const { kind, created_by } = principal;
  const { org_id: owner_id } = path;
  const { key_name: name, project_id } = body;
  if (kind !== "personal") {
    throw new Problem("forbidden", "only a personal key creates keys of an organization");
  }
  const newKind = kindOfKey(project_id);
  const key = { kind: newKind, owner_id, created_by, name } as const;
  if (newKind === "organization") requireAdmin(world, principal, owner_id);
  if (project_id === undefined) return addKey(world, key);
  if (world.projects.get(project_id)?.owner_id !== owner_id) {
    throw notFound(`project ${project_id} of ${owner_id}`, "body.project_id");
  }
  return addKey(world, { ...key, project_id });
}

/** "an organization key, organization administrators; a project-scoped key, organization administrators" */
export function revokeOrganizationApiKey({ world, principal, path }: RoutedRequest) {
  requireAdmin(world, principal, path.org_id);
  return revoke(world, path.key_id, path.org_id);
}

type NewKey = Pick<Key, "kind" | "owner_id" | "created_by" | "name" | "project_id">;

/** Adds a key and returns it with its secret. Only the hash of the secret is kept. */
export function addKey(world: World, { kind, owner_id, ...shown }: NewKey) {
  const id = world.identity.number();
  const secret = world.identity.secret();
  const hash = hashOf(secret);
  const created_at = world.timestamp();
  const key = { id, ...shown, created_at, kind, owner_id, hash };
  world.keys.put(String(id), key);
  return { id, key: secret, ...shown, created_at };
}

/** Ids and secrets never repeat, so a key that is gone is refused for good. */
export function removeKeys(world: World, keys: Key[]): void {
  for (const { id } of keys) world.keys.delete(String(id));
}

function revoke(world: World, key_id: string, owner_id: string) {
  const key = world.keys.get(String(Number(key_id)));
  if (key?.owner_id !== owner_id) throw notFound(`API key ${key_id}`);
  removeKeys(world, [key]);
  return shapes.revokedKey(shownOf(key));
}

function keysOf(world: World, owner_id: string) {
  return world.keys.where("owner", owner_id).map(shownOf);
}

/** Leaves out the hash; the secret itself is not kept. */
function shownOf({ hash, kind, owner_id, ...shown }: Key) {
  return shown;
}
