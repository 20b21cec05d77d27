import { describe, expect, test } from "vitest";
import { Secrets } from "../suite/run/secrets.ts";

describe("Secrets", () => {
  test("replaces every secret by its name, a longer one before a shorter one in it", () => {
    const secrets = new Secrets();
    secrets.add("key", "API_KEY");
    secrets.add("key-of-member", "MEMBER_KEY");

    expect(secrets.hide("key-of-member and key")).toBe("$MEMBER_KEY and $API_KEY");
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
});
