/** The first hour of a provider, as ci/README.md tells it: its commands, and its step of a workflow. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { main } from "../suite/main.ts";
import type { Report } from "../suite/reports/model.ts";
import { type SmallProvider, startSmallProvider } from "./small-provider.ts";

const ci = join(import.meta.dirname, "../ci");

const [, guide = ""] =
  /^## The first hour of a provider\n([\s\S]*?)^## /m.exec(
    readFileSync(join(ci, "README.md"), "utf8"),
  ) ?? [];

/** The blocks of the guide in this language, in order. */
const blocksIn = (language: string) =>
  [...guide.matchAll(new RegExp(`^ {3}\`\`\`${language}\n([\\s\\S]*?)^ {3}\`\`\`$`, "gm"))].map(
    ([, block = ""]) => block.replace(/^ {3}/gm, ""),
  );

const [exported = "", asks = "", holds = "", repeats = "", writes = "", ...more] = blocksIn("sh");

interface Step {
  uses: string;
  with: Record<string, string>;
}

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>;
  runs: { steps: { run?: string; env: Record<string, string> }[] };
}

let folder: string;
let provider: SmallProvider;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "contract-hour-"));
  provider = await startSmallProvider();
  provider.isFaulty = true;
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  INIT_CWD: folder,
  URL: provider.url,
  CONTRACT_ADMIN_KEY: provider.emulator.keys.admin,
});

/** Runs the lines of a block in this process. */
async function run(block: string) {
  const ended = { codes: [] as number[], stdout: "", stderr: "" };
  for (const line of block.trim().split("\n")) {
    const [, command = ""] = /^npm run contract -- (.+)$/.exec(line) ?? [];
    const args = command.split(" ").map((word) => word.replace(/["']/g, ""));
    const code = await main(
      args.map((word) => (word === "$URL" ? provider.url : word)),
      {
        stdout: { write: (text) => (ended.stdout += text) },
        stderr: { write: (text) => (ended.stderr += text) },
        env: environment(),
      },
    );
    ended.codes.push(code);
  }
  return ended;
}

const fileOf = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

const report = () => fileOf("contract-report/report.json") as Report;

describe("the first hour of a provider", () => {
  test("has the steps of this test", () => {
    expect(exported).toMatch(/^export URL=\S+ CONTRACT_ADMIN_KEY=…\n$/);
    expect(more).toEqual([]);
  });

  test("begins with the fixtures of its server", async () => {
    const { codes, stderr } = await run(asks);

    expect(stderr).toBe("");
    expect(codes).toEqual([0, 0]);
    expect(fileOf("fixtures.json").keys.admin).toEqual({ key: "$CONTRACT_ADMIN_KEY" });
  });

  test("finds the fault, which is the only one", async () => {
    const { codes, stdout } = await run(holds);

    const { rules } = report();
    const broken = rules.filter(({ outcomes: [it] }) => it?.kind === "failed");
    expect(codes).toEqual([1]);
    expect(stdout).toContain("✗ auth-missing-header-401 MUST");
    expect(stdout).toContain("403");
    for (const { id } of broken) expect(id).toMatch(/^auth-/);
  });

  test("sees it mended", async () => {
    provider.isFaulty = false;

    const { codes } = await run(repeats);

    expect(codes).toEqual([0]);
  });

  test("writes down what is shown, without a key", async () => {
    const { codes } = await run(writes);

    const { rules, routes } = fileOf("baseline.json");
    expect(codes).toEqual([0]);
    expect(rules).toContain("auth-missing-header-401");
    expect(routes).toContain("GET /regions");
    const text = readFileSync(join(folder, "baseline.json"), "utf8");
    expect(text).not.toContain(provider.emulator.keys.admin);
  });

  test("ends with a step that fails for a route that is lost, at its line of the baseline", async () => {
    provider.lost.add("GET /regions");
    const { code, stdout, summary } = await step();

    expect(code).toBe(1);
    // The server's words stand between the two marks, where the runner takes no commands.
    expect(stdout).toMatch(/^::stop-commands::(\S+)\nContract [\s\S]*\n::\1::\n::error /);
    const lines = readFileSync(join(folder, "baseline.json"), "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes('"GET /regions"')) + 1;
    expect(stdout).toContain(
      `::error file=baseline.json,line=${line},title=GET /regions::no longer shown, but answered 404\n`,
    );
    expect(summary).toContain("| ✓ passed | ✗ failed |");
    expect(summary.replace(/&#(\d+);/g, (_, at) => String.fromCodePoint(+at))).toContain(
      "- ✗ GET /regions: no longer shown, but answered 404",
    );
  });
});

/** Runs the command of the action with the environment of a runner and the inputs of the guide. */
async function step() {
  const [{ uses, with: given }] = parse(blocksIn("yaml").join("")) as [Step];
  expect(uses).toBe("OWNER/REPO/contract-tests/ci@main");
  const { inputs, runs } = parse(readFileSync(join(ci, "action.yml"), "utf8")) as Action;
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  const { run = "", env = {} } = runs.steps.find((it) => it.run) ?? {};
  const evaluated = (expression: string) =>
    expression.replace(/\$\{\{ (inputs|github)\.(\w+) \}\}/g, (_, from, name) => {
      if (from === "github") return ci;
      return name === "target" ? provider.url : (given[name] ?? inputs[name]?.default ?? "");
    });
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "");
  const ended = await bash(run, {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluated(value)])),
    CONTRACT_ADMIN_KEY: provider.emulator.keys.admin,
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: summary,
  });
  return { ...ended, summary: readFileSync(summary, "utf8") };
}

/** As a runner does, with an npm that needs no installation. */
async function bash(run: string, env: Record<string, string>) {
  const command = join(ci, "../bin.js");
  const npm = `npm() { [[ "$*" == "run --silent contract --prefix $SUITE -- "* ]] || return 99
    shift 6; "${process.execPath}" "${command}" "$@"; }`;
  const { PATH = "" } = process.env;
  const child = spawn(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", `${npm}\n${run}`],
    {
      cwd: folder,
      env: { PATH, ...env },
    },
  );
  const ended = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (ended.stdout += text));
  child.stderr.on("data", (text) => (ended.stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { ...ended, code };
}
