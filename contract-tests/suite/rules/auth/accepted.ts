/** Requests with a valid key. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { keyed } from "../steps/api-keys.ts";
import { assertAll401, probesOf, sendProbe } from "../steps/probes.ts";

export const acceptedRules: Rule[] = [
  {
    id: "auth-valid-key-accepted",
    level: "MUST",
    text: "a request with a valid key is not answered 401",
    states: ["Authentication 2: valid-key"],
    first: true,
    async check(context) {
      const { target } = context;
      const reading = target.routes.filter(
        ({ method, pathParameters }) =>
          method === "GET" && pathParameters.every((name) => name in target.ids),
      );
      let opened = 0;
      for (const route of reading) {
        const probe = { route, ids: target.ids };
        const { ok, status } = await sendProbe(context, probe, keyed(target.apiKey));
        assert.notEqual(status, 401, route.name);
        if (ok) opened += 1;
      }
      if (opened === 0) throw new Blocked("no route is answered 2xx");
    },
  },
  {
    id: "auth-answer-is-not-kept",
    level: "MUST",
    text: "an answer to a valid key is not replayed to a request without one",
    states: ["Authentication 2: no-effect"],
    async check(context) {
      const { target } = context;
      const { apiKey, headers } = target.rejected;
      const reading = probesOf(target).filter(({ route }) => route.method === "GET");
      let opened = 0;
      for (const probe of reading) {
        const known = { ...probe, ids: { ...probe.ids, ...target.ids } };
        const { ok } = await sendProbe(context, known, keyed(target.apiKey));
        await assertAll401(context, [known], {});
        await assertAll401(context, [known], { ...headers, ...keyed(apiKey) });
        if (ok) opened += 1;
      }
      if (opened === 0) throw new Blocked("no route is answered 2xx");

      const { status } = await context.fetch(`${target.url}/projects`, {
        method: "GET",
        headers: { accept: "application/json", ...keyed(target.apiKey) },
      });
      assert.notEqual(status, 401, "a valid key, after all of these");
    },
  },
  {
    id: "auth-request-details",
    level: "MUST",
    text: "GET /auth returns details of the request for a valid key",
    states: ["Authentication 10: get-auth"],
    needs: ["keys"],
    async check({ api }) {
      const { data, response } = await api.GET("/auth");

      assert.ok(response.ok, `GET /auth answered ${response.status}`);
      const hasDetails = typeof data === "object" && data !== null && Object.keys(data).length > 0;
      assert.ok(hasDetails, "GET /auth returned no details");
    },
  },
];
