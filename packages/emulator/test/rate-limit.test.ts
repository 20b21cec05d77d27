import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { createNeon } from "./neon/support.ts";
import { createStill } from "./support.ts";

describe("a rate limit", () => {
  test("admits as many requests as its buckets hold, for each key alone", async () => {
    const rates = fc.record({
      perMinute: fc.integer({ min: 1, max: 600 }),
      burst: fc.integer({ min: 1, max: 5 }),
    });
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 5_000 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(rates, steps, async ({ perMinute, burst }, steps) => {
        const { emulator, admin, member } = createStill({ rateLimit: { perMinute, burst } });
        // In tokens of a 60,000th, so that the sums are exact.
        const left = new Map([admin, member].map((key) => [key, burst * 60_000]));
        for (const [isAdmin, ms] of steps) {
          emulator.advance(ms);
          for (const [key, has] of left)
            left.set(key, Math.min(burst * 60_000, has + ms * perMinute));
          const key = isAdmin ? admin : member;
          const has = left.get(key) ?? 0;
          const { status, headers } = await key("GET", "/projects");
          expect(status).toBe(has >= 60_000 ? 200 : 429);
          if (status === 200) left.set(key, has - 60_000);
          else
            expect(headers.get("retry-after")).toBe(
              `${Math.ceil((60_000 - has) / perMinute / 1_000)}`,
            );
        }
      }),
      { numRuns: 30 },
    );
  });

  test("is refused as the document's other refusals are, and filled by reset", async () => {
    const { emulator, admin, nobody } = createStill({ rateLimit: { perMinute: 60, burst: 1 } });
    await admin("GET", "/projects");

    const { status, body } = await admin("POST", "/projects", {});
    const { status: unknown } = await nobody("GET", "/projects");
    await emulator.reset();

    const message = "this key sends more than 60 requests a minute";
    expect([status, body]).toEqual([429, { error: "rateLimited", message }]);
    expect(unknown).toBe(401);
    expect((await admin("GET", "/projects")).status).toBe(200);
  });

  test("is refused in the profile's envelope", async () => {
    const { admin, ids } = createNeon({ rateLimit: { perMinute: 60, burst: 1 } });
    const path = `/projects/${ids.project_id}`;
    await admin("GET", path);

    const { status, body, headers } = await admin("GET", path);

    expect(status).toBe(429);
    expect(body).toMatchObject({ code: "", message: expect.stringContaining("60 requests") });
    expect(headers.get("x-neon-ret-request-id")).toBe(body.request_id);
    expect(headers.get("retry-after")).toBe("1");
  });

  test.each([
    [{ perMinute: 0, burst: 1 }, "perMinute is above 0, not 0"],
    [{ perMinute: 1, burst: Number.NaN }, "burst is at least 1, not NaN"],
  ])("must let something through: %j", (rateLimit, message) => {
    expect(() => createEmulator({ rateLimit, profile: neon })).toThrow(message);
  });
});
