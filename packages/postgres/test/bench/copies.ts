/** Compares the cost of new data with that of `initdb` and `cp`. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { account } from "../../src/account.ts";
import {
  add,
  bin,
  change,
  emulator,
  newFolder,
  plane,
  project_id,
  query,
  ROUNDS,
  timed,
  uri,
} from "./harness.ts";

/** Data of a branch, and what each takes to copy is measured as often as there is patience for. */
const SIZES = [
  { mb: 300, rounds: 5 },
  { mb: 1_000, rounds: 3 },
] as const;
/** An empty cluster with its first log. */
const EMPTY_MB = 30;

export async function benchCreation(): Promise<void> {
  const work = newFolder();
  const project: number[] = [];
  const initdb: number[] = [];
  const branch: number[] = [];
  const copy: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const data = join(work, `${round}`);
    project.push(await timed(() => change("POST", "/projects", { project: {} })));
    const options = { ...account, cwd: work, stdio: "ignore" } as const;
    initdb.push(
      await timed(async () => execFileSync(join(bin, "initdb"), ["-D", data, "-N"], options)),
    );
    const path = `/projects/${project_id}/branches`;
    branch.push(await timed(() => change("POST", path, { branch: {} })));
    const source = join(plane.folder, "branches", emulator.ids.branch_id);
    copy.push(await timed(async () => execFileSync("cp", ["-a", source, `${data}.copy`])));
  }
  add("a project until its compute is up, beside initdb", project, initdb, "ms");
  add("a branch of a running parent, beside cp", branch, copy, "ms");
  rmSync(work, { recursive: true, force: true });
}

/** A branch of a running parent whose data grows, beside `cp` of the parent's folder. */
export async function benchBranches(): Promise<void> {
  const work = newFolder();
  const source = join(plane.folder, "branches", emulator.ids.branch_id);
  await query(uri, "CREATE TABLE filler (page text)");
  await query(uri, "ALTER TABLE filler ALTER page SET STORAGE PLAIN");
  let filledMb = EMPTY_MB;
  for (const { mb, rounds } of SIZES) {
    // A row of 7,000 bytes has a page of 8 kB for itself.
    const pages = (mb - filledMb) * 128;
    await query(
      uri,
      `INSERT INTO filler SELECT repeat('x', 7000) FROM generate_series(1, ${pages})`,
    );
    await query(uri, "VACUUM filler");
    filledMb = mb;
    const branches: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < Math.min(rounds, ROUNDS); round++) {
      const path = `/projects/${project_id}/branches`;
      let made: string | undefined;
      branches.push(
        await timed(async () => {
          made = (await change("POST", path, { branch: {} })).branch?.id;
        }),
      );
      await change("DELETE", `${path}/${made}`);
      const copy = join(work, "copy");
      copies.push(await timed(async () => execFileSync("cp", ["-a", source, copy])));
      rmSync(copy, { recursive: true });
    }
    add(`a branch of a running parent of ${mb} MB, beside cp`, branches, copies, "ms");
  }
  rmSync(work, { recursive: true, force: true });
}
