/** The routes of users, organizations, members and API keys. */
import * as apiKeys from "../api-keys.ts";
import * as organizations from "../organizations.ts";
import type { RoutedRequest } from "../router.ts";
import type { Member, World } from "../world.ts";
import { keep, keptIn, placed } from "./kept.ts";
import { nextPagination, pageOf, sortedPageOf } from "./pages.ts";

const PLAN = "free";
const MEMBER_LIMITS = { default: 500, max: 500 };

type Shown = ReturnType<typeof apiKeys.listApiKeys>["api_keys"][number];

export function listApiKeys(request: RoutedRequest) {
  return apiKeys.listApiKeys(request).api_keys.map((key) => listed(request.world, key));
}

export function listOrganizationApiKeys(request: RoutedRequest) {
  const { api_keys } = apiKeys.listOrganizationApiKeys(request);
  return api_keys.map((key) => listed(request.world, key));
}

function listed(world: World, key: Shown) {
  const { name } = userData(world, key.created_by);
  return {
    ...key,
    created_by: { id: key.created_by, name, image: "" },
    last_used_at: null,
    last_used_from_addr: "",
  };
}

export function getCurrentUser({ world, principal }: RoutedRequest) {
  const user = userData(world, principal.owner_id);
  return {
    ...user,
    last_name: "",
    image: "",
    auth_accounts: [],
    plan: PLAN,
    active_seconds_limit: 0,
    projects_limit: 100,
    branches_limit: 5_000,
    max_autoscaling_limit: 16,
  };
}

export function listCurrentUserOrganizations(request: RoutedRequest) {
  const { organizations: own } = organizations.listCurrentUserOrganizations(request);
  return { organizations: own.map((it) => shownOrganization(request.world, `${it?.id}`)) };
}

export function getOrganization({ world, path }: RoutedRequest) {
  return shownOrganization(world, path.org_id);
}

export function listOrganizationMembers({ world, path, query }: RoutedRequest) {
  const all = world.members.where("organization", path.org_id).map((member, joined) => ({
    member: shownMember(member),
    user: { email: userData(world, member.user_id).email },
    joined,
  }));
  const page = sortedPageOf(all, ({ member }) => member.id, query, MEMBER_LIMITS, {
    joined_at: ({ joined }) => joined,
    email: ({ user }) => user.email,
    role: ({ member }) => member.role,
  });
  const members = page.items.map(({ member, user }) => ({ member, user }));
  return { members, pagination: page.pagination };
}

export function getOrganizationMember(request: RoutedRequest) {
  return shownMember(organizations.getOrganizationMember(request).member);
}

export function updateOrganizationMember(request: RoutedRequest) {
  return shownMember(organizations.updateOrganizationMember(request).member);
}

export function removeOrganizationMember(request: RoutedRequest) {
  organizations.removeOrganizationMember(request);
  return {};
}

export function listProjectMembers(request: RoutedRequest) {
  const all = projectMembers(request);
  const page = pageOf(all, ({ member_id }) => member_id, request.query, MEMBER_LIMITS);
  return { project_members: page.items, pagination: nextPagination(page, all) };
}

export function setProjectMemberRole(request: RoutedRequest) {
  organizations.setProjectMemberRole(request);
  return memberWithRole(request);
}

export function removeProjectMemberRole(request: RoutedRequest) {
  organizations.removeProjectMemberRole(request);
  return memberWithRole(request);
}

export function getRequestAuth({ principal: { kind, owner_id } }: RoutedRequest) {
  return {
    account_id: owner_id,
    auth_method: kind === "personal" ? "api_key_user" : "api_key_org",
  };
}

interface Invite {
  invitations: { email: string; role: string }[];
}

export function listInvitations({ world, path }: RoutedRequest) {
  return { invitations: keptIn(world, placed(INVITATIONS, path)) };
}

export function createInvitations({ world, principal, path, body }: RoutedRequest<Invite>) {
  const { org_id } = path;
  const invitations = body.invitations.map(({ email, role }) => {
    const id = world.identity.id("invitation");
    const made = { invited_by: principal.created_by, invited_at: world.timestamp() };
    const at = placed(`${INVITATIONS}/{id}`, { ...path, id });
    return keep(world, at, { id, email, role, org_id, ...made });
  });
  return { invitations };
}

const INVITATIONS = "/organizations/{org_id}/invitations";

function userData(world: World, id: string) {
  const number = [...world.users.values()].findIndex((user) => user.id === id) + 1;
  const name = `user-${number}`;
  return { id, name, login: name, email: `${name}@emulator.invalid` };
}

function shownOrganization(world: World, id: string) {
  const number = [...world.organizations.values()].findIndex((it) => it.id === id) + 1;
  const since = world.branches.values().next().value?.created_at ?? world.timestamp();
  const name = `organization-${number}`;
  return {
    id,
    name,
    handle: name,
    plan: PLAN,
    managed_by: "console",
    created_at: since,
    updated_at: since,
  };
}

function shownMember({ id, user_id, org_id, role }: Member) {
  return { id, user_id, org_id, role };
}

function projectMembers(request: RoutedRequest) {
  const { members } = organizations.listProjectMembers(request);
  return members.map((member) => projectMember(request.world, member));
}

function projectMember(world: World, member: Member & { project_role?: { role?: string } }) {
  const { id, user_id, role, project_role } = member;
  return {
    member_id: id,
    user_id,
    email: userData(world, user_id).email,
    org_role: role,
    ...(project_role && { project_role: project_role.role }),
  };
}

function memberWithRole(request: RoutedRequest) {
  const member = projectMembers(request).find(
    ({ member_id }) => member_id === request.path.member_id,
  );
  return { project_id: request.path.project_id, ...member };
}
