import { describe, expect, test, vi } from "vitest";
import { main } from "../main.ts";
import { optionsIn } from "../options.ts";

const idsOf = (...args: string[]) => optionsIn(args).chosen.map(({ id }) => id);

describe("the options of the catalogue", () => {
  test("choose faults by id, by group and by a part of the name", () => {
    expect(idsOf("--only=client-401-again")).toEqual(["client-401-again"]);
    expect(idsOf("--only=client-401-*,connections")).toEqual(
      expect.arrayContaining(["client-401-again", "plane-has-one-size"]),
    );
    expect(idsOf().length).toBeGreaterThan(1_000);
    expect(idsOf("--derived").length).toBeGreaterThan(idsOf().length);
  });

  test.each([
    [["--only=client-401-agian"], /named client-401-agian; the nearest: client-401-again, /],
    [
      ["--only=auth,nothing-*"],
      /no fault or group is named nothing-\*; the groups: auth, .*connections/,
    ],
    [["--jobs=abc"], /--jobs must be a whole number of at least 1, not abc/],
    [["--jobs=0"], /not 0$/],
    [["--jobs=1.5"], /not 1.5$/],
    [["--onyl=auth"], /'--onyl'/],
  ])("refuse %s", (args, message) => {
    expect(() => optionsIn(args)).toThrow(message);
  });

  test("say how to get a fault that is derived from the spec", () => {
    const id = optionsIn(["--derived"]).chosen.at(-1)?.id;

    expect(() => optionsIn([`--only=${id}`])).toThrow("--derived adds it");
  });
});

describe("the command of the catalogue", () => {
  test("exits with 2 when an option is wrong, and says so", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);

    const code = await main(["--only=no-such-fault"]);

    expect(code).toBe(2);
    expect(`${written.mock.calls}`).toMatch(/^faults: --only: no fault or group is named no-such/);
  });
});
