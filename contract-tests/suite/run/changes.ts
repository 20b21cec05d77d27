/** Holds a run to what it may change, and keeps the ledger of what it made. */
import { bearerOf, type Exchange } from "./exchange.ts";
import type { Ledger } from "./ledger.ts";
import type { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

/** Ids that nothing has: a server that lets such a request in loses nothing. */
export const ABSENT_ID = "does-not-exist";
export const ABSENT_KEY_ID = Number.MAX_SAFE_INTEGER;

/** What is made by these is named in their answer, and can be removed. */
const MAKES: readonly string[] = [
  "POST /projects/{project_id}/endpoints",
  "POST /organizations/{org_id}/api_keys",
  "POST /api_keys",
];

/** Why a request is not sent, if it could change more than the target allows. */
export function forbidden(exchange: Exchange, target: Target, ledger: Ledger): string | undefined {
  const { method, route, ids } = exchange;
  if (method === "GET" || target.changes === "all") return undefined;
  const isNothings = (id: string) => id.includes(ABSENT_ID) || id === String(ABSENT_KEY_ID);
  if (Object.values(ids).some(isNothings)) return undefined;

  const what = route?.name ?? method;
  if (target.changes === "none") return `${what} is not sent to a server that is only read`;
  if (MAKES.includes(what) || ledger.owns(pathOf(exchange, target))) return undefined;
  return `${what} may change what the run did not make; --changes all allows it`;
}

/** Enters what a request is about to make or to remove; gives what to enter of its answer. */
export function enter(
  exchange: Exchange,
  { target, ledger, secrets }: { target: Target; ledger: Ledger; secrets: Secrets },
): () => void {
  const path = pathOf(exchange, target);
  if (exchange.method === "DELETE") {
    const made = ledger.left().find(({ remove }) => remove === path);
    // Another key may be told that it does not exist.
    const isIts = made?.by === secrets.nameOf(bearerOf(exchange) ?? "");
    return () => {
      const isRemoved = exchange.answer?.ok || (isIts && isAbsent(exchange));
      if (made && isRemoved) ledger.close(made.n, "removed");
    };
  }
  if (!MAKES.includes(exchange.route?.name ?? "")) return () => {};
  const { key_name, endpoint } = bodyOf(exchange);
  const by = secrets.nameOf(bearerOf(exchange) ?? "");
  const n = ledger.ask({ path, by, name: key_name, branch_id: endpoint?.branch_id });
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

/** Any answer is allowed to a second removal. */
function isAbsent({ status }: Exchange): boolean {
  return status === 404 || status === 410;
}

function pathOf({ url }: Exchange, { url: baseUrl }: Target): string {
  return new URL(url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
}
