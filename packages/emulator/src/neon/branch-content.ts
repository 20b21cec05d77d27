/** The roles and databases of a branch. They are kept as resources under its path. */
import { hash } from "node:crypto";
import type { Moment } from "../data-plane.ts";
import { found, notFound } from "../problem.ts";
import type { World } from "../world.ts";
import { Refusal } from "./refusal.ts";

export interface BranchPlace {
  project_id: string;
  branch_id: string;
}

export interface Role extends Record<string, unknown> {
  branch_id: string;
  name: string;
  password: string;
  protected: boolean;
}

export interface Database extends Record<string, unknown> {
  id: number;
  branch_id: string;
  name: string;
  owner_name: string;
}

type Kind = "roles" | "databases";
type Content = { roles: Role; databases: Database };

export function contentOf<K extends Kind>(world: World, kind: K, place: BranchPlace): Content[K][] {
  return world.resources
    .where("parent", listPath(kind, place))
    .map(({ body }) => body as Content[K]);
}

export function itemOf<K extends Kind>(
  world: World,
  kind: K,
  place: BranchPlace,
  name: string,
): Content[K] {
  const item = found(world.resources.get(itemPath(kind, place, name)), `${SINGULAR[kind]} ${name}`);
  return item.body as Content[K];
}

export function hasItem(world: World, kind: Kind, place: BranchPlace, name: string): boolean {
  return world.resources.get(itemPath(kind, place, name)) !== undefined;
}

export function addRole(
  world: World,
  place: BranchPlace,
  name: string,
  password = newPassword(world),
): Role {
  return add(world, "roles", place, {
    branch_id: place.branch_id,
    name,
    password,
    protected: false,
    ...times(world),
  });
}

export function addDatabase(
  world: World,
  place: BranchPlace,
  { name, owner_name = "" }: { name: string; owner_name?: string },
): Database {
  itemOf(world, "roles", place, owner_name);
  const id = world.identity.number();
  const { branch_id } = place;
  return add(world, "databases", place, { id, branch_id, name, owner_name, ...times(world) });
}

/** Changes an item, and moves it to its new name. */
export function changeItem<K extends Kind>(
  world: World,
  kind: K,
  place: BranchPlace,
  name: string,
  changes: Partial<Content[K]>,
): Content[K] {
  const item = itemOf(world, kind, place, name);
  const changed = { ...item, ...changes, updated_at: world.timestamp() };
  if (changed.name === name) return put(world, kind, place, changed);
  const renamed = add(world, kind, place, changed);
  world.resources.delete(itemPath(kind, place, name));
  return renamed;
}

export function removeItem<K extends Kind>(
  world: World,
  kind: K,
  place: BranchPlace,
  name: string,
) {
  const item = itemOf(world, kind, place, name);
  world.resources.delete(itemPath(kind, place, name));
  return item;
}

/**
 * Makes the data, roles and databases of a branch equal to another one's, passwords included. Of the
 * past there is the data alone.
 */
export function copyContent(
  world: World,
  from: BranchPlace,
  to: BranchPlace,
  past?: Moment | undefined,
): void {
  world.dataPlane.copyBranch?.(from.branch_id, to.branch_id, past);
  if (from.branch_id === to.branch_id) return;
  for (const kind of ["roles", "databases"] as const) {
    for (const { name } of contentOf(world, kind, to)) removeItem(world, kind, to, name);
    for (const item of contentOf(world, kind, from)) {
      put(world, kind, to, { ...item, branch_id: to.branch_id });
    }
  }
}

export function newPassword(world: World): string {
  return passwordOf(hash("sha256", world.identity.secret()));
}

/** The branches of a project come one after another, with the same roles. */
let last = { of: "", password: "" };

/** The same in every branch of a project, as inheritance makes it. */
export function seededPassword(
  { identity }: World,
  { project_id }: BranchPlace,
  name: string,
): string {
  const of = `${identity.fingerprint} ${project_id} ${name}`;
  if (last.of !== of) {
    const digits = identity.idOf("password", `${project_id} ${name}`).replaceAll("-", "");
    last = { of, password: passwordOf(digits) };
  }
  return last.password;
}

function passwordOf(digits: string): string {
  return `npg_${digits.slice(0, 16)}`;
}

const SINGULAR = { roles: "role", databases: "database" } as const;

/** @throws {Refusal} 409 when the name is taken */
function add<K extends Kind>(
  world: World,
  kind: K,
  place: BranchPlace,
  body: Content[K],
): Content[K] {
  const path = itemPath(kind, place, body.name);
  if (!world.resources.get(path)) return put(world, kind, place, body, path);
  const what = SINGULAR[kind];
  throw new Refusal(409, `${what} already exists; ${what}_name:"${body.name}"`);
}

function put<K extends Kind>(
  world: World,
  kind: K,
  place: BranchPlace,
  body: Content[K],
  path = itemPath(kind, place, body.name),
): Content[K] {
  world.resources.put(path, { path, parent: listPath(kind, place), body });
  return body;
}

function times(world: World) {
  return { created_at: world.timestamp(), updated_at: world.timestamp() };
}

function listPath(kind: Kind, { project_id, branch_id }: BranchPlace): string {
  return `/projects/${project_id}/branches/${branch_id}/${kind}`;
}

function itemPath(kind: Kind, place: BranchPlace, name: string): string {
  try {
    return `${listPath(kind, place)}/${encodeURIComponent(name)}`;
  } catch {
    throw notFound(`${SINGULAR[kind]} ${name}`);
  }
}
