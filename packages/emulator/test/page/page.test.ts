import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/index.ts";
import { neon } from "../../src/neon/index.ts";
import { clear, excuse, executablePath, launch, look, newPage, openPage } from "./browser.ts";
import { FailingPlane } from "./failing-plane.ts";

let browser: Browser | undefined;
let tab: Page;
beforeAll(async () => {
  if (!executablePath) return;
  browser = await launch();
  tab = await newPage(browser);
});
afterAll(() => browser?.close());

/** Each test runs in a browser, and is skipped where there is none. */
const browse = (title: string, run: () => Promise<void>) =>
  test.skipIf(!executablePath)(`${title}${excuse}`, run);

describe("a day on the page", () => {
  for (const [name, options] of Object.entries({ document: {}, neon: { profile: neon } })) {
    browse(`goes from a branch to a revoked key with the profile ${name}`, async () => {
      const { emulator, page, press, sees, ran } = await openPage(tab, {
        ...options,
        operationMs: 20,
      });
      const { ids, keys } = emulator;
      expect(await page.locator("#profile").textContent()).toBe(name === "neon" ? "as neon" : "");
      await press("Branch off main");
      await page.getByLabel("Name of the new branch").fill("feature");
      await page.keyboard.press("Enter");
      await sees("Branches of", "from main");
      await sees("Operations", "create branch");

      await press("Add a compute to feature");
      const compute = page.locator("li.branch", { hasText: "feature" }).locator("li.compute");
      await compute.getByText("active", { exact: true }).waitFor();

      await compute.getByRole("button", { name: "Suspend" }).click();
      await compute.getByText("idle", { exact: true }).waitFor();
      await sees("Operations", "suspend compute");
      await compute.getByRole("button", { name: "Start" }).click();
      await compute.getByText("sleeps in 5:00").waitFor();

      await press("+1 min");
      await sees("Clock", "1 min ahead");
      await press("Go there");
      await page.locator("li.compute").first().getByText("idle", { exact: true }).waitFor();
      await press("Go there");
      await compute.getByText("idle", { exact: true }).waitFor();

      await page.getByLabel("What happens to the request").selectOption("gets a 503");
      await press("Inject the fault");
      await sees("Faults", "503 · any method · any path");
      await compute.getByRole("button", { name: "Start" }).click();
      await ran(503, "an injected fault answered 503");
      await page.getByText("503 · any method").waitFor({ state: "detached" });

      await press("Revoke the project key");
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await ran(200, `/organizations/${ids.org_id}/api_keys/${ids.key_ids.project}`);
      await sees("Keys", "revoked");
      await press("Try the project key");
      await ran(401, `/projects/${ids.project_id}`);
      const refused = await emulator.fetch(`${emulator.url}/projects/${ids.project_id}`, {
        headers: { authorization: `Bearer ${keys.project}` },
      });
      expect(refused.status).toBe(401);
    });
  }

  browse("ends with a reset that restores the seeded world", async () => {
    const { page, press, sees } = await openPage(tab);
    await press("+1 day");
    await press("Delete the branch main-2");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("main-2", { exact: true }).waitFor({ state: "detached" });

    await press("Reset");
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();

    await sees("Branches of", "main-2");
    expect(await page.locator("#clock-moved").textContent()).toBe("");
  });

  browse("creates and deletes a project, and says the next step when none is left", async () => {
    const { page, press, sees } = await openPage(tab, { seedData: { projects: [] } });
    await sees("Branches of", "No project yet. Create one");

    await press("New project");
    await page.getByLabel("Name of the new project").fill("blog");
    await page.getByRole("button", { name: "Create" }).click();
    await sees("Branches of", "default");
    await press("Delete project");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

    await sees("Branches of", "No project yet. Create one");
  });
});

describe("the curl line", () => {
  browse("does what the button did, when a shell runs it", async () => {
    const name = `it's $(exit 7) "quoted" \`x\` \\ end`;
    const { emulator, page, press, ran } = await openPage(tab);
    await press("Branch off main");
    await page.getByLabel("Name of the new branch").fill(name);
    await page.keyboard.press("Enter");
    await ran(201, "curl -X POST");
    expect(await page.locator("#ran").textContent()).not.toContain(emulator.keys.admin);

    await press("Copy the curl line, with the key");
    await page.locator("#ran").getByText("Copied").waitFor();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    await promisify(execFile)("sh", ["-c", line]);

    await expect.poll(() => page.locator("li.branch .name", { hasText: name }).count()).toBe(2);
  });
});

describe("requests", () => {
  browse("show as they come, with their bodies on demand", async () => {
    const { emulator, page, sees } = await openPage(tab);
    const headers = { authorization: `Bearer ${emulator.keys.admin}` };
    const { project_id } = emulator.ids;

    await fetch(`${emulator.url}/projects/${project_id}`, { headers });
    await page.locator("#requests .row", { hasText: project_id }).click();

    await sees("Requests", '"name": "shop"');
    await sees("Requests", "getProject");
    await page.getByLabel("Filter requests").fill("nothing like it");
    await sees("Requests", "No request matches the filter.");
  });

  browse("stay in place under a reader who has scrolled down", async () => {
    const { emulator, page } = await openPage(tab);
    const send = (path: string) => fetch(`${emulator.url}${path}`);
    for (let count = 0; count < 60; count += 1) await send(`/first/${count}`);
    const row = page.locator("#requests .row", { hasText: "/first/30" });
    const list = page.locator("#requests");
    await page.locator("#requests .row", { hasText: "/first/59" }).waitFor();
    await list.evaluate((element) => element.scrollTo(0, 29 * 32));
    await row.waitFor();
    const before = await row.boundingBox();

    for (let count = 0; count < 20; count += 1) await send(`/second/${count}`);
    await page.getByText("80 requests").waitFor();

    expect(await row.boundingBox()).toEqual(before);
  });
});

describe("operations", () => {
  browse("are listed by a few elements however many there are", async () => {
    const { emulator, page, press } = await openPage(tab, { operationMs: 0 });
    const { project_id } = emulator.ids;
    for (let count = 0; count < 10_000; count += 1) {
      emulator.startOperation({ project_id, action: "check_availability" });
    }

    await press("Load older");
    await page.getByText("10,000 operations").waitFor();

    expect(await page.locator("#operations .row").count()).toBeLessThan(60);
    const newest = page.locator("#operations .row").first();
    expect(await newest.getAttribute("aria-setsize")).toBe("10000");
  });

  browse("end by hand, when a fate keeps them running", async () => {
    const { emulator, page, press, sees } = await openPage(tab);
    await page.getByLabel("How the operation ends").selectOption("never ends");
    await press("Decide the fate");
    await sees("Faults", "never ends · any operation");

    await press(`Suspend ${emulator.ids.endpoint_id}`);
    await page.locator("#operations .row", { hasText: "suspend compute" }).click();
    await press("Let it fail");

    await page.locator("#operations .row", { hasText: "failed" }).waitFor();
    await page.locator("li.compute").getByText("active", { exact: true }).waitFor();
  });
});

describe("keys", () => {
  browse("are not in the page until they are asked for", async () => {
    const { emulator, page, press } = await openPage(tab);
    const secrets = Object.values(emulator.keys);
    const before = await page.content();
    for (const secret of secrets) expect(before).not.toContain(secret);

    await press("Reveal the keys");
    const revealed = await page.content();
    await press("Copy the member key");

    for (const secret of secrets) expect(revealed).toContain(secret);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(emulator.keys.member);
  });
});

describe("a compute with a Postgres behind it", () => {
  browse("has a connection string, whose password is hidden until it is asked for", async () => {
    const { page, emulator, sees, press } = await openPage(tab, {
      profile: neon,
      dataPlane: new FailingPlane(),
    });
    const { endpoint_id } = emulator.ids;
    await sees("Branches of", "postgresql://neondb_owner:••••@127.0.0.1:5499/neondb");

    await press(`Copy the address of ${endpoint_id}`);
    await sees("Branches of", "Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).password).toMatch(/^\w{8,}$/);
    expect(await page.content()).not.toContain(new URL(copied).password);

    await press(`Reveal the password of ${endpoint_id}`);
    await sees("Branches of", copied);
    await press(`Reveal the password of ${endpoint_id}`);
    await page.getByText(copied).waitFor({ state: "detached" });
  });

  browse("says why it did not start or has ended, until it starts", async () => {
    const dataPlane = new FailingPlane();
    const { emulator, page, sees, press } = await openPage(tab, { dataPlane });
    const { endpoint_id } = emulator.ids;
    await press(`Suspend ${endpoint_id}`);
    await sees("Branches of", "idle");

    dataPlane.failure = "no room on the disk\nof this machine";
    await press(`Start ${endpoint_id}`);
    await page.getByRole("alert").getByText("no room on the disk").waitFor();
    await sees("Operations", "failed");
    await page.locator("#operations .row").first().click();
    await page.locator("#operation").getByText("no room on the disk").waitFor();

    dataPlane.failure = undefined;
    await press(`Start ${endpoint_id}`);
    await page.getByText("sleeps in 5:00").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    dataPlane.control?.died(endpoint_id, "signal 9");
    await page.getByRole("alert").getByText("signal 9").waitFor();
  });
});

describe("hostile names", () => {
  browse("are text, and widen nothing", async () => {
    const names = [
      "<img src=x onerror=alert(1)>",
      "</script><script>alert(2)</script>",
      "\u202Egnirts desrever",
      "x".repeat(100),
    ];
    const computes = [{ type: "read_write" }, { type: "read_only" }];
    const seedData = {
      projects: names.map((name) => ({
        name,
        branches: [
          { name },
          ...names.map((child) => ({ name: `${child}!`, parent: name, computes })),
        ],
      })),
    };
    const options = { seedData, profile: neon };
    const { page, problems } = await openPage(tab, options, { width: 420 });
    for (const [index, name] of names.entries()) {
      await page.getByLabel("Project", { exact: true }).selectOption({ index });
      await page.locator("li.branch .name").getByText(`${name}!`, { exact: true }).waitFor();

      expect(await page.locator("main img, main script").count()).toBe(0);
      expect(await sidewaysScroll(page)).toBe(0);
    }
    expect(problems).toEqual([]);
  });
});

describe("a page of another origin", () => {
  browse("reads nothing, changes nothing, and frames nothing", async () => {
    const emulator = await startEmulator();
    onTestFinished(() => emulator.close());
    const before = JSON.stringify(emulator.exportState());
    const { origin } = new URL(emulator.url);
    const page = tab;
    await clear(page);
    await page.goto(await servedElsewhere());

    const results = await page.evaluate(async (origin) => {
      const reads = ["/", "/_emulator/state", "/_emulator/page/main.js"].map((path) =>
        fetch(`${origin}${path}`).then(
          () => "read",
          () => "refused",
        ),
      );
      const simple = { method: "POST", mode: "no-cors", body: "{}" } as const;
      await fetch(`${origin}/_emulator/reset`, simple);
      await fetch(`${origin}/_emulator/clock`, { ...simple, body: '{"advance_ms":1000}' });
      const stream = await new Promise((resolve) => {
        const events = new EventSource(`${origin}/_emulator/events`);
        events.onmessage = () => resolve("read");
        events.onerror = () => resolve("refused");
      });
      const frame = document.createElement("iframe");
      frame.src = origin;
      await new Promise((resolve) => {
        frame.onload = resolve;
        document.body.append(frame);
      });
      return [...(await Promise.all(reads)), stream];
    }, origin);

    expect(results).toEqual(["refused", "refused", "refused", "refused"]);
    const [, frame] = page.frames();
    expect(await frame?.locator("h1", { hasText: "Hosted Postgres" }).count()).toBe(0);
    expect(JSON.stringify(emulator.exportState())).toBe(before);
    expect(Math.abs(emulator.now() - Date.now())).toBeLessThan(1_000);
  });
});

describe("the keyboard", () => {
  browse("reaches everything, with a visible focus", async () => {
    const { page, emulator, sees } = await openPage(tab);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatchObject({ name: "Skip to the projects", isVisible: true });
    const buttons = await page.locator("button:visible, select:visible, input:visible").count();
    const reached = new Set<string>();
    for (let tabs = 0; tabs < buttons + 8; tabs += 1) {
      const { name, isVisible } = await focused(page);
      expect(isVisible, name).toBe(true);
      reached.add(name);
      await page.keyboard.press("Tab");
    }
    for (const name of ["Reset", "Branch off main", "Operations, newest first", "+1 day"]) {
      expect([...reached]).toContain(name);
    }

    await page.getByRole("button", { name: "Branch off main", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("by-hand");
    await page.keyboard.press("Enter");
    await sees("Branches of", "by-hand");
    expect(await focused(page)).toMatchObject({ name: "Branch off main" });

    await page.getByRole("listbox", { name: "Operations, newest first" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#operation").getByText("create branch").waitFor();
    const { project_id } = emulator.ids;
    emulator.startOperation({ project_id, action: "tenant_detach" });
    await sees("Operations", "tenant detach");
    const active = await page.locator("#operations").getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain("create branch");
    await page.keyboard.press("Escape");
    await page.locator("#operation").waitFor({ state: "hidden" });
  });

  browse("leaves the focus on a button while the tree changes around it", async () => {
    const { emulator, page, sees } = await openPage(tab);
    const name = "Branch off main-3";
    await page.getByRole("button", { name, exact: true }).focus();

    await fetch(`${emulator.url}/projects/${emulator.ids.project_id}/branches`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ branch: { name: "newcomer", parent_id: emulator.ids.branch_id } }),
    });
    await sees("Branches of", "newcomer");

    expect(await focused(page)).toMatchObject({ name });
  });
});

describe("the link to the emulator", () => {
  browse("comes back after a restart, with the state of the new process", async () => {
    const first = await startEmulator();
    const { port } = new URL(first.url);
    const page = tab;
    await clear(page);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByText("main-3", { exact: true }).waitFor();

    await first.close();
    await page.getByRole("status").getByText("reconnecting").waitFor();
    const seedData = { projects: [{ name: "another" }] };
    const second = await startEmulator({ port: Number(port), seedData });
    onTestFinished(() => second.close());

    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await page.getByText("main-3", { exact: true }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Project", { exact: true }).textContent()).toBe("another");
  });
});

describe("the look", () => {
  browse("fits every width, light and dark, with text that can be read", async () => {
    const { page, press, problems } = await openPage(tab, { profile: neon });
    await press("Branch off main");
    await press("Inject the fault");
    await press("Try the admin key");
    await page.locator("#operations .row").first().click();

    for (const width of [420, 700, 1280, 1600]) {
      for (const scheme of ["light", "dark"] as const) {
        await look(page, { width, scheme });
        expect(await sidewaysScroll(page), `${width}, ${scheme}`).toBe(0);
        expect(await faintTexts(page), `${width}, ${scheme}`).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
  });

  browse("asks no other server for anything", async () => {
    // The page of the test before still asks its emulator.
    await tab.goto("about:blank");
    const asked: string[] = [];
    tab.on("request", (request) => asked.push(new URL(request.url()).origin));

    const { page, origin } = await openPage(tab);
    await page.getByText("main-3", { exact: true }).waitFor();

    expect(asked.length).toBeGreaterThan(10);
    expect(new Set(asked)).toEqual(new Set([origin]));
  });
});

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The name of the focused element, and whether its focus shows. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const style = getComputedStyle(element);
    const text = element instanceof HTMLSelectElement ? "" : element.textContent;
    return {
      name: element.ariaLabel ?? text ?? "",
      isVisible: element === document.body || style.outlineStyle !== "none",
    };
  });
}

/** Texts whose contrast with what is behind them is below 4.5. */
function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rgba = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = rgba(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element: Element | null): string => {
      if (!element) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(element);
      return rgba(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
    };
    const contrast = (element: Element) => {
      const [low = 0, high = 0] = [getComputedStyle(element).color, groundOf(element)]
        .map(luminance)
        .sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const texts = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.checkVisibility() && [...element.childNodes].some(({ nodeType }) => nodeType === 3),
    );
    return texts.filter((element) => contrast(element) < 4.5).map(({ outerHTML }) => outerHTML);
  });
}

/** The address of an empty page of another origin. */
async function servedElsewhere(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><body></body>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
