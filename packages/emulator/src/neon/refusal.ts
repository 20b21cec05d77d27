/** Refusals as the provider words them. */
import { randomUUID } from "node:crypto";
import { jsonResponse, type PlainResponse } from "../http.ts";
import { Problem } from "../problem.ts";

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

/** Answers a refusal in the provider's one envelope. */
export function refuse(problem: Problem): PlainResponse {
  const request_id = randomUUID();
  const code = problem instanceof Refusal ? problem.providerCode : "";
  const body = { request_id, code, message: problem.message };
  return jsonResponse(problem.status, body, requestIdHeader(request_id));
}

export function requestIdHeader(request_id: string = randomUUID()): Record<string, string> {
  return { "x-neon-ret-request-id": request_id };
}

/** A project with unfinished operations takes no change. */
export const BUSY =
  "project already has running conflicting operations, scheduling of new ones is prohibited";
