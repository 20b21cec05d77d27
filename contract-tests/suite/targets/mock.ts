/** The stateless mock: Prism on the bundled spec, in this process. */
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Target } from "../run/target.ts";
import { spec } from "../spec/bundle.ts";
import { routes } from "../spec/routes.ts";

/** The spec's example of each path parameter, by name. */
const exampleIds = Object.fromEntries(
  Object.values(spec.components.parameters)
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => [parameter.name, parameter.example]),
);

export interface Mock {
  url: string;
  close: () => Promise<void>;
}

/** Starts Prism on a loopback port, by default a free one and the bundled spec. */
export async function startMock({ port = 0, openapi = spec as object } = {}): Promise<Mock> {
  // Prism resolves references in place, and the emulator reads the same object.
  const operations = await getHttpOperationsFromSpec(structuredClone(openapi));
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger("mock", { level: "silent" }) },
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // Answers 500 for an example that does not match its schema, not 200 with a warning.
      errors: true,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(port, "127.0.0.1");
  return { url, close: () => server.close() };
}

/** The target of a mock that listens at `url`. */
export function mockTarget(url: string): Target {
  return {
    name: "the mock",
    url,
    apiKey: "a-key-for-the-mock",
    ids: {
      ...exampleIds,
      // The examples create a compute on the first, and move one to the second.
      free_branch_id: "branch-1",
      other_free_branch_id: "branch-2",
    },
    lacks: {
      state: "the mock keeps no state",
      time: "the mock has no clock",
      data: "the mock answers with the spec's examples",
      keys: "the mock does not distinguish keys",
      network: "the mock runs no Postgres",
      postgres: "the mock runs no Postgres",
      control: "the mock only answers requests",
    },
    changes: "all",
    routes,
    bodies: {},
    // The mock accepts every key unless it is asked to answer 401.
    rejected: { apiKey: "a-rejected-key", headers: { Prefer: "code=401" } },
  };
}
