/** Authentication as the client sends it, and its report of a 401. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  type ApiClient,
  AuthenticationError,
  type ClientOptions,
  unwrap,
} from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import type { Fetch } from "../../run/exchange.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { type Route, routes } from "../../spec/routes.ts";
import { METHODS, oneOfEachMethod } from "../steps/every-route.ts";
import { ABSENT_IDS } from "../steps/probes.ts";

export const clientRules: Rule[] = [
  {
    id: "auth-bearer-header",
    level: "MUST",
    text: "a request carries Authorization: Bearer and the key",
    states: [
      "Authentication 1: bearer-key",
      "What the service does 6: bearer-key",
      "Endpoints, Common rules: authorization",
    ],
    about: "client",
    async check(context) {
      for (const { method, headers } of await oneOfEachMethod(context)) {
        const sent = headers.get("authorization") === `Bearer ${context.target.apiKey}`;
        assert.ok(sent, `the header of ${method} is not Bearer, a space and the key`);
      }
    },
  },
  {
    id: "auth-error-of-the-client",
    level: "MUST",
    text: "the client reports a 401 as an authentication error, for a missing and for a rejected key",
    states: ["Errors, Table: unauthorized"],
    about: "client",
    async check(context) {
      const { headers } = context.target.rejected;
      await assertRefused(context, withoutKey(context), (api) => api.GET("/projects"));
      await assertRefused(context, rejectedKey(context), (api) =>
        api.GET("/projects", { headers }),
      );
    },
  },
  {
    id: "auth-401-is-final",
    level: "MUST",
    text: "after a 401 the client never sends the same key again, and one other key only if its key function returns one",
    states: ["Authentication 8: immediate"],
    about: "client",
    async check(context) {
      const { headers } = context.target.rejected;
      const path = { project_id: "does-not-exist", endpoint_id: "ep-does-not-exist" };
      const route = "/projects/{project_id}/endpoints/{endpoint_id}";
      const options = rejectedKey(context);

      await assertRefused(context, options, (api) => api.GET(route, { params: { path }, headers }));
      await assertRefused(context, options, (api) =>
        api.DELETE(route, { params: { path }, headers }),
      );
      for (const method of METHODS) {
        for (const makeKeys of KEYS) {
          const { apiKey, sent } = makeKeys(() => `key-${context.random()}`);
          assert.deepEqual(await keysSent(context, method, apiKey), sent, method);
        }
      }
    },
  },
  {
    id: "auth-key-stays-secret",
    level: "SHOULD",
    text: "the error of a failed call does not show the key in its message, stack, properties or JSON",
    states: ["Authentication 4: secret-stays-secret"],
    about: "client",
    async check(context) {
      const apiKey = "secret-of-this-check";
      const answers: Fetch[] = [
        async () => Response.json({}, { status: 401 }),
        async () => new Response("<html>", { status: 418 }),
        async (_url, init) => {
          throw new TypeError(`sent ${new Headers(init.headers).get("authorization")} in vain`);
        },
      ];

      for (const fetch of answers) {
        const api = context.client({ apiKey, fetch, retries: 0 });
        const error = await rejectionOf(unwrap(api.GET("/projects")));
        const shown = [
          error.message,
          error.stack,
          JSON.stringify(error),
          inspect(error, { depth: 9, showHidden: true }),
        ];
        assert.ok(!shown.join().includes(apiKey), `${error.name} shows the key`);
      }
    },
  },
  {
    id: "error-body-is-not-relied-on",
    level: "MUST",
    text: "the client recognizes a 401 by its status alone, whatever its body",
    states: ["Errors, Bodies: bodies"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      for (const body of ["", "null", "[]", "<html>", '{"message":']) {
        const { headers } = context.target.rejected;
        const fetch: Fetch = async (url, init) => {
          const { status } = await context.fetch(url, init);
          return new Response(body, { status });
        };

        await assertRefused(context, { ...rejectedKey(context), fetch }, (api) =>
          api.GET("/projects", { headers }),
        );
      }
    },
  },
];

/** A key, or a function that returns one key after the other, and those to be sent. */
const KEYS: ((draw: () => string) => { apiKey: ClientOptions["apiKey"]; sent: string[] })[] = [
  (draw) => {
    const apiKey = draw();
    return { apiKey, sent: [apiKey] };
  },
  (draw) => {
    const key = draw();
    return { apiKey: () => key, sent: [key] };
  },
  (draw) => {
    const sent = [draw(), draw()];
    const left = [...sent, draw(), draw()];
    return { apiKey: () => left.shift() ?? "", sent };
  },
];

/** The keys that a call to a drawn route sends when each is refused. */
async function keysSent(
  { client, random, target }: Context,
  method: string,
  apiKey: ClientOptions["apiKey"],
): Promise<string[]> {
  const sent: string[] = [];
  const fetch: Fetch = async (_url, init) => {
    sent.push(new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "none");
    return Response.json({}, { status: 401 });
  };
  const fitting = routes.filter((route) => route.method === method);
  const route = fitting[Math.floor(random() * fitting.length)] as Route;
  const ids = { ...ABSENT_IDS, ...target.ids };
  await send(client({ apiKey, fetch }), route, { ids });
  return sent;
}

/** Removes the header on the way, because the client always sends it. */
function withoutKey({ fetch }: Pick<Context, "fetch">): Partial<ClientOptions> {
  return {
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.delete("authorization");
      return fetch(url, { ...init, headers });
    },
  };
}

function rejectedKey({ target }: Pick<Context, "target">): Partial<ClientOptions> {
  return { apiKey: target.rejected.apiKey };
}

/** The call is answered 401, throws an AuthenticationError and sends one request. */
async function assertRefused(
  { client, exchanges }: Pick<Context, "client" | "exchanges">,
  options: Partial<ClientOptions>,
  call: (api: ApiClient) => ReturnType<ApiClient["GET"]>,
) {
  const before = exchanges.length;

  const error = await rejectionOf(unwrap(call(client(options))));

  assert.equal(exchanges[before]?.status, 401);
  assert.ok(error instanceof AuthenticationError, `rejected with ${error.name}: ${error.message}`);
  assert.equal(exchanges.length - before, 1, "the number of requests");
}

async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Error, `rejected with ${error}`);
    return error;
  }
  throw new assert.AssertionError({ message: "the call succeeded" });
}
