/** The routes of roles and databases. A change runs on a compute of the branch. */

import { computeOf, placeOfEndpoint } from "../endpoint-lifecycle.ts";
import { startOperations } from "../operations.ts";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";
import { GONE } from "./answer.ts";
import {
  addDatabase,
  addRole,
  type BranchPlace,
  changeItem,
  contentOf,
  hasItem,
  itemOf,
  newPassword,
  type Role,
  removeItem,
} from "./branch-content.ts";
import { forgetDataApi, renameDataApi } from "./data-api.ts";
import { shownOperations } from "./operations.ts";

export function listDatabases({ world, path }: RoutedRequest) {
  return { databases: contentOf(world, "databases", path) };
}

export function getDatabase({ world, path }: RoutedRequest) {
  return { database: itemOf(world, "databases", path, nameIn(path, "database_name")) };
}

export function createDatabase(
  request: RoutedRequest<{ database: { name: string; owner_name: string } }>,
) {
  const { world, path, body } = request;
  const database = addDatabase(world, path, body.database);
  return { database, operations: applyConfig(world, path) };
}

export function updateDatabase({
  world,
  path,
  body,
}: RoutedRequest<{ database: { name?: string; owner_name?: string } }>) {
  const { owner_name } = body.database;
  if (owner_name !== undefined) itemOf(world, "roles", path, owner_name);
  const name = nameIn(path, "database_name");
  const database = changeItem(world, "databases", path, name, body.database);
  renameDataApi(world, path, database.name);
  return { database, operations: applyConfig(world, path) };
}

/** A repeated deletion is no error. */
export function deleteDatabase({ world, path }: RoutedRequest) {
  const name = nameIn(path, "database_name");
  if (!hasItem(world, "databases", path, name)) return GONE;
  const database = removeItem(world, "databases", path, name);
  forgetDataApi(world, path);
  return { database, operations: applyConfig(world, path) };
}

export function listRoles({ world, path }: RoutedRequest) {
  return { roles: contentOf(world, "roles", path).map(withoutPassword) };
}

export function getRole({ world, path }: RoutedRequest) {
  return { role: withoutPassword(itemOf(world, "roles", path, nameIn(path, "role_name"))) };
}

/** The new role comes with its password. */
export function createRole({ world, path, body }: RoutedRequest<{ role: { name: string } }>) {
  const role = addRole(world, path, body.role.name);
  return { role, operations: applyConfig(world, path) };
}

/** A repeated deletion is no error. */
export function deleteRole({ world, path }: RoutedRequest) {
  const name = nameIn(path, "role_name");
  if (!hasItem(world, "roles", path, name)) return GONE;
  const role = withoutPassword(removeItem(world, "roles", path, name));
  return { role, operations: applyConfig(world, path) };
}

export function revealPassword({ world, path }: RoutedRequest) {
  return { password: itemOf(world, "roles", path, nameIn(path, "role_name")).password };
}

export function resetPassword({ world, path }: RoutedRequest) {
  const name = nameIn(path, "role_name");
  const role = changeItem(world, "roles", path, name, { password: newPassword(world) });
  return { role, operations: applyConfig(world, path) };
}

function withoutPassword({ password, ...role }: Role) {
  return role;
}

function nameIn(path: Record<string, string>, parameter: string): string {
  return `${path[parameter]}`;
}

function applyConfig(world: World, { branch_id }: BranchPlace) {
  const record = computeOf(world, branch_id);
  if (!record) return [];
  return shownOperations(world, startOperations(world, placeOfEndpoint(record), "apply_config"));
}
