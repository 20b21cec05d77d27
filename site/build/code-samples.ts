/** The code of one call, as curl and as TypeScript, from the spec's own examples. */
import type { EmulatorIds } from "./seeded.ts";
import { type Parameter, type Route, resolved, type Spec } from "./spec.ts";

export interface CodeSample {
  lang: "Shell" | "TypeScript";
  label: string;
  source: string;
}

interface Call {
  method: string;
  path: string;
  params: Record<"path" | "query", Record<string, unknown>>;
  body: { media: string; value: unknown } | undefined;
  isBinary: boolean;
  /** For a reader. */
  note: string | undefined;
}

const JSON_MEDIA = "application/json";
const WIDTH = 76;

/** Both need `BASE_URL` and `API_KEY`; ids are those of an emulator with the default seed. */
export function codeSamplesOf(route: Route, seeded: EmulatorIds): CodeSample[] {
  const call = callOf(route, seeded);
  return [
    { lang: "Shell", label: "curl", source: curl(call) },
    { lang: "TypeScript", label: "TypeScript", source: typeScript(call, route.spec) },
  ];
}

function callOf(route: Route, seeded: EmulatorIds): Call {
  const { spec, method, path, operation, parameters } = route;
  const body = bodyOf(route, seeded);
  const isShown = spec["x-profile"] ?? operation["x-documented"].request !== "not-shown";
  const responses = Object.values(operation.responses).map((response) => resolved(spec, response));
  return {
    method,
    path,
    params: { path: valuesOf(parameters, "path"), query: valuesOf(parameters, "query") },
    body,
    isBinary: responses.some(({ content = {} }) => "application/octet-stream" in content),
    note: body && !isShown ? "The document does not show this body." : undefined,
  };
}

function valuesOf(parameters: Parameter[], place: string): Record<string, unknown> {
  // A personal key has to name the organization, so `org_id` is optional in writing alone.
  const sent = parameters.filter(
    ({ in: at, name, required }) => at === place && (required || name === "org_id"),
  );
  return Object.fromEntries(sent.map(({ name, example }) => [name, example]));
}

function bodyOf({ spec, operation }: Route, seeded: EmulatorIds): Call["body"] {
  const { content = {} } = resolved(spec, operation.requestBody) ?? {};
  for (const [media, { example, examples = {} }] of Object.entries(content)) {
    const [first] = Object.values(examples);
    return { media, value: seeded.inBody(example ?? resolved(spec, first)?.value) };
  }
  return undefined;
}

function curl({ method, path, params, body, isBinary, note }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(`${params.path[name]}`),
  );
  const query = Object.entries(params.query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(`${one}`)}`),
  );
  const url = `$BASE_URL${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const comment = note ? `# ${note}\n` : "";
  const lines = [`${comment}curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`];
  lines.push(`-H "Authorization: Bearer $API_KEY"`);
  if (isBinary) lines.push("-o object");
  if (body?.media === JSON_MEDIA) {
    lines.push(
      `-H "Content-Type: ${JSON_MEDIA}"`,
      `-d ${quoted(literal(body.value, JSON.stringify))}`,
    );
  } else if (body) {
    for (const [name, value] of fieldsOf(body.value))
      lines.push(`-F ${quoted(`${name}=${value}`)}`);
  }
  return lines.join(" \\\n  ");
}

function typeScript({ method, path, params, body, isBinary, note }: Call, spec: Spec): string {
  const profile = spec["x-profile"]?.name;
  const options: Record<string, unknown> = {};
  const given = Object.entries(params).filter(([, values]) => Object.keys(values).length > 0);
  if (given.length > 0) options.params = Object.fromEntries(given);
  if (body) options.body = body.media === JSON_MEDIA ? body.value : new Code("form");
  if (isBinary) options.parseAs = "blob";
  const call = `api.${method}(${JSON.stringify(path)}${argumentOf(options)})`;
  return [
    `import { createClient, unwrap } from "@hosted-postgres/client";`,
    ...(profile ? [`import type { paths } from "@hosted-postgres/types/${profile}";`] : []),
    "",
    'const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;',
    `const api = createClient${profile ? "<paths>" : ""}({ baseUrl, apiKey });`,
    ...(body && body.media !== JSON_MEDIA ? ["", ...formOf(body.value)] : []),
    "",
    ...(note ? [`// ${note}`] : []),
    call.includes("\n")
      ? `const data = await unwrap(\n  ${call.replaceAll("\n", "\n  ")},\n);`
      : `const data = await unwrap(${call});`,
    "console.log(data);",
  ].join("\n");
}

/** One option per line. */
function argumentOf(options: Record<string, unknown>): string {
  const lines = Object.entries(options).map(
    ([name, value]) => `\n  ${name}: ${literal(value, keyOf, "  ")},`,
  );
  return lines.length > 0 ? `, {${lines.join("")}\n}` : "";
}

function formOf(value: unknown): string[] {
  const fields = fieldsOf(value).map(
    ([name, field]) => `form.set(${JSON.stringify(name)}, ${JSON.stringify(field)});`,
  );
  return ["const form = new FormData();", ...fields];
}

function fieldsOf(value: unknown): [string, unknown][] {
  return Object.entries(value as object);
}

/** An expression, where a value is expected. */
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON or an object literal, by how it writes its keys; what does not fit into a line is broken. */
function literal(value: unknown, key: (name: string) => string, indent = ""): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const text = literal(part, key, `${indent}  `);
    return isList ? text : `${key(name)}: ${text}`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (indent.length + line.length <= WIDTH && !line.includes("\n")) return line;
  const end = key === JSON.stringify ? "" : ",";
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}${end}\n${indent}${close}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
