import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ServerOptions, startEmulator } from "../../src/index.ts";

async function served(options: ServerOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { origin } = new URL(emulator.url);
  const get = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);
  return { emulator, origin, get };
}

describe("the page", () => {
  test("is at the root, and the API stays where it is", async () => {
    const { emulator, get } = await served();

    const page = await fetch(`${emulator.pageUrl}`);
    const withQuery = await get("/?utm=1");
    const api = await get("/api/v2/projects");

    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(await page.text()).toContain("<title>Hosted Postgres emulator</title>");
    expect([withQuery.status, api.status]).toEqual([200, 401]);
  });

  test("has every file that it and its modules name", async () => {
    const { get } = await served();
    const html = await (await get("/")).text();
    const seen = new Set<string>();
    const left = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => `${path}`);
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const response = await get(path);
      expect(response.status, path).toBe(200);
      const text = await response.text();
      for (const [, name] of text.matchAll(/from "\.\/([^"]+)"/g)) {
        left.push(`/_emulator/page/${name}`);
      }
    }

    const names = [...seen].map((path) => path.replace("/_emulator/page/", ""));
    const files = readdirSync(new URL("../../page/", import.meta.url));
    expect([...names, "index.html", "tsconfig.json"].sort()).toEqual(files.sort());
  });

  test("loads and calls its own server alone, and is in no frame", async () => {
    const { get } = await served();

    const { headers } = await get("/");

    const policy = `${headers.get("content-security-policy")}`.split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("serves its folder and nothing else", async () => {
    const { emulator, get } = await served();
    const raw = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const { hostname, port } = new URL(emulator.url);
        const sent = request({ hostname, port, path }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        });
        sent.on("error", reject).end();
      });

    for (const path of ["../package.json", "%2e%2e/package.json", "tsconfig.json", "none.js", ""]) {
      expect(await raw(`/_emulator/page/${path}`), path).toBe(404);
    }
    expect((await get("/", { method: "HEAD" })).status).toBe(200);
    expect((await get("/", { method: "POST" })).status).toBe(404);
  });

  test("is off with the control routes, and says how to turn it on", async () => {
    const { emulator, get } = await served({ control: false });

    const response = await get("/");

    expect([response.status, emulator.pageUrl]).toEqual([404, undefined]);
    expect(await response.text()).toContain("--control");
  });

  test("answers to no foreign host or origin", async () => {
    const { emulator, get } = await served();
    const { hostname, port } = new URL(emulator.url);
    const status = await new Promise((resolve) => {
      const headers = { host: "rebound.example" };
      request({ hostname, port, path: "/", headers }, (response) => {
        resolve(response.resume().statusCode);
      }).end();
    });

    expect(status).toBe(403);
    expect((await get("/", { headers: { origin: "https://a.example" } })).status).toBe(403);
  });

  test("has no key in its files", () => {
    const folder = new URL("../../page/", import.meta.url);
    const text = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    expect(text.join("\n")).not.toMatch(/key-[\da-f]{8}/);
  });
});
