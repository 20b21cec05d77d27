import {
  createClient,
  HttpError,
  OperationFailedError,
} from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";
import { wakeAll } from "./wake-all.ts";

function setUp() {
  const emulator = createEmulator();
  const { url, keys, ids, fetch } = emulator;
  // A compute without connections is suspended after five minutes.
  emulator.advance(6 * 60_000);
  return {
    ...emulator,
    ids,
    api: createClient({ baseUrl: url, apiKey: keys.admin, fetch }),
  };
}

test("wakes the compute that went to sleep", async () => {
  const { api, ids } = setUp();

  expect(await wakeAll(api, ids.project_id)).toEqual([ids.endpoint_id]);
  expect(await wakeAll(api, ids.project_id)).toEqual([]);
});

// #region example
test("passes on that a compute does not start", async () => {
  const { api, ids, decide } = setUp();
  decide({ outcome: "failed", action: "start_compute" });

  await expect(wakeAll(api, ids.project_id)).rejects.toThrow(
    OperationFailedError,
  );
});

test("survives two answers of 503", async () => {
  const { api, ids, inject } = setUp();
  inject({ status: 503, times: 2 });

  expect(await wakeAll(api, ids.project_id)).toHaveLength(1);
});
// #endregion example

test("gives up when the service stays away", async () => {
  const { api, ids, inject } = setUp();
  inject({ status: 503, times: Number.POSITIVE_INFINITY });

  await expect(wakeAll(api, ids.project_id)).rejects.toThrow(HttpError);
});
