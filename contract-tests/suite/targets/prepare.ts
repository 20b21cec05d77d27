/** Looks at a server before its run: whether it is the API at all, and what of it the run can use. */
import type { Target } from "../run/target.ts";

const TIMEOUT_MS = 30_000;

export interface Shown {
  status: number;
  json: unknown;
}

/** @param apiKey default: the target's; `""` for none */
export type Ask = (path: string, apiKey?: string, method?: string) => Promise<Shown>;

/**
 * Returns the target with the ids that its answers show, where the fixtures name none.
 *
 * @throws {Error} when a run could judge nothing: no server, not this API, or a key or an id of the
 * fixtures that does not exist
 */
export async function prepared(target: Target): Promise<Target> {
  const ask = asking(target);
  const listed = await ask("/projects");
  await assertApi(target, listed, ask);
  for (const [name, { key } = { key: "" }] of Object.entries(target.keys ?? {})) {
    const { status } = await ask("/projects", key);
    if (status === 401)
      throw new Error(`fixtures: keys.${name} is refused: GET /projects answered 401`);
  }
  await assertIds(target, ask);
  return { ...target, ids: { ...(await idsShown(target, listed, ask)), ...target.ids } };
}

export function asking({ url, apiKey }: Pick<Target, "url" | "apiKey">): Ask {
  return async (path, key = apiKey, method = "GET") => {
    const headers = { accept: "application/json", ...(key && { authorization: `Bearer ${key}` }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        signal,
        redirect: "manual",
      });
      const text = await response.text();
      return { status: response.status, json: parsed(text) };
    } catch (error) {
      const { message } = ((error as Error).cause as Error | undefined) ?? (error as Error);
      throw new Error(`${url} does not respond: ${message}`);
    }
  };
}

/** It refuses a request without a key, or shows projects with one; a broken server may do neither right. */
async function assertApi({ url }: Target, { status, json }: Shown, ask: Ask) {
  if (status === 401) throw new Error(`${url} refuses the key: GET /projects answered 401`);
  if (Array.isArray(fieldOf(json, "projects"))) return;
  const isMissing = status === 404 || status === 405 || (status >= 300 && status < 400);
  if (!isMissing && (await ask("/projects", "")).status === 401) return;
  const answered = status < 300 ? `${status} without projects` : status;
  throw new Error(
    `${url} is not this API: GET /projects answered ${answered}; does the address lack its version prefix?`,
  );
}

/** Only answers of routes whose shape is shown, or that answer for another id, tell a wrong id. */
async function assertIds({ ids }: Target, ask: Ask) {
  const assertExists = async (name: string, path: string) => {
    const { status } = await ask(path);
    if (status === 404 || status === 400 || status === 422)
      throw new Error(`fixtures: ids.${name} does not exist: GET ${path} answered ${status}`);
  };
  const { project_id, branch_id } = ids;
  for (const [project, endpoint] of [
    ["project_id", "endpoint_id"],
    ["personal_project_id", "personal_endpoint_id"],
  ] as const) {
    if (ids[project] === undefined) continue;
    const path = `/projects/${segment(ids[project])}/endpoints`;
    await assertExists(project, path);
    if (ids[endpoint] !== undefined)
      await assertExists(endpoint, `${path}/${segment(ids[endpoint])}`);
  }
  if (project_id === undefined || branch_id === undefined) return;
  const branches = `/projects/${segment(project_id)}/branches`;
  const { status } = await ask(`${branches}/${segment(branch_id)}`);
  for (const name of ["free_branch_id", "other_free_branch_id"] as const) {
    // A server without this route answers 404 for every branch.
    const isTold = status < 300 && ids[name] !== undefined;
    if (isTold) await assertExists(name, `${branches}/${segment(ids[name])}`);
  }
}

/** A project with a compute, that compute and its branch. */
async function idsShown({ ids }: Target, listed: Shown, ask: Ask): Promise<Target["ids"]> {
  const projects = ids.project_id ?? idsIn(fieldOf(listed.json, "projects"));
  let shown: Target["ids"] = {};
  for (const project_id of [projects].flat().slice(0, MOST_PROJECTS)) {
    const { json } = await ask(`/projects/${segment(project_id)}/endpoints`);
    const [endpoint] = listOf(fieldOf(json, "endpoints"));
    const endpoint_id = fieldOf(endpoint, "id");
    const branch_id = fieldOf(endpoint, "branch_id");
    if (Object.keys(shown).length === 0) shown = { project_id };
    if (typeof endpoint_id !== "string" || typeof branch_id !== "string") continue;
    return { project_id, endpoint_id, branch_id };
  }
  return shown;
}

/** Projects to look for a compute in. */
const MOST_PROJECTS = 10;

function idsIn(list: unknown): string[] {
  return listOf(list).flatMap((item) => {
    const id = fieldOf(item, "id");
    return typeof id === "string" ? [id] : [];
  });
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function fieldOf(value: unknown, name: string): unknown {
  return (Object(value) as Record<string, unknown>)[name];
}

export function segment(id: string | number | undefined): string {
  return encodeURIComponent(`${id}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
