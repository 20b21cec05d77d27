/** Requests without a valid key: the answer on every route, and that they change nothing. */
import assert from "node:assert/strict";
import { ABSENT_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { type Route, route as routeOf } from "../../spec/routes.ts";
import { createKey, createPersonalKey, keyed, readWith } from "../steps/api-keys.ts";
import { assertAccepted } from "../steps/asserts.ts";
import { ENDPOINT, ENDPOINTS, listEndpoints, ownEndpoint, suspend } from "../steps/endpoints.ts";
import { listOperations } from "../steps/operations.ts";
import { absentProbesOf, assertAll401, type Probe, probesOf, sendProbe } from "../steps/probes.ts";

/** None carries a key, so a lenient server cannot act on one. */
const MALFORMED = [
  { form: "basic-scheme", authorization: "Basic x" },
  { form: "bearer-alone", authorization: "Bearer" },
  { form: "lower-case-bearer", authorization: "bearer x" },
];

const START = routeOf(`POST ${ENDPOINT}/start`);

/** The name of a key that must never be created. */
const REFUSED = "contract-refused";

const STARTED_BY_WRITES = /^(start|suspend)_compute$|^(apply|create|delete)_/;

export const refusedRules: Rule[] = [
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
    needs: ["keys"],
    async check(context) {
      const { apiKey, headers } = context.target.rejected;
      await assertAll401(context, probesOf(context.target), { ...headers, ...keyed(apiKey) });
    },
  },
  {
    id: "auth-before-request-is-read",
    level: "MUST",
    text: "a request without a valid key is answered 401 whatever is wrong with its path, query or body",
    states: ["Authentication 2: missing-header"],
    async check(context) {
      const { apiKey, headers } = context.target.rejected;
      const wrong = probesOf(context.target).map((probe) => wrongProbes(probe, context.target));
      await assertAll401(context, absentProbesOf(context.target), {});
      await assertAll401(context, wrong.flat(), {});
      // The mock rejects a key on demand, after it has read the request.
      if (context.target.lacks.keys !== undefined) return;
      // With a key, each route is sent one of its wrong requests, in turn.
      const turns = wrong.flatMap((probes, turn) =>
        probes.slice(turn % (probes.length || 1)).slice(0, 1),
      );
      await assertAll401(context, turns, { ...headers, ...keyed(apiKey) });
    },
  },
  {
    id: "auth-refused-write-has-no-effect",
    level: "MUST",
    text: "a write that fails with 401 has no effect",
    states: ["Authentication 2: no-effect"],
    needs: ["state"],
    beside: true,
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

      // Only an idle compute shows a start.
      await suspend(context, endpoint_id);
      const asleep = await everything(context, endpoint_id);
      for (const headers of [{}, rejected]) {
        const { status } = await sendProbe(context, { route: START, ids }, headers);
        assert.equal(status, 401, START.name);
      }
      assert.deepEqual(await everything(context, endpoint_id), asleep);
    },
  },
];

/** Variants of a probe, each with one fault that a server may check before the key. */
function wrongProbes(probe: Probe, { lacks }: Context["target"]): Probe[] {
  const { route } = probe;
  const wrong: Probe[] = [];
  if (route.body) {
    wrong.push(
      // The mock parses a body first.
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

/** Writes to things that the check did not make only where the run may change everything. */
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

/** The state that those writes would change; on a shared server, only our part of it. */
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
      .map(({ id, branch_id, pooler_enabled, current_state }) => {
        return { id, branch_id, pooler_enabled, current_state };
      })
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    projects: isOurs && projects?.projects.map(({ id }) => id).toSorted(),
    // The control plane may start other operations at any time.
    started: started.filter(({ action }) => STARTED_BY_WRITES.test(action)).map(({ id }) => id),
    isKeyListed: keys.map(({ data }) => JSON.stringify(data).includes(`"${REFUSED}"`)),
  };
}
