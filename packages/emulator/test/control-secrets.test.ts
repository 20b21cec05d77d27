import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutSecrets, withoutSecretsIn } from "../src/control/secrets.ts";

const SECRET = "pa55word";
const names = fc.constantFrom(
  "password",
  "key",
  "api_key",
  "access_token",
  "client_secret",
  "Token",
);
/** Any JSON value that has the secret somewhere under the name of one. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    names.map((name) => ({ [name]: SECRET, name: "shop" })),
    fc.constant(`postgresql://web:${SECRET}@host/db?sslmode=require`),
    fc.constant(`/projects?key=${SECRET}&limit=2`),
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
    tie("value").map((inner) => ({ inner, count: 1, none: null })),
  ),
}));

describe("a body that is shown", () => {
  test("has no secret at any depth, and everything else", () => {
    fc.assert(
      fc.property(value, (value) => {
        const shown = withoutSecrets(value);

        expect(JSON.stringify(shown)).not.toContain(SECRET);
        expect(JSON.stringify(shown).replaceAll("***", SECRET)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each([
    ["key-2371461ae6d51555595c07a0c6429d317fccc32b is revoked", "*** is revoked"],
    ["/projects?token=abc&limit=2", "/projects?token=***&limit=2"],
    ["postgresql://web:s%40cret@host/db", "postgresql://web:***@host/db"],
    ["postgresql://web@host/db", "postgresql://web@host/db"],
    ["http://localhost:8080/@me", "http://localhost:8080/@me"],
    ["/buckets/a/objects?prefix=key=1", "/buckets/a/objects?prefix=key=1"],
  ])("cuts a secret and nothing else: %s", (text, shown) => {
    expect(withoutSecretsIn(text)).toBe(shown);
  });
});
