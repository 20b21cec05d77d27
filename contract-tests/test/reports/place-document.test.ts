import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { placeDocument } from "../../suite/reports/place-document.ts";
import { documentText } from "../../suite/spec/document.ts";

const repository = join(import.meta.dirname, "../../..");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "document-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("placeDocument", () => {
  test("names the document in its repository", () => {
    expect(placeDocument(join(repository, "report"), repository)).toBe("openapi/document.md");
  });

  test("copies the document beside the reports elsewhere", () => {
    expect(placeDocument(folder, join(folder, ".."))).toBe(
      `${folder.split("/").at(-1)}/document.md`,
    );
    expect(readFileSync(join(folder, "document.md"), "utf8")).toBe(documentText);
  });

  test.each([
    ["a folder of its own", join(tmpdir(), "service")],
    ["the repository", repository],
  ])(
    "gives the whole path of reports that are elsewhere than the call, which is in %s",
    (_, root) => {
      expect(placeDocument(folder, root)).toBe(join(folder, "document.md"));
    },
  );
});
