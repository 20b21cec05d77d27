/** Tools built on the provider's API: a toolkit, a testing helper, infrastructure as code. */
import { NeonToolkit } from "@neondatabase/toolkit";
import { pathOf, runNode } from "./process.ts";
import type { Served } from "./served.ts";
import type { Call } from "./steps.ts";

/** Its `sql` is left out: it queries a Postgres. */
export function toolkitSteps({ emulator }: Served): Record<string, Call> {
  const toolkit = new NeonToolkit(emulator.keys.admin);
  const { org_id } = emulator.ids;
  let made: Awaited<ReturnType<NeonToolkit["createProject"]>>;
  return {
    createProject: async () => {
      made = await toolkit.createProject({ name: "toolkit", org_id });
      emulator.advance(5_000);
      return made.connectionURIs[0]?.connection_uri;
    },
    "apiClient.createProjectBranch": async () => {
      const branch = { name: "try" };
      const { data } = await toolkit.apiClient.createProjectBranch(made.project.id, { branch });
      emulator.advance(5_000);
      return data.branch.id;
    },
    deleteProject: async () => {
      await toolkit.deleteProject(made);
      return !(await namesOf(emulator, "/projects", "projects")).includes("toolkit") || undefined;
    },
  };
}

/** Each step is a run of Vitest with one test of `branch-per-test.ts`. */
export function testingSteps(served: Served): Record<string, Call> {
  const { emulator } = served;
  const { project_id } = emulator.ids;
  const branches = () => namesOf(emulator, `/projects/${project_id}/branches`, "branches");
  const before = branches();
  const vitest = pathOf("node_modules/vitest/vitest.mjs");
  const run = async (test: string, left: number) => {
    const more = { NEON_API_KEY: emulator.keys.admin, NEON_PROJECT_ID: project_id };
    const { code, output } = await runNode([vitest, "run", "-t", test], served, { more });
    if (code !== 0) throw new Error(output.slice(-300));
    const added = (await branches()).length - (await before).length;
    if (added !== left) throw new Error(`${added} branches are left, not ${left}`);
    return true;
  };
  return {
    "a branch per test file": () => run("gets a branch and its connection string", 0),
    "a schema-only branch, kept": () => run("keeps a schema-only branch", 1),
    deleteAllTestBranches: () => run("deletes the branches that tests left", 0),
  };
}

/** Each step is a run of `alchemy.run.ts`. */
export function alchemySteps(served: Served): Record<string, Call> {
  const { emulator, home } = served;
  const script = ["--import", import.meta.resolve("tsx"), pathOf("alchemy.run.ts")];
  const run = async (branch: string, ...flags: string[]) => {
    const more = {
      NEON_API_KEY: emulator.keys.organization,
      BRANCH: branch,
      ALCHEMY_CI_STATE_STORE_CHECK: "false",
    };
    const { code, output } = await runNode([...script, ...flags], served, { cwd: home, more });
    if (code !== 0) throw new Error(output.slice(-300));
    emulator.advance(5_000);
    const projects = await namesOf(emulator, "/projects", "projects");
    return { output, there: projects.includes("infrastructure") };
  };
  const holding = (text: string) => async (result: ReturnType<typeof run>) => {
    const { output, there } = await result;
    if (!there || !output.includes(text)) throw new Error(`lacks ${text}: ${output.slice(-300)}`);
    return true;
  };
  return {
    deploy: () => holding("branch preview")(run("preview")),
    "deploy, unchanged": () => holding("branch preview")(run("preview")),
    "deploy, renamed": () => holding("branch staging")(run("staging")),
    destroy: async () => !(await run("staging", "--destroy")).there || undefined,
  };
}

/** The names in a list, as the organization's key sees them. */
async function namesOf(
  { url, keys, fetch }: Served["emulator"],
  path: string,
  key: string,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${keys.organization}` };
  const response = await fetch(`${url}${path}`, { headers });
  const items = ((await response.json()) as Record<string, { name: string }[]>)[key] ?? [];
  return items.map(({ name }) => name);
}
