/** Connection strings. */
import type { EndpointWithoutPendingState } from "@hosted-postgres/types";
import { defaultBranchOf } from "../branches.ts";
import type { Address } from "../data-plane.ts";
import { computeOf } from "../endpoint-lifecycle.ts";
import { found, notFound } from "../problem.ts";
import type { RoutedRequest } from "../router.ts";
import type { EndpointRecord, World } from "../world.ts";
import { contentOf, type Database, itemOf, type Role } from "./branch-content.ts";
import { flagOf } from "./pages.ts";

/** `GET …/connection_uri`: of the branch named, else of the default branch. */
export function getConnectionUri({ world, path: { project_id }, query }: RoutedRequest) {
  const endpoint_id = query.endpoint_id;
  const named = endpoint_id === undefined ? undefined : world.endpoints.get(endpoint_id);
  const branch_id =
    named?.endpoint.branch_id ?? query.branch_id ?? defaultBranchOf(world, project_id).id;
  const record = named ?? computeOf(world, branch_id);
  if (endpoint_id !== undefined && named?.endpoint.project_id !== project_id) {
    throw notFound(`endpoint ${endpoint_id}`);
  }
  const { endpoint } = found(record, `an endpoint of branch ${branch_id}`);
  const place = { project_id, branch_id };
  const role = itemOf(world, "roles", place, `${query.role_name}`);
  const database = itemOf(world, "databases", place, `${query.database_name}`);
  const address = flagOf(query.pooled) ? pooledOf(world, endpoint) : directOf(world, endpoint);
  return { uri: uriOf(world, role, database, address) };
}

/** One for each database of a branch, as its owner. */
export function connectionUris(world: World, { endpoint }: EndpointRecord) {
  const { project_id, branch_id } = endpoint;
  const place = { project_id, branch_id };
  return contentOf(world, "databases", place).map((database) =>
    detailsOf(world, itemOf(world, "roles", place, database.owner_name), database, endpoint),
  );
}

function detailsOf(
  world: World,
  role: Role,
  database: Database,
  endpoint: EndpointWithoutPendingState,
) {
  return {
    connection_uri: uriOf(world, role, database, directOf(world, endpoint)),
    connection_parameters: {
      database: database.name,
      password: role.password,
      role: role.name,
      host: endpoint.host,
      pooler_host: pooledOf(world, endpoint).host,
    },
  };
}

function uriOf(world: World, role: Role, database: Database, { host, port }: Address): string {
  const user = `${encodeURIComponent(role.name)}:${encodeURIComponent(role.password)}`;
  // Clients know one port; another one is named.
  const at = port === USUAL_PORT ? host : `${host}:${port}`;
  const settings = world.dataPlane.listen ? "" : SETTINGS;
  return `postgresql://${user}@${at}/${encodeURIComponent(database.name)}${settings}`;
}

/**
 * The provider's. Beside a Postgres of this machine they are left out: node-postgres takes `require`
 * for a certificate that a public authority signed, and postgres.js sends `channel_binding` to the
 * server. libpq uses TLS without them.
 */
const SETTINGS = "?sslmode=require&channel_binding=require";

function directOf({ dataPlane }: World, { id, host }: EndpointWithoutPendingState): Address {
  return { host, port: dataPlane.listen?.(id).port ?? USUAL_PORT };
}

/**
 * The pooled host has `-pooler` before its first dot. Beside a Postgres of this machine it is the
 * pooler's address, or the direct one where no pooler runs.
 */
function pooledOf(world: World, endpoint: EndpointWithoutPendingState): Address {
  const { dataPlane } = world;
  const direct = directOf(world, endpoint);
  if (dataPlane.listen) return dataPlane.pooled?.(endpoint.id) ?? direct;
  return { ...direct, host: direct.host.replace(/^[^.]*/, "$&-pooler") };
}

const USUAL_PORT = 5432;
