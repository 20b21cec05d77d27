/** jest-openapi: its matcher, fed with a session. It knows OpenAPI up to 3.0. */
import { onServer, type Peer, versionsOf } from "./peer.ts";
import { playSession } from "./session.ts";
import { ANY_SUCCESS, asOpenApi30, concreteSpec } from "./spec.ts";

type Matcher = (this: object, received: object) => { pass: boolean; message: () => string };

export const jestOpenapi: Peer = {
  name: "jest-openapi",
  versions: versionsOf("jest-openapi"),
  async prepare() {
    // It registers its matcher with Jest's expect, which is all it needs of Jest.
    let matchers: Record<string, Matcher> = {};
    Object.assign(globalThis, {
      expect: { extend: (added: typeof matchers) => (matchers = added) },
    });
    const { default: jestOpenAPI } = await import("jest-openapi");
    (jestOpenAPI as unknown as (spec: object) => void)(
      asOpenApi30(concreteSpec({ statuses: ANY_SUCCESS })),
    );

    return onServer(async (server) => {
      const found: string[] = [];
      try {
        await playSession(server.url, server, ({ method, path, status, body }) => {
          // As axios gives it.
          const request = { method, path: `/api/v2${path}` };
          const response = { request, status, data: body ?? "" };
          const { pass, message } = (matchers.toSatisfyApiSpec as Matcher).call({}, response);
          if (!pass) found.push(message());
        });
      } catch (error) {
        found.push(`session: ${(error as Error).message}`);
      }
      return found[0];
    });
  },
};
