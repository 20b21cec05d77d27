/** Rules for every request and every answer. */
import assert from "node:assert/strict";
import { Blocked } from "../run/blocked.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import type { Target } from "../run/target.ts";
import { type Route, routes } from "../spec/routes.ts";
import { everyRoute, GIVEN, inOrder, oneOfEachMethod } from "./steps/every-route.ts";

export const requestRules: Rule[] = [
  {
    id: "json-answers",
    level: "MUST",
    text: "an answer with a documented shape is labelled as JSON and is JSON",
    states: ["Endpoints, Common rules: json", "What the service does 1: json-api"],
    observe({ route, answer, json, text }) {
      if (!route?.responseShown || !answer.ok) return false;
      const type = answer.headers.get("content-type") ?? "none";
      assert.match(type, /^application\/json\s*(;|$)/i, `the content type is ${type}`);
      assert.ok(typeof json === "object" && json !== null, `the body is ${text?.slice(0, 80)}`);
      return true;
    },
  },
  {
    id: "request-accept-json",
    level: "MUST",
    text: "a request says Accept: application/json",
    states: ["Endpoints, Common rules: accept"],
    about: "client",
    async check(context) {
      for (const { method, headers } of await oneOfEachMethod(context)) {
        assert.equal(headers.get("accept"), "application/json", method);
      }
    },
  },
  {
    id: "request-body-is-labelled-json",
    level: "MUST",
    text: "a request with a body sends JSON and says Content-Type: application/json",
    states: [
      "Endpoints, Common rules: json",
      "Endpoints, Common rules: content-type",
      "What the service does 1: json-api",
    ],
    about: "client",
    needs: ["writes"],
    async check({ api, target, exchanges }) {
      const withBody = routes.filter(({ body }) => body);
      for (const route of withBody) await send(api, route, { ids: target.ids });

      assert.equal(exchanges.length, withBody.length);
      for (const { method, url, headers, body } of exchanges) {
        assert.equal(headers.get("content-type"), "application/json", `${method} ${url}`);
        JSON.parse(String(body));
      }
    },
  },
  {
    id: "request-without-body-has-no-content-type",
    level: "MUST",
    text: "a request without a body has no Content-Type",
    states: ["Endpoints, Detailed shapes: list-projects"],
    about: "client",
    async check(context) {
      for (const { method, headers, body } of await oneOfEachMethod(context, { withBody: false })) {
        assert.equal(headers.get("content-type"), null, method);
        assert.equal(body ?? undefined, undefined, method);
      }
    },
  },
  {
    id: "path-parameter-is-one-segment",
    level: "MUST",
    text: "a path parameter replaces its placeholder as one encoded segment",
    states: ["Endpoints, Common rules: path-parameters"],
    about: "client",
    needs: ["examples"],
    async check({ client, target }) {
      const { fetch = globalThis.fetch } = target;
      const sent: { url: string; status: number }[] = [];
      // This fetch is not recorded, so no observer judges an answer for ids that do not exist.
      const api = client({
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          sent.push({ url, status: response.status });
          return response;
        },
      });

      const params = { path: { project_id: "a/b c?d#é", endpoint_id: "ep-1" } };
      await api.GET("/projects/{project_id}/endpoints/{endpoint_id}", { params });

      const url = `${target.url}/projects/a%2Fb%20c%3Fd%23%C3%A9/endpoints/ep-1`;
      assert.deepEqual(sent, [{ url, status: 200 }]);
    },
  },
  {
    id: "routes-served",
    level: "MUST",
    text: "each documented method and path that the server serves is answered 2xx",
    states: [
      "Endpoints, Tables: routes",
      "What the service does 2: projects-and-branches",
      "Authentication 3: further-keys",
      "Events: webhooks",
      "Versioning 2: consumption",
      "Versioning 3: managed-auth",
    ],
    needs: ["disposable"],
    usesUp: true,
    async check(context) {
      const { target } = context;
      for await (const { route, status } of everyRoute(context, inOrder(target.routes))) {
        assertServed(target, route, status);
      }
    },
  },
  {
    id: "routes-known",
    level: "MUST",
    text: "each documented GET is answered 2xx, or refused with neither 401 nor 405",
    states: ["Endpoints, Tables: routes"],
    async check(context) {
      const { target } = context;
      const { apiKey, ids, keys } = target;
      const isPerson = keys?.admin?.key === apiKey;
      const reading = target.routes.filter(({ method, pathParameters }) => {
        return (
          method === "GET" && pathParameters.every((name) => GIVEN.includes(name) && name in ids)
        );
      });
      for await (const { route, status } of everyRoute(context, reading)) {
        assertServed(target, route, status);
        // Consumption metrics may belong to another plan.
        const isPlain = route.pathParameters.length === 0 && !route.path.includes("consumption");
        assert.ok(!isPlain || !isPerson || status !== 404, `${route.name} answered 404`);
      }
    },
  },
  {
    id: "families-without-shapes-served",
    level: "MUST",
    text: "each resource family documented by method and path only is answered",
    states: ["What the service does 7: other-families"],
    async check(context) {
      const { target } = context;
      const sections = new Set(target.routes.map(({ section }) => section));
      const chosen = [...sections].flatMap((section) => {
        const route = target.routes.find((route) => {
          const { method, responseShown, pathParameters } = route;
          const isOfSection = route.section === section && !responseShown;
          return (
            isOfSection && method === "GET" && pathParameters.every((name) => name in target.ids)
          );
        });
        return route ? [route] : [];
      });
      if (chosen.length === 0) throw new Blocked("no id of a family is known");
      for await (const { route, status } of everyRoute(context, chosen)) {
        assertServed(target, route, status);
      }
    },
  },
  {
    id: "version-in-base-address",
    level: "MUST",
    text: "every path follows the base URL, which ends with the version prefix /api/v2",
    states: ["Versioning 1: base-url", "Paths: base-url"],
    about: "client",
    async check({ client }) {
      const urls: string[] = [];
      const api = client({
        baseUrl: "https://host.invalid/api/v2",
        fetch: async (url) => {
          urls.push(url);
          return Response.json({ projects: [] });
        },
      });

      await api.GET("/projects");

      assert.deepEqual(urls, ["https://host.invalid/api/v2/projects"]);
    },
  },
];

/**
 * 2xx, where it is known what the route takes. Where only its method and path are shown it may
 * refuse what is sent to it or by whom, but not that there is such a route.
 */
function assertServed({ bodies }: Target, { name }: Route, status: number) {
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 405;
  const isServed = status < 300 || (bodies === undefined && isRefusal);
  assert.ok(isServed, `${name} answered ${status}`);
}
