/** Prints the forms of a spec without its words, to compare them with those the document shows. */

// biome-ignore lint/suspicious/noExplicitAny: tests read a spec by path.
export type Tree = any;

/** The forms of schemas, parameters and bodies by name, and those of routes by operationId. */
export function formsOf({ components, paths, security, servers }: Tree) {
  const { schemas, parameters, requestBodies, responses, securitySchemes } = components;
  return {
    server: servers.map(({ url, variables }: Tree) => `${url} ${variables.base_url.default}`),
    security,
    securitySchemes: mapped(securitySchemes, (scheme) => rest(scheme, "description")),
    schemas: mapped(schemas, formOf),
    parameters: Object.fromEntries(Object.values<Tree>(parameters).map(parameterForm)),
    contents: mapped({ ...requestBodies, ...responses }, contentForm),
    routes: Object.fromEntries(Object.values<Tree>(paths).flatMap(routeForms)),
  };
}

/** The routes of a spec as rows of the document's table, in the order of their names. */
export function rowsOf({ paths }: Tree) {
  return Object.entries<Tree>(paths)
    .flatMap(([path, { parameters: _, ...methods }]) =>
      Object.entries<Tree>(methods).map(([method, route]) => {
        const { operationId, tags, "x-documented": documented } = route;
        return { method: method.toUpperCase(), path, ...documented, operationId, tag: `${tags}` };
      }),
    )
    .sort(byName);
}

export function byName(a: { operationId: string }, b: { operationId: string }): number {
  return a.operationId < b.operationId ? -1 : 1;
}

/** A schema as text, or as an object when it has properties. */
export function formOf(schema: Tree = {}): Tree {
  if (typeof schema === "boolean") return schema ? "any" : "never";
  const { description: _, examples: __, ...form } = schema;
  const { $ref, allOf, anyOf, ...others } = form;
  if ($ref) return nameOf(form) + rest(form, "$ref");
  if (allOf) return [...allOf.map(formOf), ...(rest(others) ? [rest(others)] : [])];
  if (anyOf) return anyOf.map(formOf).join(" | ") + rest(others);
  if (form.properties) return objectForm(form);
  if (form.enum) return enumForm(form);
  const { type = "any", items, format, pattern, minimum, maximum, multipleOf, maxItems } = form;
  const words = [
    items ? `${formOf(items)}[]` : type,
    format,
    pattern && `/${pattern}/`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    multipleOf && `by ${multipleOf}`,
    maxItems !== undefined && `at most ${maxItems}`,
  ];
  const known = ["format", "pattern", "minimum", "maximum", "multipleOf", "maxItems"];
  const isPlain = items ? type === "array" : typeof type === "string";
  if (isPlain) known.push("type", "items");
  return words.filter(Boolean).join(" ") + rest(form, ...known);
}

function objectForm(form: Tree) {
  const { required = [], properties } = form;
  const entries = Object.entries<Tree>(properties).map(([name, property]) => [
    required.includes(name) ? name : `${name}?`,
    formOf(property),
  ]);
  for (const name of required) if (!(name in properties)) entries.push([name, "undeclared"]);
  const { type = "any type", ...others } = form;
  const more = (type === "object" ? "" : type) + rest(others, "required", "properties");
  return { ...Object.fromEntries(entries), ...(more && { "": more }) };
}

function enumForm(form: Tree): string {
  const { enum: values, type = "any type", ...others } = form;
  const fits = values.every((value: unknown) => typeof value === type);
  return (fits ? "" : `${type} `) + values.join(" | ") + rest(others);
}

/** The keywords that are not known, as JSON; an open object has none. */
function rest(form: Tree, ...known: string[]): string {
  const others = Object.entries<Tree>(form).filter(
    ([key, value]) => !known.includes(key) && !(key === "additionalProperties" && isOpen(value)),
  );
  return others.length > 0 ? ` ${JSON.stringify(Object.fromEntries(others))}` : "";
}

function isOpen(additional: Tree): boolean {
  return additional === true || JSON.stringify(additional) === "{}";
}

function parameterForm(parameter: Tree): [string, string] {
  const { name, in: place, required, schema } = parameter;
  const known = ["name", "in", "required", "schema", "description", "example"];
  return [required ? name : `${name}?`, `${place} ${formOf(schema)}${rest(parameter, ...known)}`];
}

function contentForm(part: Tree): string {
  const types = Object.entries<Tree>(part.content).map(
    ([type, media]) =>
      `${type} ${formOf(media.schema)}${rest(media, "schema", "example", "examples")}`,
  );
  const required = part.required ? "required " : "";
  return required + types.join(", ") + rest(part, "description", "required", "content");
}

/** `path parameters, query parameters, body -> responses`, with whatever else a route says. */
function routeForms({ parameters: shared = [], ...methods }: Tree): [string, string][] {
  return Object.values<Tree>(methods).map((route) => {
    const { operationId, parameters = [], requestBody, responses } = route;
    const takes = [...shared, ...parameters, ...(requestBody ? [requestBody] : [])];
    const answers = Object.entries<Tree>(responses).map(
      ([status, part]) => `${status} ${nameOf(part)}`,
    );
    const words = ["operationId", "tags", "summary", "description", "x-documented"];
    const more = rest(route, ...words, "parameters", "requestBody", "responses");
    return [operationId, `${takes.map(nameOf).join(", ")} -> ${answers.join(", ")}${more}`];
  });
}

function mapped(parts: Record<string, Tree>, form: (part: Tree) => unknown) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, form(part)]));
}

function nameOf({ $ref = "none" }: Tree): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
