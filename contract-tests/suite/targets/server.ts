/** A running server by URL, and the things a run may use there. */

import type { Endpoint } from "@hosted-postgres/client";
import {
  type Changes,
  KEY_NAMES,
  type KeyName,
  type Lacks,
  type OwnedKey,
  type Target,
} from "../run/target.ts";
import { routes } from "../spec/routes.ts";
import { postgresAt } from "./postgres.ts";

/** The fixtures file; the document shows no way to create some of these things. */
export interface Fixtures {
  /**
   * By path parameter: `project_id`, its `branch_id` and `endpoint_id`, `org_id`, and `member_id` of
   * the member below. Also `free_branch_id` and `other_free_branch_id`, two branches of the project
   * without a compute, and `personal_project_id` with its `personal_endpoint_id`, which belong to
   * the administrator and to no organization.
   */
  ids?: Record<string, string | number>;
  /** `key` may name an environment variable: `$ADMIN_KEY`. */
  keys?: Partial<Record<KeyName, OwnedKey>>;
  /** The type of a read replica, which is undocumented. */
  replica_type?: string;
  /**
   * The connection string of every compute, with fields of the compute in braces:
   * `postgresql://app:secret@{host}/db?sslmode=verify-full`. One that begins with `$` names an
   * environment variable that has it.
   */
  connection_uri?: string;
  /** Likewise through the pooler of every compute, beside the direct one. */
  pooled_connection_uri?: string;
  /** The routes it serves, as `GET /projects`. Default: all documented routes. */
  routes?: string[];
  /**
   * Request bodies by route, where the document shows none; the other routes take the spec's
   * examples. When set, every served route must answer 2xx.
   */
  bodies?: Record<string, unknown>;
  /** Query parameters by route, where the server requires some. */
  queries?: Record<string, Record<string, string>>;
}

export interface ServerOptions {
  url: string;
  /** Default: the administrator's of the fixtures. */
  apiKey?: string | undefined;
  fixtures?: Fixtures | undefined;
  changes?: Changes | undefined;
  /** A provider may refuse changes while an earlier one runs: 423. */
  profile?: string | undefined;
}

const FIELDS = [
  ...["ids", "keys", "replica_type", "connection_uri", "pooled_connection_uri"],
  ...["routes", "bodies", "queries"],
];

export const PARAMETERS = new Set(routes.flatMap(({ pathParameters }) => pathParameters));

const BUSY = 423;

const NO_CONNECTIONS = "no connection strings are known; connection_uri in the fixtures gives them";

const READ_ONLY = "the server is read-only; --changes own allows it";

/** @throws {Error} without a key, or when the fixtures are malformed */
export function serverTarget(
  { url, apiKey, fixtures = {}, changes = "none", profile }: ServerOptions,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const { ids, keys, served } = checked(fixtures, env);
  const postgres = postgresOf(fixtures, env);
  const key = apiKey ?? keys.admin?.key;
  if (!key) throw new Error("a key is missing: set CONTRACT_API_KEY, or give --key");
  const lacks: Lacks = {
    client: "the mock shows it",
    examples: "a running server does not answer with a chosen example",
    time: "a running server's clock cannot be moved",
    ...(!postgres && { network: NO_CONNECTIONS, postgres: NO_CONNECTIONS }),
    control: "a running server cannot be controlled from outside",
    ...(changes === "none" && { writes: READ_ONLY, state: READ_ONLY }),
    ...(changes !== "all" && {
      disposable: "it would destroy fixtures; --changes all allows it",
    }),
  };
  return {
    name: changes === "none" ? `${url}, read-only` : url,
    url: url.replace(/\/+$/, ""),
    apiKey: key,
    ids,
    lacks,
    changes,
    readers: 4,
    routes: served,
    ...(fixtures.bodies && { bodies: fixtures.bodies }),
    ...(fixtures.queries && { queries: fixtures.queries }),
    ...(postgres && { postgres }),
    ...(profile !== undefined && { waitsOut: [BUSY] }),
    ...(fixtures.replica_type && { replicaType: fixtures.replica_type }),
    rejected: { apiKey: "not-a-key-of-this-service", headers: {} },
    keys,
  };
}

function postgresOf(fixtures: Fixtures, env: NodeJS.ProcessEnv): Target["postgres"] {
  const uriOf = filledFrom("connection_uri", fixtures, env);
  const pooledUriOf = filledFrom("pooled_connection_uri", fixtures, env);
  if (!uriOf) {
    if (pooledUriOf) throw new Error("fixtures: pooled_connection_uri needs a connection_uri");
    return undefined;
  }
  if (!pooledUriOf) return postgresAt({ uriOf }, uriOf({}));
  return postgresAt({ uriOf, pooledUriOf }, uriOf({}), pooledUriOf({}));
}

/** Fills the fields of a compute into a connection string of the fixtures. */
function filledFrom(
  name: "connection_uri" | "pooled_connection_uri",
  { [name]: given }: Fixtures,
  env: NodeJS.ProcessEnv,
) {
  if (given === undefined) return undefined;
  const template = given.startsWith("$") ? env[given.slice(1)] : given;
  if (!template) throw new Error(`fixtures: ${name}: ${given} is not set`);
  const uriOf = (endpoint: Partial<Endpoint>) =>
    template.replace(/\{(\w+)\}/g, (_, field) => `${endpoint[field as keyof Endpoint] ?? "x"}`);
  if (!template.includes("{") || !URL.canParse(uriOf({})))
    throw new Error(`fixtures: ${name} must be like postgresql://name:password@{host}/db`);
  return uriOf;
}

/** @throws {Error} for a field or an id that no rule would use */
export function assertKnown(fixtures: Fixtures): Fixtures {
  const field = Object.keys(fixtures).find((name) => !FIELDS.includes(name));
  if (field) throw new Error(`fixtures: ${field} is not one of ${FIELDS.join(", ")}`);
  const id = Object.keys(fixtures.ids ?? {}).find(
    (name) => !PARAMETERS.has(name) && !name.endsWith("_id"),
  );
  if (id) throw new Error(`fixtures: ids.${id} is not named like a path parameter`);
  return fixtures;
}

function checked(
  { ids = {}, keys = {}, routes: named, bodies = {}, queries = {} }: Fixtures,
  env: NodeJS.ProcessEnv,
) {
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id !== "string" && typeof id !== "number")
      throw new Error(`fixtures: ids.${name} must be a string or a number`);
  }
  for (const name of Object.keys(keys)) {
    if (!KEY_NAMES.includes(name as KeyName))
      throw new Error(`fixtures: keys.${name} is not one of ${KEY_NAMES.join(", ")}`);
  }
  const read = Object.entries(keys).map(([name, { id, key }]) => {
    const secret = key?.startsWith("$") ? env[key.slice(1)] : key;
    if (id !== undefined && !Number.isInteger(id))
      throw new Error(`fixtures: keys.${name}.id must be an integer`);
    if (!secret)
      throw new Error(
        `fixtures: keys.${name}.key is empty, or its environment variable is not set`,
      );
    return [name, { id, key: secret }];
  });
  for (const [field, names] of Object.entries({
    routes: named,
    bodies: Object.keys(bodies),
    queries: Object.keys(queries),
  })) {
    const unknown = names?.find((name) => !routes.some((route) => route.name === name));
    if (unknown !== undefined)
      throw new Error(`fixtures: ${field} has ${unknown}, which is not documented`);
  }
  return {
    ids,
    keys: Object.fromEntries(read) as NonNullable<Target["keys"]>,
    served: named ? routes.filter(({ name }) => named.includes(name)) : routes,
  };
}
