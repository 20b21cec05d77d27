/**
 * A client without a server, in a test of your own code:
 * `npx vitest run --root packages/client examples/test-double.test.ts`.
 */
import { type ApiClient, createClient, HttpError, unwrap } from "@hosted-postgres/client";
import { expect, test } from "vitest";

/** Your code. It takes its client, so that a test can give it another one. */
async function disabledComputes(api: ApiClient, project_id: string): Promise<string[]> {
  const params = { path: { project_id } };
  const list = await unwrap(api.GET("/projects/{project_id}/endpoints", { params }));
  return list.endpoints.flatMap(({ id, disabled }) => (disabled ? [id] : []));
}

/** The double stands in for `fetch`; paths, headers and errors stay the real ones. */
function clientOf(answer: (url: URL, init: RequestInit) => Response): ApiClient {
  return createClient({
    baseUrl: "https://api.test",
    apiKey: "a-key",
    retries: 0,
    fetch: async (url, init) => answer(new URL(url), init),
  });
}

test("finds the computes that are disabled", async () => {
  const endpoints = ["ep-1", "ep-2"].map((id) => ({ id, disabled: id === "ep-2" }));
  const api = clientOf(({ pathname }) =>
    Response.json(pathname === "/projects/project-1/endpoints" ? { endpoints } : {}),
  );

  expect(await disabledComputes(api, "project-1")).toEqual(["ep-2"]);
});

test("passes on what the server refuses", async () => {
  const api = clientOf(() => new Response("later", { status: 503 }));

  await expect(disabledComputes(api, "project-1")).rejects.toThrow(HttpError);
});
