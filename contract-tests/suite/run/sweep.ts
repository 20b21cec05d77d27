/** Removes everything the ledger of a run lists, and nothing else. */
import { unshownListIn } from "../spec/unshown-list.ts";
import { type Context, createContext } from "./context.ts";
import type { AskedEntry, Ledger } from "./ledger.ts";
import { cleanUp } from "./run.ts";
import { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

export interface Swept {
  /** Paths below the base URL. */
  removed: string[];
  left: string[];
}

/** @throws {Error} when a list that may contain an unanswered creation cannot be read */
export async function sweep(target: Target, ledger: Ledger): Promise<Swept> {
  const secrets = Secrets.of(target);
  const context = createContext(target);
  for (const asked of ledger.open()) {
    const remove = await pathMadeBy(asked, context, { ledger, secrets });
    if (remove === undefined) ledger.close(asked.n, "refused");
    else ledger.made(asked.n, remove);
  }
  const before = ledger.left().map(({ remove }) => remove);
  await cleanUp(target, { ledger, secrets });
  const left = ledger.left().map(({ remove }) => remove);
  return { removed: before.filter((path) => !left.includes(path)), left };
}

/** Finds the result of a request without an answer: a key by its name, a compute by its branch. */
async function pathMadeBy(
  { path, by, name, branch_id, atMs }: AskedEntry,
  { target, fetch }: Context,
  { ledger, secrets }: { ledger: Ledger; secrets: Secrets },
): Promise<string | undefined> {
  const key = (by && secrets.named(by)) ?? target.apiKey;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  const response = await fetch(`${target.url}${path}`, { headers });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  const items = (unshownListIn(await response.json()) ?? []) as Listed[];
  const isMade = (item: Listed) =>
    name !== undefined
      ? item.name === name
      : item.branch_id === branch_id && Date.parse(item.created_at ?? "") >= atMs - 1_000;
  // Of two computes made on one branch within a second, the answered one is in the ledger already.
  return items
    .filter(isMade)
    .map(({ id }) => `${path}/${encodeURIComponent(id)}`)
    .find((made) => !ledger.owns(made));
}

interface Listed {
  id: string | number;
  name?: string;
  branch_id?: string;
  created_at?: string;
}
