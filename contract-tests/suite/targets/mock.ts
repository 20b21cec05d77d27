/** The stateless mock: Prism on the bundled spec, in this process. */
import "./english-faker.ts";
import { createRequire } from "node:module";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Target } from "../run/target.ts";
import { spec } from "../spec/bundle.ts";
import { routes } from "../spec/routes.ts";

const { default: routed } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/router/index.js",
) as typeof import("@stoplight/prism-http/dist/router/index.js");

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

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Starts Prism on a loopback port, by default a free one and the bundled spec. */
export async function startMock({ port = 0, openapi = spec as object } = {}): Promise<Mock> {
  // Prism resolves references in place, and the emulator reads the same object.
  const operations = await getHttpOperationsFromSpec(structuredClone(openapi));
  const server = createServer(operations, {
    cors: false,
    components: {
      logger: createLogger("mock", { level: "silent" }),
      route: routeAmong(operations),
    },
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

/** Prism's router compares a request with every route; only those as deep as its path can match. */
function routeAmong(operations: Operation[]): typeof routed {
  const byDepth = new Map<number, Operation[]>();
  for (const operation of operations) {
    const depth = depthOf(operation.path);
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), operation]);
  }
  return ({ input }) =>
    routed({ resources: byDepth.get(depthOf(input.url.path)) ?? operations, input });
}

function depthOf(path: string): number {
  return path.split("/").length;
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
