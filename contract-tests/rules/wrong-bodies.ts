/** Bodies that do not fit what the document shows, and how to see that one is refused. */
import assert from "node:assert/strict";
import type { Context } from "../context.ts";
import { resolve, route, send } from "../routes.ts";

/** The body is answered 4xx. The document shows no status for it, only that 401 is about the key. */
export async function assertBodyRefused({ api, target }: Context, name: string, body: unknown) {
  const { response } = await send(api, route(name), { ids: target.ids, body });

  const { status } = response;
  const refused = status >= 400 && status < 500 && status !== 401;
  assert.ok(refused, `${name} answered ${status} to ${JSON.stringify(body)}`);
}

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
}

/** Variations of a valid body, each with one required property less or one of another type. */
export function wrongBodies(
  schema: Schema,
  valid: unknown,
  at = "the body",
): { what: string; body: unknown }[] {
  const { type, anyOf = [], required = [], properties = {} } = resolve(schema) as Schema;
  const allowed = [type, ...anyOf.map((part) => (resolve(part) as Schema).type)];
  const retyped = { what: `${at} of another type`, body: allowed.includes("string") ? 1 : "text" };
  if (typeof valid !== "object" || valid === null) return [retyped];

  const object = valid as Record<string, unknown>;
  const dropped = required.map((name) => {
    const { [name]: _, ...others } = object;
    return { what: `${at} without ${name}`, body: others };
  });
  const inside = Object.entries(properties).flatMap(([name, property]) =>
    wrongBodies(property, object[name], name).map(({ what, body }) => ({
      what,
      body: { ...object, [name]: body },
    })),
  );
  return [retyped, ...dropped, ...inside];
}
