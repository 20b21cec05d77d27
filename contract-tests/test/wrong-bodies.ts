/** Makes request bodies that violate the documented shape. */
import { resolve } from "../suite/spec/routes.ts";

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
}

/** Returns variations of a valid body: one required property missing, or one of another type. */
export function wrongBodies(
  schema: Schema,
  valid: unknown,
  at = "the body",
): { what: string; body: unknown }[] {
  const { type, anyOf = [], required = [], properties = {} } = resolve<Schema>(schema);
  const allowed = [type, ...anyOf.map((part) => resolve<Schema>(part).type)];
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
