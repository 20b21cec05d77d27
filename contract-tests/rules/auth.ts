import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  type ApiClient,
  AuthenticationError,
  type ClientOptions,
  unwrap,
} from "@hosted-postgres/client";
import type { Context, Fetch } from "../context.ts";
import type { Rule } from "../rule.ts";
import { id, listEndpoints, remove, tryCreate, update } from "./steps.ts";

/** None of them carries a key: a server that read one leniently would do what was asked. */
export const MALFORMED = [
  { form: "basic-scheme", authorization: "Basic x" },
  { form: "bearer-alone", authorization: "Bearer" },
  { form: "lower-case-bearer", authorization: "bearer x" },
];

export const authRules: Rule[] = [
  {
    id: "auth-bearer-header",
    level: "MUST",
    text: "a request carries Authorization: Bearer and the key",
    source: "Authentication 1",
    async check({ api, target, exchanges }) {
      await api.GET("/projects");

      const sent = exchanges[0]?.headers.get("authorization") === `Bearer ${target.apiKey}`;
      assert.ok(sent, "the header is not Bearer, a space and the key");
    },
  },
  {
    id: "auth-valid-key-accepted",
    level: "MUST",
    text: "a request with a valid key is not answered 401",
    source: "Authentication 2",
    async check({ api }) {
      const { response } = await api.GET("/projects");

      assert.notEqual(response.status, 401);
    },
  },
  {
    id: "auth-missing-header-401",
    level: "MUST",
    text: "a request without the header fails with 401",
    source: "Authentication 2",
    check: (context) => assertRefused(context, withoutKey(context), (api) => api.GET("/projects")),
  },
  ...MALFORMED.map(
    ({ form, authorization }): Rule => ({
      id: `auth-${form}-401`,
      level: "MUST",
      text: `a request whose header is "${authorization}" fails with 401`,
      source: "Authentication 2",
      check: (context) =>
        assertRefused(context, {}, (api) =>
          api.GET("/projects", { headers: { Authorization: authorization } }),
        ),
    }),
  ),
  {
    id: "auth-rejected-key-401",
    level: "MUST",
    text: "a request with a key the server rejects fails with 401",
    source: "Authentication 2",
    check: (context) =>
      assertRefused(context, rejectedKey(context), (api) =>
        api.GET("/projects", { headers: context.target.rejected.headers }),
      ),
  },
  {
    id: "auth-before-request-is-read",
    level: "MUST",
    text: "a wrong body without a key fails with 401, not for its body",
    source: "Authentication 2",
    check: (context) =>
      assertRefused(context, withoutKey(context), (api) =>
        api.POST("/organizations/{org_id}/api_keys", {
          params: { path: { org_id: "does-not-exist" } },
          body: { key_name: 1 as never },
        }),
      ),
  },
  {
    id: "auth-changed-key-401",
    level: "MUST",
    text: "a key that is cut, longer, doubled or in another case fails with 401",
    source: "Authentication 2",
    needs: ["state"],
    async check(context) {
      const { apiKey } = context.target;
      for (const changed of [
        apiKey.slice(0, -1),
        apiKey.slice(1),
        `${apiKey}x`,
        `${apiKey}${apiKey}`,
        apiKey.toUpperCase(),
      ]) {
        if (changed === apiKey) continue;
        await assertRefused(context, { apiKey: changed }, (api) => api.GET("/projects"));
      }
    },
  },
  {
    id: "auth-refused-write-has-no-effect",
    level: "MUST",
    text: "a write that fails with 401 has no effect",
    source: "Authentication 2",
    needs: ["state"],
    async check(context) {
      const endpoint_id = id(context, "endpoint_id");
      const before = await listEndpoints(context);

      for (const options of [withoutKey(context), rejectedKey(context)]) {
        for (const write of [
          (by: Context) => tryCreate(by, "free_branch_id"),
          (by: Context) => update(by, endpoint_id, { pooler_enabled: true }),
          (by: Context) => remove(by, endpoint_id),
        ]) {
          await assertRefused(context, options, (api) => write({ ...context, api }));
        }
      }

      assert.deepEqual(await listEndpoints(context), before);
    },
  },
  {
    id: "auth-401-is-final",
    level: "MUST",
    text: "a 401 is not tried again, neither for a read nor for a write",
    source: "Authentication 8",
    async check(context) {
      const { headers } = context.target.rejected;
      const path = { project_id: "does-not-exist", endpoint_id: "ep-does-not-exist" };
      const route = "/projects/{project_id}/endpoints/{endpoint_id}";
      const options = rejectedKey(context);

      await assertRefused(context, options, (api) => api.GET(route, { params: { path }, headers }));
      await assertRefused(context, options, (api) =>
        api.DELETE(route, { params: { path }, headers }),
      );
    },
  },
  {
    id: "auth-key-stays-secret",
    level: "SHOULD",
    text: "no message, stack, property or JSON of a failed call shows the key",
    source: "Authentication 4",
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
    id: "auth-request-details",
    level: "MUST",
    text: "GET /auth answers 2xx to a valid key",
    source: "Authentication 10",
    async check({ api }) {
      const { response } = await api.GET("/auth");

      assert.ok(response.ok, `GET /auth answered ${response.status}`);
    },
  },
  {
    id: "error-body-is-not-relied-on",
    level: "MUST",
    text: "a 401 is told by its status alone, whatever its body",
    source: "Errors, Bodies",
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

/** The client never leaves the header out, so it is taken away on the way. */
export function withoutKey({ fetch }: Pick<Context, "fetch">): Partial<ClientOptions> {
  return {
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.delete("authorization");
      return fetch(url, { ...init, headers });
    },
  };
}

export function rejectedKey({ target }: Pick<Context, "target">): Partial<ClientOptions> {
  return { apiKey: target.rejected.apiKey };
}

/** The call is answered 401, which is an AuthenticationError, and costs one request. */
export async function assertRefused(
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
    assert.ok(error instanceof Error);
    return error;
  }
  throw new assert.AssertionError({ message: "the call succeeded" });
}
