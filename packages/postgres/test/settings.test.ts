import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { noLessThanBefore, settingsOf } from "../src/settings.ts";
import { describeWithPostgres, finished, shared } from "./support.ts";

const passedOn = (pg_settings: object) => settingsOf({ settings: { pg_settings } });

/** The README's list; an ending stands for any. */
const HELD_BACK = [...heldBackSection().matchAll(/`(\w+)(\*?)`/g)].map(
  ([, name = "", ending]) => `${name}${ending ? "any_ending" : ""}`,
);

describe("pg_settings", () => {
  test("hold back every one that the README names", () => {
    expect(HELD_BACK.length).toBeGreaterThan(25);
    for (const name of HELD_BACK) expect([name, passedOn({ [name]: "1" })]).toEqual([name, {}]);
  });

  test("hold back what the plane needs, however it is spelled", () => {
    const spelled = fc
      .constantFrom(...HELD_BACK)
      .chain((name) =>
        fc
          .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
          .map((isOther) => name.replaceAll(/./g, (letter, at) => respelled(letter, isOther[at]))),
      );

    fc.assert(
      fc.property(spelled, fc.string(), (name, value) => {
        expect(passedOn({ [name]: value })).toEqual({});
      }),
    );
  });

  test("reach Postgres under the name and with the value they have, or are refused", () => {
    const values = fc.string({ unit: fc.constantFrom(..."a-é=,$(;'\"\\\n\0😀") });
    const names = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom(...HELD_BACK), fc.string()).map((parts) => parts.join("")),
    );

    fc.assert(
      fc.property(names, values, (name, value) => {
        let passed = {};
        try {
          passed = passedOn({ [name]: value });
        } catch (error) {
          expect(`${error}`).toContain("pg_settings");
        }
        for (const [given, kept] of Object.entries(passed)) {
          // Postgres splits `-c name=value` at the first `=`.
          const [, read, rest] = /^([^=]*)=(.*)$/s.exec(`${given}=${kept}`) ?? [];
          expect([read, rest]).toEqual([name.toLowerCase().replaceAll("-", "_"), value]);
          expect(HELD_BACK.includes(`${read}`) || value.includes("\0")).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("let those through that only begin like one that is held back", () => {
    const passed = { hot_standby_feedback: "on", port_of_mine: "1", "app.ssl": "on" };

    expect(passedOn(passed)).toEqual(passed);
    expect(passedOn({ jit: false, work_mem: 64 })).toEqual({ jit: "false", work_mem: "64" });
  });

  test.each([null, {}, ["a"], "zero\0byte"])("refuse %j, naming the setting", (value) => {
    expect(() => passedOn({ work_mem: value })).toThrow("pg_settings.work_mem must be");
  });
});

describe("a server on data that another start has used", () => {
  test("gets no less than that one had, and more where its compute asks for it", () => {
    const data = mkdtempSync(join(tmpdir(), "options-"));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const options = ["max_connections=300", "max_worker_processes=9", "work_mem=1MB"];
    const flags = options.map((option) => `"-c" "${option}"`);
    writeFileSync(join(data, "postmaster.opts"), `postgres "-D" "${data}" ${flags.join(" ")}\n`);

    const own = { max_connections: 112, max_worker_processes: "12", work_mem: "2MB" };
    const least = { max_connections: 300, max_worker_processes: 12 };
    expect(noLessThanBefore(data, own)).toEqual(least);
  });
});

describeWithPostgres("a compute with pg_settings", () => {
  const emulator = shared();

  const path = () => `/endpoints/${emulator.ids.endpoint_id}`;
  const set = async (pg_settings: object) =>
    finished(
      emulator,
      await emulator.call("PATCH", path(), { endpoint: { settings: { pg_settings } } }),
    );
  const restart = async () => finished(emulator, await emulator.call("POST", `${path()}/restart`));
  const shown = async (name: string, endpoint_id?: string) =>
    (await emulator.sql(`SHOW ${name}`, endpoint_id)).rows[0][name];
  const addRole = async (name: string) =>
    finished(
      emulator,
      await emulator.call("POST", `/branches/${emulator.ids.branch_id}/roles`, { role: { name } }),
    );

  test("has them from its next start on, and none that the plane needs", async () => {
    const before = await shown("max_connections");
    await set({
      work_mem: "7MB",
      "app.quoted": `a "b" 'c'\n$(d)`,
      "Max-Connections": "7",
      port: "1",
    });
    await restart();

    expect(await shown("work_mem")).toBe("7MB");
    expect((await emulator.sql(`SHOW "app.quoted"`)).rows).toEqual([
      { "app.quoted": `a "b" 'c'\n$(d)` },
    ]);
    expect(await shown("max_connections")).toBe(before);
  });

  test.each([
    ["a value", { work_mem: "lots" }, 'invalid value for parameter "work_mem": "lots"'],
    ["a name", { nonsense: "1" }, 'unrecognized configuration parameter "nonsense"'],
    ["what does not fit", { superuser_reserved_connections: "5000" }, "must be less than"],
    ["a name and a value in one", { "port=1": "" }, '"port=1" is not the name of a setting'],
  ])("does not start with %s that is refused, and says why", async (_, pg_settings, reason) => {
    await set(pg_settings);
    await expect(restart()).rejects.toThrow(reason);
    expect(await emulator.state(emulator.ids.endpoint_id)).toBe("idle");

    await set({});
    expect((await emulator.sql("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
  });

  test("gets its roles, whatever its sessions begin with", async () => {
    await set({
      default_transaction_read_only: "on",
      standard_conforming_strings: "off",
      statement_timeout: "1",
    });
    await restart();

    await addRole("back\\");
    await set({});
    await restart();
    const { rows } = await emulator.sql("SELECT rolname FROM pg_roles WHERE rolname LIKE 'back%'");
    expect(rows).toEqual([{ rolname: "back\\" }]);
  });

  test("is followed by a replica with settings of its own, and no less than it needs", async () => {
    await set({ max_worker_processes: "12", work_mem: "7MB" });
    await restart();
    const made = await emulator.call("POST", "/endpoints", {
      endpoint: {
        branch_id: emulator.ids.branch_id,
        type: "read_only",
        settings: { pg_settings: { max_worker_processes: "9", work_mem: "9MB" } },
      },
    });
    await finished(emulator, made);

    expect(await shown("work_mem", made.endpoint.id)).toBe("9MB");
    expect(await shown("max_worker_processes", made.endpoint.id)).toBe("12");
    await emulator.call("DELETE", `/endpoints/${made.endpoint.id}`);
  });

  test("gets its roles while it is down, though its data needs its settings", async () => {
    await set({ max_prepared_transactions: "5" });
    await restart();
    await emulator.sql("BEGIN; CREATE TABLE half (n int); PREPARE TRANSACTION 'half'");
    await finished(emulator, await emulator.call("POST", `${path()}/suspend`));

    await addRole("late");

    await emulator.sql("COMMIT PREPARED 'half'");
    const found = "SELECT rolname, (SELECT count(*) FROM half) AS rows FROM pg_roles";
    const { rows } = await emulator.sql(`${found} WHERE rolname = 'late'`);
    expect(rows).toEqual([{ rolname: "late", rows: "0" }]);
  });
});

function heldBackSection(): string {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  return readme.split("These are not passed on").at(-1)?.split("\n\n")[0] ?? "";
}

/** Postgres takes capitals, and dashes for underscores. */
function respelled(letter: string, isOther = false): string {
  if (!isOther) return letter;
  return letter === "_" ? "-" : letter.toUpperCase();
}
