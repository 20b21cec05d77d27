import { describe, expect, test } from "vitest";
import { createStill } from "./support.ts";

describe("a body whose shape is not shown", () => {
  test.each([[[1]], ["text"], [1], [null], [true]])("may be %j", async (value) => {
    const { ids, admin } = createStill();
    const branches = `/projects/${ids.project_id}/branches`;

    const { status } = await admin("POST", branches, value);

    expect(status).toBe(201);
  });
});
