import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  type ApiClient,
  AuthenticationError,
  type ClientOptions,
  unwrap,
} from "@hosted-postgres/client";
import { ABSENT_ID } from "../run/changes.ts";
import type { Context } from "../run/context.ts";
import type { Fetch } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import { type Route, route as routeOf } from "../spec/routes.ts";
import { oneOfEachMethod } from "./requests.ts";
import { createKey, createPersonalKey, readWith } from "./steps/api-keys.ts";
import {
  assertAccepted,
  ENDPOINT,
  ENDPOINTS,
  listEndpoints,
  listOperations,
  ownEndpoint,
} from "./steps/endpoints.ts";
import {
  ABSENT_IDS,
  absentProbesOf,
  assertAll401,
  type Probe,
  probesOf,
  sendProbe,
} from "./steps/probes.ts";

/** None of them carries a key: a server that read one leniently would do what was asked. */
const MALFORMED = [
  { form: "basic-scheme", authorization: "Basic x" },
  { form: "bearer-alone", authorization: "Bearer" },
  { form: "lower-case-bearer", authorization: "bearer x" },
];

export const authRules: Rule[] = [
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
    id: "auth-valid-key-accepted",
    level: "MUST",
    text: "a request with a valid key is not answered 401",
    states: ["Authentication 2: valid-key"],
    async check(context) {
      const { target } = context;
      const reading = target.routes.filter(
        ({ method, pathParameters }) =>
          method === "GET" && pathParameters.every((name) => name in target.ids),
      );
      for (const route of reading) {
        const { status } = await sendProbe(
          context,
          { route, ids: target.ids },
          keyed(target.apiKey),
        );
        assert.notEqual(status, 401, route.name);
      }
    },
  },
  {
    id: "auth-missing-header-401",
    level: "MUST",
    text: "a request without the header fails with 401, whatever the route",
    states: ["Authentication 2: missing-header", "Errors, Table: unauthorized"],
    check: (context) => assertAll401(context, probesOf(context.target), {}),
  },
  ...MALFORMED.map(
    ({ form, authorization }): Rule => ({
      id: `auth-${form}-401`,
      level: "MUST",
      text: `a request whose header is "${authorization}" fails with 401, whatever the route`,
      states: ["Authentication 2: other-form"],
      check: (context) => assertAll401(context, probesOf(context.target), { authorization }),
    }),
  ),
  {
    id: "auth-rejected-key-401",
    level: "MUST",
    text: "a request with a key the server rejects fails with 401, whatever the route",
    states: ["Authentication 2: rejected-key", "Errors, Table: unauthorized"],
    async check(context) {
      const { apiKey, headers } = context.target.rejected;
      await assertAll401(context, probesOf(context.target), { ...headers, ...keyed(apiKey) });
    },
  },
  {
    id: "auth-error-of-the-client",
    level: "MUST",
    text: "a 401 is an authentication error, for a missing and for a rejected key",
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
    id: "auth-before-request-is-read",
    level: "MUST",
    text: "what is wrong in path, query or body of a request without a valid key is answered 401",
    states: ["Authentication 2: missing-header"],
    async check(context) {
      const { apiKey, headers } = context.target.rejected;
      const wrong = probesOf(context.target).map((probe) => wrongProbes(probe, context.target));
      await assertAll401(context, absentProbesOf(context.target), {});
      await assertAll401(context, wrong.flat(), {});
      // The mock rejects a key when it is asked to, and reads the request before that.
      if (context.target.lacks.keys !== undefined) return;
      // With a key, each route is sent one of its wrong requests, in turn.
      const turns = wrong.flatMap((probes, turn) =>
        probes.slice(turn % (probes.length || 1)).slice(0, 1),
      );
      await assertAll401(context, turns, { ...headers, ...keyed(apiKey) });
    },
  },
  {
    id: "auth-changed-key-401",
    level: "MUST",
    text: "a key that is cut, longer, doubled or in another case fails with 401",
    states: ["Authentication 2: rejected-key"],
    needs: ["state"],
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      for (const changed of keysLike(key)) await assertKeyOpensNothing(context, changed);
    },
  },
  {
    id: "auth-no-key-401",
    level: "MUST",
    text: "what is known of a key, and what programs send in place of one, is no key",
    states: ["Authentication 2: rejected-key"],
    needs: ["state"],
    async check(context) {
      const { ids, keys = {} } = context.target;
      const key = await createKey(context);
      const known = [key.id, key.name, key.created_by, ids.project_id, ids.org_id, ids.member_id];
      const others = Object.values(keys).map(({ id }) => id);
      const placeholders = [
        "null",
        "undefined",
        "true",
        "0",
        "1",
        "*",
        "%",
        "' OR ''='",
        "{}",
        "key",
      ];
      for (const no of [...known, ...others, ...placeholders]) {
        if (no !== undefined) await assertKeyOpensNothing(context, encodeURI(String(no)));
      }
    },
  },
  {
    id: "auth-other-scheme-401",
    level: "MUST",
    text: "a valid key under another scheme, or beside something else, fails with 401",
    states: ["Authentication 2: other-form"],
    needs: ["state"],
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      const rejected = context.target.rejected.apiKey;
      for (const authorization of [
        key,
        `Token ${key}`,
        `ApiKey ${key}`,
        `Basic ${key}`,
        `Basic ${btoa(`${key}:`)}`,
        `Basic ${btoa(`:${key}`)}`,
        `Basic ${btoa(`api:${key}`)}`,
        `Bearer ${rejected}, Bearer ${key}`,
        `Bearer ${key}, Bearer ${rejected}`,
        `Bearer ${rejected} ${key}`,
        `Bearer ${key} ${rejected}`,
      ]) {
        await assertOpensNothing(context, { authorization });
      }
    },
  },
  {
    id: "auth-other-place-401",
    level: "MUST",
    text: "a valid key in the query, in a cookie or in another header fails with 401",
    states: ["Authentication 2: other-form"],
    needs: ["state"],
    async check(context) {
      const { key } = await createKey(context);
      assertAccepted(await readWith(context, key), "reading with the key itself");

      for (const name of PLACES.headers) {
        await assertOpensNothing(context, { [name]: key });
        await assertOpensNothing(context, { [name]: `Bearer ${key}` });
      }
      const cookie = PLACES.cookies.map((name) => `${name}=${key}`).join("; ");
      await assertOpensNothing(context, { cookie });
      for (const name of PLACES.query) {
        await assertOpensNothing(context, {}, `?${name}=${encodeURIComponent(key)}`);
      }
    },
  },
  {
    id: "auth-answer-is-not-kept",
    level: "MUST",
    text: "what a valid key was just answered is not answered to a request without one",
    states: ["Authentication 2: no-effect"],
    async check(context) {
      const { target } = context;
      const { apiKey, headers } = target.rejected;
      const reading = probesOf(target).filter(({ route: { method }, ids }) => {
        return method === "GET" && (ids === target.ids || target.changes !== "all");
      });
      for (const probe of reading) {
        const ids = { ...probe.ids, ...target.ids };
        const known = [{ ...probe, ids }];
        await sendProbe(context, { ...probe, ids }, keyed(target.apiKey));
        await assertAll401(context, known, {});
        await assertAll401(context, known, { ...headers, ...keyed(apiKey) });
      }

      const { status } = await context.fetch(`${target.url}/projects`, {
        method: "GET",
        headers: { accept: "application/json", ...keyed(target.apiKey) },
      });
      assert.notEqual(status, 401, "a valid key, after all of these");
    },
  },
  {
    id: "auth-refused-write-has-no-effect",
    level: "MUST",
    text: "a write that fails with 401 has no effect",
    states: ["Authentication 2: no-effect"],
    needs: ["state"],
    async check(context) {
      const { target } = context;
      const endpoint_id = await ownEndpoint(context);
      const key = await createKey(context);
      const personal = await createPersonalKey(context);
      const ids = { ...target.ids, endpoint_id };
      const before = await everything(context, endpoint_id);

      const rejected = keyed(target.rejected.apiKey);
      for (const headers of [{}, { authorization: "Bearer" }, rejected, keyed(`${key.key}x`)]) {
        for (const { route, body } of refusedWrites(context)) {
          const key_id = route.path === "/api_keys/{key_id}" ? personal.id : key.id;
          const probe = { route, ids: { ...ids, key_id }, ...(body && { body }) };
          const { status } = await sendProbe(context, probe, headers);
          assert.equal(status, 401, route.name);
        }
      }

      assertAccepted(await readWith(context, key.key), "reading with the key");
      assertAccepted(await readWith(context, personal.key), "reading with the personal key");
      assert.deepEqual(await everything(context, endpoint_id), before);
    },
  },
  {
    id: "auth-401-is-final",
    level: "MUST",
    text: "a 401 is not tried again, neither for a read nor for a write",
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
    },
  },
  {
    id: "auth-key-stays-secret",
    level: "SHOULD",
    text: "no message, stack, property or JSON of a failed call shows the key",
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
    id: "auth-request-details",
    level: "MUST",
    text: "GET /auth answers details of the request to a valid key",
    states: ["Authentication 10: get-auth"],
    async check({ api, target }) {
      const { data, response } = await api.GET("/auth");

      assert.ok(response.ok, `GET /auth answered ${response.status}`);
      const hasDetails = typeof data === "object" && data !== null && Object.keys(data).length > 0;
      assert.ok(hasDetails || target.lacks.keys !== undefined, "its answer has no details");
    },
  },
  {
    id: "error-body-is-not-relied-on",
    level: "MUST",
    text: "a 401 is told by its status alone, whatever its body",
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

/** The name of a key that must not come to be. */
const REFUSED = "contract-refused";

/** Where other services take keys. */
const PLACES = {
  headers: ["x-api-key", "api-key", "x-auth-token", "x-access-token", "proxy-authorization"],
  cookies: ["token", "session", "api_key", "access_token", "Authorization"],
  query: ["api_key", "apikey", "key", "token", "access_token", "authorization"],
};

/** Keys that are almost this one. */
function keysLike(key: string): string[] {
  const at = (place: number) =>
    `${key.slice(0, place)}${anotherLetter(key[place])}${key.slice(place + 1)}`;
  const changed = [
    key.slice(0, -1),
    key.slice(1),
    key.slice(0, 8),
    key.slice(0, key.length / 2),
    `${key}x`,
    `x${key}`,
    `${key}${key}`,
    `${key}%20`,
    key.toUpperCase(),
    key.toLowerCase(),
    key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
    at(0),
    at(Math.floor(key.length / 2)),
    at(key.length - 1),
  ];
  return [...new Set(changed)].filter((it) => it !== key && it !== "");
}

function anotherLetter(letter = ""): string {
  return letter === "a" ? "b" : "a";
}

function keyed(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

function assertKeyOpensNothing(context: Context, apiKey: string): Promise<void> {
  return assertOpensNothing(context, keyed(apiKey));
}

/** A list, a read and writes; the writes are of a compute and a key that do not exist. */
async function assertOpensNothing(
  context: Context,
  headers: Readonly<Record<string, string>>,
  query = "",
): Promise<void> {
  const { ids } = context.target;
  const { endpoint_id, key_id } = ABSENT_IDS;
  const probed = OPENED.map((name) => ({
    route: routeOf(name),
    ids: { ...ids, endpoint_id: `${endpoint_id}`, key_id: Number(key_id) },
    query,
  }));
  await assertAll401(context, probed, headers);
}

const OPENED = [
  "GET /projects",
  "GET /auth",
  `GET ${ENDPOINTS}`,
  `PATCH ${ENDPOINT}`,
  `DELETE ${ENDPOINT}`,
  "DELETE /api_keys/{key_id}",
];

/** The probe with each thing wrong in it that a server may look at before it looks at the key. */
function wrongProbes(probe: Probe, { lacks }: Context["target"]): Probe[] {
  const { route } = probe;
  const wrong: Probe[] = [];
  if (route.body) {
    wrong.push(
      // The mock parses a body before it does anything else.
      ...(lacks.keys === undefined ? [{ ...probe, body: "{" }] : []),
      { ...probe, body: '"text"' },
      { ...probe, body: '{"endpoint":1,"key_name":1,"project_id":1}' },
      { ...probe, body: "a=1", contentType: "application/x-www-form-urlencoded" },
      { ...probe, body: null },
    );
  }
  if (Object.keys(route.query).length > 0) wrong.push({ ...probe, query: "?limit=x&cursor=x" });
  if (route.pathParameters.includes("key_id")) {
    wrong.push({ ...probe, ids: { ...probe.ids, key_id: ABSENT_ID } });
  }
  return wrong;
}

/** What is not of a thing the check made is tried only where it may be lost. */
function refusedWrites({ target }: Context): { route: Route; body?: string }[] {
  const { other_free_branch_id: branch_id, project_id } = target.ids;
  const json = (body: object) => JSON.stringify(body);
  const own = [
    { route: routeOf(`PATCH ${ENDPOINT}`), body: json({ endpoint: { pooler_enabled: true } }) },
    { route: routeOf(`POST ${ENDPOINT}/suspend`) },
    { route: routeOf(`POST ${ENDPOINT}/restart`) },
    { route: routeOf(`DELETE ${ENDPOINT}`) },
    { route: routeOf("DELETE /organizations/{org_id}/api_keys/{key_id}") },
    { route: routeOf("DELETE /api_keys/{key_id}") },
  ];
  if (target.changes !== "all") return own;
  return [
    ...own,
    {
      route: routeOf(`POST ${ENDPOINTS}`),
      body: json({ endpoint: { branch_id, type: "read_write" } }),
    },
    {
      route: routeOf("POST /organizations/{org_id}/api_keys"),
      body: json({ key_name: REFUSED, project_id }),
    },
    { route: routeOf("POST /api_keys"), body: json({ key_name: REFUSED }) },
    { route: routeOf("POST /projects") },
    { route: routeOf("POST /projects/{project_id}/branches") },
    { route: routeOf("DELETE /projects/{project_id}") },
  ];
}

const STARTED_BY_WRITES = /^(start|suspend)_compute$|^(apply|create|delete)_/;

/** What the writes above would have changed: of a server that others use too, only what is ours. */
async function everything(context: Context, endpoint_id: string) {
  const { api, target } = context;
  const isOurs = target.changes === "all";
  const { data: projects } = await api.GET("/projects");
  const endpoints = await listEndpoints(context);
  const started = (await listOperations(context)).filter((operation) => {
    const concernsIt = operation.endpoint_id === endpoint_id;
    return concernsIt || (isOurs && operation.endpoint_id === undefined);
  });
  const keys = [
    await api.GET("/api_keys"),
    await send(api, routeOf("GET /organizations/{org_id}/api_keys"), target),
  ];
  return {
    endpoints: endpoints
      .filter(({ id }) => isOurs || id === endpoint_id)
      .map(({ id, branch_id, pooler_enabled }) => ({ id, branch_id, pooler_enabled }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    projects: isOurs && projects?.projects.map(({ id }) => id).toSorted(),
    // What the control plane does of its own may come at any time.
    started: started.filter(({ action }) => STARTED_BY_WRITES.test(action)).map(({ id }) => id),
    isKeyListed: keys.map(({ data }) => JSON.stringify(data).includes(`"${REFUSED}"`)),
  };
}

/** The client never leaves the header out, so it is taken away on the way. */
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

/** The call is answered 401, which is an AuthenticationError, and costs one request. */
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
