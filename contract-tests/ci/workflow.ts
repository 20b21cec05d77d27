/**
 * Runs a job of a GitHub Actions workflow here, as far as our own workflows need it: the steps in
 * order in bash, with the files and variables a runner has. Of actions it knows checkout,
 * setup-node (which changes nothing here) and the two uploads; another one is an error.
 */
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";

const TRACKING = "RUNNER_TRACKING_ID";

export interface Workflow {
  env?: Variables;
  jobs: Record<string, Job>;
}

interface Job {
  if?: string;
  env?: Variables;
  "timeout-minutes"?: number;
  strategy?: { matrix?: Record<string, unknown[]> };
  steps: Step[];
}

interface Step {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Variables;
  env?: Variables;
  "working-directory"?: string;
  "continue-on-error"?: boolean;
}

type Variables = Record<string, string | number | boolean>;

export interface Around {
  /** The repository whose workflow it is. */
  repository: string;
  /** Where other repositories are cloned from, by owner and name. */
  others?: Record<string, string>;
  event: "push" | "pull_request" | "schedule" | "workflow_dispatch";
  inputs?: Record<string, string>;
  secrets?: Record<string, string>;
  vars?: Record<string, string>;
  /** Gets a log for each step, the artifacts and the summary. */
  results: string;
  onStep?: (name: string) => void;
}

export interface JobRun {
  conclusion: "success" | "failure" | "skipped";
  steps: StepRun[];
  summary: string;
  /** Names of files, by the name of the artifact; "sarif" is what code scanning got. */
  uploads: Record<string, string[]>;
}

export interface StepRun {
  name: string;
  conclusion: "success" | "failure" | "skipped";
  code: number | null;
  durationMs: number;
  log: string;
}

export function workflowIn(file: string): Workflow {
  return parse(readFileSync(file, "utf8")) as Workflow;
}

export async function runJob(
  workflow: Workflow,
  name: string,
  { repository, others = {}, event, inputs = {}, secrets = {}, vars = {}, ...here }: Around,
): Promise<JobRun> {
  const { [name]: job } = workflow.jobs;
  if (!job) throw new Error(`the workflow has no job ${name}`);
  const { results } = here;
  mkdirSync(results, { recursive: true });
  const workspace = mkdtempSync(join(tmpdir(), "workspace-"));
  const files = Object.fromEntries(
    ["GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"].map((variable) => {
      const file = join(results, `${variable}.txt`);
      writeFileSync(file, "");
      return [variable, file];
    }),
  ) as Record<"GITHUB_ENV" | "GITHUB_OUTPUT" | "GITHUB_STEP_SUMMARY", string>;

  let hasFailed = false;
  const outputs: Record<string, { outputs: Record<string, string> }> = {};
  const uploads: JobRun["uploads"] = {};
  const steps: StepRun[] = [];
  const tracked = randomUUID();
  const deadlineMs = performance.now() + (job["timeout-minutes"] ?? 360) * 60_000;

  const matrix = Object.fromEntries(
    Object.entries(job.strategy?.matrix ?? {}).map(([key, values]) => [key, values[0]]),
  );
  const known = () => ({
    github: { event_name: event, workspace },
    ...{ inputs, secrets, vars, matrix, env },
    steps: outputs,
    always: () => true,
    success: () => !hasFailed,
    failure: () => hasFailed,
  });
  const evaluate = (expression: string): unknown => {
    const names = known();
    // The expressions of a workflow are nearly those of JavaScript.
    return new Function(...Object.keys(names), `return (${expression});`)(...Object.values(names));
  };
  const filled = (text: string) =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(evaluate(expression) ?? ""));
  const variables = (given: Variables = {}) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(String(value))]));
  const isOn = (condition?: string) => {
    if (condition === undefined) return !hasFailed;
    const saysWhen = /\b(always|failure|success)\(\)/.test(condition);
    return Boolean(evaluate(saysWhen ? condition : `success() && (${condition})`));
  };

  let env: Record<string, string> = {};
  // One after the other: the second may name what the first has.
  env = variables(workflow.env);
  env = { ...env, ...variables(job.env) };
  if (!isOn(job.if)) return { conclusion: "skipped", steps, summary: "", uploads };

  // What a step left running ends with the job, also when this process is stopped.
  const endAll = () => endTracked(tracked);
  process.on("exit", endAll);
  try {
    for (const [place, step] of job.steps.entries()) {
      const title = step.name ?? step.uses ?? step.run?.trim() ?? "";
      const file = `${String(place + 1).padStart(2, "0")}-${title.replace(/\W+/g, "-").slice(0, 40)}`;
      const log = join(results, `${file}.log`);
      if (!isOn(step.if)) {
        steps.push({ name: title, conclusion: "skipped", code: null, durationMs: 0, log });
        continue;
      }
      here.onStep?.(title);
      const startedMs = performance.now();
      const code = step.run !== undefined ? await shell(step, log) : act(step, log);
      const durationMs = performance.now() - startedMs;
      const conclusion = code === 0 ? "success" : "failure";
      steps.push({ name: title, conclusion, code, durationMs, log });
      if (code !== 0 && !step["continue-on-error"]) hasFailed = true;
      env = { ...env, ...pairsIn(files.GITHUB_ENV) };
      if (step.id) outputs[step.id] = { outputs: pairsIn(files.GITHUB_OUTPUT) };
      writeFileSync(files.GITHUB_OUTPUT, "");
    }
  } finally {
    endAll();
    process.off("exit", endAll);
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  const summary = readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
  return { conclusion: hasFailed ? "failure" : "success", steps, summary, uploads };

  function shell(step: Step, log: string): Promise<number> {
    const script = join(results, "step.sh");
    writeFileSync(script, filled(step.run ?? ""));
    const out = openSync(log, "w");
    const child = spawn("bash", ["-e", script], {
      cwd: join(workspace, step["working-directory"] ?? ""),
      env: {
        ...outside(),
        ...env,
        ...variables(step.env),
        ...files,
        ...{ CI: "true", GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: event },
        GITHUB_WORKSPACE: workspace,
        [TRACKING]: tracked,
      },
      stdio: ["ignore", out, out],
    });
    closeSync(out);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(endAll, deadlineMs - performance.now());
      child.on("error", reject);
      // Not "close": what goes on in the background keeps the log open.
      child.on("exit", (code) => {
        clearTimeout(timer);
        resolve(code ?? 1);
      });
    });
  }

  function act(step: Step, log: string): number {
    const [action = ""] = (step.uses ?? "").split("@");
    const input = variables(step.with);
    try {
      writeFileSync(log, `${perform(action, input)}\n`);
      return 0;
    } catch (error) {
      writeFileSync(log, `${error instanceof Error ? error.message : error}\n`);
      return 1;
    }
  }

  function perform(action: string, input: Record<string, string>): string {
    if (action === "actions/checkout") {
      const { repository: other, ref = "", path = "", "fetch-depth": depth = "1" } = input;
      const from = other === undefined ? repository : others[other];
      if (from === undefined) throw new Error(`there is no repository ${other}`);
      const options = [
        ...(depth === "0" ? [] : ["--depth", depth]),
        ...(ref ? ["--branch", ref] : []),
      ];
      git(workspace, "clone", "--quiet", ...options, `file://${from}`, path || ".");
      return `cloned ${from}`;
    }
    if (action === "actions/setup-node") return `stays ${process.version}`;
    if (action === "actions/upload-artifact") {
      const { name = "artifact", path = "" } = input;
      const from = join(workspace, path);
      if (!existsSync(from)) throw new Error(`there is no ${path} to upload`);
      const found = statSync(from).isDirectory() ? readdirSync(from).sort() : [path];
      if (found.length === 0) throw new Error(`${path} is empty`);
      cpSync(from, join(results, "artifacts", name, statSync(from).isDirectory() ? "" : path), {
        recursive: true,
      });
      uploads[name] = found;
      return `uploaded ${found.join(", ")}`;
    }
    if (action === "github/codeql-action/upload-sarif") {
      const { sarif_file: path = "" } = input;
      const { version, runs } = JSON.parse(readFileSync(join(workspace, path), "utf8")) as {
        version: string;
        runs: { results: unknown[] }[];
      };
      if (version !== "2.1.0") throw new Error(`${path} is no SARIF 2.1.0`);
      uploads.sarif = [path];
      return `code scanning got ${runs.flatMap(({ results }) => results).length} results`;
    }
    throw new Error(`${action} is not known here`);
  }
}

export function git(folder: string, ...args: string[]): string {
  const identity = [
    "-c",
    "advice.detachedHead=false",
    "-c",
    "user.name=try",
    "-c",
    "user.email=try@example.com",
  ];
  return execFileSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
}

/** What a fresh shell would have: nothing of the package manager that started this. */
export function outside(): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) => {
    const isOurs = /^(npm_|pnpm_|INIT_CWD$|TURBO|CONTRACT_|GITHUB_|NODE_PATH$|VITEST)/i.test(name);
    const isNetwork = /^npm_config_(registry|cache|userconfig|.*proxy|cafile)$/i.test(name);
    return value === undefined || (isOurs && !isNetwork) ? [] : [[name, value] as const];
  });
  const path = (process.env.PATH ?? "").split(":").filter((it) => !/node_modules\/\.bin$/.test(it));
  return { ...Object.fromEntries(kept), PATH: path.join(":") };
}

function pairsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** As a runner does it: by a variable, since package managers start groups of their own. */
function endTracked(id: string) {
  const folders = existsSync("/proc") ? readdirSync("/proc").filter((it) => /^\d+$/.test(it)) : [];
  for (const pid of folders) {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${TRACKING}=${id}`);
      if (isOurs) process.kill(Number(pid), "SIGTERM");
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}
