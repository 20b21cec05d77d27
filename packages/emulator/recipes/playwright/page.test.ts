/** Playwright: a page in a browser calls the emulator, which allows the page's origin. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const usual = ["chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? usual.find(existsSync) ?? "";
const html = readFileSync(new URL("page.html", import.meta.url));
/** Stands for the development server of the page. */
const pages = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end(html);
});

describe.runIf(existsSync(executablePath))("a page in Chromium (or set CHROMIUM)", () => {
  let emulator: RunningEmulator;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await once(pages.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    emulator = await startEmulator({ allowedOrigins: [origin], now: () => 0 });
    // The sandbox does not work for root, the user of most containers.
    browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
    page = await browser.newPage();
    const hash = new URLSearchParams({
      base: emulator.url,
      key: emulator.keys.admin,
      project: emulator.ids.project_id,
    });
    await page.goto(`${origin}/#${hash}`);
  });

  afterAll(async () => {
    await browser?.close();
    await emulator?.close();
    pages.close();
  });

  test("suspends a compute, and shows that it is idle after a while", async () => {
    await page.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("will soon be idle").waitFor();

    emulator.advance(300);
    await page.reload();

    await page.getByText(`${emulator.ids.endpoint_id}: idle`).waitFor();
  });

  test("says that the service is busy", async () => {
    emulator.inject({ status: 503 });
    await page.reload();

    expect(await page.getByRole("status").textContent()).toBe("The service is busy. Try again.");
  });
});
