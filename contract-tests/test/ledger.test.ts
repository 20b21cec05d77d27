import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Ledger } from "../suite/run/ledger.ts";

const folder = mkdtempSync(join(tmpdir(), "ledger-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const file = () => join(folder, `${++files}.jsonl`);

describe("Ledger", () => {
  test("lists what was made and not removed, newest first, with the key that made it", () => {
    const ledger = new Ledger();
    const first = ledger.ask({ path: "/api_keys", by: "API_KEY", name: "one" });
    const second = ledger.ask({ path: "/api_keys", by: "MEMBER_KEY", name: "two" });
    const third = ledger.ask({ path: "/api_keys", name: "three" });
    ledger.made(first, "/api_keys/1");
    ledger.made(second, "/api_keys/2");
    ledger.made(third, "/api_keys/3");

    ledger.close(third, "removed");

    expect(ledger.left()).toEqual([
      { n: second, remove: "/api_keys/2", by: "MEMBER_KEY" },
      { n: first, remove: "/api_keys/1", by: "API_KEY" },
    ]);
  });

  test("tells what one rule made from what another or an older run did", () => {
    const name = file();
    appendFileSync(name, '{"n":1,"event":"made","remove":"/api_keys/1"}\n');
    const ledger = new Ledger(name);
    for (const [rule, remove] of [
      ["size", "/api_keys/2"],
      ["key", "/api_keys/3"],
      ["size", "/api_keys/4"],
    ] as const) {
      ledger.made(ledger.ask({ path: "/api_keys", rule }), remove);
    }

    const ofSize = ledger.left("size").map(({ remove }) => remove);

    expect(ofSize).toEqual(["/api_keys/4", "/api_keys/2"]);
    expect(ledger.left("move")).toEqual([]);
    expect(ledger.left()).toHaveLength(4);
  });

  test("writes a request to the file before its answer", () => {
    const name = file();

    new Ledger(name).ask({ path: "/projects/p/endpoints", branch_id: "branch-1" });

    expect(JSON.parse(readFileSync(name, "utf8"))).toMatchObject({
      event: "asked",
      path: "/projects/p/endpoints",
      branch_id: "branch-1",
    });
  });

  test("keeps a request open that was neither made nor refused", () => {
    const ledger = new Ledger();
    ledger.close(ledger.ask({ path: "/api_keys" }), "refused");
    ledger.made(ledger.ask({ path: "/api_keys" }), "/api_keys/1");
    const n = ledger.ask({ path: "/api_keys", name: "lost" });

    expect(ledger.open()).toMatchObject([{ n, name: "lost" }]);
  });

  test("continues an existing file, even if its last line was cut", () => {
    const name = file();
    const first = new Ledger(name);
    first.made(first.ask({ path: "/api_keys" }), "/api_keys/1");
    appendFileSync(name, '{"n":2,"event":"as');

    const second = new Ledger(name);
    const n = second.ask({ path: "/api_keys" });
    second.made(n, "/api_keys/2");

    expect(new Ledger(name).left().map(({ remove }) => remove)).toEqual([
      "/api_keys/2",
      "/api_keys/1",
    ]);
  });

  test("owns the path of something made, and everything below it", () => {
    const ledger = new Ledger();
    ledger.made(ledger.ask({ path: "/projects/p/endpoints" }), "/projects/p/endpoints/ep-1");

    expect(ledger.owns("/projects/p/endpoints/ep-1")).toBe(true);
    expect(ledger.owns("/projects/p/endpoints/ep-1/start")).toBe(true);
    expect(ledger.owns("/projects/p/endpoints/ep-12")).toBe(false);
    expect(ledger.owns("/projects/p/endpoints")).toBe(false);
  });

  test("owns a key under both of its paths", () => {
    const ledger = new Ledger();
    ledger.made(ledger.ask({ path: "/api_keys" }), "/api_keys/7");

    expect(ledger.owns("/organizations/org-1/api_keys/7")).toBe(true);
    expect(ledger.owns("/organizations/org-1/api_keys/8")).toBe(false);
  });
});
