/** Limits a run to the changes it is allowed, and keeps the ledger of what it made. */
import type { Judge } from "./broken.ts";
import { bearerOf, type Exchange } from "./exchange.ts";
import type { Ledger } from "./ledger.ts";
import type { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

/** Ids that do not exist, so a server that wrongly accepts the request loses nothing. */
export const ABSENT_ID = "does-not-exist";
export const ABSENT_KEY_ID = Number.MAX_SAFE_INTEGER;

export function isAbsentId(id: string): boolean {
  return id.includes(ABSENT_ID) || id === String(ABSENT_KEY_ID);
}

/** These create something whose id is in their answer, so it can be removed again. */
const MAKES: readonly string[] = [
  "POST /projects/{project_id}/endpoints",
  "POST /organizations/{org_id}/api_keys",
  "POST /api_keys",
];

/** Returns why a request must not be sent, if it could change more than the check or target may. */
export function forbidden(
  exchange: Exchange,
  target: Target,
  { ledger, reads }: { ledger: Ledger; reads: boolean },
): string | undefined {
  const { method, route, ids } = exchange;
  if (method === "GET" || Object.values(ids).some(isAbsentId)) return undefined;

  const what = route?.name ?? method;
  if (reads && target.changes !== "none" && bearerOf(exchange) === target.apiKey)
    return `${what} is not sent by a rule that does not say that it changes something`;
  if (target.changes === "all") return undefined;
  if (target.changes === "none") return `${what} is not sent to a read-only server`;
  if (MAKES.includes(what) || ledger.owns(exchange.path)) return undefined;
  return `${what} may change something the run did not make; --changes all allows it`;
}

/** Writes the ledger entry before the request; returns a function to call with the response. */
export function enter(
  exchange: Exchange,
  { ledger, rule, secrets }: { ledger: Ledger; rule?: Judge | undefined; secrets: Secrets },
): () => void {
  const { path } = exchange;
  if (exchange.method === "DELETE") {
    const made = ledger.left().find(({ remove }) => remove === path);
    // To another key it may look absent although it is still there.
    const madeByThisKey = made?.by === secrets.nameOf(bearerOf(exchange) ?? "");
    return () => {
      const isRemoved = exchange.answer?.ok || (madeByThisKey && isAbsent(exchange));
      if (made && isRemoved) ledger.close(made.n, "removed");
    };
  }
  if (!MAKES.includes(exchange.route?.name ?? "")) return () => {};
  const { key_name, endpoint } = bodyOf(exchange);
  const by = secrets.nameOf(bearerOf(exchange) ?? "");
  const n = ledger.ask({
    path,
    rule: rule?.id,
    by,
    name: key_name,
    branch_id: endpoint?.branch_id,
  });
  return () => {
    const { endpoint, id = endpoint?.id } = (exchange.json ?? {}) as Made;
    if (!exchange.answer?.ok) ledger.close(n, "refused");
    else if (id !== undefined) ledger.made(n, `${path}/${encodeURIComponent(id)}`);
  };
}

interface Made {
  id?: string | number;
  endpoint?: { id?: string };
}

function bodyOf({ body }: Exchange): { key_name?: string; endpoint?: { branch_id?: string } } {
  try {
    return JSON.parse(String(body)) ?? {};
  } catch {
    return {};
  }
}

function isAbsent({ status }: Exchange): boolean {
  return status === 404 || status === 410;
}
