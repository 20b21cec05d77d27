import { describe, expect, test } from "vitest";
import {
  AUTOSCALING_RANGE,
  COMPUTE_SIZES,
  computeResources,
  isComputeSize,
  maxConnections,
} from "../src/compute-sizes.ts";

describe("COMPUTE_SIZES", () => {
  test("contains 0.25, 0.5, every integer from 1 to 16 and every even integer from 18 to 56", () => {
    const quarters = Array.from({ length: 260 }, (_, index) => index / 4);

    const supported = quarters.filter(isComputeSize);

    expect(supported).toEqual(COMPUTE_SIZES);
    expect(supported).toHaveLength(2 + 16 + 20);
    for (const cu of [0, 0.75, 1.5, 17, 19, 55, 57, 58, 64, -1, Number.NaN]) {
      expect(isComputeSize(cu), `${cu}`).toBe(false);
    }
  });
});

describe("computeResources", () => {
  test("returns 1 vCPU, 4 GB of RAM and 3 GB of file cache per unit", () => {
    expect(computeResources(0.25)).toMatchObject({
      vcpu: 0.25,
      ram_gb: 1,
      local_file_cache_gb: 0.75,
    });
    expect(computeResources(8)).toMatchObject({ vcpu: 8, ram_gb: 32, local_file_cache_gb: 24 });
  });

  test("returns a local disk of the larger of 20 GiB and 15 GiB per unit", () => {
    expect(computeResources(1).local_disk_gib).toBe(20);
    expect(computeResources(2).local_disk_gib).toBe(30);
    expect(computeResources(56).local_disk_gib).toBe(840);
  });

  test.each([
    [0.25, 112],
    [0.5, 225],
    [1, 450],
    [2, 901],
    [3, 1351],
    [4, 1802],
    [5, 2253],
    [6, 2703],
    [7, 3154],
    [8, 3604],
    [9, 4000],
    [16, 4000],
    [38, 4000],
    [40, undefined],
    [56, undefined],
  ])("returns for %d units max_connections %s", (cu, connections) => {
    expect(computeResources(cu).max_connections).toBe(connections);
  });

  test("marks sizes below 1 as shared", () => {
    expect(COMPUTE_SIZES.filter((cu) => computeResources(cu).shared)).toEqual([0.25, 0.5]);
  });

  test("throws on an unsupported size, naming it", () => {
    expect(() => computeResources(17)).toThrow("17 is not a supported compute size");
  });
});

describe("AUTOSCALING_RANGE", () => {
  test("ranges from 0.25 to 16", () => {
    expect(AUTOSCALING_RANGE).toEqual({ min_cu: 0.25, max_cu: 16 });
  });
});

describe("maxConnections", () => {
  test("is undefined when the limits differ, because the document shows no rule", () => {
    const fixed = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
    const scaling = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 };

    expect(maxConnections(fixed)).toBe(901);
    expect(maxConnections(scaling)).toBeUndefined();
  });
});
