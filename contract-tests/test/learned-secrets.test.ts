import { expect, test } from "vitest";
import { Secrets } from "../suite/run/secrets.ts";

test.each([[undefined], [7], [{ key: 7 }], [{ key: "" }]])("learns nothing from %j", (json) => {
  const secrets = new Secrets();

  secrets.learn(json);

  expect(secrets.hide("7 of 9")).toBe("7 of 9");
});
