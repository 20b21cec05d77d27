/**
 * Step CI: the workflow it generates from the spec, put in order and completed by hand as its
 * documentation shows: ids, keys, captures, checks of values, and the two refusals.
 */
import { onServer, type Peer, versionsOf } from "./peer.ts";
import { asOpenApi30, concreteSpec, inlined, type Json, SHOWN } from "./spec.ts";

/** A range, where the generator takes the first status of the spec. */
const SUCCESS = [{ gte: 200 }, { lt: 300 }];

const RETRIES = { count: 20, interval: "100ms" };

export const stepCi: Peer = {
  name: "Step CI",
  versions: versionsOf("@stepci/runner", "@stepci/plugin-openapi"),
  async prepare() {
    const generator = await import("@stepci/plugin-openapi");
    const { run } = await import("@stepci/runner");
    const spec = concreteSpec({ statuses: [200], only: [...SHOWN, "revokeOrganizationApiKey"] });
    // Its types name options that may be left out as required, and do not name another.
    const options: Json = {
      generator: { pathParams: false, optionalParams: false, inlineSchema: false },
      check: { examples: false },
    };
    const generated: Json = await generator.generateWorkflow(inlined(asOpenApi30(spec)), options);
    const calls = new Map<string, Json>(
      Object.values<Json>(generated.tests).flatMap(({ steps }) =>
        steps.map((step: Json) => [step.id, step.http]),
      ),
    );

    return onServer(async ({ url, emulator: { ids, keys } }) => {
      const { key_ids, ...known } = ids;
      const env = { ...known, key: keys.admin };
      const steps = STEPS.map((step) => completed(step, calls));
      const workflow = {
        version: "1.1",
        name: "peers",
        config: { http: { baseURL: url } },
        tests: { session: { steps } },
      };
      const { result } = await run(workflow as Json, { env: env as Json });
      const failed = result.tests.flatMap(({ steps }) => steps).find(({ passed }) => !passed);
      return failed && `${failed.name}: ${failed.errorMessage ?? failedChecks(failed.checks)}`;
    });
  },
};

interface Step {
  call: string;
  /** In place of the path parameters of this name; the others are those of the environment. */
  ids?: Record<string, string>;
  json?: object;
  params?: Record<string, string>;
  key?: string | null;
  status?: number;
  jsonpath?: Record<string, unknown>;
  captures?: Record<string, string>;
  retries?: typeof RETRIES;
}

const REFUSED = { call: "listProjects", status: 401 };
const NEW_COMPUTE = { endpoint_id: captured("new_endpoint_id") };

const STEPS: Step[] = [
  { call: "listProjects" },
  { call: "listProjectEndpoints" },
  {
    call: "createEndpoint",
    json: { endpoint: { branch_id: environment("free_branch_id"), type: "read_write" } },
    jsonpath: {
      "$.endpoint.branch_id": environment("free_branch_id"),
      "$.endpoint.current_state": "init",
      "$.operations[0].action": "start_compute",
      "$.operations[0].status": "running",
    },
    captures: { new_endpoint_id: "$.endpoint.id", started: "$.operations[0].id" },
  },
  finished("started"),
  {
    call: "updateEndpoint",
    json: { endpoint: { branch_id: environment("other_free_branch_id") } },
    jsonpath: {
      "$.endpoint.branch_id": environment("other_free_branch_id"),
      "$.operations[0].action": "apply_config",
      "$.operations[1].action": "suspend_compute",
    },
    captures: { applied: "$.operations[0].id", suspended: "$.operations[1].id" },
  },
  finished("applied"),
  finished("suspended"),
  {
    call: "listOperations",
    params: { limit: "2" },
    captures: { cursor: "$.pagination.cursor" },
  },
  { call: "listOperations", params: { limit: "2", cursor: captured("cursor") } },
  { call: "deleteEndpoint", ids: NEW_COMPUTE },
  {
    call: "createOrganizationApiKey",
    json: { key_name: "step-ci", project_id: environment("project_id") },
    captures: { new_key: "$.key", new_key_id: "$.id" },
  },
  { call: "listProjectEndpoints", key: captured("new_key") },
  { call: "revokeOrganizationApiKey", ids: { key_id: captured("new_key_id") } },
  { ...REFUSED, key: captured("new_key") },
  { ...REFUSED, key: "not-a-key-of-anybody" },
  { ...REFUSED, key: null },
];

function finished(operation: string): Step {
  return {
    call: "getOperation",
    ids: { operation_id: captured(operation) },
    jsonpath: { "$.operation.status": "finished" },
    retries: RETRIES,
  };
}

function completed(
  { call, ids = {}, json, params, key, status, jsonpath, captures, retries }: Step,
  calls: ReadonlyMap<string, Json>,
): Json {
  const { url, method, headers, check } = calls.get(call);
  const token = key === undefined ? environment("key") : key;
  return {
    name: call,
    ...(retries && { retries }),
    http: {
      method,
      url: url.replace(/\{(\w+)\}/g, (_: string, name: string) => ids[name] ?? environment(name)),
      headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
      ...(json && { json }),
      ...(params && { params }),
      ...(captures && {
        captures: Object.fromEntries(
          Object.entries(captures).map(([name, path]) => [name, { jsonpath: path }]),
        ),
      }),
      check: status
        ? { status }
        : {
            status: SUCCESS,
            ...(check.schema && { schema: check.schema }),
            ...(jsonpath && { jsonpath }),
          },
    },
  };
}

function environment(name: string): string {
  return `\${{env.${name}}}`;
}

function captured(name: string): string {
  return `\${{captures.${name}}}`;
}

function failedChecks(checks: Json): string {
  return JSON.stringify(checks, (name, value) =>
    ["given", "expected"].includes(name) ? undefined : value,
  ).slice(0, 300);
}
