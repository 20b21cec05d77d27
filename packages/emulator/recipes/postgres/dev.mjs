/**
 * A database for each git branch of an application, without containers:
 *
 *     node dev.mjs npm run dev
 *
 * The program finds its database in DATABASE_URL. A new git branch begins with the data of main, and
 * what it changes stays its own. The folders `.database` and `.database-postgres` belong into
 * .gitignore; the packages are @hosted-postgres/emulator, @hosted-postgres/postgres and lmdb.
 */
import { execFileSync, spawn } from "node:child_process";
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { postgres } from "@hosted-postgres/postgres";

const [command = "sh", ...args] = process.argv.slice(2);
const emulator = await startEmulator({
  profile: neon,
  stateDir: ".database",
  dataPlane: postgres({ dir: ".database-postgres" }),
});
const project = `${emulator.url}/projects/${emulator.ids.project_id}`;
const branch = execFileSync("git", ["branch", "--show-current"], { encoding: "utf8" }).trim();
const DATABASE_URL = emulator.connectionUri(await computeOf(branch || "main"));
console.log(`The database of ${branch} is ready. See all of them at ${emulator.pageUrl}`);

const program = spawn(command, args, { stdio: "inherit", env: { ...process.env, DATABASE_URL } });
// The program stops first, so that it can still use its database.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => program.kill(signal));
program.on("error", ({ message }) => console.error(message));
program.on("close", async (code) => {
  await emulator.close();
  process.exit(code ?? 1);
});

/** Finds the compute of a branch by name; a new branch is a copy of the default one, main. */
async function computeOf(name) {
  const { branches } = await call("GET", `/branches?search=${encodeURIComponent(name)}`);
  const { id } = branches.find((branch) => branch.name === name) ?? {};
  const { endpoints } = id
    ? await call("GET", `/branches/${id}/endpoints`)
    : await call("POST", "/branches", { branch: { name }, endpoints: [{ type: "read_write" }] });
  return endpoints[0].id;
}

async function call(method, path, body) {
  const response = await fetch(`${project}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.keys.admin}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
  return response.json();
}
