/** A page of a file in a real browser. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium as browsers, type Page as Tab } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const folders = (process.env.PATH ?? "").split(delimiter);
/** Undefined if none is installed. */
export const chromium =
  process.env.CHROMIUM ||
  NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);

export interface Browser {
  /** Ends the page before, unless one of the two is without JavaScript. */
  open(html: string, view?: View): Promise<Page>;
  close(): Promise<void>;
}

export interface View {
  width?: number;
  scheme?: "light" | "dark";
  javascript?: boolean;
}

export interface Page {
  /** Evaluates an expression in the page; the value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Violations of the policy, exceptions, dialogs, and addresses that were asked for. */
  problems: string[];
}

export async function launch(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  // The sandbox does not work for root, the user of most containers.
  const options = { executablePath: `${chromium}`, chromiumSandbox: false };
  const browser = await browsers.launch(options);
  // One tab shows all pages, since a new one takes as long as most tests.
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const usual = await context.newPage();
  let pages = 0;
  return {
    async open(html, { width = 1280, scheme = "light", javascript = true } = {}) {
      pages += 1;
      const file = join(folder, `${pages}.html`);
      writeFileSync(file, html);
      const tab = javascript ? usual : await browser.newPage({ javaScriptEnabled: false });
      await tab.removeAllListeners(undefined, { behavior: "wait" });
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme: scheme });
      const url = pathToFileURL(file).href;
      const problems = problemsOf(tab, url);
      await tab.goto(url);
      return {
        evaluate: (expression) => tab.evaluate(expression),
        press: (key) => tab.keyboard.press(key),
        type: (text) => tab.keyboard.insertText(text),
        problems,
      };
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function problemsOf(tab: Tab, url: string): string[] {
  const problems: string[] = [];
  tab.on("pageerror", ({ message }) => problems.push(message));
  tab.on("console", (message) => problems.push(message.text()));
  tab.on("request", (request) => {
    if (request.url() !== url) problems.push(`asked for ${request.url()}`);
  });
  tab.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return problems;
}
