/** The routes of organizations, their members, and the caller's own account. */
import { mayRemoveMember, ROLE_FIELD, ROLES, shapes } from "./assumptions.ts";
import { isAdmin, onlyAdmins, requireAdmin } from "./auth.ts";
import { found, notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { Member, World } from "./world.ts";

export function getOrganization({ world, path }: RoutedRequest) {
  return shapes.organization(world.organizations.get(path.org_id));
}

export function listOrganizationMembers({ world, path }: RoutedRequest) {
  return shapes.members(world.members.where("organization", path.org_id));
}

export function getOrganizationMember({ world, path }: RoutedRequest) {
  return shapes.member(memberAt(world, path));
}

export function updateOrganizationMember({ world, principal, path, body }: RoutedRequest) {
  requireAdmin(world, principal, path.org_id);
  const member = memberAt(world, path);
  const role = ROLES.find((role) => role === body[ROLE_FIELD]);
  if (role === undefined) {
    const field = `body.${ROLE_FIELD}`;
    throw new Problem("malformed", `${field} must be one of ${ROLES.join(", ")}`, field);
  }
  return shapes.changedMember(world.members.put(member.id, { ...member, role }));
}

/** Removes a member; their personal keys lose the organization's projects. */
export function removeOrganizationMember({ world, principal, path }: RoutedRequest) {
  const member = memberAt(world, path);
  const isSelf = principal.kind === "personal" && principal.owner_id === member.user_id;
  if (!mayRemoveMember(isSelf, isAdmin(world, principal, path.org_id)))
    throw onlyAdmins(path.org_id);
  world.members.delete(member.id);
  return shapes.changedMember(member);
}

/** The members of the project's organization, with their roles on the project. */
export function listProjectMembers({ world, path }: RoutedRequest) {
  const owner_id = `${world.projects.get(path.project_id)?.owner_id}`;
  const members = world.members.where("organization", owner_id).map((member) => {
    const role = world.resources.get(rolePath(path.project_id, member.id));
    return shapes.projectMember(member, role?.body);
  });
  return shapes.members(members);
}

export function setProjectMemberRole({ world, path, body }: RoutedRequest) {
  const at = rolePath(path.project_id, projectMember({ world, path }).id);
  const role = world.resources.put(at, { path: at, parent: "", body });
  return shapes.projectRole(role.body);
}

export function removeProjectMemberRole({ world, path }: RoutedRequest) {
  const at = rolePath(path.project_id, projectMember({ world, path }).id);
  const role = found(world.resources.get(at), `role of member ${path.member_id}`);
  world.resources.delete(at);
  return shapes.projectRole(role.body);
}

export function getCurrentUser({ world, principal }: RoutedRequest) {
  return shapes.user(world.users.get(principal.owner_id));
}

export function listCurrentUserOrganizations({ world, principal }: RoutedRequest) {
  const memberships = world.members.where("user", principal.owner_id);
  return shapes.organizations(memberships.map(({ org_id }) => world.organizations.get(org_id)));
}

export function getRequestAuth({ principal }: RoutedRequest) {
  return shapes.auth(principal);
}

function projectMember({ world, path }: Pick<RoutedRequest, "world" | "path">): Member {
  const owner_id = `${world.projects.get(path.project_id)?.owner_id}`;
  return memberIn(world.members.get(`${path.member_id}`), owner_id, path.member_id);
}

function memberAt(world: World, { org_id, member_id }: RoutedRequest["path"]): Member {
  return memberIn(world.members.get(`${member_id}`), org_id, member_id);
}

function memberIn(member: Member | undefined, org_id: string, id: string | undefined): Member {
  if (member?.org_id === org_id) return member;
  throw notFound(`member ${id}`);
}

function rolePath(project_id: string, member_id: string): string {
  return `/projects/${project_id}/members/${member_id}/role`;
}
