/** The page in a real browser. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type ServerOptions, startEmulator } from "../../src/index.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const folders = (process.env.PATH ?? "").split(delimiter);
/** Undefined if none is installed. */
export const executablePath =
  process.env.CHROMIUM ||
  NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);

/** Says in a title why its test is skipped. */
export const excuse = executablePath ? "" : " (not available: install Chromium)";

export function launch(): Promise<Browser> {
  // The sandbox does not work for root, the user of most containers.
  return chromium.launch({ executablePath: `${executablePath}`, chromiumSandbox: false });
}

export interface View {
  width?: number;
  scheme?: "light" | "dark";
}

/**
 * Serves an emulator, and opens its page as a user does. One tab serves all tests, since a new one
 * takes a second; each emulator is an origin of its own.
 */
export async function openPage(page: Page, options: ServerOptions = {}, view: View = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { origin } = new URL(emulator.url);
  await clear(page, view);
  const problems = problemsOf(page);
  await page.goto(origin);
  // The link is live some time before the first state is drawn, of which the clock is a part.
  await page.locator("#time", { hasText: /\d/ }).waitFor();
  return { emulator, page, origin, problems, ...stepsOf(page) };
}

export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/**
 * Makes a page look new. It shows the emulator of the test before, which has ended, until it goes on:
 * an empty page in between would be a process of its own.
 */
export async function clear(page: Page, view: View = {}) {
  onTestFinished(() => page.removeAllListeners(undefined, { behavior: "wait" }));
  await look(page, view);
}

/** Without motion: a colour between two schemes belongs to neither. */
export async function look(page: Page, { width = 1280, scheme = "light" }: View = {}) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
}

/** Dialogs, exceptions, and violations of the policy. A refused request is none. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (!message.text().startsWith("Failed to load resource")) problems.push(message.text());
  });
  return problems;
}

function stepsOf(page: Page) {
  return {
    press: (name: string) => page.getByRole("button", { name, exact: true }).click(),
    /** Waits for a text in the panel with this title. */
    sees: (panel: string, text: string) =>
      page
        .getByRole("region", { name: panel })
        .getByText(text)
        .filter({ visible: true })
        .first()
        .waitFor(),
    /** Waits until the curl line of the last press has come back with this status. */
    ran: (status: string | number, part: string) =>
      page
        .locator("#ran")
        .filter({ hasText: `${status}` })
        .filter({ hasText: part })
        .waitFor(),
  };
}
