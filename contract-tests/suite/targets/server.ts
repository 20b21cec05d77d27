/** A running server that nobody here wrote, and what a run may use of it. */

import type { Changes, KeyName, Lacks, Target } from "../run/target.ts";
import { routes } from "../spec/routes.ts";

/** What a fixtures file holds; the document shows no way to make some of these things. */
export interface Fixtures {
  /**
   * By the name of the path parameter: `project_id`, its `branch_id` and `endpoint_id`, `org_id`,
   * `member_id` of the member below. Beside them `free_branch_id` and `other_free_branch_id`, two
   * branches of the project without a compute, and `personal_project_id` with its
   * `personal_endpoint_id`, which belong to the administrator and to no organization.
   */
  ids?: Record<string, string | number>;
  /** `key` may be the name of an environment variable: `$ADMIN_KEY`. */
  keys?: Partial<Record<KeyName, { id: number; key: string }>>;
  /** The type of a read replica, which is not shown. */
  replica_type?: string;
  /** What the server serves, as `GET /projects`. Default: all documented routes. */
  routes?: string[];
  /**
   * What it takes where the document shows no body, by the name of the route; the others take the
   * spec's examples. With it, every route it serves is to answer 2xx.
   */
  bodies?: Record<string, unknown>;
}

export interface ServerOptions {
  url: string;
  /** Default: the administrator's of the fixtures. */
  apiKey?: string | undefined;
  fixtures?: Fixtures | undefined;
  changes?: Changes | undefined;
}

const KEY_NAMES: readonly KeyName[] = ["admin", "member", "organization", "project"];

const READ_ONLY = "a server that is only read; --changes own allows it";

/** @throws {Error} when there is no key, or when the fixtures have something of another form */
export function serverTarget(
  { url, apiKey, fixtures = {}, changes = "none" }: ServerOptions,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const { ids, keys, served } = checked(fixtures, env);
  const key = apiKey ?? keys.admin?.key;
  if (!key) throw new Error("a server needs a key that it accepts: CONTRACT_API_KEY, or --key");
  const lacks: Lacks = {
    client: "the mock shows it",
    examples: "a running server cannot be told which answer to give",
    time: "a running server's time cannot be moved",
    network: "no connection to Postgres is made",
    control: "a running server cannot be told what to do",
    ...(changes === "none" && { writes: READ_ONLY, state: READ_ONLY }),
    ...(changes !== "all" && {
      disposable: "it would use up the fixtures; --changes all allows it",
    }),
  };
  return {
    name: changes === "none" ? `${url}, read-only` : url,
    url: url.replace(/\/+$/, ""),
    apiKey: key,
    ids,
    lacks,
    changes,
    routes: served,
    ...(fixtures.bodies && { bodies: fixtures.bodies }),
    ...(fixtures.replica_type && { replicaType: fixtures.replica_type }),
    rejected: { apiKey: "not-a-key-of-this-service", headers: {} },
    keys,
  };
}

function checked(
  { ids = {}, keys = {}, routes: named, bodies = {} }: Fixtures,
  env: NodeJS.ProcessEnv,
) {
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id !== "string" && typeof id !== "number")
      throw new Error(`fixtures: ids.${name} must be a string or a number`);
  }
  for (const name of Object.keys(keys)) {
    if (!KEY_NAMES.includes(name as KeyName))
      throw new Error(`fixtures: keys.${name} is none of ${KEY_NAMES.join(", ")}`);
  }
  const read = Object.entries(keys).map(([name, { id, key }]) => {
    const secret = key?.startsWith("$") ? env[key.slice(1)] : key;
    if (!Number.isInteger(id)) throw new Error(`fixtures: keys.${name}.id must be an integer`);
    if (!secret) throw new Error(`fixtures: keys.${name}.key is empty, or its variable is not set`);
    return [name, { id, key: secret }];
  });
  for (const [field, names] of Object.entries({ routes: named, bodies: Object.keys(bodies) })) {
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
