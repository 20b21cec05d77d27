/** Lists of items that are added, read, changed and removed, each a row of the table below. */
import { Problem } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import { complete } from "./complete.ts";
import { forget, type Item, keep, keptAt, keptIn, placed } from "./kept.ts";
import { componentNamed } from "./spec.ts";

interface Collection {
  /** The path of the list. */
  at: string;
  /** The parameter that names an item in a path. */
  parameter: string;
  /** The item's property with that name. */
  key: string;
  /** The item's schema. */
  schema: string;
  /** Its property in answers; undefined if the item is the answer. */
  envelope?: string;
  /** The list's property in answers. */
  list: string;
  /** The prefix of a new item's id; undefined if the caller names items. */
  id?: string;
  /** More of a new item. */
  made?: (request: RoutedRequest) => Item;
}

const BRANCH = "/projects/{project_id}/branches/{branch_id}";

export const collections = {
  jwks: {
    at: "/projects/{project_id}/jwks",
    parameter: "jwks_id",
    key: "id",
    schema: "JWKS",
    list: "jwks",
    id: "jwks",
  },
  permissions: {
    at: "/projects/{project_id}/permissions",
    parameter: "permission_id",
    key: "id",
    schema: "ProjectPermission",
    list: "project_permissions",
    id: "permission",
    made: ({ world, body }) => ({ granted_to_email: body.email, granted_at: world.timestamp() }),
  },
  projectVpcEndpoints: {
    at: "/projects/{project_id}/vpc_endpoints",
    parameter: "vpc_endpoint_id",
    key: "vpc_endpoint_id",
    schema: "VPCEndpoint",
    list: "endpoints",
  },
  organizationVpcEndpoints: {
    at: "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints",
    parameter: "vpc_endpoint_id",
    key: "vpc_endpoint_id",
    schema: "VPCEndpointDetails",
    list: "endpoints",
    made: () => ({ state: "accepted" }),
  },
  oauthProviders: {
    at: `${BRANCH}/auth/oauth_providers`,
    parameter: "oauth_provider_id",
    key: "id",
    schema: "NeonAuthOauthProvider",
    list: "providers",
    made: ({ body }) => ({ type: body.client_id === undefined ? "shared" : "standard" }),
  },
  authUsers: {
    at: `${BRANCH}/auth/users`,
    parameter: "auth_user_id",
    key: "id",
    schema: "NeonAuthCreateNewUserResponse",
    list: "users",
    id: "user",
  },
  buckets: {
    at: `${BRANCH}/buckets`,
    parameter: "bucket_name",
    key: "name",
    schema: "Bucket",
    envelope: "bucket",
    list: "buckets",
  },
  functions: {
    at: `${BRANCH}/functions`,
    parameter: "slug",
    key: "slug",
    schema: "NeonFunction",
    envelope: "function",
    list: "functions",
  },
  credentials: {
    at: `${BRANCH}/credentials`,
    parameter: "token_id",
    key: "token_id",
    schema: "CredentialMeta",
    list: "credentials",
    id: "token",
  },
} as const satisfies Record<string, Collection>;

export type CollectionName = keyof typeof collections;

/** The handlers of one collection's routes. */
export function collection(name: CollectionName) {
  const { at, parameter, key, schema, list, ...rest } = collections[name] as Collection;
  const { envelope, id, made } = rest;
  const itemPath = (request: RoutedRequest) => placed(`${at}/{${parameter}}`, request.path);
  const answer = (item: Item) => (envelope === undefined ? item : { [envelope]: item });

  return {
    list: ({ world, path }: RoutedRequest) => ({ [list]: keptIn(world, placed(at, path)) }),
    get: (request: RoutedRequest) => answer(keptAt(request.world, itemPath(request))),
    add(request: RoutedRequest) {
      const { world, path, body } = request;
      const name = path[parameter] ?? (id === undefined ? `${body[key]}` : world.identity.id(id));
      const place = placed(`${at}/{name}`, { ...path, name });
      if (path[parameter] === undefined && world.resources.get(place)) {
        throw new Problem("conflict", `${name} already exists`);
      }
      const known = { ...path, ...body, ...made?.(request), [key]: name };
      const item = complete(componentNamed(schema), known, request) as Item;
      return answer(keep(world, place, item));
    },
    change(request: RoutedRequest) {
      const place = itemPath(request);
      const item = { ...keptAt(request.world, place), ...request.body };
      return answer(keep(request.world, place, item));
    },
    remove(request: RoutedRequest) {
      const place = itemPath(request);
      const item = keptAt(request.world, place);
      forget(request.world, place);
      return answer(item);
    },
  };
}

/** `GET …/vpc/vpc_endpoints`: of all regions. */
export function listAllVpcEndpoints({ world, path }: RoutedRequest) {
  const { at } = collections.organizationVpcEndpoints;
  const start = placed(at.slice(0, at.indexOf("{region_id}")), path);
  const kept = [...world.resources.values()].filter(({ path }) => path.startsWith(start));
  const regionOf = (at: string) => decodeURIComponent(at.slice(start.length).split("/")[0] ?? "");
  return { endpoints: kept.map(({ path, body }) => ({ region_id: regionOf(path), ...body })) };
}
