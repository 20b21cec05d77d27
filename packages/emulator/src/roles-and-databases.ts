/** The roles and databases of a branch, and its version, as the data plane needs them. */
import { createHash } from "node:crypto";
import { DEFAULT_CONTENT, PROJECT_DEFAULTS } from "./assumptions.ts";
import type { RolesAndDatabases } from "./data-plane.ts";
import type { Resource } from "./resource-table.ts";
import type { World } from "./world.ts";

/** Those of the profile; without one, what was sent, with a role and a database to begin with. */
export function contentOf(world: World, branch_id: string): RolesAndDatabases {
  const project_id = world.branches.get(branch_id)?.project_id ?? "";
  const place = { project_id, branch_id };
  const { profile } = world.options;
  const { pg_version } = world.projects.get(project_id)?.project ?? PROJECT_DEFAULTS;
  if (profile) return { pg_version, ...profile.contentOf(world, place) };
  const branch = `/projects/${project_id}/branches/${branch_id}`;
  const itemsOf = (kind: string) => world.resources.where("parent", `${branch}/${kind}`);
  const { role, database } = DEFAULT_CONTENT;
  const roles = [...new Set([role, ...itemsOf("roles").map(nameOf)])];
  const owners = new Map<string, string>([[database, role]]);
  for (const item of itemsOf("databases")) {
    const owner = ownerOf(item);
    owners.set(nameOf(item), roles.includes(owner) ? owner : role);
  }
  return {
    pg_version,
    roles: roles.map((name) => ({ name, password: passwordOf(world, project_id, name) })),
    databases: [...owners].map(([name, owner_name]) => ({ name, owner_name })),
  };
}

export function nameOf({ path }: Resource): string {
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}

/** Without a profile the body is as it was sent: with or without an envelope. */
export function ownerOf({ body }: Resource): string {
  const { owner_name, database } = body as {
    owner_name?: unknown;
    database?: { owner_name?: unknown };
  };
  return `${owner_name ?? database?.owner_name}`;
}

/** No password is shown; the seed decides it, the same in every branch of a project. */
function passwordOf({ identity }: World, project_id: string, name: string): string {
  const id = identity.idOf("role", `${project_id} ${name}`);
  return createHash("sha256").update(`${identity.fingerprint} ${id}`).digest("hex").slice(0, 24);
}
