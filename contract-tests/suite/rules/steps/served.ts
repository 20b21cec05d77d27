/** Judges by its answers whether a server has a documented route. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Target } from "../../run/target.ts";
import { routes as documented, type Route } from "../../spec/routes.ts";
import { isRefusal } from "./asserts.ts";
import { everyRoute, inOrder, type Sent } from "./every-route.ts";

export interface Judgement {
  /** Of a route, or of a family. */
  name: string;
  verdict: "served" | "not served" | "not judged";
  /** Completes the name: "answered 404". */
  answer: string;
}

const COMMAND = /\/(start|suspend)$/;

const LISTS = new Set(
  documented.filter(({ operationId }) => /^(list|count)/.test(operationId)).map(({ path }) => path),
);

/** Sends routes in turn and judges each. */
export async function judgeRoutes(
  context: Context,
  routes: readonly Route[],
): Promise<Judgement[]> {
  const judged: Judgement[] = [];
  for await (const sent of everyRoute(context, routes)) judged.push(judge(context.target, sent));
  return judged;
}

/**
 * Judges a family by the GETs that can be asked; one without any, by a route that makes something
 * where the run may. Stops at the first that is served.
 */
export async function judgeFamily(
  context: Context,
  name: string,
  paths: RegExp,
): Promise<Judgement> {
  const { changes, ids, routes } = context.target;
  const family = inOrder(routes.filter(({ path }) => paths.test(path)));
  const reading = family.filter(
    ({ method, pathParameters }) => method === "GET" && pathParameters.every((it) => it in ids),
  );
  const making = family.filter(({ method }) => method === "POST" && changes === "all").slice(0, 1);
  const judged: Judgement[] = [];
  for (const route of reading.length > 0 ? reading : making) {
    const [one] = await judgeRoutes(context, [route]);
    if (one?.verdict === "served") return { ...one, name };
    if (one) judged.push(one);
  }
  const verdict = judged.some((it) => it.verdict === "not served") ? "not served" : "not judged";
  const answers = judged.map((it) => `${it.name} ${it.answer}`).join(", ");
  return { name, verdict, answer: answers ? `(${answers})` : "(none of its routes can be asked)" };
}

/**
 * Fails with every route that is not served, and its answer. Blocks the check when a route is not
 * judged, so that a pass says that each one is served.
 */
export function assertAllServed(judged: readonly Judgement[]) {
  const linesOf = (verdict: Judgement["verdict"]) =>
    judged.filter((it) => it.verdict === verdict).map(({ name, answer }) => `${name} ${answer}`);
  const notServed = linesOf("not served");
  const notJudged = linesOf("not judged");
  const ofAll = (lines: string[]) => `${lines.length} of ${judged.length}`;
  const lines = [`not served, ${ofAll(notServed)}:`, ...notServed];
  if (notJudged.length > 0) lines.push(`not judged, ${ofAll(notJudged)}:`, ...notJudged);
  assert.equal(notServed.length, 0, lines.join("\n"));
  if (judged.length === 0) throw new Blocked("no route can be asked");
  if (notJudged.length > 0) {
    throw new Blocked(`not judged, ${ofAll(notJudged)}: ${notJudged.join("; ")}`);
  }
}

/**
 * Any 2xx shows the route. Where the body of the request is not shown, or the server may lack what
 * the path names, a refusal shows nothing.
 */
function judge(target: Target, { route, status, absent }: Sent): Judgement {
  const { name } = route;
  const answer = `answered ${status}`;
  if (status >= 200 && status < 300) return { name, verdict: "served", answer };
  // A redirect, a 401 to a valid key and a 405 say that the route is not here.
  const isHere = status >= 400 && status !== 401 && status !== 405;
  const isRefused = isRefusal(status) && isHere;
  // Not shown: which states of a compute allow a start or a suspension.
  if (isRefused && status !== 404 && COMMAND.test(name)) {
    return { name, verdict: "not judged", answer };
  }
  if (!isRefused || target.bodies) return { name, verdict: "not served", answer };
  if (absent.length > 0) {
    return { name, verdict: "not judged", answer: `needs ${absent.join(", ")}, not known` };
  }
  const isMissing = (status === 404 || status === 410) && isThere(route, target);
  return { name, verdict: isMissing ? "not served" : "not judged", answer };
}

/** Whether the thing itself exists whenever those that its path names do: a setting may not be set. */
function isThere({ path, pathParameters }: Route, { keys, apiKey }: Target): boolean {
  if (path.endsWith("}") || (LISTS.has(path) && pathParameters.length > 0)) return true;
  // Consumption metrics may belong to another plan; other keys than a person's see less.
  return (
    pathParameters.length === 0 && !path.includes("consumption") && keys?.admin?.key === apiKey
  );
}
