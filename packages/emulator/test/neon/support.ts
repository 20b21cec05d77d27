/** Shared by the tests of the profile: every response is checked against the provider's schemas. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dereference, type Schema, validate } from "@cfworker/json-schema";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";
import { neon } from "../../src/neon/index.ts";
import { findRoute } from "../../src/router.ts";
import type { Route } from "../../src/spec.ts";

export const NOON_MS = Date.parse("2026-03-01T12:00:00Z");

const { paths, components } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("#openapi.neon.json"), "utf8"),
);

const { schemas } = JSON.parse(
  JSON.stringify(components, (name, value) => (/^examples?$/.test(name) ? undefined : value)),
);

export interface Reply {
  status: number;
  // The schemas decide what is there; tests read what they need.
  // biome-ignore lint/suspicious/noExplicitAny: a test fails on what is missing
  body: any;
  headers: Headers;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Creates an emulator at noon with its profile; time passes only with `advance`. */
export function createNeon(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ now: () => NOON_MS, profile: neon, ...options });
  const call = callsOf(emulator);
  const { keys, ids } = emulator;
  return {
    emulator,
    ids,
    as: call,
    admin: call(keys.admin),
    organization: call(keys.organization),
    project: call(keys.project),
    /** Lets all operations finish. */
    settle: () => emulator.advance(5_000),
  };
}

export function callsOf(emulator: Pick<Emulator, "fetch" | "url">) {
  return (key: string): Call =>
    async (method, path, body) => {
      const response = await emulator.fetch(`${emulator.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      const text = await response.text();
      const misfits = misfitsOf({ method, path: path.split("?")[0] ?? "" }, status, text);
      if (misfits.length > 0) throw new Error(`${method} ${path} ${status} ${misfits}: ${text}`);
      const isJson = headers.get("content-type") === "application/json" && text !== "";
      return { status, headers, body: isJson ? JSON.parse(text) : text };
    };
}

/** The ways in which a response differs from the provider's schema for its status. */
export function misfitsOf(
  { method, path }: { method: string; path: string },
  status: number,
  text: string,
): string[] {
  const route = routeOf(method, path);
  const responses = route && paths[route.path][route.method.toLowerCase()].responses;
  const shown = resolved(responses?.[status] ?? responses?.default ?? ERROR);
  if (status < 300 && !responses?.[status]) return [`status ${status} is not listed`];
  if (!shown.content) return text === "" || text === "{}" ? [] : ["a body where none is shown"];
  const schema = shown.content["application/json"]?.schema;
  if (!schema) return [];
  if (!known.has(schema)) dereference(schema, lookup, undefined, `/response/${known.size}`);
  known.add(schema);
  const { errors } = validate(JSON.parse(text), schema, "2020-12", lookup);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

/** The schemas that references lead to, by their addresses, and the responses that are among them. */
const lookup = dereference({ components: { schemas } } as Schema);
const known = new Set<object>();

const ERROR = { $ref: "#/components/responses/Error" };

function resolved({
  $ref,
  ...rest
}: {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}) {
  return $ref === undefined ? rest : components.responses[$ref.slice($ref.lastIndexOf("/") + 1)];
}

function routeOf(method: string, path: string): Route | undefined {
  try {
    return findRoute(method, path).route;
  } catch {
    return undefined;
  }
}
