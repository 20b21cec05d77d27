/** The routes of organizations, their members, and the caller's own account. */
import { ROLE_FIELD, ROLES } from "./assumptions.ts";
import { requireAdmin } from "./auth.ts";
import { found, notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { Member } from "./world.ts";

export function getOrganization({ world, path }: RoutedRequest) {
  return { organization: world.organizations.get(path.org_id) };
}

export function listOrganizationMembers({ world, path }: RoutedRequest) {
  return { members: world.members.where("organization", path.org_id) };
}

export function getOrganizationMember({ world, path }: RoutedRequest) {
  return { member: memberIn(world.members.get(`${path.member_id}`), path.org_id, path.member_id) };
}

export function updateOrganizationMember({ world, principal, path, body }: RoutedRequest) {
  requireAdmin(world, principal, path.org_id);
  const member = memberIn(world.members.get(`${path.member_id}`), path.org_id, path.member_id);
  const role = ROLES.find((role) => role === body[ROLE_FIELD]);
  if (role === undefined) {
    const field = `body.${ROLE_FIELD}`;
    throw new Problem("malformed", `${field} must be one of ${ROLES.join(", ")}`, field);
  }
  return { member: world.members.put(member.id, { ...member, role }), operations: [] };
}

/** Removes a member; their personal keys lose the organization's projects. Anyone may leave. */
export function removeOrganizationMember({ world, principal, path }: RoutedRequest) {
  const member = memberIn(world.members.get(`${path.member_id}`), path.org_id, path.member_id);
  const leaves = principal.kind === "personal" && principal.owner_id === member.user_id;
  if (!leaves) requireAdmin(world, principal, path.org_id);
  world.members.delete(member.id);
  return { member, operations: [] };
}

/** The members of the project's organization, with their roles on the project. */
export function listProjectMembers({ world, path }: RoutedRequest) {
  const owner_id = `${world.projects.get(path.project_id)?.owner_id}`;
  const members = world.members.where("organization", owner_id).map((member) => {
    const role = world.resources.get(rolePath(path.project_id, member.id));
    return { ...member, ...(role && { project_role: role.body }) };
  });
  return { members };
}

export function setProjectMemberRole({ world, path, body }: RoutedRequest) {
  const at = rolePath(path.project_id, projectMember({ world, path }).id);
  const role = world.resources.put(at, { path: at, parent: "", body });
  return { ...role.body, operations: [] };
}

export function removeProjectMemberRole({ world, path }: RoutedRequest) {
  const at = rolePath(path.project_id, projectMember({ world, path }).id);
  const role = found(world.resources.get(at), `role of member ${path.member_id}`);
  world.resources.delete(at);
  return { ...role.body, operations: [] };
}

export function getCurrentUser({ world, principal }: RoutedRequest) {
  return { user: world.users.get(principal.owner_id) };
}

export function listCurrentUserOrganizations({ world, principal }: RoutedRequest) {
  const memberships = world.members.where("user", principal.owner_id);
  return { organizations: memberships.map(({ org_id }) => world.organizations.get(org_id)) };
}

export function getRequestAuth({ principal }: RoutedRequest) {
  const { id, name, kind, owner_id, project_id } = principal;
  return { id, name, kind, owner_id, ...(project_id !== undefined && { project_id }) };
}

function projectMember({ world, path }: Pick<RoutedRequest, "world" | "path">): Member {
  const owner_id = `${world.projects.get(path.project_id)?.owner_id}`;
  return memberIn(world.members.get(`${path.member_id}`), owner_id, path.member_id);
}

function memberIn(member: Member | undefined, org_id: string, id: string | undefined): Member {
  if (member?.org_id === org_id) return member;
  throw notFound(`member ${id}`);
}

function rolePath(project_id: string, member_id: string): string {
  return `/projects/${project_id}/members/${member_id}/role`;
}
