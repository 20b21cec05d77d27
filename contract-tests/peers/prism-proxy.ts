/** Prism as a proxy that validates what a session sends and gets. */
import { onServer, type Peer, versionsOf } from "./peer.ts";
import { playSession, type Traffic } from "./session.ts";
import { ANY_SUCCESS, concreteSpec } from "./spec.ts";

export const prismProxy: Peer = {
  name: "Prism, validating proxy",
  versions: versionsOf("@stoplight/prism-http-server", "@stoplight/prism-http"),
  async prepare() {
    const { createLogger } = await import("@stoplight/prism-core");
    const { getHttpOperationsFromSpec } = await import("@stoplight/prism-http");
    const { createServer } = await import("@stoplight/prism-http-server");
    const operations = await getHttpOperationsFromSpec(concreteSpec({ statuses: ANY_SUCCESS }));

    return onServer(async (server) => {
      const proxy = createServer(operations, {
        cors: false,
        components: { logger: createLogger("proxy", { level: "silent" }) },
        config: {
          isProxy: true,
          upstream: new URL(server.url),
          upstreamProxy: undefined,
          // It answers 401 itself where a request has no key, whatever the provider does.
          checkSecurity: false,
          validateRequest: true,
          validateResponse: true,
          mock: { dynamic: false },
          // Violations come in a header; with errors it would answer in the provider's place.
          errors: false,
        },
      });
      const url = await proxy.listen(0, "127.0.0.1");
      const found: string[] = [];
      try {
        await playSession(url, server, (exchange) => found.push(...violationsOf(exchange)));
      } catch (error) {
        found.push(`session: ${(error as Error).message}`);
      } finally {
        await proxy.close();
      }
      return found[0];
    });
  },
};

function violationsOf({ method, path, headers }: Traffic): string[] {
  const violations: { location: string[]; message: string; severity: string }[] = JSON.parse(
    headers.get("sl-violations") ?? "[]",
  );
  return violations
    .filter(({ severity }) => severity === "Error")
    .map(({ location, message }) => `${method} ${path}: ${location.join("/")} ${message}`);
}
