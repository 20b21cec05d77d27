/**
 * A TypeDoc plugin. The compiler drops the name of a shape of the spec, so each signature would print
 * all its fields; the plugin restores the name and moves the fields to the page of that name.
 * Destructured parameters are named `options`.
 * `paths`, `operations` and `components` are left out, since `npm run docs` documents the whole spec.
 */
import { Converter, ReferenceType } from "typedoc";

const WHOLE_SPEC = ["components", "operations", "paths"];

export function load({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const index = project.getChildByName(["index"]);
    const whole = WHOLE_SPEC.map((name) => index.getChildByName([name]));
    const schemas = fieldsOf(index.getChildByName(["components", "schemas"])?.type);
    const named = new Map();
    for (const alias of index.children) {
      const schema = schemas.find(({ name }) => name === alias.name);
      if (!schema || schema.type.type === "reference") continue;
      alias.type = schema.type;
      if (shapeOf(schema.type)) named.set(shapeOf(schema.type), alias);
    }
    for (const reflection of Object.values(project.reflections)) {
      if (isWithin(reflection, whole)) continue;
      if (reflection.name === "__namedParameters") reflection.name = "options";
      if (reflection.type) reflection.type = withNames(reflection.type, named, reflection);
    }
    for (const reflection of whole) project.removeReflection(reflection);
  });
}

function withNames(type, named, owner) {
  const alias = named.get(shapeOf(type));
  if (alias && alias !== owner) {
    return ReferenceType.createResolvedReference(alias.name, alias, alias.project);
  }
  const again = (inner) => withNames(inner, named, owner);
  for (const key of ["elementType", "target"]) if (type[key]?.visit) type[key] = again(type[key]);
  for (const key of ["types", "typeArguments"]) if (type[key]) type[key] = type[key].map(again);
  return type;
}

/** Equal for two object types with the same fields. */
function shapeOf(type) {
  const names = fieldsOf(type).map(({ name }) => name);
  return names.length > 1 ? names.sort().join() : undefined;
}

function fieldsOf(type) {
  return (type?.type === "reflection" && type.declaration.children) || [];
}

function isWithin(reflection, outer) {
  for (let at = reflection; at; at = at.parent) if (outer.includes(at)) return true;
  return false;
}
