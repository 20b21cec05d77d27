import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STYLE } from "../../suite/reports/html/style.ts";
import { renderHtml } from "../../suite/reports/html.ts";
import { documentText } from "../../suite/spec/document.ts";
import { type Browser, chromium, launch, type View } from "./browser.ts";
import {
  CURL,
  everything,
  failure,
  HOSTILE,
  passed,
  report,
  route,
  rule,
  statement,
} from "./build.ts";
import { all, type Element, parse } from "./elements.ts";

const found = everything();
const page = renderHtml(found);
const document = parse(page);

describe("the page", () => {
  test("has every rule once, by its id, with its verdict on each target", () => {
    const ids = all(document, "details").flatMap(({ attributes }) => attributes.id ?? []);

    expect(ids.toSorted()).toEqual(found.rules.map(({ id }) => `rule-${id}`).toSorted());
    for (const { attributes, text } of all(document, "details").filter(hasId)) {
      for (const { name } of found.targets) {
        expect(text, attributes.id).toContain(`${shown(name)}:`);
      }
    }
  });

  test("shows a rule without a sentence, and one listed at another sentence", () => {
    const statements = [statement({ source: "Endpoints, Rules 1", says: "", rules: ["astray"] })];
    const rules = [rule("lost", [passed()]), rule("astray", [passed()])];

    const lost = parse(renderHtml(report({ rules, statements })));

    const [group] = all(lost, "ol") as [Element];
    const ids = (element: Element) =>
      all(element, "details").flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids(group)).toEqual(["rule-astray"]);
    expect(ids(lost)).toEqual(["rule-astray", "rule-lost"]);
  });

  test("has every sentence in the order of the document, with its rules or its excuse", () => {
    const sentences = all(document, "li").filter(({ attributes }) => attributes["data-group"]);

    const texts = sentences.map(({ text }) => text);
    expect(texts).toHaveLength(found.statements.length);
    for (const [at, { says, excuse, rules = [] }] of found.statements.entries()) {
      expect(texts[at]).toContain(says);
      expect(texts[at]).toContain(excuse ?? says);
      for (const id of rules) {
        const { text } = found.rules.find((it) => it.id === id) as { text: string };
        expect(texts[at]).toContain(text);
      }
    }
  });

  test("has every route in its section, with how each target answered", () => {
    const rows = all(document, "tr").filter(({ attributes }) => attributes["data-group"]);

    const names = rows.map((row) => all(row, "code")[0]?.text);
    expect(names.toSorted()).toEqual(found.routes.map(({ name }) => name).toSorted());
    const [list] = rows.filter((row) => all(row, "code")[0]?.text === "GET /projects");
    expect(list?.attributes["data-group"]?.split(" ")).toContain("failed");
    expect(labels(list as Element, "span")).toEqual([
      "answered 2xx to a valid key",
      "answered 401 without Authorization, or with another form of it",
      "answered 401 to an invalid or revoked key",
      "not answered 2xx to a valid key",
      "answered 401 without Authorization, or with another form of it",
      "not answered 401 to an invalid or revoked key",
    ]);
  });

  test("shows the rules of a route, and once those of a whole section", () => {
    const list = "GET /projects";
    const create = "POST /projects";
    const matrix = parse(
      renderHtml(
        report({
          routes: [route(list), route(create)],
          rules: [rule("common", [passed(list, create)]), rule("one", [passed(create)])],
        }),
      ),
    );

    const [common] = all(matrix, "p").filter(({ attributes }) => attributes.class === "common");
    expect(labels(common as Element, "a")).toEqual(["passed: common holds (common)"]);
    const rows = all(matrix, "tr").filter(({ attributes }) => attributes["data-group"]);
    expect(rows.map((row) => labels(row, "a"))).toEqual([[], ["passed: one holds (one)"]]);
  });

  test("shows each finding with its sentence, message and curl lines, the worst first", () => {
    const findings = all(document, "article");

    expect(findings.map(({ attributes }) => attributes["data-group"])).toEqual([
      "failed",
      "warning",
      "warning",
    ]);
    const [worst] = findings as [Element];
    expect(worst.text).toContain("fails with HTTP 401 Endpoints, Rules 1");
    expect(all(worst, "pre")[0]?.text).toBe(shown(HOSTILE));
    expect(all(worst, "pre")[2]?.text).toBe(
      `201\n${shown(HOSTILE)}: ${shown(HOSTILE)}\n\n${shown(HOSTILE)}`,
    );
    expect(all(worst, "code").map(({ text }) => text)).toEqual(expect.arrayContaining(CURL));
  });

  test("has an anchor for each line of the document, which findings and sentences link to", () => {
    const linesOf = (element: Element) =>
      all(element, "a").flatMap(
        ({ attributes }) => /^#(L\d+)$/.exec(attributes.href ?? "")?.[1] ?? [],
      );
    const anchors = new Map(
      ["h4", "p", "li", "tr"].flatMap((name) =>
        all(document, name).map((element) => [element.attributes.id, element.text] as const),
      ),
    );
    const words = (text: string) => text.replaceAll(/[`|#\s-]|^\d+\. /g, "");

    for (const [place, line] of documentText.split("\n").entries()) {
      if (/^$|^\|---/.test(line)) continue;
      expect(words(anchors.get(`L${place + 1}`) ?? "")).toBe(words(line));
    }
    expect(all(document, "article").flatMap(linesOf)).toEqual(["L431", "L431", "L431"]);
    expect(all(document, "li").flatMap(linesOf).length).toBeGreaterThan(3);
  });

  test("says at the top whether a rule that MUST hold is broken", () => {
    const kept = renderHtml(report({ rules: [rule("advice", [failure()], { level: "SHOULD" })] }));

    expect(all(document, "h1")[0]?.text).toBe(
      "✗ 1 rule that MUST hold is broken, 4 of 7 rules judged",
    );
    expect(all(parse(kept), "h1")[0]?.text).toBe("✓ The contract holds, 1 of 1 rule judged");
  });

  test("groups unchecked rules by reason", () => {
    const [group] = all(document, "details").filter(({ text }) =>
      text.includes("not showable: it keeps no state (the mock)"),
    );

    expect(all(group as Element, "li")).toHaveLength(2);
  });

  test("links only to existing anchors of the page", () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of all(document, "a")) {
      expect(ids).toContain(attributes.href?.replace(/^#/, ""));
    }
  });

  test("loads nothing: no element or style has a URL", () => {
    const elements = ["img", "link", "iframe", "object", "embed", "base", "image", "use"];

    for (const name of elements) expect(all(document, name), name).toEqual([]);
    const attributes = new Set(elementsOf(document).flatMap((it) => Object.keys(it.attributes)));
    for (const name of attributes) {
      expect(name).not.toMatch(/^(src|srcset|action|poster|data|background|style|on.*)$/);
    }
    expect(STYLE).not.toMatch(/url\(|@import/);
  });

  test("allows only its own script and style", () => {
    const [policy] = all(document, "meta").filter(({ attributes }) => attributes["http-equiv"]);
    const hash = (text = "") => createHash("sha256").update(text).digest("base64");
    const [script, ...scripts] = all(document, "script");
    const [style, ...styles] = all(document, "style");

    expect([...scripts, ...styles]).toEqual([]);
    expect(policy?.attributes.content).toBe(
      `default-src 'none'; style-src 'sha256-${hash(style?.text)}'; ` +
        `script-src 'sha256-${hash(script?.text)}'; base-uri 'none'; form-action 'none'`,
    );
  });

  test("has gapless heading levels, captions, and row and column headings", () => {
    const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));

    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries()) {
      expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    }
    for (const table of all(document, "table")) expect(all(table, "caption")).toHaveLength(1);
    for (const cell of all(document, "th")) expect(cell.attributes.scope).toBeDefined();
  });
});

describe.each(["light", "dark"])("every %s colour", (scheme) => {
  const [light = "", dark = ""] = STYLE.split("@media (prefers-color-scheme: dark)");
  const text = scheme === "light" ? light : dark;
  const colours = new Map(
    [...text.matchAll(/--(\w+-(?:bg|fg)): #(\w{6})/g)].map(([, name = "", hex = ""]) => [
      name,
      hex,
    ]),
  );
  const names = [...colours.keys()].filter((name) => name.endsWith("-fg"));

  test.each(names)("%s has a contrast of 4.5 to its background", (name) => {
    const own = colours.get(name.replace("-fg", "-bg")) ?? "";
    const places = ["quiet-fg", "link-fg"].includes(name)
      ? [own, ...["page-bg", "panel-bg", "code-bg"].map((place) => colours.get(place) ?? "")]
      : [own];

    for (const place of places) {
      expect(contrast(colours.get(name) ?? "", place)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const excuse = chromium ? "" : " (not available: install Chromium, or set CHROMIUM to its binary)";

describe.skipIf(!chromium)(`in Chromium${excuse}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  const show = (view?: View, html = page) => browser.open(html, view);

  test("runs no hostile text and sends no request", async () => {
    const { evaluate, problems } = await show();

    expect(await evaluate("document.title")).toBe("✗ Contract of the management API");
    expect(await evaluate("document.querySelectorAll('img, article script').length")).toBe(0);
    expect(problems).toEqual([]);
  });

  test("blocks an injected script or style", async () => {
    const broken = page.replace("</main>", "<script>document.title = 'in'</script></main>");

    const { evaluate, problems } = await show({}, broken);

    expect(await evaluate("document.title")).not.toBe("in");
    expect(problems.join()).toContain("Content Security Policy");
  });

  test("filters by all words and opens the matching groups", async () => {
    const { evaluate, press, type, problems } = await show();
    await evaluate("document.querySelector('input[type=search]').focus()");

    await type("second a branch GETS");

    expect(await evaluate(visible("article"))).toBe(1);
    expect(await evaluate(visible("li[data-group]"))).toBe(2);
    expect(await evaluate("document.querySelector('#shown').textContent")).toMatch(/^\d+ of \d+$/);
    await press("Tab");
    await press("ArrowRight");
    await press("ArrowRight");
    expect(await evaluate("document.forms[0].elements.verdict.value")).toBe("warning");
    expect(await evaluate(visible("article"))).toBe(0);
    expect(problems).toEqual([]);
  });

  test("makes every control keyboard-reachable, with a visible focus", async () => {
    const { evaluate, press } = await show();

    await press("Tab");
    expect(await evaluate("document.activeElement.textContent")).toBe("Skip to the findings");
    await press("Enter");
    expect(await evaluate("document.activeElement.id")).toBe("main");
    await press("Tab");
    expect(await evaluate("document.activeElement.hash")).toBe("#rule-endpoint-one-primary");
    const outline = "getComputedStyle(document.activeElement).outlineStyle";
    expect(await evaluate(outline)).toBe("solid");

    await press("Enter");

    const rule = "document.getElementById('rule-endpoint-one-primary')";
    await settle(() => evaluate(`document.activeElement.parentElement === ${rule}`));
    expect(await evaluate(`${rule}.open && ${rule}.closest('.group').open`)).toBe(true);
    await press("Enter");
    expect(await evaluate(`${rule}.open`)).toBe(false);
  });

  test("shows the rule of a focused sign", async () => {
    const { evaluate } = await show();

    const [content, label] = await evaluate<string[]>(`(() => {
      for (const group of document.querySelectorAll("details.group")) group.open = true;
      const sign = document.querySelector("td.rules a, .common a");
      sign.focus({ focusVisible: true });
      return [getComputedStyle(sign, "::after").content, sign.ariaLabel];
    })()`);

    expect(content).toBe(JSON.stringify(label));
    expect(label).toMatch(/^(passed|failed|warning): .+ \([a-z0-9-]+\)$/);
  });

  test("copies curl lines unchanged", async () => {
    const { evaluate, press } = await show();
    const button = "document.querySelector('article details .copy')";
    await evaluate(`${button}.closest("details").open = true`);
    await evaluate(`${button}.focus()`);

    await press("Enter");

    const label = `${button}.textContent`;
    await settle(async () => (await evaluate(label)) !== "Copy");
    expect(await evaluate("navigator.clipboard.readText()")).toBe(CURL.join("\n"));
  });

  test("shows everything without JavaScript, and closed parts open", async () => {
    const { evaluate, press } = await show({ javascript: false });

    expect(await evaluate("document.forms[0].hidden")).toBe(true);
    await evaluate("document.querySelector('details.group > summary').focus()");
    await press("Enter");
    expect(await evaluate("document.querySelector('details.group').open")).toBe(true);
  });

  test.each([420, 1280])("fits a window of %i pixels", async (width) => {
    const { evaluate } = await show({ width });

    await evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })");

    expect(await evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  test("is dark when the reader prefers it", async () => {
    const background = "getComputedStyle(document.body).backgroundColor";
    const light = await show({ scheme: "light" });
    expect(await light.evaluate(background)).toBe("rgb(251, 251, 252)");

    const dark = await show({ scheme: "dark" });

    expect(await dark.evaluate(background)).toBe("rgb(20, 22, 28)");
  });
});

function hasId({ attributes }: Element): boolean {
  return attributes.id !== undefined;
}

/** As it comes out: characters that HTML does not allow are replaced. */
function shown(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|\p{Cs}|[\uFFFE\uFFFF]/gu, "\uFFFD");
}

function elementsOf(element: Element): Element[] {
  return element.children.flatMap((child) => [child, ...elementsOf(child)]);
}

function labels(element: Element, name: string): string[] {
  return all(element, name).flatMap(({ attributes }) => attributes["aria-label"] ?? []);
}

function visible(selector: string): string {
  return `[...document.querySelectorAll("${selector}")].filter((it) => it.checkVisibility()).length`;
}

async function settle(holds: () => Promise<unknown>) {
  for (let tries = 0; tries < 40 && !(await holds()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
