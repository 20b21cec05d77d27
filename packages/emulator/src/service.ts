/** One function from a request to an answer: authenticate, find the route, authorize, validate, act. */
import { isUtf8 } from "node:buffer";
import { BODY_NOT_TAKEN, CREATES, MAX_BODY, NO_OPERATIONS, SUCCESS } from "./assumptions.ts";
import { authenticate, authorize } from "./auth.ts";
import { branchOf } from "./branches.ts";
import { handlerOf } from "./handlers.ts";
import { Problem } from "./problem.ts";
import { useProject } from "./project-states.ts";
import { findRoute } from "./router.ts";
import type { Route } from "./spec.ts";
import { checkParameters, validateBody } from "./validate.ts";
import type { World } from "./world.ts";

/** "The API version is part of the base address: {base_url} ends with the path prefix `/api/v2`." */
export const PREFIX = "/api/v2";

/** A request without anything of the network. */
export interface PlainRequest {
  method: string;
  /** Path and query, as they stand in the request line. */
  target: string;
  authorization?: string | null | undefined;
  contentType?: string | null | undefined;
  contentEncoding?: string | null | undefined;
  body?: string | Uint8Array | undefined;
  /** Whether the adapter gave up reading the body. */
  bodyIsTooLarge?: boolean | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers one request. What cannot be answered is a 4xx that names why. */
export function answer(world: World, request: PlainRequest): Answer {
  world.settle();
  try {
    return respond(world, request);
  } catch (error) {
    if (error instanceof Problem) return json(error.status, error.body);
    throw error;
  }
}

/** The 401 of a request without a valid key; nothing else of it has to be there yet. */
export function refusal(world: World, { authorization }: PlainRequest): Answer | undefined {
  world.settle();
  try {
    authenticate(world, authorization);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return json(error.status, error.body);
    throw error;
  }
}

export function json(status: number, body: unknown, headers?: Record<string, string>): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

function respond(world: World, request: PlainRequest): Answer {
  const { method, target } = request;
  const principal = authenticate(world, request.authorization);
  if (request.bodyIsTooLarge) throw tooLarge();
  const question = target.indexOf("?");
  const pathname = question < 0 ? target : target.slice(0, question);
  if (!pathname.startsWith(`${PREFIX}/`)) {
    throw new Problem("notFound", `every path begins with ${PREFIX}/`);
  }
  const { route, path } = findRoute(method, pathname.slice(PREFIX.length));
  authorize(world, principal, route, path);
  if (path.project_id !== undefined) useProject(world, path.project_id);
  if (path.branch_id !== undefined) branchOf(world, path);
  const query = checkParameters(route, path, question < 0 ? "" : target.slice(question + 1));
  const body = route.bodySchema === undefined ? BODY_NOT_TAKEN : parsed(request, route);
  const result = handlerOf(route)({ world, principal, route, path, query, body });

  const status =
    method === "POST" && CREATES.test(route.operationId) ? SUCCESS.created : SUCCESS.read;
  if (route.produces !== "application/json") {
    return { status, headers: { "content-type": route.produces }, body: `${result}` };
  }
  const lacksOperations = route.listsOperations && !Object.hasOwn(result as object, "operations");
  return json(
    status,
    lacksOperations ? { ...(result as object), operations: NO_OPERATIONS } : result,
  );
}

function parsed(request: PlainRequest, route: Route): Record<string, unknown> {
  const { body = "", contentType, contentEncoding } = request;
  if (body.length === 0 && !route.requiresBody) return {};
  if (body.length === 0) throw new Problem("malformed", "body is missing", "body");
  if (body.length > MAX_BODY.bytes) throw tooLarge();
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? "")) {
    const field = "header.content-type";
    throw new Problem("unsupportedMedia", `${field} must be application/json`, field);
  }
  if (contentEncoding && contentEncoding !== "identity") {
    const field = "header.content-encoding";
    throw new Problem("unsupportedMedia", `${field} must not be given`, field);
  }
  const value = parse(textOf(body));
  validateBody(route, value);
  return value as Record<string, unknown>;
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === "string") return body;
  if (!isUtf8(body)) throw new Problem("malformed", "body is not UTF-8", "body");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}

function parse(text: string): unknown {
  if (text.length > MAX_BODY.depth && depthOf(text) > MAX_BODY.depth) {
    throw new Problem("malformed", `body nests deeper than ${MAX_BODY.depth}`, "body");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("malformed", `body is not JSON: ${(error as Error).message}`, "body");
  }
}

/** How deep brackets nest outside of strings: what nests too deep cannot be written again. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) inString = !inString;
    else if (code === 0x5c) index++;
    else if (inString) continue;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

function tooLarge(): Problem {
  return new Problem("tooLarge", `body is larger than ${MAX_BODY.bytes} bytes`, "body");
}
