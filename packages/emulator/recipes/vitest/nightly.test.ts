/** Vitest: an emulator of its own for every test, in process. */
import { createEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";
import { suspendAll } from "../nightly.ts";

function start() {
  const emulator = createEmulator();
  const api = { baseUrl: emulator.url, apiKey: emulator.keys.admin, fetch: emulator.fetch };
  return { emulator, api, ...emulator.ids };
}

test("suspends the active compute, and nothing the second time", async () => {
  const { emulator, api, project_id, endpoint_id } = start();

  expect(await suspendAll(api, project_id)).toEqual([endpoint_id]);
  emulator.advance(300);

  expect(await suspendAll(api, project_id)).toEqual([]);
});

test("suspends a compute that a connection woke", async () => {
  const { emulator, api, project_id, endpoint_id } = start();
  await suspendAll(api, project_id);
  emulator.advance(300);

  const connection = emulator.connect(endpoint_id);
  emulator.advance(300);

  expect(await suspendAll(api, project_id)).toEqual([endpoint_id]);
  emulator.advance(300);
  expect(connection.state).toBe("closed");
});

test("gets through a busy moment, but not through an outage", async () => {
  const { emulator, api, project_id, endpoint_id } = start();

  emulator.inject({ path: "/projects/{project_id}/endpoints", status: 503 });
  expect(await suspendAll(api, project_id)).toEqual([endpoint_id]);

  emulator.inject({ status: 503, times: Number.POSITIVE_INFINITY });
  await expect(suspendAll(api, project_id)).rejects.toThrow("the service answers 503");
});
