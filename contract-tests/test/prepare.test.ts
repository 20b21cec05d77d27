/** The look at a server before its run. */
import { afterEach, describe, expect, test } from "vitest";
import { prepared } from "../suite/targets/prepare.ts";
import { assertKnown, type Fixtures, serverTarget } from "../suite/targets/server.ts";
import { type Change, type ObservedServer, serve } from "./serve.ts";

let server: ObservedServer;

afterEach(() => server?.close());

async function prepare(fixtures: (known: Fixtures) => Fixtures, change?: Change, path = "") {
  server = await serve(change);
  const { keys } = server.fixtures;
  const url = server.url.replace("/api/v2", path || "/api/v2");
  const apiKey = keys?.admin?.key;
  return prepared(serverTarget({ url, apiKey, fixtures: fixtures(server.fixtures) }));
}

const answer =
  (status: number, text: string): Change =>
  async () =>
    new Response(text, { status });

describe("refuses, in one sentence,", () => {
  test.each<[string, Change | undefined, string, RegExp]>([
    [
      "an address without the version prefix",
      undefined,
      "/",
      /is not this API: GET \/projects answered 40\d; does the address lack its version prefix\?$/,
    ],
    [
      "a web page",
      answer(200, "<html>"),
      "",
      /is not this API: GET \/projects answered 200 without projects/,
    ],
    ["another JSON API", answer(200, "[]"), "", /is not this API/],
    [
      "a server that refuses every key",
      answer(401, "{}"),
      "",
      /refuses the key: GET \/projects answered 401$/,
    ],
  ])("%s", async (_what, change, path, message) => {
    await expect(prepare(() => ({}), change, path)).rejects.toThrow(message);
  });

  test.each<[string, (known: Fixtures) => Fixtures, RegExp]>([
    [
      "a project",
      ({ ids }) => ({ ids: { ...ids, project_id: "p-none" } }),
      /^fixtures: ids.project_id does not exist: GET \S+p-none\/endpoints answered 404$/,
    ],
    [
      "a compute",
      ({ ids }) => ({ ids: { ...ids, endpoint_id: "ep-none" } }),
      /ids.endpoint_id does not exist/,
    ],
    [
      "a free branch",
      ({ ids }) => ({ ids: { ...ids, free_branch_id: "br-none" } }),
      /ids.free_branch_id does not exist/,
    ],
    [
      "a key",
      ({ keys }) => ({ keys: { ...keys, member: { id: 1, key: "none" } } }),
      /^fixtures: keys.member is refused: GET \/projects answered 401$/,
    ],
  ])("%s of the fixtures that does not exist", async (_what, fixtures, message) => {
    await expect(prepare(fixtures)).rejects.toThrow(message);
  });

  test.each<[string, Fixtures, string]>([
    ["field", { base_url: "https://host" } as Fixtures, "base_url"],
    ["id", { ids: { project: "p" } }, "ids.project"],
  ])("a fixtures file with an unknown %s", (_what, fixtures, name) => {
    expect(() => assertKnown(fixtures)).toThrow(`fixtures: ${name} is not`);
  });
});

describe("lets the rules judge", () => {
  test.each<[string, Change]>([
    [
      "a list of projects in another form",
      async (response) => (response.ok ? Response.json({ data: [] }) : response),
    ],
    [
      "a list of projects that is answered 500",
      async (response) => (response.ok ? new Response(null, { status: 500 }) : response),
    ],
    [
      "a server without routes for branches",
      async (response, { url }) =>
        url.includes("/branches/") ? new Response(null, { status: 404 }) : response,
    ],
  ])("%s", async (_what, change) => {
    await expect(prepare(({ keys }) => ({ keys }) as Fixtures, change)).resolves.toHaveProperty(
      "url",
    );
  });
});

test("takes the ids of a project and its compute from what the server shows", async () => {
  const { ids } = await prepare(() => ({}));

  const known = server.fixtures.ids ?? {};
  expect([known.project_id, known.personal_project_id]).toContain(ids.project_id);
  expect([known.endpoint_id, known.personal_endpoint_id]).toContain(ids.endpoint_id);
  expect(ids.branch_id).toMatch(/^branch-/);
});

test("keeps the ids of the fixtures", async () => {
  const { ids } = await prepare(({ ids }) => ({ ids: ids ?? {} }));

  expect(ids).toEqual(server.fixtures.ids);
});
