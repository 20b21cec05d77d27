import { createClient } from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";
import { openBranch, runningComputes } from "../src/computes.ts";

const { MOCK_URL = "http://127.0.0.1:4010" } = process.env;

test("understands the mock's answer to its request", async () => {
  const api = createClient({ baseUrl: MOCK_URL, apiKey: "any-key" });

  const hosts = await runningComputes(api, "project-1");

  expect(hosts).toContain("ep-1.region-1.example.com");
});

test("opens a branch once on the emulator, and it runs then", async () => {
  const { fetch, url, keys, ids } = createEmulator({ operationMs: 2_000 });
  const api = createClient({ baseUrl: url, apiKey: keys.admin, fetch });

  const host = await openBranch(api, ids.project_id, ids.free_branch_id);

  expect(await runningComputes(api, ids.project_id)).toContain(host);
  const again = openBranch(api, ids.project_id, ids.free_branch_id);
  await expect(again).rejects.toMatchObject({ name: "HttpError" });
});
