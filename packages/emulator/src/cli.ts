#!/usr/bin/env node
/** Serves an emulator until Ctrl-C: `hosted-postgres-emulator --port 8080`. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { DataPlane } from "./data-plane.ts";
import type { Profile } from "./profile.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { LogEntry, RunningEmulator } from "./server.ts";

const USAGE = `Serves the hosted Postgres management API from this machine.

  --port N          port to listen on; 0 for any free one (default 8080)
  --host H          address to listen on (default 127.0.0.1)
  --allow-host H    host name to answer to besides loopback ones; repeatable
  --allow-origin O  origin of web pages that may call, http://localhost:5173; repeatable
  --[no-]control    turn the control routes on or off (default: on for a loopback address)
  --state DIR       keep the state in this directory (default: in memory)
  --seed TEXT       seed of the keys and ids (default "emulator")
  --seed-file FILE  begin with the projects of this file, JSON or YAML
  --export-file FILE  write the projects to this file when stopped, for --seed-file
  --operation-ms N  duration of an operation, in milliseconds (default 300)
  --idle-ms N       idle time that suspends a compute, in milliseconds (default 300000)
  --profile NAME    answer as this provider does: neon (default: as the document says)
  --postgres        a real Postgres behind every compute, with @hosted-postgres/postgres; its data
                    is kept in DIR-postgres with --state DIR, else until the end
  --postgres-port N  port of every compute, each of which has its own address (default 5432)
  --lock-ms N       with a profile, how long an operation locks its project (default 50)
  --rate-limit N,B  refuse a key above N requests a minute, after B at once (default: no limit)
  --history N       operations to keep of each project, and deleted projects (default: all)
  --quiet           do not log requests
  --help            print this help
`;

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;
/** Time for the requests that are on their way when the command is stopped. */
const GRACE_MS = 250;

// A reader of the log that goes away does not end the service.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const values = parsed();

if (values.help) process.stdout.write(USAGE);
else await serve().catch(fail);

function parsed() {
  try {
    const { values } = parseArgs({
      // pnpm passes on the `--` that ends its own arguments.
      args: process.argv.slice(2).filter((argument) => argument !== "--"),
      allowNegative: true,
      options: {
        port: text,
        host: text,
        "allow-host": texts,
        "allow-origin": texts,
        control: flag,
        state: text,
        seed: text,
        "seed-file": text,
        "export-file": text,
        "operation-ms": text,
        "idle-ms": text,
        profile: text,
        postgres: flag,
        "postgres-port": text,
        "lock-ms": text,
        "rate-limit": text,
        history: text,
        quiet: flag,
        help: flag,
      },
    });
    return values;
  } catch (error) {
    return fail(new Error(`${(error as Error).message}\n\n${USAGE}`));
  }
}

async function serve(): Promise<void> {
  // Loaded here, so that --help and a wrong option answer at once.
  const { startEmulator } = await import("./server.ts");
  const { readSeedFile, writeSeedFile } = await import("./seed-file.ts");
  const { "seed-file": seedFile, "export-file": exportFile } = values;
  const emulator = await startEmulator({
    port: numberOf("port") ?? 8080,
    host: values.host,
    allowedHosts: values["allow-host"],
    allowedOrigins: values["allow-origin"],
    control: values.control,
    stateDir: values.state,
    seed: values.seed,
    seedData: seedFile === undefined ? undefined : await readSeedFile(seedFile),
    operationMs: numberOf("operation-ms"),
    idleMs: numberOf("idle-ms"),
    lockMs: numberOf("lock-ms"),
    profile: await profileNamed(values.profile),
    dataPlane: values.postgres ? await postgresPlane() : undefined,
    rateLimit: rateLimitOf(values["rate-limit"]),
    history: numberOf("history"),
    onResponse: values.quiet ? undefined : log,
  });
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, async () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      await emulator.close({ graceMs: GRACE_MS }).catch(fail);
      if (exportFile !== undefined) writeSeedFile(exportFile, emulator.exportState());
      process.stdout.write("The emulator has stopped.\n");
      process.exit(0);
    });
  }
  process.stdout.write(greeting(emulator));
}

function greeting(emulator: RunningEmulator): string {
  const { url, pageUrl, keys, ids } = emulator;
  const { endpoint_id } = ids;
  const isConnectable = values.postgres && endpoint_id !== "";
  const psql = isConnectable ? `  psql '${emulator.connectionUri(endpoint_id)}'\n` : "";
  return `The emulator listens at ${url}
${pageUrl ? `See and steer it at     ${pageUrl}\n` : ""}
  admin key         ${keys.admin}
  member key        ${keys.member}
  organization key  ${keys.organization}
  project key       ${keys.project}
  organization      ${ids.org_id}
  project           ${ids.project_id}

  curl -H 'Authorization: Bearer ${keys.admin}' ${url}/projects
${psql}
Stop it with Ctrl-C.
`;
}

function log({ method, target, status, durationMs }: LogEntry): void {
  const time = new Date().toISOString().slice(11, 19);
  // The target is the caller's text, so unprintable characters stay out of the terminal.
  const path = target.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
  const took = `${durationMs.toFixed(1)} ms`;
  process.stdout.write(`${time} ${method.padEnd(6)} ${status || "dropped"} ${path} ${took}\n`);
}

function numberOf(
  name: "port" | "postgres-port" | "operation-ms" | "idle-ms" | "lock-ms" | "history",
): number | undefined {
  const { [name]: given } = values;
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  return fail(new Error(`--${name} must be a number of at least 0, not ${given}`));
}

function rateLimitOf(given: string | undefined): RateLimit | undefined {
  if (given === undefined) return undefined;
  const [perMinute = 0, burst = 0, ...rest] = given.split(",").map(Number);
  if (perMinute > 0 && burst >= 1 && rest.length === 0) return { perMinute, burst };
  return fail(new Error(`--rate-limit must be two numbers such as 700,40, not ${given}`));
}

/** A package of its own, which knows this one: the compiler must not follow it. */
async function postgresPlane(): Promise<DataPlane> {
  const name = "@hosted-postgres/postgres";
  const loaded: Promise<{
    postgres(options: { dir?: string | undefined; port?: number | undefined }): DataPlane;
  }> = import(name).catch(() => import(installedHere(name)));
  const { postgres } = await loaded.catch((error: Error) =>
    fail(new Error(`--postgres needs the package ${name}: ${error.message}`)),
  );
  const dir = values.state === undefined ? undefined : `${values.state}-postgres`;
  return postgres({ dir, port: numberOf("postgres-port") });
}

/** A strict package manager hides from this package what its user has installed. */
function installedHere(name: string): string {
  const path = createRequire(join(process.cwd(), "package.json")).resolve(name);
  return pathToFileURL(path).href;
}

/** Loaded only when asked for: its spec is large. */
async function profileNamed(name: string | undefined): Promise<Profile | undefined> {
  if (name === undefined) return undefined;
  if (name === "neon") return (await import("./neon/index.ts")).neon;
  return fail(new Error(`--profile must be neon, not ${name}`));
}

function fail({ message }: Error): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
