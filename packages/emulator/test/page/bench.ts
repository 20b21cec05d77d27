/**
 * Measures the page in a browser with 10,000 operations, while 1,000 requests a second come in:
 * `pnpm bench:page`. A frame is the time between two turns of the page's drawing, which a busy machine
 * stretches; the time of the page's thread is what the page itself costs.
 */
import { Agent, get } from "node:http";
import type { Page } from "playwright-core";
import { startEmulator } from "../../src/index.ts";
import { launch } from "./browser.ts";

const OPERATIONS = 10_000;
const PER_SECOND = 1_000;
const SECONDS = 10;
const EVERY_MS = 10;

const emulator = await startEmulator({ operationMs: 0 });
const { project_id } = emulator.ids;
for (let count = 0; count < OPERATIONS; count += 1) {
  emulator.startOperation({ project_id, action: "check_availability" });
}
const browser = await launch();
const page = await browser.newPage();
await page.goto(new URL(emulator.url).origin);
await page.getByRole("button", { name: "Load older" }).click();
await page.getByText("10,000 operations").waitFor();

const metrics = await page.context().newCDPSession(page);
await metrics.send("Performance.enable");

const rows = [await measure("at rest", page)];
const load = setInterval(sendSome, EVERY_MS);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let sent = 0;
rows.push(await measure(`at ${PER_SECOND} requests a second`, page));
await page.getByLabel("Filter requests").fill("operations");
rows.push(await measure("and with a filter", page));
clearInterval(load);
await browser.close();
agent.destroy();
await emulator.close();

console.table(rows);
console.log(`${sent} requests sent`);
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;

function sendSome(): void {
  const headers = { authorization: `Bearer ${emulator.keys.admin}` };
  for (let count = 0; count < (PER_SECOND * EVERY_MS) / 1_000; count += 1) {
    sent += 1;
    get(
      `${emulator.url}/projects/${project_id}/operations?limit=1`,
      { agent, headers },
      (response) => response.resume(),
    );
  }
}

/** Scrolls the operations to and fro, and presses a button once a second. */
async function measure(what: string, page: Page) {
  const beganS = await threadTimeS();
  const { frames, presses } = await page.evaluate(async (seconds) => {
    const list = document.querySelector("#operations") as HTMLElement;
    const [pause] = [...document.querySelectorAll("button")].filter(
      ({ textContent }) => textContent === "Pause",
    );
    const frames: number[] = [];
    const presses: number[] = [];
    const endMs = performance.now() + seconds * 1_000;
    for (let before = await new Promise(requestAnimationFrame); before < endMs; ) {
      list.scrollTop = (frames.length * 400) % list.scrollHeight;
      if (frames.length % 60 === 59) {
        const pressedMs = performance.now();
        pause?.click();
        await new Promise((resolve) => setTimeout(resolve));
        presses.push(performance.now() - pressedMs);
        pause?.click();
      }
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - before);
      before = now;
    }
    return { frames, presses };
  }, SECONDS);
  const busy = ((await threadTimeS()) - beganS) / SECONDS;
  const sorted = frames.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  const longest = sorted.at(-1) ?? Number.POSITIVE_INFINITY;
  return {
    what,
    "frames a second": Math.round(frames.length / SECONDS),
    "99 % of frames, ms": Math.round(p99),
    "longest frame, ms": Math.round(longest),
    "longest press, ms": Math.round(Math.max(...presses)),
    "thread, % of a core": Math.round(busy * 100),
    bound: "≤ 60 % of a core",
    ok: busy <= 0.6,
  };
}

/** The time that the page's thread has run, in seconds. */
async function threadTimeS(): Promise<number> {
  const read = await metrics.send("Performance.getMetrics");
  return read.metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN;
}
