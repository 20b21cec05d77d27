/** Six checks that must pass on every runtime with fetch; the same code runs on all of them. */
import {
  AuthenticationError,
  type ClientOptions,
  createClient,
  isClientError,
  paginate,
  TimeoutError,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { withNamedCalls } from "@hosted-postgres/client/named-calls";

export const GOOD_KEY = "a-key-for-the-checks";
export const OPERATION_IDS = ["op-5", "op-4", "op-3", "op-2", "op-1"];

type Check = (client: (options?: Partial<ClientOptions>) => Api) => Promise<void>;
type Api = ReturnType<typeof createClient>;

const project_id = "project-1";

const checks: Record<string, Check> = {
  async call(client) {
    const { projects } = await unwrap(client().GET("/projects"));
    equal(projects[0]?.name, "ä/ü ✓");

    const branch_id = "branch ä";
    const created = await unwrap(
      withNamedCalls(client()).endpoints.createEndpoint({
        project_id,
        body: { endpoint: { branch_id, type: "read_write" } },
      }),
    );
    equal(created.endpoint.branch_id, branch_id);
  },

  async refused(client) {
    const error = await rejection(unwrap(client({ apiKey: "revoked" }).GET("/projects")));
    equal(error instanceof AuthenticationError && isClientError(error), true);
    equal(JSON.stringify(error).includes("revoked"), false);
  },

  async pages(client) {
    for (const prefetch of [false, true]) {
      const path = "/projects/{project_id}/operations";
      const params = { path: { project_id }, query: { limit: 2 } };
      const ids: string[] = [];
      for await (const { id } of paginate(client(), path, params, { prefetch })) ids.push(id);
      equal(ids.join(), OPERATION_IDS.join());
    }
  },

  async wait(client) {
    const started = await unwrap(
      client().POST("/projects/{project_id}/endpoints", {
        params: { path: { project_id } },
        body: { endpoint: { branch_id: "branch-1", type: "read_write" } },
      }),
    );
    const seen: string[] = [];
    const finished = await waitForOperations(client(), started, {
      intervalMs: 20,
      timeoutMs: 10_000,
      onProgress: ({ status }) => seen.push(status),
    });
    equal(seen.join(), "running,finished");
    equal(finished.map(({ status }) => status).join(), "finished");
  },

  async timeout(client) {
    for (const project_id of ["hangs", "stalls"]) {
      const started = performance.now();
      const options = { params: { path: { project_id } }, timeoutMs: 200, retries: 0 };
      const error = await rejection(client().GET("/projects/{project_id}", options));
      equal(error instanceof TimeoutError, true);
      equal(performance.now() - started < 2_000, true);
    }
  },

  async abort(client) {
    for (const project_id of ["hangs", "stalls"]) {
      const controller = new AbortController();
      const reason = new Error("the user left");
      setTimeout(() => controller.abort(reason), 100);
      const options = { params: { path: { project_id } }, signal: controller.signal };
      const error = await rejection(client().GET("/projects/{project_id}", options));
      equal(error, reason);
    }
  },
};

export const CHECK_NAMES = Object.keys(checks);

/** The error of each check by its name; `null` when it passed. */
export type Report = Record<string, string | null>;

export async function runChecks(baseUrl: string): Promise<Report> {
  const report: Report = {};
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check((options) => createClient({ baseUrl, apiKey: GOOD_KEY, ...options }));
      report[name] = null;
    } catch (error) {
      report[name] = String(error);
    }
  }
  return report;
}

function equal(actual: unknown, expected: unknown) {
  if (actual !== expected) throw new Error(`${String(actual)} is not ${String(expected)}`);
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it resolved");
}
