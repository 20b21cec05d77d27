import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Bases } from "../src/bases.ts";
import { Copies } from "../src/copies.ts";
import { copyFolder, finishFolder, makeFolder, removeFolder } from "../src/copy.ts";

let at = "";

beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), "hosted-test-"));
  const made = at;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

/** Makes a folder with one file. */
function folderWith(path: string, text: string): void {
  mkdirSync(path);
  writeFileSync(join(path, "file"), text);
}

const textIn = (path: string) => readFileSync(join(path, "file"), "utf8");

describe("a folder", () => {
  test.each([true, false])(
    "takes the place of the one before, when synced is %s",
    async (synced) => {
      const folder = join(at, "folder");
      folderWith(folder, "before");

      await makeFolder(folder, synced, async (making) => folderWith(making, "after"));

      expect(textIn(folder)).toBe("after");
      expect(readdirSync(at)).toEqual(["folder"]);
    },
  );

  test("is deleted with small and large files, but not with what a link in it names", async () => {
    const [folder, named] = [join(at, "folder"), join(at, "named")];
    for (const path of [join(folder, "within"), named]) mkdirSync(path, { recursive: true });
    for (const path of [join(folder, "within", "small"), join(named, "kept")])
      writeFileSync(path, "a");
    writeFileSync(join(folder, "large"), "b".repeat(3 * 2 ** 20));
    symlinkSync(named, join(folder, "link"));

    await removeFolder(folder);
    await removeFolder(folder);

    expect(readdirSync(at, { recursive: true }).sort()).toEqual(["named", "named/kept"]);
  });

  test("is copied with small and large files, but for what is left out", async () => {
    const [from, to] = [join(at, "from"), join(at, "to")];
    const files = { small: "a", large: "b".repeat(3 * 2 ** 20), "within/small": "c" };
    for (const folder of ["within", "emptied"]) mkdirSync(join(from, folder), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(from, name), text);
    for (const name of ["left", "emptied/left"]) writeFileSync(join(from, name), "d");

    await copyFolder(from, to, { without: ["left", "emptied/"] });

    const names = readdirSync(to, { recursive: true }).map(String);
    expect(names.sort()).toEqual([...Object.keys(files), "within", "emptied"].sort());
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(to, name), "utf8") === text).toBe(true);
    }
  });

  test("stays as it was when the new one cannot be made", async () => {
    const folder = join(at, "folder");
    folderWith(folder, "before");

    const made = makeFolder(folder, false, async (making) => {
      folderWith(making, "half");
      throw new Error("no room on the disk");
    });

    await expect(made).rejects.toThrow("no room on the disk");
    expect(textIn(folder)).toBe("before");
    expect(readdirSync(at)).toEqual(["folder"]);
  });

  test("is the new one after a crash between the two renames, and the old one before them", () => {
    const [half, whole] = [join(at, "half"), join(at, "whole")];
    folderWith(half, "before");
    folderWith(`${half}.new`, "half of after");
    folderWith(`${whole}.before`, "before");
    folderWith(`${whole}.new`, "after");

    for (const folder of [half, whole, join(at, "none")]) finishFolder(folder);

    expect(textIn(half)).toBe("before");
    expect(textIn(whole)).toBe("after");
    expect(existsSync(join(at, "none"))).toBe(false);
  });
});

describe("a base", () => {
  test("stays as long as a branch names it", async () => {
    const [bases, branch] = [join(at, "bases"), join(at, "branch")];
    for (const name of ["named", "forgotten", "half.new"])
      mkdirSync(join(bases, name), { recursive: true });
    mkdirSync(branch);
    writeFileSync(join(branch, "hosted-postgres-bases.json"), '["named", "gone"]');

    await new Bases(bases, false).keepThoseOf(() => [branch, join(at, "none")]);

    expect(readdirSync(bases)).toEqual(["named"]);
  });
});

describe("a note of a copy", () => {
  test("outlives the process, with its moment and its failure", () => {
    const copies = [
      { source: "a", branch: "b", past: { time: new Date(5) } },
      { source: "a", branch: "c", past: { lsn: "0/1" }, failure: "no room on the disk" },
      { source: "a", branch: "gone" },
      { source: "a", branch: "made" },
    ];
    for (const copy of copies) new Copies(at).note(copy);
    new Copies(at).forget("made");

    const left = new Copies(at).of(["b", "c", "made"]);

    expect(left.sort((x, y) => x.branch.localeCompare(y.branch))).toEqual(copies.slice(0, 2));
    expect(new Copies(at).of(["gone"])).toEqual([]);
  });
});
