/** Writes the fixtures file of a server that nobody has described yet. */
import { existsSync, writeFileSync } from "node:fs";
import { changesOf, readFixtures, resolveFromInitCwd } from "./given.ts";
import type { ExitCode, Surroundings, Values } from "./options.ts";
import { countOf } from "./reports/verdict.ts";
import { KEY_NAMES, type KeyName, type OwnedKey } from "./run/target.ts";
import { type Route, routes } from "./spec/routes.ts";
import { prepared } from "./targets/prepare.ts";
import { type Probed, probe } from "./targets/probe.ts";
import { type Fixtures, serverTarget } from "./targets/server.ts";

/** Fixtures that no shown answer contains, each described for the user to fill in. */
const BY_HAND = {
  org_id: "the organization of the project",
  free_branch_id: "a branch of the project without a compute; rules create computes on it",
  other_free_branch_id: "another one; rules move computes to it",
  member_id: "the membership of the person whose key is keys.member",
  personal_project_id: "a project of the administrator outside the organization",
} as const;

const MORE_BY_HAND = {
  replica_type: "the type of a read replica, for the rules that create one",
  connection_uri: 'as "postgresql://name:password@{host}/db", for the rules that connect',
  pooled_connection_uri: "likewise through a pooler, for the rule about pooled connections",
} as const;

/** The environment variable of a key, whose name the file has in place of the key. */
const variableOf = (name: KeyName) => `CONTRACT_${name.toUpperCase()}_KEY`;

/** @throws {Error} when the file exists, or the address does not answer as this API */
export async function init(values: Values, io: Surroundings): Promise<ExitCode> {
  const [url = "", ...others] = values.target;
  if (others.length > 0 || !/^https?:/.test(url))
    throw new Error("init takes one --target, the address of a server");
  const file = values.fixtures ?? "fixtures.json";
  const path = resolveFromInitCwd(file, io);
  const isThere = existsSync(path);
  if (isThere && !values.force)
    throw new Error(`${file} exists; --force asks the server again and keeps its ids and keys`);
  const { routes: _, ...kept }: Fixtures = isThere ? readFixtures(path) : {};
  const keys = { ...keysIn(io), ...kept.keys };
  const apiKey = values.key ?? io.env.CONTRACT_API_KEY;
  const target = serverTarget({ url, apiKey, fixtures: { ...kept, keys } }, io.env);
  const asksAll = changesOf(values.changes) !== "none";
  const probed = await probe(await prepared(target), { asksAll });
  const fixtures = { ...kept, ids: sorted(probed.ids), keys, routes: namesOf(listed(probed)) };
  writeFileSync(path, `${JSON.stringify(fixtures, undefined, 2)}\n`);
  const taken = takenFrom(probed.ids, kept.ids?.project_id !== undefined);
  io.stdout.write(`${lines(probed, fixtures, { file, path, url, asksAll, taken }).join("\n")}\n`);
  return 0;
}

/** The keys that the environment has under their names. */
function keysIn({ env }: Surroundings): Partial<Record<KeyName, OwnedKey>> {
  const known = KEY_NAMES.filter((name) => env[variableOf(name)]);
  return Object.fromEntries(known.map((name) => [name, { key: `$${variableOf(name)}` }]));
}

function listed({ served, presumed }: Probed): Route[] {
  return routes.filter((route) => served.includes(route) || presumed.includes(route));
}

/** Says whose ids the file has, and why. */
function takenFrom({ project_id, endpoint_id, branch_id }: Probed["ids"], isNamed: boolean) {
  if (project_id === undefined) return "No project is listed, so the file has no ids of one.";
  const [compute, place] =
    endpoint_id === undefined
      ? ["in which no compute was found", "the first that is listed"]
      : [`with its compute ${endpoint_id} on ${branch_id}`, "the first with a compute"];
  const ids = `The ids are of ${project_id}, ${compute}.`;
  if (isNamed) return ids;
  return `${ids} It is ${place}; for another, name it in ids.project_id alone.`;
}

function lines(
  { served, presumed, unserved, unknown }: Probed,
  { ids, keys, ...fixtures }: Fixtures & Required<Pick<Fixtures, "ids" | "keys">>,
  {
    file,
    path,
    url,
    asksAll,
    taken,
  }: { file: string; path: string; url: string; asksAll: boolean; taken: string },
): string[] {
  const all = served.length + presumed.length;
  const missing = Object.entries(BY_HAND).filter(([name]) => ids[name] === undefined);
  const more = Object.entries(MORE_BY_HAND).filter(([name]) => !(name in fixtures));
  const absent = KEY_NAMES.filter((name) => keys[name] === undefined);
  const contract = `contract --target ${url} --fixtures ${file}`;
  return [
    `${path}: ${countOf(all, "route")}, ${countOf(Object.keys(ids).length, "id")}, ${countOf(Object.keys(keys).length, "key")} by name`,
    "",
    `  ${served.length} served`,
    ...(presumed.length > 0
      ? [
          `  ${presumed.length} taken as served, since this server answers alike on every path; delete those that are not:`,
          ...namesOf(presumed).map((name) => `    ${name}`),
        ]
      : []),
    `  ${unserved.length} not served`,
    ...(unknown.length > 0 ? [`  ${unknown.length} not asked`] : []),
    "",
    taken,
    "",
    "Next:",
    ...(missing.length + absent.length + more.length > 0
      ? [
          `  Add to ${file} what your server has:`,
          ...missing.map(([name, what]) => `    ids.${name}: ${what}`),
          ...absent.map((name) => `    keys.${name}: { "key": "$${variableOf(name)}" }`),
          ...more.map(([name, what]) => `    ${name}: ${what}`),
        ]
      : []),
    asksAll
      ? "  Ask again:"
      : "  Ask for the other methods too, without a key and at ids that do not exist:",
    `    contract init --target ${url} --fixtures ${file} --changes own --force`,
    "  Hold the server to the document, read-only, then with computes and keys of the run's own:",
    `    ${contract}`,
    `    ${contract} --changes own`,
  ];
}

function namesOf(some: readonly Route[]): string[] {
  return some.map(({ name }) => name);
}

function sorted(ids: Probed["ids"]): Record<string, string | number> {
  return Object.fromEntries(Object.entries(ids).toSorted(([a], [b]) => a.localeCompare(b)));
}
