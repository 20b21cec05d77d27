/**
 * `npm run workflows`: every workflow of this folder, and the repository's own, run as its users
 * would: in a repository of their own, with this one as it lies here beside it.
 *
 *   npm run workflows -- [part of a case's name …]
 *
 * Logs, artifacts and summaries go to results/workflows. Exits 1 when a case ends otherwise than it
 * says. It takes minutes, and needs git, bash, curl and the package registry.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmulator } from "@hosted-postgres/emulator";
import { type Around, git, type JobRun, outside, runJob, workflowIn } from "./workflow.ts";

interface Case {
  name: string;
  /** Makes the user's repository. */
  make: (folder: string) => void;
  workflow: string;
  jobs: string[];
  around?: () => Promise<
    Partial<Pick<Around, "event" | "inputs" | "secrets" | "vars">> & { close?: () => Promise<void> }
  >;
  /** The step that has to fail. Default: none. */
  failsAt?: string;
  /** What has to be uploaded, also then. */
  uploads?: string[];
}

const root = join(import.meta.dirname, "..", "..");
const results = join(import.meta.dirname, "..", "results", "workflows");
const scratch = mkdtempSync(join(tmpdir(), "workflows-"));
const suite = join(scratch, "suite");

const CONSUMER = ".github/workflows/api.yml";
const PROVIDER = ".github/workflows/contract.yml";
const REPORTS = ["contract-throw-away", "sarif"];

/** Stands before the emulator, and refuses with another status than the document says. */
const WRONG_SERVER = `import { createServer, request } from "node:http";

createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const passed = request({ port: 8081, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode === 401 ? 403 : answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
}).listen(8080, "127.0.0.1");
`;

const cases: Case[] = [
  {
    name: "consumer",
    make: makeConsumer,
    workflow: CONSUMER,
    jobs: ["test"],
  },
  {
    name: "consumer who does not wait for an operation",
    make(folder) {
      makeConsumer(folder);
      edit(join(folder, "src/computes.ts"), "  await waitForOperations(api, created);\n", "");
    },
    workflow: CONSUMER,
    jobs: ["test"],
    failsAt: "Tests on mock and emulator",
  },
  {
    name: "provider",
    make: makeProvider,
    workflow: PROVIDER,
    jobs: ["throw-away"],
    uploads: REPORTS,
  },
  {
    name: "provider that answers 403 for 401",
    make(folder) {
      makeProvider(folder);
      writeFileSync(join(folder, "server.mjs"), WRONG_SERVER);
      edit(join(folder, "package.json"), "--port 8080", "--port 8081 & node server.mjs");
    },
    workflow: PROVIDER,
    jobs: ["throw-away"],
    failsAt: "Contract",
    uploads: REPORTS,
  },
  {
    name: "provider, a shared server by night",
    make: makeProvider,
    workflow: PROVIDER,
    jobs: ["shared"],
    around: () => sharedServer({ event: "schedule" }),
    uploads: ["contract-shared"],
  },
  {
    name: "provider, a shared server by hand",
    make: makeProvider,
    workflow: PROVIDER,
    jobs: ["shared"],
    around: () => sharedServer({ event: "workflow_dispatch", inputs: { changes: "own" } }),
    uploads: ["contract-shared"],
  },
  {
    name: "maintainer",
    make: (folder) => git(scratch, "clone", "--quiet", suite, folder),
    workflow: ".github/workflows/ci.yml",
    jobs: ["spec", "bench", "test"],
    uploads: ["contract-node-20"],
  },
  {
    name: "maintainer who changes the suite",
    make(folder) {
      git(scratch, "clone", "--quiet", suite, folder);
      writeFileSync(join(folder, "contract-tests/changed.txt"), "");
    },
    workflow: ".github/workflows/ci.yml",
    jobs: ["faults"],
    uploads: ["faults"],
  },
  {
    name: "maintainer who breaks callers",
    make(folder) {
      git(scratch, "clone", "--quiet", suite, folder);
      const schema = join(folder, "openapi/components/schemas/Endpoint.yaml");
      edit(schema, "  - proxy_host\n", "");
      // With the types, so that only the breaking change is left to find.
      execFileSync("npm", ["run", "generate"], { cwd: folder, env: outside(), stdio: "ignore" });
    },
    workflow: ".github/workflows/ci.yml",
    jobs: ["spec"],
    failsAt: "Breaking changes",
  },
];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2).filter((it) => it !== "--"));

async function main(names: string[]): Promise<0 | 1> {
  const chosen = cases.filter(
    ({ name }) => names.length === 0 || names.some((it) => name.includes(it)),
  );
  if (chosen.length === 0) throw new Error(`no case is called ${names.join(" or ")}`);
  const lines: string[] = [];
  let isGood = true;
  try {
    takeSnapshot();
    for (const one of chosen) {
      const faults = await run(one, lines);
      isGood &&= faults.length === 0;
      lines.push(...faults.map((fault) => `    ✗ ${fault}`));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`\n${lines.join("\n")}\n\nlogs, artifacts and summaries in ${results}`);
  return isGood ? 0 : 1;
}

/** This repository as it lies here, committed or not, on top of what is committed. */
function takeSnapshot() {
  git(scratch, "clone", "--quiet", "--no-hardlinks", root, suite);
  const files = (...args: string[]) => git(root, "ls-files", "-z", ...args).split("\0");
  for (const file of files("--deleted").filter(Boolean)) rmSync(join(suite, file), { force: true });
  for (const file of files("--cached", "--others", "--exclude-standard").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(suite, file));
  }
  commit(suite);
  git(
    suite,
    "tag",
    workflowIn(join(root, "contract-tests/ci/provider.yml")).env?.SUITE_REF as string,
  );
}

async function run({ name, ...one }: Case, lines: string[]): Promise<string[]> {
  const folder = join(scratch, name.replace(/\W+/g, "-"));
  console.error(`${name}: making the repository`);
  one.make(folder);
  if (!existsSync(join(folder, ".git"))) git(folder, "init", "--quiet");
  commit(folder);

  const { close, ...around } = (await one.around?.()) ?? {};
  const runs: JobRun[] = [];
  try {
    const workflow = workflowIn(join(folder, one.workflow));
    for (const job of one.jobs) {
      const into = join(results, name.replace(/\W+/g, "-"), job);
      rmSync(into, { recursive: true, force: true });
      const done = await runJob(workflow, job, {
        repository: folder,
        others: { "OWNER/REPO": suite },
        event: "pull_request",
        results: into,
        onStep: (step) => console.error(`${name}, ${job}: ${step.split("\n")[0]}`),
        ...around,
      });
      runs.push(done);
      lines.push(`${name}, ${job}: ${done.conclusion}`, ...table(done));
    }
  } finally {
    await close?.();
  }
  return judge(one, runs);
}

function judge({ failsAt, uploads = [] }: Omit<Case, "name">, runs: JobRun[]): string[] {
  const failed = runs.flatMap(({ steps }) =>
    steps.filter(({ conclusion }) => conclusion === "failure"),
  );
  const done = new Set(runs.flatMap((run) => Object.keys(run.uploads)));
  const faults = uploads.filter((it) => !done.has(it)).map((it) => `${it} was not uploaded`);
  for (const { name, code, log } of failed.filter((step) => step.name !== failsAt)) {
    faults.push(`${name} ended with ${code}:`, ...readFileSync(log, "utf8").split("\n").slice(-15));
  }
  if (runs.some(({ conclusion }) => conclusion === "skipped")) faults.push("a job was skipped");
  if (failsAt !== undefined && !failed.some((it) => it.name === failsAt && it.code === 1)) {
    faults.push(`${failsAt} did not end with 1`);
  }
  return faults;
}

function table({ steps, summary, uploads }: JobRun): string[] {
  const signs = { success: "✓", failure: "✗", skipped: "·" };
  const [headline] = summary.split("\n");
  return [
    ...steps.map(({ name, conclusion, code, durationMs }) =>
      [
        `  ${signs[conclusion]}`,
        `${Math.round(durationMs / 1_000)} s`.padStart(6),
        name.split("\n")[0],
        conclusion === "failure" ? `(exit ${code})` : "",
      ]
        .join(" ")
        .trimEnd(),
    ),
    ...(headline ? [`    summary: ${headline}`] : []),
    ...Object.entries(uploads).map(([name, files]) => `    uploaded ${name}: ${files.join(", ")}`),
  ];
}

function makeConsumer(folder: string) {
  cpSync(join(suite, "contract-tests/ci/example-consumer"), folder, { recursive: true });
  place(folder, "consumer.yml", CONSUMER);
  execFileSync("npm", ["run", "pack", "--", join(folder, "vendor")], {
    cwd: suite,
    env: outside(),
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function makeProvider(folder: string) {
  cpSync(join(suite, "contract-tests/ci/example-provider"), folder, { recursive: true });
  place(folder, "provider.yml", PROVIDER);
}

function place(folder: string, workflow: string, to: string) {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  cpSync(join(suite, "contract-tests/ci", workflow), join(folder, to));
}

/** A server that was there before, and whose key only the settings of the repository have. */
async function sharedServer(around: Partial<Around>) {
  const { url, keys, close } = await startEmulator({ port: 0 });
  return {
    ...around,
    vars: { CONTRACT_BASE_URL: url },
    secrets: { CONTRACT_ADMIN_KEY: keys.admin },
    close,
  };
}

function edit(file: string, text: string, by: string) {
  const before = readFileSync(file, "utf8");
  if (!before.includes(text)) throw new Error(`${file} does not have: ${text}`);
  writeFileSync(file, before.replace(text, by));
}

/** Also when nothing has changed, so that there is a commit before it. */
function commit(folder: string) {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "as it is");
}
