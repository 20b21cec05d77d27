/** The command as a process of its own, against servers that do not know it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Report } from "../suite/reports/model.ts";
import { type Change, type ObservedServer, serve } from "./serve.ts";

/** Rules that make all there is to make; the others would wait in real time. */
const MAKING = "auth-*,key-*,endpoint-create-*,endpoint-one-primary";

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

describe("against a server it may only read", () => {
  test("exits 0, and sends no request that could change anything", {
    timeout: 60_000,
  }, async () => {
    server = await serve();

    const { code, stdout } = await contract("--target", server.url, "--fixtures", fixtures());

    expect(stdout).toContain(" 0 failed");
    expect(code).toBe(0);
    const changing = server.log.filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(100);
    expect(changing.filter(({ status }) => status !== 401)).toEqual([]);
    // Even a server that lets everybody in has nothing of this name to lose.
    const aimed = /does-not-exist|9007199254740991/;
    expect(changing.filter(({ path }) => !aimed.test(path))).toEqual([]);
  });
});

describe("against a server it may use", () => {
  test("exits 0, and leaves nothing behind", { timeout: 60_000 }, async () => {
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

  test("shows none of its keys, in no report and not in the ledger", {
    timeout: 60_000,
  }, async () => {
    server = await serve(talkative);

    const { stdout, stderr, code } = await contract(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
    );

    expect(code).toBe(1);
    const written = readdirSync(join(folder, "out")).map((file) =>
      readFileSync(join(folder, "out", file), "utf8"),
    );
    expect(written.length).toBe(7);
    for (const text of [stdout, stderr, ...written]) {
      for (const { key } of Object.values(server.fixtures.keys ?? {})) {
        expect(text.includes(key)).toBe(false);
      }
    }
  });

  test("killed half-way, it leaves a ledger from which sweep removes exactly what it made", async () => {
    server = await serve();
    const { ids = {}, keys } = server.fixtures;
    const path = `/projects/${ids.project_id}/endpoints`;
    const headers = {
      authorization: `Bearer ${keys?.admin?.key}`,
      "content-type": "application/json",
    };
    // Something of somebody else, made while the run goes on.
    await fetch(`${server.url}/api_keys`, {
      method: "POST",
      headers,
      body: JSON.stringify({ key_name: "of somebody else" }),
    });
    const before = await worldOf(server);

    const { child, done } = start(
      ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own"],
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

    /** Whether a compute of the run is there this moment. */
    function isLeft(): boolean {
      const made = server.log.filter((it) => it.path === path && isMade(it)).length;
      const removed = server.log.filter(
        (it) => it.method === "DELETE" && it.path.startsWith(path) && it.status < 300,
      ).length;
      return made > removed;
    }
  }, 60_000);

  test("exits 1 when a MUST is broken, and says which with curl lines", {
    timeout: 60_000,
  }, async () => {
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

test("stops sending at the budget, and says what was not checked", {
  timeout: 60_000,
}, async () => {
  server = await serve();

  const { code } = await contract(
    ...["--target", server.url, "--fixtures", fixtures(), "--changes", "own", "--budget", "40"],
  );

  expect(code).toBe(0);
  // The key is tried before the run begins, and what was made is removed after it.
  expect(server.log.length).toBeLessThan(60);
  const kinds = report().rules.map(({ outcomes }) => outcomes[0]);
  expect(kinds).toContainEqual({
    kind: "blocked",
    reason: "the budget of 40 requests is used up",
  });
});

describe("exits 2 and says why when it cannot run:", () => {
  test.each<[string, string[], string]>([
    ["without a target", [], "--target is missing"],
    ["with an option it does not know", ["--target", "mock", "--fast"], "'--fast'"],
    ["with a command it does not know", ["swep", "--target", "mock"], "swep is no command"],
    ["when no rule is chosen", ["--target", "mock", "--only", "nothing"], "names no rule"],
    ["with a budget that is no number", ["--target", "mock", "--budget", "few"], "--budget"],
    [
      "with changes it does not know",
      ["--target", "http://127.0.0.1:9", "--changes", "some"],
      "--changes",
    ],
    ["without a key", ["--target", "http://127.0.0.1:9/api/v2"], "CONTRACT_API_KEY"],
    [
      "when nothing listens",
      ["--target", "http://127.0.0.1:9/api/v2", "--key", "k"],
      "does not answer",
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

const loud: Change = async (response) => {
  const text = await response.text();
  const body = text.replaceAll('"status":"running"', '"status":"RUNNING"');
  return new Response(body, response);
};

/** Sends every key back, as a server does that shows what it was asked. */
const talkative: Change = async (response, request) => {
  if (!response.ok) return response;
  const asked = `asked with ${request.headers.get("authorization")}`;
  return Response.json({ asked }, { headers: { "x-asked": asked } });
};

function fixtures(): string {
  const file = join(folder, "fixtures.json");
  writeFileSync(file, JSON.stringify(server.fixtures));
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

async function contract(...args: string[]) {
  return start(...args).done;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(...args: string[]): { child: ChildProcess; done: Promise<Ended> } {
  const { CONTRACT_API_KEY: _, GITHUB_STEP_SUMMARY: __, INIT_CWD: ___, ...env } = process.env;
  const [command, ...rest] = args;
  const all = command?.startsWith("--") || !command ? args : [command, ...rest];
  const child = spawn(process.execPath, [bin, ...all, "--out", join(folder, "out")], { env });
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
