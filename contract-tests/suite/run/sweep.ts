/** Removes what the ledger of a run says was made, and nothing else. */

import { unshownListIn } from "../spec/unshown-list.ts";
import { createContext, type Session } from "./context.ts";
import type { AskedEntry } from "./ledger.ts";
import { cleanUp } from "./run.ts";

export interface Swept {
  /** Paths below the base address. */
  removed: string[];
  left: string[];
}

export async function sweep(session: Session): Promise<Swept> {
  const { ledger } = session;
  for (const asked of ledger.open()) {
    const remove = await found(session, asked);
    if (remove === undefined) ledger.close(asked.n, "refused");
    else ledger.made(asked.n, remove);
  }
  const before = ledger.left().map(({ remove }) => remove);
  await cleanUp(session);
  const left = ledger.left().map(({ remove }) => remove);
  return { removed: before.filter((path) => !left.includes(path)), left };
}

/** What came of a request that was never answered: a key by its name, a compute by its branch. */
async function found(
  session: Session,
  { path, by, name, branch_id, atMs }: AskedEntry,
): Promise<string | undefined> {
  const { target, secrets } = session;
  const key = (by && secrets.named(by)) ?? target.apiKey;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  const response = await createContext(session).fetch(`${target.url}${path}`, { headers });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  const items = (unshownListIn(await response.json()) ?? []) as {
    id: string | number;
    name?: string;
    branch_id?: string;
    created_at?: string;
  }[];
  const made = items.find((item) =>
    name !== undefined
      ? item.name === name
      : item.branch_id === branch_id && Date.parse(item.created_at ?? "") >= atMs - 1_000,
  );
  return made && `${path}/${encodeURIComponent(made.id)}`;
}
