/** Portman, which generates tests from the spec, and Newman, which runs them. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { NewmanRunOptions } from "newman";
import { runNode } from "./child.ts";
import { onServer, type Peer, scratchFolder, versionsOf } from "./peer.ts";
import { concreteSpec, type Json, SHOWN } from "./spec.ts";

/** Longer than an operation runs, so that the one that was listed has finished. */
const WAIT_MS = 400;

/** Path parameters that name what the world has from the beginning. */
const KNOWN = ["project_id", "branch_id", "endpoint_id", "org_id"];

export const portman: Peer = {
  name: "Portman and Newman",
  versions: versionsOf("@apideck/portman", "newman"),
  async prepare() {
    const { default: newman } = await import("newman");
    const folder = scratchFolder("portman");
    const calls = await generate(
      folder,
      "calls",
      concreteSpec({ statuses: [200], only: inReach() }),
      {
        tests: { contractTests: CONTRACT_TESTS, contentTests: CONTENT_TESTS },
        assignVariables: ASSIGNED,
        overwrites: [...KNOWN_IDS, ...REQUESTS],
        operationPreRequestScripts: WAITS,
        globals: {
          ...GLOBALS,
          orderOfFolders: ["Projects", "Endpoints", "Operations", "Organizations"],
          orderOfOperations: ORDER,
        },
      },
    );
    // The whole table, of which only the refusals are run: they need no id that exists.
    const refusals = await generate(folder, "refusals", concreteSpec({ statuses: [200] }), {
      tests: { contractTests: [], variationTests: REFUSALS },
      overwrites: KNOWN_IDS,
      globals: GLOBALS,
    });

    const run = (options: NewmanRunOptions) =>
      new Promise<string | undefined>((resolve) => {
        const limits = { bail: true, timeoutRequest: 10_000, timeoutScript: 5_000 };
        newman.run({ ...options, ...limits, reporters: [] }, (_, { run: { failures } }) => {
          resolve(failures.map(({ error }) => `${error.test ?? ""} ${error.message}`)[0]);
        });
      });

    return onServer(async ({ url, emulator: { ids, keys } }) => {
      const { key_ids, ...known } = ids;
      const values = { ...known, baseUrl: url, api_key: keys.admin };
      const variable = Object.entries(values).map(([key, value]) => ({ key, value }));
      return (
        (await run({ collection: { ...calls, variable } })) ??
        (await run({ collection: { ...refusals, variable }, folder: "Variation Tests" }))
      );
    });
  },
};

const named = (openApiOperationId: string) => ({ openApiOperationId });
const everywhere = { openApiOperation: "*::/*" };
const set = (key: string, value: string) => ({ key, value, overwrite: true, insert: false });

const CONTRACT_TESTS = ["statusSuccess", "contentType", "jsonBody", "schemaValidation"].map(
  (test) => ({ ...everywhere, [test]: { enabled: true } }),
);

const CONTENT_TESTS = [
  {
    ...named("createEndpoint"),
    responseBodyTests: [
      { key: "endpoint.branch_id", value: "{{free_branch_id}}" },
      { key: "endpoint.current_state", value: "init" },
      { key: "operations[0].action", value: "start_compute" },
      { key: "operations[0].status", value: "running" },
    ],
  },
  {
    ...named("updateEndpoint"),
    responseBodyTests: [
      { key: "endpoint.branch_id", value: "{{other_free_branch_id}}" },
      { key: "operations[0].action", value: "apply_config" },
      { key: "operations[1].action", value: "suspend_compute" },
    ],
  },
  {
    ...named("getOperation"),
    responseBodyTests: [{ key: "operation.status", value: "finished" }],
  },
  { ...named("listOperations"), responseBodyTests: [{ key: "operations", maxLength: 2 }] },
];

const ASSIGNED = [
  {
    ...named("createEndpoint"),
    collectionVariables: [
      { responseBodyProp: "endpoint.id", name: "new_endpoint_id" },
      { responseBodyProp: "operations[0].id", name: "operation_id" },
    ],
  },
  {
    ...named("createOrganizationApiKey"),
    collectionVariables: [{ responseBodyProp: "id", name: "new_key_id" }],
  },
];

const KNOWN_IDS = [
  {
    ...everywhere,
    overwriteRequestPathVariables: KNOWN.map((name) => set(name, `{{${name}}}`)),
  },
];

const REQUESTS = [
  {
    ...named("createEndpoint"),
    overwriteRequestBody: [
      set("endpoint.branch_id", "{{free_branch_id}}"),
      set("endpoint.type", "read_write"),
    ],
  },
  {
    ...named("updateEndpoint"),
    overwriteRequestBody: [set("endpoint.branch_id", "{{other_free_branch_id}}")],
  },
  {
    ...named("deleteEndpoint"),
    overwriteRequestPathVariables: [set("endpoint_id", "{{new_endpoint_id}}")],
  },
  {
    ...named("getOperation"),
    overwriteRequestPathVariables: [set("operation_id", "{{operation_id}}")],
  },
  {
    ...named("listOperations"),
    overwriteRequestQueryParams: [
      { key: "limit", value: "2", overwrite: true },
      { key: "cursor", remove: true },
    ],
  },
  {
    ...named("createOrganizationApiKey"),
    overwriteRequestBody: [set("project_id", "{{project_id}}")],
  },
  {
    ...named("revokeOrganizationApiKey"),
    overwriteRequestPathVariables: [set("key_id", "{{new_key_id}}")],
  },
];

const WAITS = ["getOperation"].map((id) => ({
  ...named(id),
  scripts: [`setTimeout(() => {}, ${WAIT_MS});`],
}));

const REFUSALS = [
  refusal("no-key", everywhere, { other: { type: "noauth" } }),
  // On every route both would double what takes longest.
  ...SHOWN.map((id) => refusal("wrong-key", named(id), { bearer: { token: "not-a-key" } })),
];

const GLOBALS = {
  securityOverwrites: { bearer: { token: "{{api_key}}" } },
  stripResponseExamples: true,
};

const ORDER = [
  "GET::/projects/{project_id}/endpoints",
  "POST::/projects/{project_id}/endpoints",
  "PATCH::/projects/{project_id}/endpoints/{endpoint_id}",
  "DELETE::/projects/{project_id}/endpoints/{endpoint_id}",
  "POST::/organizations/{org_id}/api_keys",
  "DELETE::/organizations/{org_id}/api_keys/{key_id}",
];

function refusal(name: string, where: object, overwriteRequestSecurity: object) {
  const tests = { contractTests: [{ statusCode: { enabled: true, code: 401 } }] };
  const variations = [{ name, overwrites: [{ overwriteRequestSecurity }], tests }];
  return { ...where, openApiResponse: "401", variations };
}

/** What is shown, and what is read at ids that exist. */
function inReach(): string[] {
  const reads = Object.entries<Json>(concreteSpec({ statuses: [200] }).paths).flatMap(
    ([path, { get }]) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      return get && names.every((name) => KNOWN.includes(name)) ? [get.operationId] : [];
    },
  );
  return [...SHOWN, "revokeOrganizationApiKey", ...reads];
}

/** Has Portman turn a spec into a collection. */
async function generate(folder: string, name: string, spec: Json, config: Json): Promise<Json> {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve("@apideck/portman/package.json"));
  const file = (part: string) => join(folder, `${name}.${part}.json`);
  writeFileSync(file("openapi"), JSON.stringify(spec));
  writeFileSync(file("portman"), JSON.stringify({ version: 1.0, ...config }));
  const { code, output } = await runNode(
    join(root, "bin/portman"),
    [
      ...["--local", file("openapi"), "--output", file("collection")],
      ...["--portmanConfigFile", file("portman")],
      ...["--postmanConfigFile", join(root, "postman-config.default.json")],
    ],
    folder,
  );
  if (code !== 0) throw new Error(`Portman ended with ${code}: ${output.slice(-500)}`);
  return require(file("collection"));
}
