/** The routes of a branch's auth integration. Older routes name a project: its default branch. */
import { branchOf } from "../branches.ts";
import { hashOf } from "../identity.ts";
import { found } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";
import { collection } from "./collections.ts";
import {
  forget,
  type Item,
  keep,
  keptAt,
  keptIn,
  maybeKeptAt,
  onDefaultBranch,
  placed,
} from "./kept.ts";
import { settings } from "./settings.ts";

const AT = "/projects/{project_id}/branches/{branch_id}/auth";
const DOMAINS = `${AT}/domains`;

interface Enable {
  auth_provider: string;
  database_name?: string;
}

export function getAuth({ world, path }: RoutedRequest) {
  return keptAt(world, placed(AT, path));
}

export function enableAuth({ world, path, body }: RoutedRequest<Enable>) {
  const { auth_provider, database_name = "neondb" } = body;
  const { branch_id } = path;
  const auth_provider_project_id = world.identity.id("auth");
  const base_url = `https://${branch_id}.auth.emulator.invalid`;
  const jwks_url = `${base_url}/.well-known/jwks.json`;
  const integration = {
    auth_provider,
    auth_provider_project_id,
    branch_id,
    db_name: database_name,
    created_at: world.timestamp(),
    owned_by: "neon",
    jwks_url,
    base_url,
  };
  keep(world, placed(AT, path), integration);
  return {
    auth_provider,
    auth_provider_project_id,
    pub_client_key: hashOf(world.identity.secret()),
    secret_server_key: hashOf(world.identity.secret()),
    jwks_url,
    schema_name: "neon_auth",
    table_name: "users_sync",
    base_url,
  };
}

interface Disable {
  delete_data?: boolean;
}

/** Users, domains and settings stay unless the request deletes them too. */
export function disableAuth({ world, path, body }: RoutedRequest<Disable>) {
  disable(world, placed(AT, path), body);
  return {};
}

function disable(world: World, at: string, { delete_data }: Disable): void {
  keptAt(world, at);
  if (delete_data) forget(world, at);
  else world.resources.delete(at);
}

/** Disables the integration of a provider, on whichever branch of the project it is. */
export function disableIntegration({ world, path, body }: RoutedRequest<Disable>) {
  const places = integrationsOf(world, path);
  const isOfProvider = (at: string) => keptAt(world, at).auth_provider === path.auth_provider;
  const place = found(places.find(isOfProvider), `an integration with ${path.auth_provider}`);
  disable(world, place, body);
  return {};
}

export function listDomains({ world, path }: RoutedRequest) {
  return { domains: keptIn(world, placed(DOMAINS, path)) };
}

export function addDomain({ world, path, body }: RoutedRequest<{ domain: string }>) {
  const { domain } = body;
  keep(world, placed(`${DOMAINS}/{domain}`, { ...path, domain }), body);
  return {};
}

export function deleteDomains({ world, path, body }: RoutedRequest<{ domains: Item[] }>) {
  for (const { domain } of body.domains) {
    forget(world, placed(`${DOMAINS}/{domain}`, { ...path, domain: `${domain}` }));
  }
  return {};
}

export function setUserRoles({ world, path, body }: RoutedRequest) {
  const place = placed(`${AT}/users/{auth_user_id}`, path);
  keep(world, place, { ...keptAt(world, place), ...body });
  return { id: path.auth_user_id };
}

/** All settings of the integration at once. */
export function getPlugins(request: RoutedRequest) {
  return {
    organization: settings("organizationPlugin").get(request),
    magic_link: settings("magicLinkPlugin").get(request),
    phone_number: settings("phoneNumberPlugin").get(request),
    email_provider: settings("emailProvider").get(request),
    email_and_password: settings("emailAndPassword").get(request),
    oauth_providers: collection("oauthProviders").list(request).providers,
    allow_localhost: settings("allowLocalhost").get(request).allow_localhost,
  };
}

interface Legacy {
  project_id: string;
  branch_id?: string;
}

/** The bodies of some older routes name the project. */
export function forProjectInBody(handler: (request: never) => unknown) {
  return (request: RoutedRequest<Legacy>) => {
    const { world, body } = request;
    const { project_id, branch_id } = body;
    const { path, ...rest } = onDefaultBranch(request as never, project_id);
    const place = { ...path, ...(branch_id !== undefined && { branch_id }) };
    branchOf(world, place);
    return handler({ ...rest, path: place } as never);
  };
}

/** The paths of other older routes name the project. */
export function forProject(handler: (request: RoutedRequest) => unknown) {
  return (request: RoutedRequest) => handler(onDefaultBranch(request, request.path.project_id));
}

export function listIntegrations({ world, path }: RoutedRequest) {
  return { data: integrationsOf(world, path).map((place) => keptAt(world, place)) };
}

/** The places of a project's integrations. */
function integrationsOf(world: World, path: RoutedRequest["path"]): string[] {
  const branches = world.branches.where("project", path.project_id);
  const places = branches.map(({ id }) => placed(AT, { ...path, branch_id: id }));
  return places.filter((place) => maybeKeptAt(world, place) !== undefined);
}

export function transferOwnership() {
  return { url: "https://emulator.invalid/transfer" };
}
