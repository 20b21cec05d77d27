import { describe, expect, test } from "vitest";
import { resumeEndpoints } from "../src/endpoint-lifecycle.ts";
import type { World } from "../src/world.ts";

describe("resumeEndpoints", () => {
  /** Loads a stopped compute on this data plane; returns its record, and what is written of it. */
  const resumed = (listen: () => object | undefined) => {
    const record = { endpoint: { id: "ep", host: "old", current_state: "idle" } };
    const written: unknown[] = [];
    const put = (_id: string, { endpoint }: typeof record) => written.push(endpoint);
    const world = {
      agenda: { cancel() {} },
      branches: { values: () => [] },
      dataPlane: { listen },
      endpoints: { values: () => [record], put },
    };
    resumeEndpoints(world as unknown as World);
    return { endpoint: record.endpoint, written };
  };

  test("keeps the host where the data plane now listens, and the rest of the compute", () => {
    const { endpoint, written } = resumed(() => ({ host: "new", port: 1 }));

    expect(endpoint).toEqual({ id: "ep", host: "new", current_state: "idle" });
    expect(written).toEqual([endpoint]);
  });

  test.each([[undefined], [{ host: "old" }]])("writes nothing on %j", (address) => {
    expect(resumed(() => address)).toMatchObject({ endpoint: { host: "old" }, written: [] });
  });
});
