import type { Endpoint } from "@hosted-postgres/client";
import { describe, expect, test } from "vitest";
import { routes } from "../suite/spec/routes.ts";
import { type Fixtures, serverTarget } from "../suite/targets/server.ts";

const url = "https://host/api/v2/";
const admin = { id: 1, key: "of-admin" };

describe("serverTarget", () => {
  test("is read-only on all documented routes by default", () => {
    const target = serverTarget({ url, apiKey: "k" });

    expect(target).toMatchObject({ url: "https://host/api/v2", changes: "none", routes });
    expect(Object.keys(target.lacks)).toEqual(expect.arrayContaining(["writes", "state"]));
  });

  test("lacks with --changes all only what every server lacks", () => {
    const { lacks } = serverTarget({ url, apiKey: "k", changes: "all" });

    expect(Object.keys(lacks).sort()).toEqual([
      ...["client", "control", "examples", "network", "postgres", "time"],
    ]);
  });

  test("fills a compute's fields into the connection string of the fixtures", () => {
    const fixtures = { connection_uri: "postgresql://app:s%20ecret@{host}:5432/{branch_id}" };

    const { lacks, postgres } = serverTarget({ url, apiKey: "k", fixtures });

    const endpoint = { host: "ep-1.host", branch_id: "br-1" } as Endpoint;
    expect(postgres?.uriOf(endpoint)).toBe("postgresql://app:s%20ecret@ep-1.host:5432/br-1");
    expect(postgres?.passwords).toEqual(["s ecret"]);
    expect(postgres).not.toHaveProperty("pooledUriOf");
    expect(lacks).not.toHaveProperty("network");
    expect(lacks).not.toHaveProperty("postgres");
  });

  test("fills them into the pooled one too, whose password may be another one", () => {
    const fixtures = {
      connection_uri: "postgresql://app:secret@{host}/db",
      pooled_connection_uri: "postgresql://app:other@{id}-pooler.{proxy_host}/db",
    };

    const { postgres } = serverTarget({ url, apiKey: "k", fixtures });

    const endpoint = { id: "ep-1", host: "ep-1.host", proxy_host: "proxy.host" } as Endpoint;
    expect(postgres?.uriOf(endpoint)).toBe("postgresql://app:secret@ep-1.host/db");
    expect(postgres?.pooledUriOf?.(endpoint)).toBe(
      "postgresql://app:other@ep-1-pooler.proxy.host/db",
    );
    expect(postgres?.passwords).toEqual(["secret", "other"]);
  });

  test("reads a connection string that begins with $ from the environment", () => {
    const fixtures = { connection_uri: "$DATABASE" };
    const env = { DATABASE: "postgresql://app:secret@{host}/db" };

    const { postgres } = serverTarget({ url, apiKey: "k", fixtures }, env);

    expect(postgres?.uriOf({ host: "h" } as Endpoint)).toBe("postgresql://app:secret@h/db");
  });

  test("defaults to the administrator's key", () => {
    expect(serverTarget({ url, fixtures: { keys: { admin } } }).apiKey).toBe("of-admin");
    expect(serverTarget({ url, apiKey: "k", fixtures: { keys: { admin } } }).apiKey).toBe("k");
  });

  test("reads a key that begins with $ from the environment", () => {
    const fixtures = { keys: { admin: { id: 1, key: "$ADMIN_KEY" } } };

    expect(serverTarget({ url, fixtures }, { ADMIN_KEY: "from outside" }).apiKey).toBe(
      "from outside",
    );
  });

  test("has only the routes that the fixtures name", () => {
    const { routes } = serverTarget({ url, apiKey: "k", fixtures: { routes: ["GET /projects"] } });

    expect(routes.map(({ name }) => name)).toEqual(["GET /projects"]);
  });

  test("keeps the bodies of the fixtures", () => {
    const bodies = { "POST /projects": { project: { name: "new" } } };

    expect(serverTarget({ url, apiKey: "k", fixtures: { bodies } }).bodies).toEqual(bodies);
    expect(serverTarget({ url, apiKey: "k" }).bodies).toBeUndefined();
  });

  test.each<[string, Fixtures, string]>([
    ["an id that is neither string nor number", { ids: { org_id: null as never } }, "ids.org_id"],
    ["an unknown kind of key", { keys: { owner: admin } as never }, "keys.owner"],
    [
      "a key whose id is no integer",
      { keys: { admin: { id: "22" as never, key: "k" } } },
      "keys.admin.id",
    ],
    [
      "a key whose variable is not set",
      { keys: { admin: { id: 1, key: "$NONE" } } },
      "keys.admin.key",
    ],
    ["a route that is not documented", { routes: ["GET /nothing"] }, "routes has GET /nothing"],
    [
      "a body of an undocumented route",
      { bodies: { "PUT /nothing": {} } },
      "bodies has PUT /nothing",
    ],
    [
      "a connection string whose variable is not set",
      { connection_uri: "$NONE" },
      "connection_uri: $NONE is not set",
    ],
    [
      "a connection string without a field of the compute",
      { connection_uri: "postgresql://app:secret@host/db" },
      "connection_uri must be like",
    ],
    [
      "a pooled connection string whose variable is not set",
      { connection_uri: "postgresql://app:secret@{host}/db", pooled_connection_uri: "$NONE" },
      "pooled_connection_uri: $NONE is not set",
    ],
    [
      "a pooled connection string without a direct one",
      { pooled_connection_uri: "postgresql://app:secret@{host}/db" },
      "pooled_connection_uri needs a connection_uri",
    ],
  ])("refuses %s in the fixtures by name", (_what, fixtures, name) => {
    expect(() => serverTarget({ url, apiKey: "k", fixtures }, {})).toThrow(name);
  });

  test("refuses a server without a key, and says where to set one", () => {
    expect(() => serverTarget({ url })).toThrow("CONTRACT_API_KEY");
  });
});
