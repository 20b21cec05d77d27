/** Ids, keys and controls of a target; a check without one it needs is blocked. */
import type { ApiClient } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Control, KeyName, OwnedKey } from "../../run/target.ts";

const A_MOMENT_MS = 500;

export function idOf({ target }: Pick<Context, "target">, name: string): string {
  const found = target.ids[name];
  if (found === undefined) throw new Blocked(`no ${name} is known`);
  return String(found);
}

export function controlOf({ target }: Pick<Context, "target">): Control {
  if (!target.control) throw new Blocked(`${target.name} has no control`);
  return target.control;
}

export function keyNamed({ target }: Pick<Context, "target">, name: KeyName): OwnedKey {
  const owned = target.keys?.[name];
  if (!owned) throw new Blocked(`no key of kind ${name} is known`);
  return owned;
}

/** A client with another key. */
export function clientOf({ client, target }: Context, name: KeyName): ApiClient {
  return client({ apiKey: keyNamed({ target }, name).key });
}

/** Pauses for `ms`, or for a moment where time is real. */
export function pauseUpTo({ pause, target }: Context, ms: number): Promise<void> {
  return pause(target.control ? ms : Math.min(ms, A_MOMENT_MS));
}

/** The type of a read replica, which is undocumented. */
export function replicaType({ target }: Context): string {
  if (target.replicaType === undefined)
    throw new Blocked("the type of a read replica is not known");
  return target.replicaType;
}

/** Sends again for some seconds while the server is busy with the previous change. */
export async function whenFree<T extends { response: Response }>(
  { pause, target }: Context,
  send: () => Promise<T>,
  isBusy = ({ status }: Response) => status === 409 || status === 423,
): Promise<T> {
  let result = await send();
  for (const ms of target.control ? [5_000] : [250, 500, 1_000, 2_000]) {
    if (!isBusy(result.response)) break;
    await pause(ms);
    result = await send();
  }
  return result;
}

/** Checks each item: all at once where time is real, because most of it is waiting. */
export async function forEachOf<T>(
  { target }: Context,
  items: readonly T[],
  check: (item: T) => Promise<void>,
): Promise<void> {
  if (target.control) {
    for (const item of items) await check(item);
    return;
  }
  const results = await Promise.allSettled(items.map(check));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
