import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { brokenLinks } from "../build/broken-links.ts";
import { relinked } from "../build/links.ts";

describe("relinked", () => {
  const pages: Record<string, string> = {
    "packages/client/README.md": "packages/client.md",
    "openapi/document.md": "document.md",
  };
  const at = (markdown: string, repository?: string) =>
    relinked(markdown, "packages/client/README.md", {
      pageOf: (file) => pages[file],
      addressOf: (file) => repository && `${repository}/${file}`,
    });

  test("leads from page to page", () => {
    expect(at("[the document](../../openapi/document.md#rules)")).toBe(
      "[the document](../document.md#rules)",
    );
    expect(at("[`[a]`](README.md)")).toBe("[`[a]`](./client.md)");
  });

  test("leads to the repository, where its address is known", () => {
    const link = "[guesses](src/assumptions.ts#L3)";

    expect(at(link)).toBe("guesses");
    expect(at(link, "https://host/blob/main")).toBe(
      "[guesses](https://host/blob/main/packages/client/src/assumptions.ts#L3)",
    );
  });

  test.each([
    "[other host](https://example.com/a.md)",
    "[here](#errors)",
    "[from the root](/api/neon.html)",
    "```md\n[code](src/a.ts)\n```",
  ])("leaves %s as it is", (markdown) => {
    expect(at(markdown)).toBe(markdown);
  });
});

describe("brokenLinks", () => {
  function built(pages: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), "links-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, html] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), html);
    }
    return folder;
  }

  test.each([
    ["/", '<a href="/guides/keys.html#kinds">'],
    ["/repository/", '<a href="/repository/guides/keys.html">'],
    ["/", '<a href="guides/keys.html">'],
    ["/", '<a href="guides/">'],
    ["/", '<a href="#top">'],
    ["/", '<a href="https://example.com/nowhere">'],
    ["/", '<img src="mark.svg">'],
  ])("follows, under %s, %s", (base, link) => {
    const folder = built({
      "index.html": `<h1 id="top">${link}`,
      "guides/keys.html": '<h2 id="kinds">',
      "guides/index.html": "",
      "mark.svg": "",
    });

    expect(brokenLinks(folder, base)).toEqual([]);
  });

  test.each([
    ["/", "/guides/kys.html"],
    ["/", "guides/keys.html#kind"],
    ["/", "#bottom"],
    ["/repository/", "/guides/keys.html"],
    ["/", "mark.png"],
  ])("names, under %s, %s", (base, target) => {
    const folder = built({ "index.html": `<a href="${target}">`, "guides/keys.html": "" });

    expect(brokenLinks(folder, base)).toEqual([`index.html → ${target}`]);
  });
});
