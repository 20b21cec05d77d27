/** The command against servers by URL: in this process, or in its own where that matters. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../suite/main.ts";
import type { Report } from "../suite/reports/model.ts";
import { Ledger } from "../suite/run/ledger.ts";
import type { Stream } from "../suite/terminal.ts";
import { type Change, type ObservedServer, serve } from "./serve.ts";
import { SMALL_ROUTES } from "./small-provider.ts";

/** Rules that create everything there is to create; the others would wait in real time. */
const MAKING =
  "key-organization-*,key-personal-*,key-revocation-*,key-scoped-by-*,endpoint-create-*,endpoint-one-primary";

const bin = join(import.meta.dirname, "..", "bin.js");

let folder: string;
let server: ObservedServer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-"));
});
afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

describe("on a read-only server", () => {
  test("exits 0 and sends no request that could change anything", async () => {
    server = await serve();

    const { code, stdout } = await contract("--target", server.url, "--fixtures", fixtures());

    expect(stdout).toContain(" 0 failed");
    expect(code).toBe(0);
    const changing = server.log.filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(80);
    expect(changing.filter(({ status }) => status !== 401)).toEqual([]);
    // A server that wrongly accepts these requests has nothing of this name to lose.
    const aimed = /does-not-exist|9007199254740991/;
    expect(changing.filter(({ path }) => !aimed.test(path))).toEqual([]);
  });
});

describe("prints", () => {
  test("no more than a screen for a run that passes, and everything with --verbose", async () => {
    server = await serve();
    const args = ["--target", server.url, "--fixtures", fixtures(), "--only", "auth-*"];

    const { stdout } = await contract(...args);
    const { stdout: verbose } = await contract(...args, "--verbose");

    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    for (const { id } of report().rules) expect(verbose).toContain(`(${id}`);
  });

  test("colours in a terminal, never in files, and cites a document that exists", async () => {
    server = await serve(loud);

    const { stdout } = await contractIn(
      { isTTY: true, columns: 70 },
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
      ...["--only", "operation-status-values,endpoint-create-state"],
    );

    expect(stdout).toContain("\u001b[31m✗ operation-status-values\u001b[39m");
    for (const file of readdirSync(join(folder, "out"))) {
      expect(readFileSync(join(folder, "out", file), "utf8")).not.toContain("\u001b");
    }
    const { document, statements } = report();
    expect(stripVTControlCharacters(stdout)).toContain(`  ${document}:`);
    const lines = readFileSync(document, "utf8").split("\n");
    for (const { line, quote } of statements) expect(lines[line - 1]).toContain(quote);
  });

  test("how many things a server refuses to remove, which the ledger lists", async () => {
    server = await serve(keeping);

    const { stderr } = await contract(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
      ...["--only", "key-valid-after-creation"],
    );

    const ledger = join(folder, "out", "contract-ledger.jsonl");
    const left = new Ledger(ledger).left().length;
    expect(left).toBeGreaterThan(0);
    expect(stderr).toContain(`not removed: ${left} thing`);
  });
});

describe("on a server it may change", () => {
  test("exits 0 and leaves nothing behind", async () => {
    server = await serve();
    const before = await worldOf(server);

    const { code, stdout } = await contract(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own", "--only", MAKING],
    );

    expect(stdout).toContain(" 0 failed");
    expect(code).toBe(0);
    expect(server.log.some(({ method, status }) => method === "POST" && status === 201)).toBe(true);
    expect(await worldOf(server)).toEqual(before);
  });

  test("shows no key in any output, report or ledger", async () => {
    server = await serve(talkative);

    const { stdout, stderr, code } = await start(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
    ).done;

    expect(code).toBe(1);
    const written = readdirSync(join(folder, "out")).map((file) =>
      readFileSync(join(folder, "out", file), "utf8"),
    );
    expect(written.length).toBe(8);
    for (const text of [stdout, stderr, ...written]) {
      for (const { key } of Object.values(server.fixtures.keys ?? {})) {
        expect(text.includes(key)).toBe(false);
      }
    }
  });

  test("leaves a ledger when killed, from which sweep removes exactly what it made", async () => {
    server = await serve();
    const { ids = {}, keys } = server.fixtures;
    const path = `/projects/${ids.project_id}/endpoints`;
    const headers = {
      authorization: `Bearer ${keys?.admin?.key}`,
      "content-type": "application/json",
    };
    // Belongs to somebody else, so sweep must leave it.
    await fetch(`${server.url}/api_keys`, {
      method: "POST",
      headers,
      body: JSON.stringify({ key_name: "of somebody else" }),
    });
    const before = await worldOf(server);

    const { child, done } = start(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own", "--only", MAKING],
    );
    const isMade = ({ method, status }: ObservedServer["log"][number]) =>
      method === "POST" && status === 201;
    await until(() => server.log.filter(isMade).length > 8 && isLeft());
    child.kill("SIGKILL");
    await done;
    expect(await worldOf(server)).not.toEqual(before);
    const ledger = join(folder, "out", "contract-ledger.jsonl");
    const swept = await contract(
      ...["sweep", "--target", server.url, "--fixtures", fixtures(), "--ledger", ledger],
    );

    expect(swept.stdout).toMatch(/[1-9]\d* removed, 0 left/);
    expect(swept.code).toBe(0);
    expect(await worldOf(server)).toEqual(before);

    /** Whether a compute of the run exists right now. */
    function isLeft(): boolean {
      const made = server.log.filter((it) => it.path === path && isMade(it)).length;
      const removed = server.log.filter(
        (it) => it.method === "DELETE" && it.path.startsWith(path) && it.status < 300,
      ).length;
      return made > removed;
    }
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "writes what it has, removes what it made and exits 130 on %s",
    async (signal) => {
      server = await serve();
      const before = await worldOf(server);

      const { child, done } = start(
        ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own", "--only", MAKING],
      );
      await until(() =>
        server.log.some(({ method, status }) => method === "POST" && status === 201),
      );
      child.kill(signal);
      const { code, stderr, stdout } = await done;

      expect(code).toBe(130);
      expect(stderr).toContain(
        `contract: interrupted by ${signal}; the reports have what was judged until then\n`,
      );
      expect(report().targets[0]?.ended).toBe(`interrupted by ${signal}`);
      const kinds = report().rules.map(({ outcomes }) => outcomes[0]?.kind);
      expect(kinds).toContain("not run");
      expect(stdout).toContain(
        `no verdict, ${kinds.filter((kind) => kind === "passed").length} of`,
      );
      expect(stdout).toContain(`judged; interrupted by ${signal}\n`);
      expect(await worldOf(server)).toEqual(before);
    },
  );

  test("exits 2 at the bound of the run, with the reports of what was judged", async () => {
    server = await serve();

    const { code, stderr } = await contract(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
      ...["--timeouts", "run=0.3,wait=5"],
    );

    expect(code).toBe(2);
    expect(stderr).toContain("contract: the run reached its bound of 0.3 s; the reports have");
    expect(report().targets[0]?.ended).toBe("the run reached its bound of 0.3 s");
  });

  test("exits 1 when a MUST is broken, and names it with curl lines", async () => {
    server = await serve(loud);

    const { code, stdout } = await contract(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
      ...["--only", "operation-status-values,endpoint-id-prefix"],
    );

    expect(code).toBe(1);
    expect(stdout).toContain("operation-status-values");
    expect(stdout).toContain('"$BASE_URL/projects/');
    expect(report().rules.map(({ id, outcomes }) => [id, outcomes[0]?.kind])).toEqual([
      ["endpoint-id-prefix", "passed"],
      ["operation-status-values", "failed"],
    ]);
  });
});

test("stops sending at the budget and says what was not judged", async () => {
  server = await serve();

  const { code } = await contract(
    ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own", "--budget", "40"],
  );

  expect(code).toBe(0);
  // The key is tried before the run, and created things are removed after it.
  expect(server.log.length).toBeLessThan(60);
  const kinds = report().rules.map(({ outcomes }) => outcomes[0]);
  expect(kinds).toContainEqual({
    kind: "blocked",
    reason: "the budget of 40 requests is used up",
  });
});

describe("exits 2 and says why", () => {
  test.each<[string, string[], string]>([
    ["without a target", [], "--target is missing"],
    ["with an unknown option", ["--target", "mock", "--fast"], "'--fast'"],
    ["with an unknown command", ["swep", "--target", "mock"], "unknown command: swep"],
    ["when no rule matches", ["--target", "mock", "--only", "nothing"], "matches no rule"],
    ["with a budget that is not a number", ["--target", "mock", "--budget", "few"], "--budget"],
    ["with a bound of nothing", ["--target", "mock", "--timeouts", "look=3"], "--timeouts must be"],
    ["with unknown changes", ["--target", "http://127.0.0.1:9", "--changes", "some"], "--changes"],
    ["without a key", ["--target", "http://127.0.0.1:9/api/v2"], "CONTRACT_API_KEY"],
    [
      "when nothing listens",
      ["--target", "http://127.0.0.1:9/api/v2", "--key", "k"],
      "does not respond",
    ],
    [
      "without the fixtures",
      ["--target", "http://127.0.0.1:9", "--fixtures", "no.json"],
      "no.json",
    ],
  ])(
    "%s",
    async (_when, args, message) => {
      const { code, stderr } = await contract(...args);

      expect(stderr).toContain(message);
      expect(code).toBe(2);
    },
    20_000,
  );
});

test("runs on the mock and the emulator in one process", async () => {
  const only = ["--only", "auth-valid-key-accepted"];

  const { code, stdout } = await start("--target", "mock", "--target", "emulator", ...only).done;

  expect(stdout).toContain("the mock: 1 passed, 0 failed; ");
  expect(stdout).toContain("the emulator: 1 passed, 0 failed; ");
  expect(code).toBe(0);
});

test("exits with 2 on --postgres without the emulator, and names what a server takes", async () => {
  const { code, stderr } = await contract("--target", "http://127.0.0.1:9/api/v2", "--postgres");

  expect(stderr).toContain("connection_uri");
  expect(code).toBe(2);
});

test("exits with 2 as a process, and writes the reason to stderr", async () => {
  const { code, stdout, stderr } = await start("--target", "http://127.0.0.1:9/api/v2").done;

  expect(stderr).toMatch(/^contract: .*CONTRACT_API_KEY.*\n$/);
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

const loud: Change = async (response) => {
  const text = await response.text();
  const body = text.replaceAll('"status":"running"', '"status":"RUNNING"');
  return new Response(body, response);
};

/** Keeps what it is asked to delete. */
const keeping: Change = async (response, { method }) =>
  method === "DELETE" ? new Response("{}", { status: 503 }) : response;

/** Echoes every key, as a server does that shows the request. */
const talkative: Change = async (response, request) => {
  if (!response.ok) return response;
  const asked = `asked with ${request.headers.get("authorization")}`;
  return Response.json({ asked }, { headers: { "x-asked": asked } });
};

/** Names few routes: rules that try each of them take most of a run, and are tried elsewhere. */
function fixtures(): string {
  const file = join(folder, "fixtures.json");
  writeFileSync(file, JSON.stringify({ ...server.fixtures, routes: SMALL_ROUTES }));
  return file;
}

function report(): Report {
  return JSON.parse(readFileSync(join(folder, "out", "report.json"), "utf8")) as Report;
}

/** The computes of the project and the keys of the user and the organization. */
async function worldOf({ emulator }: ObservedServer): Promise<unknown[]> {
  const { ids, keys, url } = emulator;
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${keys.admin}` };
    return (await (await emulator.fetch(`${url}${path}`, { headers })).json()) as unknown;
  };
  const { endpoints } = (await ask(`/projects/${ids.project_id}/endpoints`)) as {
    endpoints: { id: string; branch_id: string }[];
  };
  return [
    endpoints.map(({ id, branch_id }) => `${id} on ${branch_id}`),
    await ask("/api_keys"),
    await ask(`/organizations/${ids.org_id}/api_keys`),
  ];
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command in this process. */
async function contract(...args: string[]): Promise<Ended> {
  return contractIn({}, ...args);
}

async function contractIn(terminal: Stream, ...args: string[]): Promise<Ended> {
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  const code = await main([...args, "--out", join(folder, "out")], {
    stdout: { ...terminal, write: (text) => (ended.stdout += text) },
    stderr: { write: (text) => (ended.stderr += text) },
    env: {},
  });
  return { ...ended, code };
}

/** Runs the command in a process of its own. */
function start(...args: string[]): { child: ChildProcess; done: Promise<Ended> } {
  const { CONTRACT_API_KEY: _, GITHUB_STEP_SUMMARY: __, INIT_CWD: ___, ...env } = process.env;
  const child = spawn(process.execPath, [bin, ...args, "--out", join(folder, "out")], { env });
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (ended.stdout += text));
  child.stderr.on("data", (text) => (ended.stderr += text));
  const done = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ended, code }));
  });
  return { child, done };
}

async function until(isTrue: () => boolean) {
  for (let look = 0; look < 3_000 && !isTrue(); look++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
