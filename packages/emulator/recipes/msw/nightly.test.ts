/** MSW: the program keeps its real address and its own fetch; MSW hands the requests over. */
import { createEmulator } from "@hosted-postgres/emulator";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { suspendAll } from "../nightly.ts";

const baseUrl = "https://api.example.com/api/v2";
const emulator = createEmulator();
const server = setupServer(
  http.all(`${baseUrl}/*`, ({ request }) =>
    // A dropped connection is a network error to the program, too.
    emulator.fetch(request).catch(() => HttpResponse.error()),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => emulator.reset());
afterAll(() => server.close());

const api = () => ({ baseUrl, apiKey: emulator.keys.admin });

test("suspends the active compute", async () => {
  const { project_id, endpoint_id } = emulator.ids;

  expect(await suspendAll(api(), project_id)).toEqual([endpoint_id]);
  emulator.advance(300);

  expect(await suspendAll(api(), project_id)).toEqual([]);
});

test("sends a body as it is", async () => {
  const { project_id, free_branch_id } = emulator.ids;
  const response = await fetch(`${baseUrl}/projects/${project_id}/endpoints`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.keys.admin}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ endpoint: { branch_id: free_branch_id, type: "read_write" } }),
  });

  expect(await response.json()).toMatchObject({ endpoint: { branch_id: free_branch_id } });
});

test("gets through a lost response", async () => {
  emulator.inject({ drop: "response" });

  expect(await suspendAll(api(), emulator.ids.project_id)).toHaveLength(1);
});
