/** A second validator: Prism reads schemas by draft 7, this one by 2020-12, which OpenAPI 3.1 says. */
import { type Schema, Validator } from "@cfworker/json-schema";
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };

const validators = new Map<string, Validator>();

/** What is wrong with a value, one line per fault; none if it fits the schema of the bundle. */
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
