/** Detaches projects that nobody uses for long, and reattaches them on their next use. */
import type { Operation } from "@hosted-postgres/types";
import { branchOfProjectOperations, DETACH_MS, STATUS_WITH_EFFECT } from "./assumptions.ts";
import { startOperations } from "./operations.ts";
import { found } from "./problem.ts";
import type { ProjectRecord, World } from "./world.ts";

const TENANT_ACTIONS = ["tenant_attach", "tenant_detach", "tenant_reattach"];
const HOUR_MS = 3_600_000;

/** Records a request or a connection to a project; reattaches a detached one. */
export function useProject(world: World, project_id: string): void {
  const record = world.projects.get(project_id);
  if (!record || record.deleted) return;
  if (world.nowMs - record.usedAtMs >= HOUR_MS) markUsed(world, record);
  if (!record.detached) return;
  record.detached = false;
  markUsed(world, record);
  startOperations(world, placeOfProject(world, project_id), "tenant_reattach");
}

/** Applies an ended operation to its project. */
export function settleProject(world: World, { project_id, action, status }: Operation): void {
  if (!TENANT_ACTIONS.includes(action)) return;
  const record = world.projects.get(project_id);
  if (!record) return;
  // A failed operation leaves the project as it was before.
  record.detached = (action === "tenant_detach") === (status === STATUS_WITH_EFFECT);
  markUsed(world, record);
}

/** Schedules the detachment of an idle project. An active compute keeps its project attached. */
export function watchProject(world: World, record: ProjectRecord): void {
  const { id } = record.project;
  world.agenda.cancel(id);
  if (record.detached || record.deleted) return;
  world.agenda.set(id, record.usedAtMs + DETACH_MS, () => {
    const computes = world.endpoints.where("project", id);
    const isUsed = computes.some(({ endpoint }) => endpoint.current_state === "active");
    if (isUsed) return markUsed(world, record);
    startOperations(world, placeOfProject(world, id), "tenant_detach");
  });
}

/** Schedules the timers of a loaded world again. */
export function resumeProjects(world: World): void {
  for (const record of world.projects.values()) watchProject(world, record);
}

/** The place where operations on a project are recorded: its default branch. */
export function placeOfProject(world: World, project_id: string) {
  const branches = world.branches.where("project", project_id);
  const branch = found(branchOfProjectOperations(branches), "a branch");
  return { project_id, branch_id: branch.id };
}

export function markUsed(world: World, record: ProjectRecord): void {
  record.usedAtMs = world.nowMs;
  world.projects.put(record.project.id, record);
  watchProject(world, record);
}
