import { createClient } from "@hosted-postgres/client";
import { describe, expect, test } from "vitest";
import { Blocked } from "../suite/run/blocked.ts";
import { type Sending, send } from "../suite/run/send.ts";
import { route } from "../suite/spec/routes.ts";

const BASE = "https://host/api/v2";
const ENDPOINTS = "/projects/{project_id}/endpoints";
const CREATE = `POST ${ENDPOINTS}`;
const DOWNLOAD =
  "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download";

interface Sent {
  method: string;
  /** Below the base URL. */
  path: string;
  accept: string | null;
  prefer: string | null;
  body: unknown;
}

/** Sends a route to a server that answers with this text, and returns the request and the data. */
async function sent(name: string, sending: Partial<Sending> = {}, text = "{}", status = 200) {
  const requests: Sent[] = [];
  const api = createClient({
    baseUrl: BASE,
    apiKey: "key",
    retries: 0,
    async fetch(url, { method = "GET", headers, body }) {
      const given = new Headers(headers);
      requests.push({
        method,
        path: url.slice(BASE.length),
        accept: given.get("accept"),
        prefer: given.get("prefer"),
        body: body ? JSON.parse(String(body)) : undefined,
      });
      return new Response(text, { status });
    },
  });
  const result = await send(api, route(name), {
    ids: { project_id: "p", org_id: "o" },
    ...sending,
  });
  return { ...requests[0], result };
}

describe("send", () => {
  test("fills the path, and takes query and body of the spec's examples", async () => {
    expect(await sent("GET /projects/{project_id}/operations")).toMatchObject({
      method: "GET",
      path: "/projects/p/operations?limit=2",
      body: undefined,
    });
    expect(await sent(CREATE)).toMatchObject({
      method: "POST",
      path: "/projects/p/endpoints",
      body: { endpoint: { branch_id: "branch-1", type: "read_write" } },
    });
  });

  test("is blocked without a request when an id is unknown, and names it", async () => {
    const sending = sent(`DELETE ${ENDPOINTS}/{endpoint_id}`);

    await expect(sending).rejects.toThrow(new Blocked("no endpoint_id is known"));
    await expect(sending).rejects.toBeInstanceOf(Blocked);
  });

  test("prefers the target's body to the example, and the check's to both", async () => {
    const bodies = { [CREATE]: { of: "the target" }, "POST /api_keys": { of: "another route" } };

    expect(await sent(CREATE, { bodies })).toHaveProperty("body", { of: "the target" });
    expect(await sent(CREATE, { bodies, body: { of: "the check" } })).toHaveProperty("body", {
      of: "the check",
    });
  });

  test("asks for JSON where the spec says JSON, even if it does not show it", async () => {
    expect(await sent("GET /projects")).toHaveProperty("accept", "application/json");
    expect(await sent("GET /regions")).toHaveProperty("accept", "application/json");
    const ids = { project_id: "p", branch_id: "b", bucket_name: "b", object_key: "k" };
    expect(await sent(DOWNLOAD, { ids })).toHaveProperty("accept", "*/*");
  });

  test("adds the check's headers, which win", async () => {
    const headers = { Prefer: "example=two", Accept: "text/plain" };

    expect(await sent("GET /projects", { headers })).toMatchObject({
      prefer: "example=two",
      accept: "text/plain",
    });
  });

  test.each([
    ["JSON that is shown", "GET /projects", '{"projects":[]}', 200, { projects: [] }],
    ["JSON that is not shown", "GET /regions", '{"regions":[]}', 200, { regions: [] }],
    ["the text of an answer that is no JSON", "GET /regions", "<html>", 200, "<html>"],
    ["no data of an error", "GET /regions", '{"regions":[]}', 500, undefined],
  ])("reads %s", async (_what, name, text, status, data) => {
    const { result } = await sent(name, {}, text, status);

    expect(result.data).toEqual(data);
    expect(result.response.status).toBe(status);
  });

  test("leaves a download as it is, even if it looks like JSON", async () => {
    const ids = { project_id: "p", branch_id: "b", bucket_name: "b", object_key: "k" };

    expect((await sent(DOWNLOAD, { ids }, '{"a":1}')).result.data).toBe('{"a":1}');
  });

  test("rejects JSON that is shown but is none", async () => {
    await expect(sent("GET /projects", {}, "<html>")).rejects.toThrow("GET /projects");
  });
});
