/** A second validator: Prism reads schemas as draft 7, this one as 2020-12, like OpenAPI 3.1. */
import { type Schema, Validator } from "@cfworker/json-schema";
import { spec } from "./bundle.ts";

const validators = new Map<string, Validator>();

/** Returns one line per violation of a schema that may refer to the bundle's components. */
export function schemaErrors(schema: Record<string, unknown>, value: unknown): string[] {
  const key = JSON.stringify(schema);
  let validator = validators.get(key);
  if (!validator) {
    const { schemas } = structuredClone(spec.components);
    validator = new Validator({ ...schema, components: { schemas } } as Schema, "2020-12", false);
    validators.set(key, validator);
  }
  return validator.validate(value).errors.map((e) => `${e.instanceLocation}: ${e.error}`);
}
