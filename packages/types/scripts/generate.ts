/**
 * Writes `src/schema.ts` and `src/routes.ts` from the bundled spec; with `--check` it writes nothing
 * and fails if one is stale. (The generator's own CLI would lint the spec with an older Redocly.)
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, {
  addJSDocComment,
  astToString,
  type OpenAPI3,
  type OperationObject,
  oapiRef,
  type PathItemObject,
  type SchemaObject,
} from "openapi-typescript";
import ts from "typescript";

const HEADER = "/** Generated from the spec by `npm run generate`; not edited by hand. */\n";
const document = await read("openapi.json");
const neon = await read("openapi.neon.json");
const files = {
  "schema.ts": await schema(document),
  "routes.ts": routes(document),
  "neon.ts": await schema(neon),
  "neon-data.ts": data(neon),
};

for (const [name, code] of Object.entries(files)) {
  const file = new URL(`../src/${name}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    await writeFile(file, HEADER + code);
  } else if ((await readFile(file, "utf8").catch(() => "")) !== HEADER + code) {
    console.error(`packages/types/src/${name} is stale: run \`npm run generate\` and commit it`);
    process.exitCode = 1;
  }
}

async function read(name: string): Promise<OpenAPI3> {
  const file = fileURLToPath(import.meta.resolve(`@hosted-postgres/openapi/${name}`));
  const document = JSON.parse(await readFile(file, "utf8"));
  describeReferences(document, document.components.schemas);
  return document;
}

/** Gives each property that only refers to a schema that schema's description, for editors. */
function describeReferences(value: unknown, schemas: Record<string, SchemaObject>) {
  if (typeof value !== "object" || value === null) return;
  const { properties } = value as SchemaObject & { properties?: Record<string, SchemaObject> };
  for (const property of Object.values(properties ?? {})) {
    const { $ref = "" } = property as { $ref?: string };
    const { description } = schemas[$ref.replace("#/components/schemas/", "")] ?? {};
    if (description !== undefined) property.description ??= description;
  }
  for (const part of Object.values(value)) describeReferences(part, schemas);
}

async function schema(document: OpenAPI3): Promise<string> {
  const generated = await openapiTS(document, {
    // A default of the server must not make a property required in requests.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform,
  });
  const nodes = generated.filter((node) => !isEmpty(node));
  describeOperations(nodes, document);
  return withPlainText(astToString([...nodes, ...namedSchemas(document)]));
}

/**
 * Makes each description the text of its comment, which editors show first, where the generator
 * writes a tag and indents the lines after the first.
 */
function withPlainText(code: string): string {
  return code.replace(/\/\*\*[\s\S]*?\*\//g, (comment) => {
    const [, line] = /\n( +\*)/.exec(comment) ?? [];
    if (line === undefined) return comment.replace("@description ", "");
    const [summary = "", ...tags] = comment.slice(0, -3).trimEnd().split(`\n${line} @`);
    const [description = "", ...others] = tags.sort((a, b) => rank(a) - rank(b));
    if (rank(description) > 0) return comment;
    const text = description
      .slice("description ".length)
      .replaceAll(`\n${line}     `, `\n${line} `);
    const gap = summary === "/**" ? [] : [line];
    return [
      summary,
      ...gap,
      `${line} ${text}`,
      ...others.map((tag) => `${line} @${tag}`),
      `${line}/`,
    ].join("\n");
  });
}

/** The description comes first; the other tags keep their order. */
function rank(tag: string): number {
  return tag.startsWith("description ") ? 0 : 1;
}

/** Whether a node is the generator's `webhooks` or `$defs`, of which the spec has none. */
function isEmpty(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && ["webhooks", "$defs"].includes(node.name.text);
}

/** The method and path of each operation by its id, grouped by tag and all in one. */
function routes(document: OpenAPI3): string {
  const groups = (document.tags ?? []).map(({ name, description = "" }) => {
    const rows = operationsOf(document)
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(
        ({ method, path, operation }) =>
          `    ${operation.operationId}: "${method.toUpperCase()} ${path}",`,
      );
    const key = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return `  /**\n   * ${description.trim().replaceAll("\n", "\n   * ")}\n   */
  ${key}: {\n${rows.sort().join("\n")}\n  },`;
  });
  return `import type { operations } from "./schema.ts";

/** Method and path of each operation, by its tag and its operationId. */
export const routesByTag = {
${groups.join("\n")}
} as const;

/** Method and path of each operation, by its operationId. */
export const routes: Readonly<Record<keyof operations, string>> =
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.values(routesByTag)
      .flatMap((group): [string, string][] => Object.entries(group))
      .sort(),
  ) as never;
`;
}

/** Writes the paging of each list, by its route, and the statuses that end an operation. */
function data(document: OpenAPI3): string {
  const rows = operationsOf(document).flatMap(({ method, path, operation }) => {
    const dialect = (operation as { "x-pages"?: object })["x-pages"];
    return dialect ? [`  "${method.toUpperCase()} ${path}": ${JSON.stringify(dialect)},`] : [];
  });
  const { OperationStatus } = document.components?.schemas ?? {};
  const outcomes = (OperationStatus as { "x-outcomes"?: object })["x-outcomes"];
  return `export const pages = {
${rows.sort().join("\n")}
} as const;

export const outcomes = ${JSON.stringify(outcomes)} as const;
`;
}

/** Adds the descriptions that the generator gives an operation only under its path. */
function describeOperations(nodes: ts.Node[], document: OpenAPI3) {
  const operations = nodes.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === "operations",
  );
  const byId = new Map(
    operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
  );
  for (const member of operations?.members ?? []) {
    const id = member.name && ts.isIdentifier(member.name) ? member.name.text : "";
    const operation = byId.get(id);
    if (!operation) throw new Error(`no operation has the id ${JSON.stringify(id)}`);
    addJSDocComment(operation, member as ts.PropertySignature);
  }
}

function operationsOf(document: OpenAPI3) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as PathItemObject).flatMap(
      ([method, operation]: [string, OperationObject]) =>
        operation.operationId ? [{ method, path, operation }] : [],
    ),
  );
}

/** Exports each schema under its name, with its description. */
function namedSchemas(document: OpenAPI3): ts.Node[] {
  return Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    const alias = ts.factory.createTypeAliasDeclaration(
      [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)],
      name,
      undefined,
      oapiRef(`#/components/schemas/${name}`),
    );
    const { description } = schema as SchemaObject;
    addJSDocComment({ description } as SchemaObject, alias as never);
    return alias;
  });
}

/**
 * Keeps the values of open enums and makes bytes a `Blob`, where the generator would say `string`.
 * An array that is always empty becomes `[]`.
 */
function transform(schema: SchemaObject | boolean): ts.TypeNode | undefined {
  if (typeof schema === "boolean") return undefined;
  if (schema.format === "binary") return ts.factory.createTypeReferenceNode("Blob");
  if ("maxItems" in schema && schema.maxItems === 0) return ts.factory.createTupleTypeNode([]);
  if (isOpenEnum(schema)) {
    const values = (schema.anyOf[0]?.enum ?? []) as string[];
    return ts.factory.createUnionTypeNode([
      ...values.map((value) =>
        ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value)),
      ),
      // `string & {}` accepts any string, and editors still complete the literals.
      ts.factory.createParenthesizedType(
        ts.factory.createIntersectionTypeNode([
          ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
          ts.factory.createTypeLiteralNode([]),
        ]),
      ),
    ]);
  }
  return undefined;
}

/** `anyOf: [{ type: string, enum: [...] }, { type: string }]` */
function isOpenEnum(schema: SchemaObject): schema is SchemaObject & { anyOf: SchemaObject[] } {
  const [values, any] = (schema.anyOf ?? []) as SchemaObject[];
  return !!values?.enum && any?.type === "string";
}
