import { changed, fromTo, type RouteChange } from "./change.ts";
import { compareContents, schemaOf } from "./contents.ts";
import { type Parameter, resolved } from "./openapi.ts";
import type { Route } from "./route.ts";
import { type Comparison, compareSchemas } from "./schemas.ts";

const STYLES = { query: "form", cookie: "form", path: "simple", header: "simple" };

export function compareRequests(b: Route, a: Route): RouteChange[] {
  const comparison: Comparison = {
    side: "request",
    before: b.schemas,
    after: a.schemas,
    compared: new Set(),
  };
  const changes = [...compareParameters(comparison, b, a), ...compareBodies(comparison, b, a)];
  const [was, is] = [b, a].map(({ operation }) => operation["x-documented"]?.request);
  if (was !== "not-shown" || (is !== "shown" && is !== "none")) return changes;
  // The placeholder of a request that is not shown promises nothing but its path.
  const ofPath = changes.filter(({ where }) => where?.startsWith("path parameter "));
  const what = "is now shown, with its parameters and body";
  return [...ofPath, changed("request-refined", false, what, "request")];
}

function compareParameters(comparison: Comparison, b: Route, a: Route): RouteChange[] {
  const [old, now] = [parametersOf(b), parametersOf(a)];
  const kept = [...old].flatMap(([where, was]) => {
    const is = now.get(where);
    if (is) return compareParameter(comparison, was, is, where);
    return [changed("parameter-removed", true, "was removed", where)];
  });
  const added = [...now]
    .filter(([where]) => !old.has(where))
    .map(([where, { required }]) =>
      required
        ? changed("parameter-required", true, "was added as required", where)
        : changed("parameter-added", false, "was added", where),
    );
  return [...kept, ...added];
}

function compareParameter(
  comparison: Comparison,
  was: Parameter,
  is: Parameter,
  where: string,
): RouteChange[] {
  const changes: RouteChange[] = [];
  if (!was.required && is.required) {
    changes.push(changed("parameter-required", true, "became required", where));
  }
  if (was.required && !is.required) {
    changes.push(changed("parameter-optional", false, "became optional", where));
  }
  const [style, newStyle] = [styleOf(was), styleOf(is)];
  if (style !== newStyle) {
    const what = `serialization ${fromTo(style, newStyle)}`;
    changes.push(changed("parameter-style-changed", true, what, where));
  }
  return [...changes, ...compareSchemas(comparison, schemaOf(was), schemaOf(is), where)];
}

/** By place and name; a route's own parameters override those of its path. */
function parametersOf({ spec, item, operation }: Route): Map<string, Parameter> {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return new Map(
    parameters.map((ref) => {
      const parameter = resolved(spec, ref);
      const { name, in: place } = parameter;
      return [`${place} parameter ${place === "header" ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function styleOf(parameter: Parameter): string {
  const { in: place, style = STYLES[place], explode, allowReserved, content } = parameter;
  if (content) return Object.keys(content).join();
  const words = [style];
  if (explode ?? style === "form") words.push("exploded");
  if (allowReserved) words.push("unescaped");
  return words.join(" ");
}

function compareBodies(comparison: Comparison, b: Route, a: Route): RouteChange[] {
  const where = "request body";
  const [old, now] = [bodyOf(b), bodyOf(a)];
  if (!old && !now) return [];
  if (!now) return [changed("request-body-removed", true, "was removed", where)];
  if (!old && now.required) {
    return [changed("request-body-required", true, "was added as required", where)];
  }
  if (!old) return [changed("request-body-added", false, "was added", where)];
  const changes = compareContents(comparison, old.content, now.content, where);
  if (!old.required && now.required) {
    changes.push(changed("request-body-required", true, "became required", where));
  }
  if (old.required && !now.required) {
    changes.push(changed("request-body-optional", false, "became optional", where));
  }
  return changes;
}

function bodyOf({ spec, operation }: Route) {
  return operation.requestBody && resolved(spec, operation.requestBody);
}
