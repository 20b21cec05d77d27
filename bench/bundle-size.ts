/** Measures the bytes that each client adds to a bundle, minified and gzipped. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { progress, report } from "./part.ts";
import { BASELINE, installedVersion, OURS, OURS_NAMED } from "./peer-names.ts";

export interface BundleRow {
  peer: string;
  task: "create + GET" | "create + GET + paginate + wait";
  minified: number;
  gzip: number;
}

const bench = fileURLToPath(new URL("..", import.meta.url));
const alias = JSON.parse(readFileSync(`${bench}/dist/aliases.json`, "utf8"));
const config = 'const options = { baseUrl: "https://host.example/api/v2", apiKey: "key" };';

const oneGet: Record<string, string> = {
  [BASELINE]: `
    const response = await fetch(options.baseUrl + "/projects", {
      headers: { authorization: "Bearer " + options.apiKey },
    });
    if (!response.ok) throw new Error(String(response.status));
    console.log(await response.json());`,
  [OURS]: `
    import { createClient, unwrap } from "@hosted-postgres/client";
    console.log(await unwrap(createClient(options).GET("/projects")));`,
  [OURS_NAMED]: `
    import { createClient, unwrap } from "@hosted-postgres/client";
    import { withNamedCalls } from "@hosted-postgres/client/named-calls";
    console.log(await unwrap(withNamedCalls(createClient(options)).projects.listProjects()));`,
  "openapi-fetch": `
    import createClient from "openapi-fetch";
    console.log(await createClient(options).GET("/projects"));`,
  "@hey-api/openapi-ts": `
    import { listProjects } from "#hey-api";
    import { createClient } from "#hey-api/client";
    console.log(await listProjects({ client: createClient(options) }));`,
  ky: `
    import ky from "ky";
    console.log(await ky.create({ prefixUrl: options.baseUrl }).get("projects").json());`,
  "@neon/sdk": `
    import { createNeonClient } from "@neon/sdk";
    console.log(await createNeonClient(options).projects.list().page());`,
  openai: `
    import OpenAI from "openai";
    console.log(await new OpenAI(options).get("/projects"));`,
  axios: `
    import axios from "axios";
    console.log(await axios.create({ baseURL: options.baseUrl }).get("/projects"));`,
};

const pagingAndWaiting: Record<string, string> = {
  [OURS]: `
    import { createClient, paginate, unwrap, waitForOperations } from "@hosted-postgres/client";
    const api = createClient(options);
    console.log(await unwrap(api.GET("/projects")));
    const path = { project_id: "project-1" };
    const list = paginate(api, "/projects/{project_id}/operations", { path });
    for await (const operation of list) await waitForOperations(api, [operation]);`,
  [OURS_NAMED]: `
    import { createClient, paginate, unwrap, waitForOperations } from "@hosted-postgres/client";
    import { withNamedCalls } from "@hosted-postgres/client/named-calls";
    const api = withNamedCalls(createClient(options));
    console.log(await unwrap(api.projects.listProjects()));
    const list = paginate(api.operations.listOperations, { project_id: "project-1" });
    for await (const operation of list) await waitForOperations(api, [operation]);`,
  "@neon/sdk": `
    import { createNeonClient } from "@neon/sdk";
    const api = createNeonClient(options);
    for await (const project of api.projects.list()) console.log(project);
    for await (const operation of api.operations.list({ projectId: "project-1" })) {
      await api.operations.waitFor({ operations: [operation] });
    }`,
};

progress("bundle size");
const rows: BundleRow[] = [];
for (const [task, entries] of [
  ["create + GET", oneGet],
  ["create + GET + paginate + wait", pagingAndWaiting],
] as const) {
  for (const [peer, code] of Object.entries(entries)) rows.push(await bundle(peer, task, code));
}
report(rows);

async function bundle(peer: string, task: BundleRow["task"], code: string): Promise<BundleRow> {
  const { outputFiles } = await build({
    stdin: { contents: config + code, resolveDir: bench, loader: "js" },
    absWorkingDir: bench,
    alias,
    // Third-party packages resolve from this folder.
    nodePaths: [`${bench}/node_modules`],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const named = peer === BASELINE || peer === OURS || peer === OURS_NAMED;
  return {
    peer: named ? peer : `${peer} ${installedVersion(peer)}`,
    task,
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
  };
}
