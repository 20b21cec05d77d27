/**
 * `npm run peers`: the faults of the catalogue under other tools, as one table.
 *
 *   --peers=<names>          these, as in peers.ts; comma-separated
 *   --only=<ids or groups>   these faults, with * for any letters; comma-separated
 *   --every=<number>         each n-th of them. Default: 5, since all of them take hours
 *   --jobs=<number>          providers at a time. Default: 2
 *   --limit=<seconds>        per provider; what takes longer counts as flagged. Default: 60
 *
 * Writes results/peers.json and results/peers.md. Exits 1 when a peer flags the emulator as it is:
 * it is then set up wrong, and what else it says counts for nothing.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEmulator } from "@hosted-postgres/emulator";
import type { Fault } from "../faults/fault.ts";
import { faults } from "../faults/index.ts";
import { CONTROL, type Peer } from "./peer.ts";
import { peers } from "./peers.ts";
import { askAll } from "./pool.ts";
import { type Outcome, renderGroups, renderPeers } from "./table.ts";

const { values } = parseArgs({
  // A package manager may pass the -- that stood before the options.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    peers: { type: "string" },
    only: { type: "string" },
    every: { type: "string", default: "5" },
    jobs: { type: "string", default: "2" },
    limit: { type: "string", default: "60" },
  },
});
const names = values.peers?.split(",") ?? Object.keys(peers);
const unknown = names.filter((name) => !(name in peers));
if (unknown.length > 0) throw new Error(`no peer has the name ${unknown.join(", ")}`);
const patterns = values.only?.split(",").map((it) => new RegExp(`^${it.replaceAll("*", ".*")}$`));
const chosen = faults
  .filter(({ id, group }) => patterns?.some((it) => it.test(id) || it.test(group)) ?? true)
  .filter(isThroughHttp)
  .filter((_, index) => index % Math.max(1, Number(values.every) || 1) === 0);
const byId = new Map([CONTROL, ...chosen].map((fault) => [fault.id, fault]));
const options = {
  jobs: Math.max(1, Number(values.jobs) || 1),
  limitMs: 1_000 * (Number(values.limit) || 60),
};

const folder = join(import.meta.dirname, "results");
const outcomes: Outcome[] = [];
const startedMs = performance.now();
for (const name of names) {
  let done = 0;
  const tasks = [...byId.keys()].map((fault) => ({ peer: name, fault }));
  await askAll(tasks, options, ({ peer, fault }, { found, ms }) => {
    const { id, group, level } = byId.get(fault) as Fault;
    outcomes.push({ peer, id, group, level, ...(found !== undefined && { found }), ms });
    showProgress(name, ++done, tasks.length);
  });
  write();
}
rmSync(join(import.meta.dirname, "dist"), { recursive: true, force: true });
console.log(`\n${readFileSync(join(folder, "peers.md"), "utf8")}`);

for (const { peer, id, found } of outcomes) {
  if (id !== CONTROL.id || found === undefined) continue;
  console.log(`${peer} flags the emulator as it is: ${found}`);
  process.exitCode = 1;
}

/** Both files, anew after each peer: the last one may be an hour away. */
function write() {
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const place = [...byId.keys()];
  outcomes.sort(
    (a, b) =>
      names.indexOf(a.peer) - names.indexOf(b.peer) || place.indexOf(a.id) - place.indexOf(b.id),
  );
  const rows = names
    .filter((name) => outcomes.some(({ peer }) => peer === name))
    .map((key) => ({ key, ...(peers[key] as Peer) }));
  const date = new Date().toISOString().slice(0, 10);
  const header = `${date}, Node ${process.versions.node}; ${chosen.length} of the ${faults.length} providers of the catalogue; ${seconds} s, ${options.jobs} at a time`;
  const versions = Object.fromEntries(rows.map(({ key, versions }) => [key, versions]));
  const figures = { date, node: process.version, seconds, versions, outcomes };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "peers.json"), `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(
    join(folder, "peers.md"),
    [header, renderPeers(rows, outcomes), renderGroups(rows, outcomes), ""].join("\n\n"),
  );
}

/** Whether somebody who only sends requests can meet the fault. */
function isThroughHttp({ client, apply, options: made }: Fault): boolean {
  if (client) return false;
  return !apply || apply(createEmulator(made)).fetch !== undefined;
}

function showProgress(name: string, done: number, of: number) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}: ${done} of ${of}`);
  else if (done % 50 === 0 || done === of) process.stderr.write(`${name}: ${done} of ${of}\n`);
}
