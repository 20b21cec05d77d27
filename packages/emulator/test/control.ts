/** Steers a served emulator as any program can. Every response is checked against the spec. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { type ServerOptions, startEmulator } from "../src/index.ts";

interface SpecOperation {
  operationId: string;
  summary: string;
  responses: Record<string, object>;
}

export const controlSpec = parse(
  readFileSync(new URL("../control.openapi.yaml", import.meta.url), "utf8"),
);
const ajv = new Ajv2020({ strict: false });
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addSchema({ $id: "control", ...controlSpec });

export const controlRoutes = Object.entries<Record<string, SpecOperation>>(
  controlSpec.paths,
).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);

/** @throws {Error} unless the value fits the schema at the pointer */
export function checkFits(pointer: string, value: unknown): void {
  const validate = ajv.getSchema(`control#${pointer}`);
  if (!validate?.(value)) {
    throw new Error(`${pointer}: ${ajv.errorsText(validate?.errors)}\n${JSON.stringify(value)}`);
  }
}

/**
 * Returns the route of a request.
 *
 * @throws {Error} unless the spec has this response for it
 */
export function checkControlResponse(method: string, path: string, status: number, body: unknown) {
  const [pathname = ""] = path.split("?");
  const route = controlRoutes.find(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(`/_emulator${pathname}`),
  );
  if (!route) throw new Error(`${method} ${path} is not in control.openapi.yaml`);
  if (!route.responses[status]) throw new Error(`${method} ${path} has no ${status} in the spec`);
  const name = status === 200 ? (route.responses[200] as { $ref: string }).$ref : "Refusal";
  const response = name.slice(name.lastIndexOf("/") + 1);
  checkFits(`/components/responses/${response}/content/application~1json/schema`, body);
  return route;
}

// biome-ignore lint/suspicious/noExplicitAny: the spec says what is in it, and each response is checked
export type Any = any;

export async function startControlled(options: ServerOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { origin } = new URL(emulator.url);
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(`${origin}/_emulator${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body);
    const value: Any = await response.json();
    checkControlResponse(method, path, response.status, value);
    return { status: response.status, body: value };
  };
  const api = async (method: string, path: string, body?: unknown) => {
    const authorization = `Bearer ${emulator.keys.admin}`;
    const headers = { authorization, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${emulator.url}${path}`, init);
    return { status: response.status, body: (await response.json()) as Any };
  };
  return {
    emulator,
    ids: emulator.ids,
    origin,
    send,
    control,
    api,
    events: () => eventsAt(origin),
  };
}

const SCHEMAS: Record<string, string> = {
  state: "State",
  changes: "Changes",
  requests: "Requests",
  clock: "Clock",
};

/** Reads the stream; `next` waits for an event of a name, and skips the others. */
async function eventsAt(origin: string) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/_emulator/events`, { signal: leaving.signal });
  onTestFinished(() => leaving.abort());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function event(): Promise<{ name: string; data: Any }> {
    for (;;) {
      const [whole, name = "", data = ""] = /^event: (.*)\ndata: (.*)\n\n/.exec(text) ?? [];
      if (whole !== undefined) {
        text = text.slice(whole.length);
        const value = JSON.parse(data);
        checkFits(`/components/schemas/${SCHEMAS[name]}`, value);
        return { name, data: value };
      }
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`the stream has ended after ${text}`);
      text += part.value;
    }
  }
  async function next(wanted: string, fits: (data: Any) => boolean = () => true): Promise<Any> {
    for (;;) {
      const { name, data } = await event();
      if (name === wanted && fits(data)) return data;
    }
  }
  return { event, next, close: () => leaving.abort(), headers: response.headers };
}
