/** Copies the data folder of a running server. */
import { join } from "node:path";
import { writePrivateFile } from "./account.ts";
import { type AdminAddress, asAdmin } from "./admin.ts";
import { copyFolder } from "./copy.ts";

/** Files that belong to the running server alone. */
const OWN = [
  "postmaster.pid",
  "postmaster.opts",
  "standby.signal",
  "pg_wal/",
  "pg_replslot/",
  "pg_dynshmem/",
  "pg_notify/",
  "pg_serial/",
  "pg_snapshots/",
  "pg_stat_tmp/",
  "pg_subtrans/",
];

/** Copies a stopped server's folder; what it left for its next start alone stays. */
export function copyStopped(from: string, to: string): Promise<void> {
  return copyFolder(from, to, { without: ["postmaster.pid", "postmaster.opts"] });
}

/** Copies while the server goes on; the copy has all that was committed when this ends. */
export async function copyRunning(address: AdminAddress, from: string, to: string): Promise<void> {
  await asAdmin(address, "postgres", async (admin) => {
    // Until the end of this session, the log that the copy needs is kept.
    await admin.query("SELECT pg_create_physical_replication_slot('hosted_copy', true, true)");
    await admin.query("SELECT pg_backup_start('copy', true)");
    await copyFolder(from, to, { without: OWN });
    const [label] = await admin.query("SELECT labelfile FROM pg_backup_stop(false)");
    await copyFolder(join(from, "pg_wal"), join(to, "pg_wal"));
    writePrivateFile(join(to, "backup_label"), `${label?.[0]}`);
  });
}
