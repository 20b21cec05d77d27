/** Serves the mock: Prism on the bundled spec, in this process. */
import "./english-faker.ts";
import { createRequire } from "node:module";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { spec } from "../spec/bundle.ts";

// Node and Vite differ in what they import as the default of such a module.
const { default: routed } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/router/index.js",
) as typeof import("@stoplight/prism-http/dist/router/index.js");

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
