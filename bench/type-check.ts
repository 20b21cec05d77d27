/**
 * Measures the cost of type-checking 30 calls, minus that of an empty file. Users check our emitted
 * declarations; Hey API generates sources, so it is measured both as sources and as declarations.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { routes, routesByTag } from "@hosted-postgres/types/routes";
import { progress, report, settings } from "./part.ts";
import { installedVersion, OURS, OURS_NAMED, OURS_NEON } from "./peer-names.ts";
import { median } from "./statistics.ts";

export interface TypeCheckRow {
  peer: string;
  compiler: string;
  instantiations: number;
  checkSeconds: number;
  /** Instantiations relative to bare openapi-fetch, on the same spec and under the same compiler. */
  ratio: number;
}

interface Style {
  head: string;
  /** The baseline of the measurement. Default: bare openapi-fetch on the document's spec. */
  beside?: string;
  call: (route: Route) => string;
}

interface Route {
  id: string;
  method: string;
  path: string;
  /** As source: `project_id: "a"`. */
  values: string;
  /** As source: `body: { … }`. */
  body: string;
}

const RUNS = settings().quick ? 1 : 3;

/** Thirty routes, with the bodies of those that need one. */
const CALLS: Partial<Record<keyof typeof routes, string>> = {
  listProjects: "",
  getProject: "",
  updateProject: "{ project: { name: 'a' } }",
  deleteProject: "",
  listProjectEndpoints: "",
  createEndpoint: "{ endpoint: { branch_id: 'a', type: 'read_write' } }",
  getEndpoint: "",
  updateEndpoint: "{ endpoint: { branch_id: 'a' } }",
  deleteEndpoint: "",
  startEndpoint: "",
  suspendEndpoint: "",
  restartEndpoint: "",
  listOperations: "",
  getOperation: "",
  listBranches: "",
  createBranch: "{ branch: { name: 'a' } }",
  getBranch: "",
  deleteBranch: "",
  listDatabases: "",
  createDatabase: "{ database: { name: 'a', owner_name: 'b' } }",
  getDatabase: "",
  listRoles: "",
  getRole: "",
  resetRolePassword: "",
  listSnapshots: "",
  createOrganizationApiKey: "{ key_name: 'a' }",
  listOrganizationApiKeys: "",
  listApiKeys: "",
  getCurrentUser: "",
  listRegions: "",
};

const EMPTY = "empty";
const BARE = `openapi-fetch ${installedVersion("openapi-fetch")}`;
const BARE_NEON = `${BARE}, profile neon`;
const HEY_API = `@hey-api/openapi-ts ${installedVersion("@hey-api/openapi-ts")}`;

const pathStyle: Style["call"] = ({ method, path, values, body }) =>
  `api.${method}(${[`"${path}"`, options(values && `params: { path: { ${values} } }`, body)].filter(Boolean).join(", ")})`;
const namedCall: Style["call"] = ({ id, values, body }) => {
  const [tag] = Object.entries(routesByTag).find(([, group]) => id in group) ?? [];
  return `api.${tag}.${id}(${options(values, body)})`;
};
const heyApiCall: Style["call"] = ({ id, values, body }) =>
  `api.${id}(${options("client", values && `path: { ${values} }`, body)})`;
const heyApiHead = `import { createClient } from "#hey-api/client";
  const client = createClient({ baseUrl: "https://host.example/api/v2" });`;
const ours = 'createClient({ baseUrl: "https://host.example/api/v2", apiKey: "key" })';

const styles: Record<string, Style> = {
  [EMPTY]: { head: "export {};", call: () => "{ data: undefined }" },
  [BARE]: {
    head: `import type { paths } from "@hosted-postgres/types";
      import createClient from "openapi-fetch";
      const api = createClient<paths>({ baseUrl: "https://host.example/api/v2" });`,
    call: pathStyle,
  },
  [BARE_NEON]: {
    head: `import type { paths } from "@hosted-postgres/types/neon";
      import createClient from "openapi-fetch";
      const api = createClient<paths>({ baseUrl: "https://host.example/api/v2" });`,
    call: pathStyle,
    beside: BARE_NEON,
  },
  [OURS]: {
    head: `import { createClient } from "@hosted-postgres/client";
      const api = ${ours};`,
    call: pathStyle,
  },
  [OURS_NAMED]: {
    head: `import { createClient } from "@hosted-postgres/client";
      import { withNamedCalls } from "@hosted-postgres/client/named-calls";
      const api = withNamedCalls(${ours});`,
    call: namedCall,
  },
  [OURS_NEON]: {
    head: `import type { operations, paths } from "@hosted-postgres/types/neon";
      import { createClient } from "@hosted-postgres/client";
      import { withNamedCalls } from "@hosted-postgres/client/named-calls";
      const api = withNamedCalls<operations, paths>(
        createClient<paths>({ baseUrl: "https://host.example/api/v2", apiKey: "key" }),
      );`,
    call: namedCall,
    beside: BARE_NEON,
  },
  [HEY_API]: { head: `import * as api from "#hey-api";\n${heyApiHead}`, call: heyApiCall },
  [`${HEY_API}, as declarations`]: {
    head: `import * as api from "#hey-api";\n${heyApiHead}`,
    call: heyApiCall,
  },
};

const bench = fileURLToPath(new URL("..", import.meta.url));
const compilers = ["typescript", "typescript-7"];
const rows: TypeCheckRow[] = [];

for (const name of Object.keys(styles)) writeProject(name);
for (const compiler of compilers) {
  const version = `TypeScript ${installedVersion(compiler)}`;
  progress(`type-check: ${version}`);
  const costs = new Map(Object.keys(styles).map((name) => [name, check(compiler, name)]));
  const empty = costs.get(EMPTY);
  for (const [peer, cost] of costs) {
    const bare = costs.get(styles[peer]?.beside ?? BARE);
    if (!empty || !bare || peer === EMPTY) continue;
    const instantiations = cost.instantiations - empty.instantiations;
    rows.push({
      peer,
      compiler: version,
      instantiations,
      checkSeconds: cost.checkSeconds - empty.checkSeconds,
      ratio: instantiations / (bare.instantiations - empty.instantiations),
    });
  }
}
report(rows);

function writeProject(name: string) {
  const style = styles[name] as Style;
  const hey = name === HEY_API ? "hey-api" : "hey-api-declarations";
  const end = name === HEY_API ? "ts" : "d.ts";
  mkdirSync(folder(name), { recursive: true });
  const calls = Object.entries(CALLS).map(([id, body], index) => {
    const [method = "", path = ""] = routes[id as keyof typeof routes].split(" ");
    const values = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: "a"`).join(", ");
    const call = style.call({ id, method, path, values, body: body && `body: ${body}` });
    return `export const call${index} = async () => (await ${call}).data;`;
  });
  const lines = name === EMPTY ? [] : calls;
  writeFileSync(`${folder(name)}/calls.ts`, [style.head, ...lines].join("\n"));
  writeFileSync(
    `${folder(name)}/tsconfig.json`,
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
        paths: {
          "@hosted-postgres/client": [`${bench}/dist/declarations/client/src/index.d.ts`],
          "@hosted-postgres/client/named-calls": [
            `${bench}/dist/declarations/client/src/named-calls.d.ts`,
          ],
          "@hosted-postgres/types": [`${bench}/dist/declarations/types/src/index.d.ts`],
          "@hosted-postgres/types/routes": [`${bench}/dist/declarations/types/src/routes.d.ts`],
          "@hosted-postgres/types/neon": [`${bench}/dist/declarations/types/src/neon.d.ts`],
          "#hey-api": [`${bench}/dist/${hey}/index.${end}`],
          "#hey-api/client": [`${bench}/dist/${hey}/client/index.${end}`],
        },
      },
      files: ["calls.ts"],
    }),
  );
}

function check(compiler: string, name: string): { instantiations: number; checkSeconds: number } {
  const outputs = Array.from({ length: RUNS }, () =>
    execFileSync(
      process.execPath,
      [
        `${bench}/node_modules/${compiler}/bin/tsc`,
        ...["-p", folder(name), "--extendedDiagnostics"],
        // Parallel checkers would each instantiate the shared types.
        ...(compiler === "typescript" ? [] : ["--singleThreaded"]),
      ],
      { encoding: "utf8" },
    ),
  );
  return {
    instantiations: figure(outputs[0] ?? "", "Instantiations"),
    checkSeconds: median(outputs.map((output) => figure(output, "Check time"))),
  };
}

function figure(output: string, name: string): number {
  const found = new RegExp(`^${name}:\\s*([\\d.]+)`, "m").exec(output)?.[1];
  if (!found) throw new Error(`the compiler reported no ${name}:\n${output}`);
  return Number(found);
}

function folder(name: string): string {
  return `${bench}/dist/type-check/${name.replace(/\W+/g, "-")}`;
}

function options(...parts: string[]): string {
  const given = parts.filter((part) => part.trim() !== "");
  return given.length === 0 ? "" : `{ ${given.join(", ")} }`;
}
