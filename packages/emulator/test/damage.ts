/**
 * Damages a state directory at random. Whatever is left of it, a start is refused in one sentence or
 * requests are answered; the process never ends. A child runs the cases, for it may end all the same.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { open } from "lmdb";
import { startEmulator } from "../src/index.ts";
import { StoreError } from "../src/store-error.ts";
import { randomOf } from "./hostile.ts";

type Random = ReturnType<typeof randomOf>;

export interface DamageResult {
  cases: number;
  /** Starts that were refused. */
  refused: number;
  /** Starts after which every request was answered. */
  served: number;
  /** Starts after which a request was answered with a 5xx. */
  failed: number;
}

const self = fileURLToPath(import.meta.url);

/** Runs the cases in a child; fails when it ends by a signal, hangs, or breaks a promise. */
export function runDamages({ cases, seed }: { cases: number; seed: number }) {
  return new Promise<DamageResult>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", self, `${cases}`, `${seed}`], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let last = "none";
    let errors = "";
    const isStuck = () => void child.kill("SIGKILL");
    let watchdog = setTimeout(isStuck, 120_000);
    child.stdout.on("data", (data) => {
      last = `${data}`.trimEnd().split("\n").at(-1) ?? last;
      clearTimeout(watchdog);
      watchdog = setTimeout(isStuck, 120_000);
    });
    child.stderr.on("data", (data) => {
      errors = `${errors}${data}`.slice(-2_000);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(watchdog);
      if (code === 0) resolve(JSON.parse(last));
      else reject(new Error(`seed ${seed}, ${last}: ended with ${signal ?? code}\n${errors}`));
    });
  });
}

const PAGE = 4_096;

/** Changes to the bytes of data.mdb. */
const IN_FILE: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, { below }) => bytes.subarray(0, below(bytes.length)),
  (bytes, { below }) => bytes.subarray(0, below(bytes.length / PAGE) * PAGE),
  (bytes, { below }) => bytes.fill(below(2) * 255, ...range(bytes, below)),
  (bytes, { below }) => {
    const [from, to] = range(bytes, below);
    for (let at = from; at < to; at++) bytes[at] = below(256);
    return bytes;
  },
  (bytes, { below }) => {
    for (let flips = 1 + below(8); flips > 0; flips--) {
      const at = below(bytes.length);
      bytes[at] = (bytes[at] as number) ^ (1 << below(8));
    }
    return bytes;
  },
  // Most of what is dangerous stands in the first bytes of a page.
  (bytes, { below }) => {
    const at = below(bytes.length / PAGE) * PAGE + below(160);
    bytes[at] = below(256);
    return bytes;
  },
  (bytes, { below }) => {
    const [from, to] = [below(bytes.length / PAGE), below(bytes.length / PAGE)];
    bytes.copy(bytes, to * PAGE, from * PAGE, (from + 1) * PAGE);
    return bytes;
  },
  (bytes, { below }) => {
    const at = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(1 + below(100)), bytes.subarray(at)]);
  },
];

function range(bytes: Buffer, below: Random["below"]): [number, number] {
  const from = below(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + below(2 ** below(14)))];
}

const VALUES = [null, true, -1, 1e15, "", "x", [], {}, Number.MAX_SAFE_INTEGER, "__proto__"];

/** Replaces one value in the JSON of one row. */
async function damageRow(directory: string, random: Random): Promise<void> {
  const database = open<string, string[]>({ path: directory, noSubdir: false, encoding: "string" });
  const { key, value } = random.pick([...database.getRange()]);
  const row = JSON.parse(value);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    for (const name of Object.keys(part)) {
      places.push([part as Record<string, unknown>, name]);
      visit((part as Record<string, unknown>)[name]);
    }
  };
  visit(row);
  const [part, name] = random.pick(places);
  if (random.next() < 0.3) delete part[name];
  else part[name] = random.pick(VALUES);
  database.transactionSync(() => void database.put(key as string[], JSON.stringify(row)));
  await database.close();
}

async function worker(cases: number, seed: number): Promise<DamageResult> {
  // The log of a server that fails is not of interest here.
  console.error = () => {};
  // In memory where there is such a place: most of the time would go into waiting for the disk.
  const root = mkdtempSync(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "emulator-damage-"),
  );
  const base = join(root, "base");
  const result: DamageResult = { cases, refused: 0, served: 0, failed: 0 };
  try {
    await makeBase(base);
    const good = readFileSync(join(base, "data.mdb"));
    for (let number = 0; number < cases; number++) {
      writeSync(1, `case ${number}\n`);
      const random = randomOf(seed * 1_000_003 + number);
      const directory = join(root, `case-${number}`);
      cpSync(base, directory, { recursive: true });
      if (random.next() < 0.2) await damageRow(directory, random);
      else {
        const bytes = random.pick(IN_FILE)(Buffer.from(good), random);
        writeFileSync(join(directory, "data.mdb"), bytes);
      }
      result[await outcomeOf(directory)] += 1;
      rmSync(directory, { recursive: true });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return result;
}

/** Some rows of each table, on pages of their own. */
async function makeBase(stateDir: string): Promise<void> {
  const emulator = await startEmulator({ stateDir });
  const { org_id, project_id, free_branch_id } = emulator.ids;
  const send = sender(emulator.url, emulator.keys.admin);
  for (let count = 0; count < 12; count++) {
    const name = "n".repeat(count % 5 === 0 ? 9_000 : 20);
    await send("POST", "/projects", { project: { name } });
  }
  await send("POST", `/organizations/${org_id}/api_keys`, { key_name: "k", project_id });
  await send("POST", `/projects/${project_id}/transfer_requests`);
  const branch = `/projects/${project_id}/branches/${free_branch_id}`;
  await send("POST", `${branch}/databases`, { database_name: "d" });
  await send("PUT", `${branch}/backup_schedule`, { every: "day" });
  await emulator.close();
}

async function outcomeOf(stateDir: string): Promise<"refused" | "served" | "failed"> {
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  try {
    emulator = await startEmulator({ stateDir });
  } catch (error) {
    if (!(error instanceof StoreError) || !/^the state in \S+ .+$/.test(error.message)) throw error;
    return "refused";
  }
  const send = sender(emulator.url, emulator.keys.admin);
  const { project_id, free_branch_id } = emulator.ids;
  const project = `/projects/${project_id}`;
  const statuses = [
    await send("GET", "/projects"),
    await send("GET", "/api_keys"),
    await send("GET", `${project}/endpoints`),
    await send("GET", `${project}/operations?limit=1000`),
    await send("GET", `${project}/branches/${free_branch_id}/databases`),
    await send("POST", `${project}/branches`, {}),
    await send("DELETE", project),
  ];
  await emulator.close().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
  });
  return statuses.some((status) => status >= 500) ? "failed" : "served";
}

function sender(url: string, key: string) {
  return async (method: string, path: string, body?: object): Promise<number> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    await response.text();
    return response.status;
  };
}

if (process.argv[1] === self) {
  const [cases, seed] = process.argv.slice(2).map(Number) as [number, number];
  const result = await worker(cases, seed);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
