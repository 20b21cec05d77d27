/**
 * Tests your own code with a client that needs no server:
 * `npx vitest run --root packages/client examples/test-double.test.ts`.
 */
import { type ApiClient, createClient, HttpError, unwrap } from "@hosted-postgres/client";
import { describe, expect, test } from "vitest";

/** Your code. It takes the client as a parameter, so a test can pass another one. */
async function disabledComputes(api: ApiClient, project_id: string): Promise<string[]> {
  const params = { path: { project_id } };
  const list = await unwrap(api.GET("/projects/{project_id}/endpoints", { params }));
  return list.endpoints.flatMap(({ id, disabled }) => (disabled ? [id] : []));
}

/** Replaces `fetch` only; paths, headers and errors are real. */
function clientOf(answer: (url: URL, init: RequestInit) => Response): ApiClient {
  return createClient({
    baseUrl: "https://api.test",
    apiKey: "a-key",
    retries: 0,
    fetch: async (url, init) => answer(new URL(url), init),
  });
}

describe("disabledComputes", () => {
  test("returns the disabled computes", async () => {
    const endpoints = ["ep-1", "ep-2"].map((id) => ({ id, disabled: id === "ep-2" }));
    const api = clientOf(({ pathname }) =>
      Response.json(pathname === "/projects/project-1/endpoints" ? { endpoints } : {}),
    );

    expect(await disabledComputes(api, "project-1")).toEqual(["ep-2"]);
  });

  test("throws on an error of the server", async () => {
    const api = clientOf(() => new Response("later", { status: 503 }));

    await expect(disabledComputes(api, "project-1")).rejects.toThrow(HttpError);
  });
});
