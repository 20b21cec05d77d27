/** Refusals as the provider words them. */
import { randomUUID } from "node:crypto";
import { jsonResponse, type PlainRequest, type PlainResponse, PREFIX } from "../http.ts";
import { Problem } from "../problem.ts";
import { findRoute } from "../router.ts";
import type { Route } from "../spec.ts";
import { complete } from "./complete.ts";
import { refusalSchema } from "./spec.ts";

/** A refusal with the provider's status and text. */
export class Refusal extends Problem {
  override readonly status: number;
  readonly providerCode: string;

  /** @param providerCode often empty */
  constructor(status: number, message: string, providerCode = "") {
    super("conflict", message);
    this.status = status;
    this.providerCode = providerCode;
  }
}

/** Answers a refusal in the provider's one envelope, with more where the route has more. */
export function refuse(problem: Problem, { method, target }: PlainRequest): PlainResponse {
  const request_id = randomUUID();
  const { status, message, headers } = problem;
  const code = problem instanceof Refusal ? problem.providerCode : "";
  const route = routeOf(method, target);
  const schema = route && refusalSchema(route, status);
  const body = { request_id, code, message };
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

/** A project with unfinished operations takes no change. */
export const BUSY =
  "project already has running conflicting operations, scheduling of new ones is prohibited";
