/**
 * Looks at the built site in a browser: `pnpm --dir site run look`, after `npm run docs`. CHROMIUM
 * names the browser. With a folder as argument, it leaves a picture of each page there.
 */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startEmulator } from "@hosted-postgres/emulator";
import { type Browser, chromium, type Page } from "playwright-core";
import { serve } from "../build/serve.ts";

const WIDTHS = [420, 768, 1280, 1600];
const SCHEMES = ["light", "dark"] as const;
/** The address of an emulator that the reference proposes. */
const TRIED = "http://127.0.0.1:8080";
/** Ends a wait for what does not come; a busy machine must not fail one. */
const SLOWEST_MS = 120_000;
/** Loads late: its spec and then its parts. */
const REFERENCE = /^api\//;

const dist = join(import.meta.dirname, "../dist");
const [pictures] = process.argv.slice(2);
const executablePath =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
if (!executablePath) throw new Error("install Chromium, or set CHROMIUM to its binary");
if (pictures) mkdirSync(pictures, { recursive: true });

const base = process.env.SITE_BASE || "/";
const server = await serve(dist, 0, base);
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
// The sandbox does not work for root, the user of most containers.
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath, args });
const problems: string[] = [];
try {
  const pages = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .sort();
  for (const colorScheme of SCHEMES) await lookAt(browser, pages, colorScheme);
  await searchFinds(browser);
  await schemeStays(browser);
  await emulatorIsTried(browser);
  console.log(
    `${pages.length} pages, ${WIDTHS.length} widths, light and dark, search and reference`,
  );
} catch (error) {
  problems.push((error as Error).message);
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

async function lookAt(browser: Browser, pages: string[], colorScheme: "light" | "dark") {
  const page = await opened(browser, colorScheme);
  for (const path of pages) {
    await visit(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 860 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) problems.push(`${path}: ${beyond} px too wide at ${width} px`);
      const name = `${path.replace(/\W+/g, "-")}-${colorScheme}-${width}.png`;
      if (pictures) await page.screenshot({ path: join(pictures, name), animations: "disabled" });
    }
    const text = await page.locator("h1").first().textContent();
    if (!text?.trim()) problems.push(`${path}: has no title`);
  }
  await page.close();
}

/** A page whose errors and requests to other hosts are problems. */
async function opened(browser: Browser, colorScheme: "light" | "dark"): Promise<Page> {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 860 } });
  page.setDefaultTimeout(SLOWEST_MS);
  const name = () => page.url().replace(origin, "");
  page.on("pageerror", ({ message }) => problems.push(`${name()}: ${message}`));
  page.on("console", (entry) => {
    if (entry.type() === "error") problems.push(`${name()}: ${entry.text().slice(0, 300)}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = [origin, TRIED].some((known) => url.startsWith(`${known}/`));
    if (!isOwn && !/^(data|blob):/.test(url)) problems.push(`${name()} asks for ${url}`);
  });
  return page;
}

async function visit(page: Page, path: string) {
  await page.goto(`${origin}${base}${path}`, { waitUntil: "networkidle" });
  if (REFERENCE.test(path)) await page.getByText("Try it.").first().waitFor();
}

async function searchFinds(browser: Browser) {
  const page = await opened(browser, "light");
  await visit(page, "index.html");
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").fill("OperationTimeoutError");
  const result = page.locator(".VPLocalSearchBox .result").first();
  await result.click();
  await page.waitForURL(/waiting|client/);
  await page.close();
}

/** The choice made on a page holds for the reference too, and back. */
async function schemeStays(browser: Browser) {
  const page = await opened(browser, "light");
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
  await visit(page, "guides/waiting.html");
  await page.getByRole("switch").first().click();
  await visit(page, "api/index.html");
  if (!(await isDark())) problems.push("the reference does not know that dark was chosen");
  await page.locator("#scheme").click();
  await visit(page, "guides/waiting.html");
  if (await isDark()) problems.push("the pages do not know that light was chosen");
  await page.close();
}

/** Sends a request from the reference to an emulator, as its first paragraph tells. */
async function emulatorIsTried(browser: Browser) {
  const emulator = await startEmulator({ allowedOrigins: [origin] });
  const page = await opened(browser, "light");
  // Another program may listen on the emulator's usual port.
  await page.route(`${TRIED}/**`, (route) =>
    route.continue({ url: route.request().url().replace(TRIED, new URL(emulator.url).origin) }),
  );
  await visit(page, "api/index.html#tag/projects/GET/projects");
  await page.getByPlaceholder("Token").first().fill(emulator.keys.admin);
  const operation = page.locator("[id$='tag/projects/GET/projects']");
  await operation.getByText("documented", { exact: true }).waitFor();
  await operation.getByText("curl", { exact: true }).first().waitFor();
  await operation.getByRole("button", { name: /Test Request/ }).click();
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await page.getByText("shop").first().waitFor();
  await page.close();
  await emulator.close();
}
