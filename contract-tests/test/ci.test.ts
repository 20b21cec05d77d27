import { createEmulator } from "@hosted-postgres/emulator";
import { describe, expect, test } from "vitest";
import fixtures from "../ci/example-provider/fixtures.json" with { type: "json" };
import shared from "../ci/example-provider/fixtures.shared.json" with { type: "json" };

describe("the example fixtures", () => {
  test("match a new emulator", () => {
    const { ids, keys } = createEmulator();

    expect(ids).toMatchObject(fixtures.ids);
    expect(ids).toMatchObject(shared.ids);
    for (const [name, { id, key }] of Object.entries(fixtures.keys)) {
      expect(keys).toHaveProperty(name, key);
      expect(ids.key_ids).toHaveProperty(name, id);
    }
  });
});
