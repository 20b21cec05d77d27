import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secrets } from "../suite/run/secrets.ts";
import type { Postgres } from "../suite/run/target.ts";
import { serverTarget } from "../suite/targets/server.ts";

describe("Secrets", () => {
  test("replaces every secret by its name, a longer one before a shorter one in it", () => {
    const secrets = new Secrets();
    secrets.add("key", "API_KEY");
    secrets.add("key-of-member", "MEMBER_KEY");

    expect(secrets.hide("key-of-member and key")).toBe("$MEMBER_KEY and $API_KEY");
  });

  test("has the keys of a target, and the passwords of its Postgres", () => {
    const { postgres } = serverTarget({
      url: "https://host/api/v2",
      apiKey: "the-api-key",
      fixtures: {
        connection_uri: "postgresql://app:the%20pass@{host}/db",
        pooled_connection_uri: "postgresql://app:another%20one@{host}/db",
      },
    });

    const secrets = Secrets.of({ apiKey: "the-api-key", postgres: postgres as Postgres });

    expect(secrets.hide("the-api-key, the pass, the%20pass, another one")).toBe(
      "$API_KEY, $PGPASSWORD, $PGPASSWORD_ALTERED, $PGPASSWORD",
    );
  });

  test("learns the secret of a new key from its answer", () => {
    const secrets = new Secrets();
    secrets.learn({ id: 7, key: "napi_x$&y" });
    secrets.learn(null);
    secrets.learn("napi_z");

    expect(secrets.hide("it is napi_x$&y, not napi_z")).toMatch(/^it is \$NEW_KEY_\d, not napi_z$/);
  });

  test("finds a secret by its name, and a name by its secret", () => {
    const secrets = new Secrets();
    secrets.add("abc", "API_KEY");
    secrets.add("abc", "ADMIN_KEY");

    expect(secrets.nameOf("abc")).toBe("API_KEY");
    expect(secrets.named("API_KEY")).toBe("abc");
    expect(secrets.named("ADMIN_KEY")).toBeUndefined();
  });

  const letters = [..."ABCDEFGHJKMNPQRSTabcdefghijkmnpqrst23456789_-"];
  const key = fc.string({ unit: fc.constantFrom(...letters), minLength: 20, maxLength: 60 });

  test("leaves no 8 characters of a key that was cut, changed in case or encoded", () => {
    const forms = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => [...text].map((it, at) => (at % 2 ? it.toUpperCase() : it)).join(""),
      encodeURIComponent,
    );
    const cut = fc.record({ from: fc.nat(12), length: fc.integer({ min: 8, max: 60 }) });
    const around = fc.string({ unit: fc.constantFrom(..." .:;{}"), maxLength: 5 });

    fc.assert(
      fc.property(key, forms, cut, around, (secret, form, { from, length }, between) => {
        const secrets = new Secrets();
        secrets.add(secret, "K");
        const shown = form(secret.slice(from, from + length));

        const hidden = secrets.hide(`${between}${shown}${between}${secret}${between}`);

        const left = hidden.toLowerCase();
        for (let at = 0; at + 8 <= secret.length; at++)
          expect(left).not.toContain(secret.slice(at, at + 8).toLowerCase());
        expect(hidden.startsWith(`${between}$K`)).toBe(true);
        expect(hidden.endsWith(`$K${between}`)).toBe(true);
      }),
    );
  });

  test("leaves no 8 characters of a key in base64, whatever stands before and behind it", () => {
    fc.assert(
      fc.property(key, fc.string({ maxLength: 5 }), (secret, before) => {
        const secrets = new Secrets();
        secrets.add(secret, "K");

        const hidden = secrets.hide(
          `Basic ${Buffer.from(`${before}${secret}:`).toString("base64")}`,
        );

        const shown = hidden.replaceAll("$K_ALTERED", " ").slice("Basic ".length);
        expect(Buffer.from(shown, "base64").toString().includes(secret.slice(3, 11))).toBe(false);
        expect(hidden).toContain("$K_ALTERED");
      }),
    );
  });

  test("keeps text that shares fewer than 8 characters with a key", () => {
    const secrets = new Secrets();
    secrets.add("pgk.0123456789abcdef", "K");

    const text = "neither pgk.012 nor 3456789 is a key, nor is 9abcdef";
    expect(secrets.hide(text)).toBe(text);
  });
});
