/** Acts beside the API: as the control plane, or as a program with a connection string. */
import type { Operation } from "@hosted-postgres/types";
import type { Connection } from "./data-plane.ts";
import { useEndpoint } from "./endpoint-lifecycle.ts";
import { checkEnabled } from "./endpoints.ts";
import { type Place, startOperations } from "./operations.ts";
import { useProject } from "./project-lifecycle.ts";
import { contentOf } from "./roles-and-databases.ts";
import type { EndpointRecord, World } from "./world.ts";

/** The place where an operation starts. Without `branch_id`: the compute's branch, or the default one. */
export interface OperationStart extends Partial<Place> {
  project_id: string;
  action: string;
}

export interface UriOptions {
  /** Through the compute's pooler; the direct one where it has none. Default: false. */
  pooled?: boolean;
}

/** @throws {RangeError} when the project or the compute does not exist */
export function startOperation(
  world: World,
  { project_id, branch_id, endpoint_id, action }: OperationStart,
): Operation {
  if (!world.projects.get(project_id)) throw new RangeError(`project ${project_id} does not exist`);
  const branch =
    endpoint_id === undefined ? branch_id : endpointAt(world, endpoint_id).endpoint.branch_id;
  const [main] = world.branches.where("project", project_id).filter((branch) => branch.default);
  const place = { project_id, branch_id: branch ?? `${main?.id}`, endpoint_id };
  const [operation] = startOperations(world, place, action);
  return { ...(operation as Operation) };
}

/** @throws {RangeError} when the compute does not exist */
export function connect(world: World, endpoint_id: string): Connection {
  const record = endpointAt(world, endpoint_id);
  checkEnabled(record);
  const connection = world.dataPlane.connect(record.endpoint, () => {
    world.settle();
    if (connection.state === "open") useEndpoint(world, record);
  });
  useCompute(world, record);
  return connection;
}

/** @throws {Problem} when the compute is disabled */
export function useCompute(world: World, record: EndpointRecord): void {
  checkEnabled(record);
  useProject(world, record.endpoint.project_id);
  useEndpoint(world, record);
}

/** @throws {Error} when no Postgres is behind the compute, or its branch has no database */
export function connectionUri(world: World, record: EndpointRecord, options?: UriOptions): string {
  if (!world.dataPlane.listen) throw new Error("no Postgres is behind this emulator");
  const uri = findConnectionUri(world, record, options);
  if (uri === undefined) throw new Error(`branch ${record.endpoint.branch_id} has no database`);
  return uri;
}

/** The first database of the compute's branch, as its owner. */
export function findConnectionUri(
  world: World,
  { endpoint }: EndpointRecord,
  { pooled = false }: UriOptions = {},
): string | undefined {
  const pooler = pooled ? world.dataPlane.pooled?.(endpoint.id) : undefined;
  const address = pooler ?? world.dataPlane.listen?.(endpoint.id);
  if (!address) return undefined;
  const { roles, databases } = contentOf(world, endpoint.branch_id);
  const [database] = databases;
  const role = roles.find(({ name }) => name === database?.owner_name);
  if (!database || !role) return undefined;
  const [user, password, name] = [role.name, role.password, database.name].map(encodeURIComponent);
  return `postgresql://${user}:${password}@${address.host}:${address.port}/${name}`;
}

/** @throws {RangeError} when the compute does not exist */
export function endpointAt(world: World, endpoint_id: string): EndpointRecord {
  const record = world.endpoints.get(endpoint_id);
  if (!record) throw new RangeError(`compute ${endpoint_id} does not exist`);
  return record;
}
