import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Ledger } from "../suite/run/ledger.ts";

describe("a ledger", () => {
  test("numbers each request anew when it continues a file that a kill cut short", () => {
    const folder = mkdtempSync(join(tmpdir(), "ledger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "ledger.jsonl");
    const asks = () => {
      const ledger = new Ledger(file);
      return [1, 2].map(() => ledger.ask({ path: "/projects" }));
    };

    const numbers = asks();
    appendFileSync(file, '{"n":');
    numbers.push(...asks(), ...asks());

    expect(numbers.every(Number.isInteger)).toBe(true);
    expect(new Set(numbers).size).toBe(6);
  });

  test("owns a key by both of its paths, and nothing below the other one", () => {
    const ledger = new Ledger();
    ledger.made(ledger.ask({ path: "/organizations/o/api_keys" }), "/organizations/o/api_keys/12");

    expect(ledger.owns("/api_keys/12")).toBe(true);
    expect(ledger.owns("/api_keys/2")).toBe(false);
    expect(ledger.owns("/api_keys/12/uses")).toBe(false);
  });
});
