/**
 * Writes `src/schema.ts` and `src/routes.ts` from the bundled spec; with `--check` it only compares,
 * and fails when one is stale. (The generator's own CLI would lint the spec by rules of an older Redocly.)
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

const spec = JSON.parse(
  await readFile(
    fileURLToPath(import.meta.resolve("@hosted-postgres/openapi/openapi.json")),
    "utf8",
  ),
) as OpenAPI3;

const METHODS = ["get", "put", "post", "patch", "delete"] as const;
const HEADER = "/** Generated from the spec by `npm run generate`; not edited by hand. */\n";
const files = { "schema.ts": await schema(spec), "routes.ts": routes(spec) };

for (const [name, code] of Object.entries(files)) {
  const file = new URL(`../src/${name}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    await writeFile(file, HEADER + code);
  } else if ((await readFile(file, "utf8")) !== HEADER + code) {
    console.error(`packages/types/src/${name} is stale: run \`npm run generate\` and commit it`);
    process.exitCode = 1;
  }
}

async function schema(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(document, { defaultNonNullable: false, transform });
  describeOperations(nodes, document);
  return astToString(nodes) + astToString(namedSchemas(document));
}

/** Method and path of each operation, by its id. */
function routes(document: OpenAPI3): string {
  const rows = operationsOf(document).map(
    ({ method, path, operation }) =>
      `  ${operation.operationId}: "${method.toUpperCase()} ${path}",`,
  );
  return `import type { operations } from "./schema.ts";

export const routes: Readonly<Record<keyof operations, string>> = {
${rows.sort().join("\n")}
};
`;
}

/** The generator describes an operation under its path alone; by its id it needs the words too. */
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
    METHODS.flatMap((method) => {
      const operation = (item as PathItemObject)[method] as OperationObject | undefined;
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** One exported name for each schema, with its description. */
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

/** What the generator would lose: the values of an open enum, and that bytes are no string. */
function transform(schema: SchemaObject | boolean): ts.TypeNode | undefined {
  if (typeof schema === "boolean") return undefined;
  if (schema.format === "binary") return ts.factory.createTypeReferenceNode("Blob");
  if (isOpenEnum(schema)) {
    const values = (schema.anyOf[0]?.enum ?? []) as string[];
    return ts.factory.createUnionTypeNode([
      ...values.map((value) =>
        ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value)),
      ),
      // `string & {}` accepts any string and keeps the literals in an editor's completions.
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
