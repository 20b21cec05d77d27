import { expect, test } from "vitest";
import { runHostile, runHostileSockets } from "./hostile.ts";

test("random requests in process get answers of the spec, or a 4xx that says why", {
  timeout: 60_000,
}, async () => {
  const { statuses } = await runHostile({ requests: 5_000, seed: 1 });

  const seen = Object.keys(statuses).map(Number);
  expect(Math.max(...seen)).toBeLessThan(500);
  expect(seen).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 413, 415]));
});

test("random bytes on sockets get no 5xx, and the server goes on", {
  timeout: 60_000,
}, async () => {
  const { statuses } = await runHostileSockets({ requests: 1_000, seed: 2 });

  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "400", "401"]));
});
