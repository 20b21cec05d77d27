import { expect, test } from "vitest";
import { routes } from "../suite/spec/routes.ts";
import { type Fixtures, serverTarget } from "../suite/targets/server.ts";

const url = "https://host/api/v2/";
const admin = { id: 1, key: "of-admin" };

test("a server is only read, on all documented routes, unless more is allowed", () => {
  const target = serverTarget({ url, apiKey: "k" });

  expect(target).toMatchObject({ url: "https://host/api/v2", changes: "none", routes });
  expect(Object.keys(target.lacks)).toEqual(expect.arrayContaining(["writes", "state"]));
});

test("a server that is there to be used up lacks only what no server has", () => {
  const { lacks } = serverTarget({ url, apiKey: "k", changes: "all" });

  expect(Object.keys(lacks).sort()).toEqual(["client", "control", "examples", "network", "time"]);
});

test("without a key of its own it takes the administrator's", () => {
  expect(serverTarget({ url, fixtures: { keys: { admin } } }).apiKey).toBe("of-admin");
  expect(serverTarget({ url, apiKey: "k", fixtures: { keys: { admin } } }).apiKey).toBe("k");
});

test("a key that begins with $ is the value of that variable", () => {
  const fixtures = { keys: { admin: { id: 1, key: "$ADMIN_KEY" } } };

  expect(serverTarget({ url, fixtures }, { ADMIN_KEY: "from outside" }).apiKey).toBe(
    "from outside",
  );
});

test("what it does not serve is no route of it", () => {
  const { routes } = serverTarget({ url, apiKey: "k", fixtures: { routes: ["GET /projects"] } });

  expect(routes.map(({ name }) => name)).toEqual(["GET /projects"]);
});

test("what its routes take is kept for them", () => {
  const bodies = { "POST /projects": { project: { name: "new" } } };

  expect(serverTarget({ url, apiKey: "k", fixtures: { bodies } }).bodies).toEqual(bodies);
  expect(serverTarget({ url, apiKey: "k" }).bodies).toBeUndefined();
});

test.each<[string, Fixtures, string]>([
  ["an id that is no id", { ids: { org_id: null as never } }, "ids.org_id"],
  ["a key of no kind", { keys: { owner: admin } as never }, "keys.owner"],
  ["a key without an id", { keys: { admin: { key: "k" } as never } }, "keys.admin.id"],
  [
    "a key whose variable is not set",
    { keys: { admin: { id: 1, key: "$NONE" } } },
    "keys.admin.key",
  ],
  ["a route that is not documented", { routes: ["GET /nothing"] }, "routes has GET /nothing"],
  ["a body of such a route", { bodies: { "PUT /nothing": {} } }, "bodies has PUT /nothing"],
])("%s in the fixtures is refused by name", (_what, fixtures, name) => {
  expect(() => serverTarget({ url, apiKey: "k", fixtures }, {})).toThrow(name);
});

test("a server without any key is refused, and the message says where one goes", () => {
  expect(() => serverTarget({ url })).toThrow("CONTRACT_API_KEY");
});
