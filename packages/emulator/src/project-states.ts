/** How projects leave storage when nobody uses them for long, and come back to it. */
import type { Operation } from "@hosted-postgres/types";
import { branchOfProjectOperations, DETACH_MS, STATUS_WITH_EFFECT } from "./assumptions.ts";
import { startOperations } from "./operations.ts";
import { found } from "./problem.ts";
import type { ProjectRecord, World } from "./world.ts";

const TENANT_ACTIONS = ["tenant_attach", "tenant_detach", "tenant_reattach"];
const HOUR_MS = 3_600_000;

/** A request for a project, or a connection to it: if it is detached, it is attached again. */
export function useProject(world: World, project_id: string): void {
  const record = world.projects.get(project_id);
  if (!record || record.deleted) return;
  if (world.nowMs - record.usedAtMs >= HOUR_MS) markUsed(world, record);
  if (!record.detached) return;
  record.detached = false;
  markUsed(world, record);
  startOperations(world, placeOf(world, project_id), "tenant_reattach");
}

/** What the end of an operation does to its project. */
export function settleProject(world: World, { project_id, action, status }: Operation): void {
  if (!TENANT_ACTIONS.includes(action)) return;
  const record = world.projects.get(project_id);
  if (!record) return;
  // One that failed leaves the project as it was before.
  record.detached = (action === "tenant_detach") === (status === STATUS_WITH_EFFECT);
  markUsed(world, record);
}

/** Detaches a project when it has been idle for long. Computes that are active keep it attached. */
export function watchProject(world: World, record: ProjectRecord): void {
  const { id } = record.project;
  if (record.detached || world.watched.has(id)) return;
  world.watched.add(id);
  world.agenda.add(record.usedAtMs + DETACH_MS, () => {
    world.watched.delete(id);
    if (record.detached) return;
    if (record.usedAtMs + DETACH_MS > world.nowMs) return watchProject(world, record);
    const computes = world.endpoints.where("project", id);
    if (record.deleted || computes.some(({ endpoint }) => endpoint.current_state === "active")) {
      return markUsed(world, record);
    }
    startOperations(world, placeOf(world, id), "tenant_detach");
  });
}

/** Enters again the timers of what was saved. */
export function resumeProjects(world: World): void {
  for (const record of world.projects.values()) watchProject(world, record);
}

/** Operations on a project are recorded on its default branch. */
export function placeOf(world: World, project_id: string) {
  const branches = world.branches.where("project", project_id);
  const branch = found(branchOfProjectOperations(branches), "a branch");
  return { project_id, branch_id: branch.id };
}

function markUsed(world: World, record: ProjectRecord): void {
  record.usedAtMs = world.nowMs;
  world.projects.put(record.project.id, record);
  watchProject(world, record);
}
