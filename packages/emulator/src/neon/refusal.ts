/** Refusals as the provider words them. */
import { randomUUID } from "node:crypto";
import { jsonResponse, type PlainRequest, type PlainResponse, PREFIX } from "../http.ts";
import { Problem } from "../problem.ts";
import { findRoute, type RoutedRequest } from "../router.ts";
import type { Route } from "../spec.ts";
import { complete } from "./complete.ts";
import { refusalSchema } from "./spec.ts";

/** A refusal with the provider's status and text. */
export class Refusal extends Problem {
  override readonly status: number;
  readonly providerCode: string;
  /** Further fields of this refusal's envelope. */
  readonly more: object;

  /** @param providerCode often empty */
  constructor(status: number, message: string, providerCode = "", more: object = {}) {
    super("conflict", message);
    this.status = status;
    this.providerCode = providerCode;
    this.more = more;
  }
}

/** Answers a refusal in the provider's one envelope, with more where the route has more. */
export function refuse(problem: Problem, { method, target }: PlainRequest): PlainResponse {
  const request_id = randomUUID();
  const { status, message, headers } = problem;
  const { providerCode: code, more } =
    problem instanceof Refusal ? problem : { providerCode: "", more: {} };
  const route = routeOf(method, target);
  const schema = route && refusalSchema(route, status);
  const body = { request_id, code, message, ...more };
  const shown = schema
    ? complete(schema, body, { path: {}, world: { timestamp: () => "" } })
    : body;
  return jsonResponse(status, shown, { ...headers, ...requestIdHeader(request_id) });
}

function routeOf(method: string, target: string): Route | undefined {
  try {
    return findRoute(method, target.slice(PREFIX.length).split("?")[0] ?? "").route;
  } catch {
    return undefined;
  }
}

export function requestIdHeader(request_id: string = randomUUID()): Record<string, string> {
  return { "x-neon-ret-request-id": request_id };
}

/** @throws {Refusal} 400 naming the first query parameter that the route requires and the request lacks */
export function refuseIncomplete({ route, query }: Pick<RoutedRequest, "route" | "query">): void {
  const missing = route.required.find((name) => !query[name]);
  if (missing === "org_id") throw organizationRequired();
  if (missing !== undefined) throw new Refusal(400, `${missing} is required`);
}

export function organizationRequired(): Refusal {
  const message = "org_id is required, you can find it on your organization settings page";
  return new Refusal(400, message);
}

/** A project with unfinished operations takes no change. */
export const BUSY =
  "project already has running conflicting operations, scheduling of new ones is prohibited";
