import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createCore } from "../src/emulator.ts";
import { startEmulator } from "../src/index.ts";
import { checkStoreFile } from "../src/store-check.ts";
import { StoreError } from "../src/store-error.ts";
import { runDamages } from "./damage.ts";
import { argumentsOf } from "./kill.ts";

const root = mkdtempSync(join(tmpdir(), "emulator-damage-"));
const base = join(root, "base");
/** A store with rows on pages of their own. */
let good: Buffer;
const PAGE = 4_096;

beforeAll(async () => {
  const emulator = await startEmulator({ stateDir: base });
  const headers = { authorization: `Bearer ${emulator.keys.admin}`, ...JSON_TYPE };
  for (let count = 0; count < 60; count++) {
    const body = JSON.stringify({ project: { name: "n".repeat(count % 10 === 0 ? 9_000 : 20) } });
    await emulator.fetch(`${emulator.url}/projects`, { method: "POST", headers, body });
  }
  await emulator.close();
  good = readFileSync(join(base, "data.mdb"));
  return () => rmSync(root, { recursive: true, force: true });
});

const JSON_TYPE = { "content-type": "application/json" };
let copies = 0;

function copy(): string {
  const directory = join(root, `copy-${copies++}`);
  cpSync(base, directory, { recursive: true });
  return directory;
}

function inFile(change: (bytes: Buffer) => Buffer | undefined) {
  return (directory: string) => {
    const bytes = Buffer.from(good);
    writeFileSync(join(directory, "data.mdb"), change(bytes) ?? bytes);
  };
}

function inRows(change: (database: ReturnType<typeof open<string, string[]>>) => void) {
  return async (directory: string) => {
    const database = open<string, string[]>({
      path: directory,
      noSubdir: false,
      encoding: "string",
    });
    // A returned promise would keep the transaction open.
    database.transactionSync(() => void change(database));
    await database.close();
  };
}

const cut = (length: () => number) => inFile((bytes) => bytes.subarray(0, length()));

/** Both snapshots' roots of the rows, and of the free list. */
const roots = (bytes: Buffer, at: number) =>
  [at, PAGE + at].map((offset) => bytes.readUInt32LE(offset));

const damages: [string, (directory: string) => void | Promise<void>, RegExp][] = [
  ["data.mdb is gone", (at) => rmSync(join(at, "data.mdb")), /is lost: data.mdb is missing/],
  ["data.mdb is empty", cut(() => 0), /is lost: data.mdb is empty/],
  ["data.mdb has one byte", cut(() => 1), /is damaged/],
  ["data.mdb ends in its first header", cut(() => 23), /is damaged/],
  ["data.mdb ends after its first header", cut(() => 168), /is damaged/],
  ["data.mdb ends after its first page", cut(() => PAGE), /is damaged/],
  ["data.mdb ends after its first two pages", cut(() => 2 * PAGE), /is damaged/],
  ["data.mdb is cut to a third", cut(() => good.length / 3), /is damaged/],
  ["data.mdb is cut to a half", cut(() => good.length / 2), /is damaged/],
  [
    "data.mdb is grown back with zeros",
    (at) => {
      truncateSync(join(at, "data.mdb"), 3 * PAGE);
      truncateSync(join(at, "data.mdb"), good.length);
    },
    /is damaged/,
  ],
  ["data.mdb is all zeros", inFile((bytes) => bytes.fill(0)), /is damaged/],
  [
    "data.mdb is noise",
    inFile((bytes) => bytes.map((_, at) => (at * 7_919) % 251) as Buffer),
    /is damaged/,
  ],
  ["data.mdb is a text", inFile(() => Buffer.from("hello\n".repeat(2_000))), /not an LMDB file/],
  [
    "data.mdb is another database",
    inFile((bytes) =>
      Buffer.concat([Buffer.from("SQLite format 3\0".padEnd(PAGE)), bytes.subarray(PAGE)]),
    ),
    /is damaged/,
  ],
  [
    "data.mdb is of an older format",
    inFile((bytes) => void [28, PAGE + 28].map((at) => bytes.writeUInt32LE(1, at))),
    /not an LMDB file of this version/,
  ],
  ["its first page is zeros", inFile((bytes) => bytes.fill(0, 0, PAGE)), /is damaged/],
  ["its second page is zeros", inFile((bytes) => bytes.fill(0, PAGE, 2 * PAGE)), /is damaged/],
  [
    "its pages are zeros but the first two",
    inFile((bytes) => bytes.fill(0, 2 * PAGE)),
    /is damaged/,
  ],
  [
    "its page size is 0",
    inFile((bytes) => void [48, PAGE + 48].map((at) => bytes.writeUInt32LE(0, at))),
    /page size is 0/,
  ],
  [
    "the snapshot in the middle of its first page has become the newest",
    inFile((bytes) => void bytes.writeUInt8(8, PAGE / 2 + 153)),
    /contradict each other/,
  ],
  [
    "its page size is huge",
    inFile((bytes) => void [48, PAGE + 48].map((at) => bytes.writeUInt32LE(2 ** 31, at))),
    /page size/,
  ],
  [
    "its last page is beyond every disk",
    inFile((bytes) => void [144, PAGE + 144].map((at) => bytes.writeBigUInt64LE(2n ** 60n, at))),
    /last page/,
  ],
  [
    "the root of its rows is beyond its end",
    inFile((bytes) => void [136, PAGE + 136].map((at) => bytes.writeBigUInt64LE(2n ** 33n, at))),
    /refers to page/,
  ],
  [
    "the root of its rows is one of its first pages",
    inFile((bytes) => void [136, PAGE + 136].map((at) => bytes.writeBigUInt64LE(0n, at))),
    /refers to page 0/,
  ],
  [
    "the root of its rows is missing",
    inFile(
      (bytes) => void [136, PAGE + 136].map((at) => bytes.writeBigUInt64LE(2n ** 64n - 1n, at)),
    ),
    /have no root/,
  ],
  [
    "the root of its rows is a page of zeros",
    inFile(
      (bytes) =>
        void roots(bytes, 136).map((page) => bytes.fill(0, page * PAGE, (page + 1) * PAGE)),
    ),
    /is not the page/,
  ],
  [
    "the root of its free list is a page of zeros",
    inFile(
      (bytes) => void roots(bytes, 88).map((page) => bytes.fill(0, page * PAGE, (page + 1) * PAGE)),
    ),
    /is not the page/,
  ],
  [
    "the root of its rows has impossible bounds",
    inFile(
      (bytes) =>
        void roots(bytes, 136).map((page) => bytes.writeUInt16LE(60_000, page * PAGE + 20)),
    ),
    /impossible bounds/,
  ],
  [
    "an entry of the root is outside its page",
    inFile(
      (bytes) =>
        void roots(bytes, 136).map((page) => bytes.writeUInt16LE(65_000, page * PAGE + 24)),
    ),
    /outside of it/,
  ],
  [
    "a page is from a later transaction",
    inFile(
      (bytes) => void roots(bytes, 136).map((page) => bytes.writeUInt8(255, page * PAGE + 14)),
    ),
    /is not the page/,
  ],
  [
    "data.mdb is a directory",
    (at) => {
      rmSync(join(at, "data.mdb"));
      mkdirSync(join(at, "data.mdb"));
    },
    /data.mdb is not a file/,
  ],
  [
    "lock.mdb is a directory",
    (at) => {
      rmSync(join(at, "lock.mdb"));
      mkdirSync(join(at, "lock.mdb"));
    },
    /lock.mdb is not a file/,
  ],
  [
    "it has no rows",
    inRows((database) => {
      for (const key of database.getKeys()) database.remove(key);
    }),
    /it has no rows/,
  ],
  [
    "its meta row is gone",
    inRows((database) => database.remove(["meta", ""])),
    /its meta row is missing/,
  ],
  [
    "its meta row is null",
    inRows((database) => database.put(["meta", ""], "null")),
    /its meta row: it lacks a number/,
  ],
  [
    "its meta row is no JSON",
    inRows((database) => database.put(["meta", ""], "{")),
    /its meta row: /,
  ],
  [
    "a row is no JSON",
    inRows((database) => database.put(["projects", "x"], "{,")),
    /a row of projects: /,
  ],
  [
    "a row is null",
    inRows((database) => database.put(["keys", "x"], '["x",null]')),
    /a row of keys: /,
  ],
  ["a row is a number", inRows((database) => database.put(["keys", "x"], "5")), /a row of keys: /],
  [
    "a row lacks its fields",
    inRows((database) => database.put(["endpoints", "x"], '["x",{}]')),
    /a row of endpoints: endpoint.id is not of type string/,
  ],
  [
    "a field has another type",
    inRows((database) => {
      const row = { id: "x", project_id: "p", name: "n", default: 1, attributes: {} };
      database.put(["branches", "x"], JSON.stringify(["x", row]));
    }),
    /a row of branches: default is not of type boolean/,
  ],
  ...["skippedMs", "count", "lastUs"].map((name): (typeof damages)[number] => [
    `its ${name} is out of bounds`,
    inRows((database) => {
      const meta = JSON.parse(`${database.get(["meta", ""])}`);
      meta[name] = name === "skippedMs" ? 1e15 : -1;
      database.put(["meta", ""], JSON.stringify(meta));
    }),
    /its meta row: a number is out of bounds/,
  ]),
];

describe("a state directory", () => {
  test.each(damages)("is refused in one sentence when %s", async (_, damage, reason) => {
    const directory = copy();
    await damage(directory);

    const error = await startEmulator({ stateDir: directory }).catch((error: unknown) => error);

    expect(error).toBeInstanceOf(StoreError);
    const { message } = error as StoreError;
    expect(message).toMatch(reason);
    expect(message).toContain(`the state in ${directory} `);
    expect(message).not.toContain("\n");
    expect(readdirSync(directory).filter((file) => file.startsWith("held"))).toEqual([]);
  });

  test("is refused or read, wherever its file is cut and whichever page is zeros", () => {
    const file = join(copy(), "data.mdb");
    const outcomes = { refused: 0, read: 0 };
    const look = (bytes: Buffer) => {
      writeFileSync(file, bytes);
      try {
        checkStoreFile(file);
        outcomes.read += 1;
      } catch (error) {
        expect(Object.getPrototypeOf(error)).toBe(Error.prototype);
        outcomes.refused += 1;
      }
    };
    const pages = good.length / PAGE;

    for (let page = 0; page < pages; page++) {
      look(good.subarray(0, page * PAGE + 100));
      look(Buffer.from(good).fill(0, page * PAGE, (page + 1) * PAGE));
    }

    // No cut passes; pages of zeros that nothing refers to do.
    expect(outcomes.refused).toBeGreaterThan(1.4 * pages);
    expect(outcomes.refused + outcomes.read).toBe(2 * pages);
  });

  test("is refused in one sentence or served after any damage, and the process lives", async () => {
    const cases = 40;

    const { refused, served, failed } = await runDamages({ cases, seed: 1 });

    expect(refused + served + failed).toBe(cases);
    expect(refused).toBeGreaterThan(cases / 4);
    expect(served).toBeGreaterThan(cases / 4);
  });

  test.each([
    ["is a file", (at: string) => writeFileSync(at, "")],
    ["is below a file", (at: string) => writeFileSync(join(at, ".."), "")],
  ])("is refused in one sentence when it %s", async (_, make) => {
    const parent = join(root, `place-${copies++}`);
    const directory = join(parent, "state");
    if (_ === "is a file") mkdirSync(parent);
    make(directory);

    await expect(startEmulator({ stateDir: directory })).rejects.toThrow(
      `the state in ${directory} cannot be opened: `,
    );
  });

  test.runIf(process.platform === "linux")("is refused at once where none can be", async () => {
    await expect(startEmulator({ stateDir: "/proc/state" })).rejects.toThrow(
      "the state in /proc/state cannot be opened: ",
    );
  });

  test.runIf(process.getuid?.() !== 0)("is refused when its file cannot be read", async () => {
    const directory = copy();
    chmodSync(join(directory, "data.mdb"), 0);

    await expect(startEmulator({ stateDir: directory })).rejects.toThrow("cannot be opened");
  });

  test("is kept with a dot in its name, appended garbage, and without its lock file", async () => {
    const directory = join(root, "state.v1");
    cpSync(base, directory, { recursive: true });
    rmSync(join(directory, "lock.mdb"));
    writeFileSync(join(directory, "data.mdb"), Buffer.concat([good, Buffer.from("garbage")]));

    const emulator = await startEmulator({ stateDir: directory });
    onTestFinished(() => emulator.close());

    const headers = { authorization: `Bearer ${emulator.keys.admin}` };
    const reply = await emulator.fetch(`${emulator.url}/projects`, { headers });
    expect(((await reply.json()) as { projects: unknown[] }).projects).toHaveLength(62);
  });

  test("is begun where a start was killed before the first save", async () => {
    const directory = join(root, "killed");
    mkdirSync(directory);
    for (const file of ["data.mdb", "lock.mdb"]) writeFileSync(join(directory, file), "");

    await (await startEmulator({ stateDir: directory })).close();

    expect(readdirSync(directory)).toContain("begun");
  });

  test.runIf(process.platform !== "win32")("is readable by its user alone", async () => {
    const parent = join(root, "private");
    const existing = join(root, "existing");
    mkdirSync(existing, { mode: 0o755 });
    for (const stateDir of [join(parent, "state"), existing]) {
      await (await startEmulator({ stateDir })).close();

      const modes = ["", "data.mdb", "lock.mdb", "begun"].map(
        (file) => statSync(join(stateDir, file)).mode & 0o777,
      );
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
    }
  });

  test.runIf(process.platform !== "win32")(
    "keeps its mode when it has someone else's files",
    async () => {
      const directory = join(root, "shared");
      mkdirSync(directory, { mode: 0o755 });
      writeFileSync(join(directory, "notes.txt"), "");

      await (await startEmulator({ stateDir: directory })).close();

      expect(statSync(directory).mode & 0o777).toBe(0o755);
    },
  );

  test("has no secret of the seed, and is refused with another seed", async () => {
    const directory = join(root, "seed");
    const seed = "a seed that is a secret";
    const emulator = await startEmulator({ stateDir: directory, seed });
    const secrets = [seed, ...Object.values(emulator.keys)];
    await emulator.close();

    const bytes = readdirSync(directory).map((file) =>
      readFileSync(join(directory, file), "latin1"),
    );
    for (const secret of secrets) expect(bytes.join("\n")).not.toContain(secret);
    for (const other of [undefined, "another"]) {
      await expect(startEmulator({ stateDir: directory, seed: other })).rejects.toThrow(
        `the state in ${directory} was begun with another seed`,
      );
    }
    const again = await startEmulator({ stateDir: directory, seed });
    expect(Object.values(again.keys)).toEqual(secrets.slice(1));
    await again.close();
  });
});

describe("a change that cannot be saved", () => {
  test("gets a 500 that names the directory, and no rejection goes unhandled", async () => {
    const failure = new StoreError("/full", "cannot be saved: No space left on device");
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const fail = () => {
      throw failure;
    };
    const store = { load: () => false, track() {}, save: fail, clear() {}, close: async () => {} };
    const { emulator, close } = createCore({}, store);
    const headers = { authorization: `Bearer ${emulator.keys.admin}` };

    const reply = await emulator.fetch(`${emulator.url}/projects`, { method: "POST", headers });

    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ error: "internal", message: failure.message });
    expect(() => emulator.advance(1)).toThrow(failure);
    await expect(emulator.reset()).rejects.toThrow(failure);
    await expect(close()).rejects.toThrow(failure);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(unhandled).toEqual([]);
  });

  // A limit on the size of files stands for a full disk: it needs no rights.
  test.runIf(process.platform !== "win32")(
    "loses nothing acknowledged, and the process lives on a full disk until it is stopped",
    async () => {
      const directory = join(root, "full");
      const command = ["-c", 'ulimit -f 700; exec "$0" "$@"', process.execPath];
      const child = spawn("sh", [...command, ...argumentsOf(directory)], { stdio: "pipe" });
      onTestFinished(() => void child.kill("SIGKILL"));
      let errors = "";
      let output = "";
      child.stderr.on("data", (data) => {
        errors += data;
      });
      const url = await new Promise<string>((resolve) => {
        child.stdout.on("data", (data) => {
          output += data;
          const [, address] = /listens at (\S+)/.exec(output) ?? [];
          if (address) resolve(address);
        });
      });
      const key = `${/admin key\s+(\S+)/.exec(output)?.[1]}`;
      const headers = { authorization: `Bearer ${key}`, ...JSON_TYPE };
      const body = JSON.stringify({ project: { name: "n".repeat(20_000) } });
      let saved = 0;
      let reply = await fetch(`${url}/projects`, { method: "POST", headers, body });
      for (; reply.status === 201 && saved < 100; saved++) {
        reply = await fetch(`${url}/projects`, { method: "POST", headers, body });
      }

      const after = await fetch(`${url}/projects`, { headers });
      child.kill("SIGTERM");
      const [code, signal] = await once(child, "exit");

      const sentence = `the state in ${directory} cannot be saved: `;
      expect(saved).toBeLessThan(100);
      expect(reply.status).toBe(500);
      expect(((await reply.json()) as { message: string }).message).toContain(sentence);
      expect(after.status).toBe(500);
      expect([code, signal]).toEqual([1, null]);
      expect(errors).toContain(sentence);
      const again = await startEmulator({ stateDir: directory });
      const kept = await again.fetch(`${again.url}/projects`, { headers });
      expect(((await kept.json()) as { projects: unknown[] }).projects).toHaveLength(saved + 2);
      await again.close();
    },
  );
});
