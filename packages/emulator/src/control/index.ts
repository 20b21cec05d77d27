/** Answers the control routes: the emulator's own, beside the API that it serves. */
import type { ServerResponse } from "node:http";
import { errorBody, FAILED } from "../assumptions.ts";
import { bodyTooLarge, readBody } from "../body.ts";
import type { Core } from "../emulator.ts";
import { jsonResponse, type PlainRequest, type PlainResponse } from "../http.ts";
import { Problem } from "../problem.ts";
import { routerOf } from "../router.ts";
import { SeedError } from "../seed-data.ts";
import { type Route, routesOf, type Spec } from "../spec.ts";
import { StoreError } from "../store-error.ts";
import { checkParameters } from "../validate.ts";
import { ConnectionList } from "./connections.ts";
import type { Context } from "./context.ts";
import { EventStream } from "./events.ts";
import { handlers, healthOf } from "./handlers.ts";
import { pageResponse } from "./page.ts";
import { type Exchange, RequestLog } from "./request-log.ts";
import type { operations } from "./schema.ts";
import { controlSpec } from "./spec.ts";

const CONTROL_PREFIX = "/_emulator";
/** No page of another site can use a response, not even one that it cannot read. */
const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

export interface Control {
  /** Whether the routes other than `health` are on. */
  isOn: boolean;
  /** Keeps a request to the API for whoever looks at it later. */
  note(exchange: Omit<Exchange, "atMs">): void;
  /** Responds to a control route; undefined when it writes events to `response` from now on. */
  respond(
    request: PlainRequest,
    response: ServerResponse,
    host: string,
  ): Promise<PlainResponse | undefined>;
  /** Ends the streams of events. */
  close(): void;
}

/** True for the page, which is at the root, and for everything under the prefix. */
export function isControlRoute(target: string): boolean {
  return target === "/" || target.startsWith("/?") || target.startsWith(CONTROL_PREFIX);
}

/** @param isOn whether the routes other than `health` are on */
export function createControl(core: Core, isOn: boolean): Control {
  const context: Context = { core, requests: new RequestLog(), connections: new ConnectionList() };
  const events = new EventStream(context);
  const control: Control = {
    isOn,
    note(exchange) {
      if (control.isOn) context.requests.add({ ...exchange, atMs: core.world.nowMs });
    },
    async respond(request, response, host) {
      try {
        const page = pageResponse(request);
        if (page && control.isOn) return page;
        if (page) throw new Problem("notFound", OFF);
        const origin = `http://${host}`;
        const [pathname = "", search = ""] = request.target.split("?", 2);
        const { route, path } = findRoute(request.method, pathname);
        const name = route.operationId as keyof operations;
        if (name === "getHealth")
          return jsonResponse(OK, healthOf(context, origin, control.isOn), HEADERS);
        if (!control.isOn) throw new Problem("notFound", OFF);
        if (name === "streamEvents") return void stream(events, response, origin);
        const query = checkParameters(route, path, search);
        const body = bodyOf(request, route);
        const result = await handlers[name]({ context, origin, path, query, body } as never);
        core.save();
        return jsonResponse(OK, result, HEADERS);
      } catch (error) {
        return refusalOf(error);
      }
    },
    close: () => events.close(),
  };
  return control;
}

const OK = 200;
const OFF =
  "the control routes are off, since other machines can reach this address; " +
  "turn them on with control: true or --control";

const findRoute = routerOf(routesOf(controlSpec as unknown as Spec));

function bodyOf(request: PlainRequest, route: Route): Record<string, unknown> {
  if (request.bodyIsTooLarge) throw bodyTooLarge();
  return route.body === undefined ? {} : readBody(request, route);
}

function stream(events: EventStream, response: ServerResponse, origin: string): void {
  response.setHeader("content-type", "text/event-stream");
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  events.add(response, origin);
}

/** @throws what is not the caller's fault */
function refusalOf(error: unknown): PlainResponse {
  if (error instanceof StoreError) {
    return jsonResponse(FAILED.internal, errorBody("internal", error.message), HEADERS);
  }
  const problem =
    error instanceof RangeError || error instanceof SeedError
      ? new Problem("malformed", error.message)
      : error;
  if (!(problem instanceof Problem)) throw error;
  const { status, body, headers } = problem;
  return jsonResponse(status, body, { ...headers, ...HEADERS });
}
