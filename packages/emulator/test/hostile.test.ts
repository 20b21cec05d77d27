import { describe, expect, test } from "vitest";
import { faces } from "./face.ts";
import { runHostile, runHostileSockets } from "./hostile.ts";

describe.each(faces)("the emulator $name", (face) => {
  test("answers random requests in process as the spec says, or with a 4xx and a message", async () => {
    const { statuses } = await runHostile({ requests: 1_000, seed: 1, face });

    const seen = Object.keys(statuses).map(Number);
    expect(Math.max(...seen)).toBeLessThan(500);
    expect(seen).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 413, 415]));
  });

  test("answers random bytes on sockets without a 5xx, and keeps serving", async () => {
    const { statuses } = await runHostileSockets({ requests: 200, seed: 2, face });

    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "400", "401"]));
  });
});
