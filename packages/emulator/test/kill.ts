/** Kills a writing emulator with kill -9; a restart must have every acknowledged change. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmulator } from "../src/index.ts";
import { randomOf } from "./hostile.ts";
import { allOperations, type Call, callsOf } from "./support.ts";

export interface KillResult {
  kills: number;
  acknowledged: number;
}

interface Acknowledged {
  branches: Set<string>;
  computes: Map<string, string>;
  deleted: Set<string>;
  keys: Map<string, string>;
  revoked: Set<string>;
  operations: Set<string>;
  /** Ids that were given twice. */
  repeated: string[];
}

const sources = fileURLToPath(new URL("../src", import.meta.url));
const built = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** Kills and restarts a served emulator again and again, on one state directory. */
export async function runKills({
  kills,
  seed,
}: {
  kills: number;
  seed: number;
}): Promise<KillResult> {
  const random = randomOf(seed);
  const directory = mkdtempSync(join(tmpdir(), "emulator-"));
  const known: Acknowledged = {
    branches: new Set(),
    computes: new Map(),
    deleted: new Set(),
    keys: new Map(),
    revoked: new Set(),
    operations: new Set(),
    repeated: [],
  };
  let acknowledged = 0;
  let running: ChildProcess | undefined;
  try {
    for (let kill = 0; kill <= kills; kill++) {
      const { child, url } = await serve(directory);
      running = child;
      const calls = callsAt(url);
      await check(calls, known);
      if (kill === kills) {
        child.kill("SIGTERM");
        const [code] = await once(child, "exit");
        if (code !== 0) throw new Error(`stopped with ${code}`);
        break;
      }
      const exited = once(child, "exit");
      const before = acknowledged;
      let isOver = false;
      const kill9 = () => {
        isOver = true;
        child.kill("SIGKILL");
      };
      const writers = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          // A request without a response may or may not have taken effect, so it is not counted.
          const done = await write(calls, known, random).catch(() => false);
          if (!done) continue;
          if (acknowledged === before) setTimeout(kill9, random.below(150));
          acknowledged += 1;
        }
      });
      await Promise.all([exited, ...writers]);
    }
  } finally {
    running?.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }
  return { kills, acknowledged };
}

/** The arguments for node that serve the state in a directory. */
export function argumentsOf(directory: string): string[] {
  return [...cli(), "--port", "0", "--state", directory, "--quiet"];
}

/** The built command, which starts in a third of the time, unless a source is newer. */
export function cli(): string[] {
  const times = readdirSync(sources).map((file) => statSync(join(sources, file)).mtimeMs);
  const isBuilt = existsSync(built) && statSync(built).mtimeMs > Math.max(...times);
  return isBuilt ? [built] : ["--import", "tsx", join(sources, "cli.ts")];
}

export async function serve(directory: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, argumentsOf(directory), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    const [, url] = /listens at (\S+)/.exec(text) ?? [];
    if (url) {
      // Returning closes the pipe; only the last line is printed later.
      return { child, url };
    }
  }
  throw new Error(`did not start: ${text}`);
}

/** This process knows the keys, since they follow from the seed. */
export function callsAt(url: string) {
  const { keys, ids } = createEmulator();
  return { ids, keys, ...callsOf({ keys, url, fetch: (input, init) => fetch(input, init) }) };
}

type Calls = ReturnType<typeof callsAt>;

async function write(
  { admin, ids }: Calls,
  known: Acknowledged,
  random: ReturnType<typeof randomOf>,
) {
  const project = `/projects/${ids.project_id}`;
  const computes = [...known.computes].filter(([id]) => !known.deleted.has(id));
  const kind = random.below(6);
  if (kind === 0) {
    const { body } = await admin("POST", `${project}/branches`, {});
    const { id } = body.branch as { id: string };
    if (known.branches.has(id)) known.repeated.push(id);
    known.branches.add(id);
    remember(known, body.operations);
  } else if (kind === 1 && known.branches.size > 0) {
    const branch_id = random.pick([...known.branches]);
    const endpoint = { branch_id, type: "read_write" };
    const { status, body } = await admin("POST", `${project}/endpoints`, { endpoint });
    if (status !== 201) return false;
    const { id } = body.endpoint;
    if (known.computes.has(id) || known.deleted.has(id)) known.repeated.push(id);
    known.computes.set(id, branch_id);
    remember(known, body.operations);
  } else if (kind === 2 && computes.length > 0) {
    const [id] = random.pick(computes);
    // From now on it may be gone, acknowledged or not.
    known.computes.delete(id);
    const { status } = await admin("DELETE", `${project}/endpoints/${id}`);
    if (status !== 200) return false;
    known.deleted.add(id);
  } else if (kind === 3) {
    const { body } = await admin("POST", "/api_keys", { key_name: "k" });
    const { id, key } = body as unknown as { id: number; key: string };
    known.keys.set(String(id), key);
  } else if (kind === 4 && known.keys.size > 3) {
    const [id, key] = random.pick([...known.keys]);
    known.keys.delete(id);
    const { status } = await admin("DELETE", `/api_keys/${id}`);
    if (status !== 200) return false;
    known.revoked.add(key);
  } else if (computes.length > 0) {
    const [id] = random.pick(computes);
    const verb = random.pick(["start", "suspend"]);
    const { status, body } = await admin("POST", `${project}/endpoints/${id}/${verb}`);
    if (status !== 200) return false;
    remember(known, body.operations);
  } else {
    return false;
  }
  return true;
}

function remember(known: Acknowledged, operations: { id: string }[]): void {
  for (const { id } of operations) known.operations.add(id);
}

async function check({ admin, as, ids }: Calls, known: Acknowledged): Promise<void> {
  const project = `/projects/${ids.project_id}`;
  expectThere(known.repeated.length === 0, `distinct ids, not ${known.repeated}`);
  const { body: branches } = await admin("GET", `${project}/branches`);
  const listedBranches = idsOf(branches.branches);
  for (const id of known.branches) expectThere(listedBranches.has(id), `branch ${id}`);

  const { body: computes } = await admin("GET", `${project}/endpoints`);
  const listed = new Map(computes.endpoints.map((endpoint) => [endpoint.id, endpoint.branch_id]));
  for (const [id, branch] of known.computes)
    expectThere(listed.get(id) === branch, `compute ${id}`);
  for (const id of known.deleted) expectThere(!listed.has(id), `deletion of ${id}`);
  const primaries = computes.endpoints.map(({ branch_id }) => branch_id);
  expectThere(new Set(primaries).size === primaries.length, "one primary per branch");

  for (const key of [...known.keys.values()].slice(-20)) await expectStatus(as(key), 200);
  for (const key of [...known.revoked].slice(-20)) await expectStatus(as(key), 401);

  const operations = await allOperations(admin, ids.project_id, 500);
  const listedOperations = idsOf(operations);
  expectThere(listedOperations.size === operations.length, "each operation once");
  for (const id of known.operations) expectThere(listedOperations.has(id), `operation ${id}`);
  const times = operations.map(({ created_at }) => created_at);
  expectThere(String([...times].sort().reverse()) === String(times), "newest first");
}

async function expectStatus(call: Call, expected: number): Promise<void> {
  const { status } = await call("GET", "/projects");
  expectThere(status === expected, `a key that gets ${expected} (it got ${status})`);
}

function expectThere(isThere: boolean, what: string): void {
  if (!isThere) throw new Error(`lost after kill -9: ${what}`);
}

function idsOf(rows: unknown): Set<string> {
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}
