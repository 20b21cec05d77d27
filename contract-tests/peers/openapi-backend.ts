/** openapi-backend: its validator of answers, fed with a session. It checks the spec by OpenAPI 3.0. */
import { onServer, type Peer, versionsOf } from "./peer.ts";
import { playSession } from "./session.ts";
import { ANY_SUCCESS, asOpenApi30, concreteSpec } from "./spec.ts";

export const openapiBackend: Peer = {
  name: "openapi-backend",
  versions: versionsOf("openapi-backend", "ajv-formats"),
  async prepare() {
    const { OpenAPIBackend } = await import("openapi-backend");
    const { default: formats } = await import("ajv-formats");
    const api = new OpenAPIBackend({
      definition: asOpenApi30(concreteSpec({ statuses: ANY_SUCCESS })),
      apiRoot: "",
      // Without it, a spec it does not understand is a warning, and nothing is validated.
      strict: true,
      customizeAjv: (ajv) => formats.default(ajv),
    });
    await api.init();

    return onServer(async (server) => {
      const found: string[] = [];
      try {
        await playSession(server.url, server, ({ method, path, status, headers, body }) => {
          const [pathname = "", query] = path.split("?");
          const request = { method, path: pathname, ...(query && { query }), headers: {} };
          const operation = api.matchOperation(request);
          if (!operation) return;
          for (const { valid, errors } of [
            api.validateResponse(body, operation, status),
            api.validateResponseHeaders(Object.fromEntries(headers), operation, {
              statusCode: status,
            }),
          ]) {
            if (valid === false || errors?.length)
              found.push(
                `${method} ${pathname}: ${errors?.[0]?.instancePath} ${errors?.[0]?.message}`,
              );
          }
        });
      } catch (error) {
        found.push(`session: ${(error as Error).message}`);
      }
      return found[0];
    });
  },
};
