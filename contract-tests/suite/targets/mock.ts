/** The stateless mock: Prism on the bundled spec, in this process. */
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Target } from "../run/target.ts";
import { routes } from "../spec/routes.ts";

/** An example of each path parameter, by its name. */
export const exampleIds = Object.fromEntries(
  Object.values(spec.components.parameters)
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => [parameter.name, parameter.example as string | number]),
);

export interface Mock {
  url: string;
  close: () => Promise<void>;
}

/** Starts Prism on a loopback port, a free one unless `port` is given. */
export async function startMock({ port = 0 } = {}): Promise<Mock> {
  const operations = await getHttpOperationsFromSpec(spec);
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger("mock", { level: "silent" }) },
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // An example that does not fit its schema answers 500 instead of a 200 with a note.
      errors: true,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(port, "127.0.0.1");
  return { url, close: () => server.close() };
}

/** What the mock, started at `url`, can show. */
export function mockTarget(url: string): Target {
  return {
    name: "the mock",
    url,
    apiKey: "a-key-for-the-mock",
    ids: {
      ...exampleIds,
      // The branches that the examples create a compute on, and move one to.
      free_branch_id: "branch-1",
      other_free_branch_id: "branch-2",
    },
    lacks: {
      state: "the mock keeps no state",
      time: "the mock has no clock",
      keys: "the mock does not tell one key from another",
      network: "the mock runs no Postgres",
      control: "the mock does nothing but answer",
    },
    changes: "all",
    routes,
    bodies: {},
    // The mock accepts every key, so that it rejects one has to be asked for.
    rejected: { apiKey: "a-rejected-key", headers: { Prefer: "code=401" } },
  };
}
