/** The moment of the past that a request names. */
import type { Moment } from "./data-plane.ts";
import { Problem } from "./problem.ts";
import type { World } from "./world.ts";

/**
 * Undefined: the present. A position wins over a time. Data planes without data have no past.
 *
 * @throws {Problem} when the time is none, is before the project, or the clock was moved since by an
 * earlier process
 */
export function momentIn(
  world: World,
  project_id: string,
  { lsn, timestamp }: { lsn?: string | undefined; timestamp?: string | undefined },
): Moment | undefined {
  if (!world.dataPlane.copyBranch) return undefined;
  if (lsn !== undefined) return { lsn };
  if (timestamp === undefined) return undefined;
  const ms = Date.parse(timestamp);
  if (Number.isNaN(ms)) throw new Problem("malformed", `no time: ${timestamp}`, "timestamp");
  const { created_at = "" } = world.projects.get(project_id)?.project ?? {};
  if (ms < Date.parse(created_at)) {
    throw new Problem("conflict", `${timestamp} is before the project was created, ${created_at}`);
  }
  const realMs = world.realTimeOf(ms);
  if (realMs !== undefined) return { time: new Date(realMs) };
  throw new Problem(
    "conflict",
    `the emulator's clock was moved after ${timestamp}: give a position`,
  );
}
