/** Rules for every request and every answer. */
import assert from "node:assert/strict";
import { Blocked } from "../run/blocked.ts";
import type { Answer } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import { route as routeOf, routes } from "../spec/routes.ts";
import { isRefusal } from "./steps/asserts.ts";
import { inOrder, oneOfEachMethod } from "./steps/every-route.ts";
import { assertAllServed, type Judgement, judgeFamily, judgeRoutes } from "./steps/served.ts";

/** The families that the document names, by the paths that show each. */
const FAMILIES: Record<string, RegExp> = {
  "organizations and members": /^\/organizations\/\{org_id\}(\/members.*)?$/,
  invitations: /\/invitations$/,
  "project transfer": /\/transfer_requests$/,
  "VPC endpoint restrictions": /\/vpc_endpoints/,
  "snapshots and backup schedules": /\/(snapshots|backup_schedule)/,
  "consumption metrics": /^\/consumption_history/,
  "managed authentication": /\/branches\/\{branch_id\}\/auth/,
  "Data API": /\/data-api\//,
  "storage buckets": /\/(buckets|storage)/,
  functions: /\/functions/,
  logs: /\/logs\//,
  "scoped credentials": /\/credentials/,
  "AI gateway": /\/ai_gateway$/,
  regions: /^\/regions$/,
};

/** JSON, or a format written in it. */
const JSON_TYPE = /^(application\/(json|[\w.-]+\+json)|text\/json)\s*(;|$)/i;

export const requestRules: Rule[] = [
  {
    id: "json-answers",
    level: "MUST",
    text: "the body of a success is labelled as JSON and is JSON, whatever the route",
    states: ["Endpoints, Common rules: json", "What the service does 1: json-api"],
    observe({ route, answer, json, text = "" }) {
      // A download has the bytes of an object.
      if (!answer.ok || route?.success.type !== "application/json") return false;
      // An answer that is not shown may have no body.
      if (!route.responseShown && text === "") return false;
      const type = answer.headers.get("content-type") ?? "none";
      assert.match(type, JSON_TYPE, `the content type is ${type}`);
      const isJson = route.responseShown
        ? typeof json === "object" && json !== null
        : json !== undefined;
      assert.ok(isJson, `the body is ${text.slice(0, 80)}`);
      return true;
    },
  },
  {
    id: "json-refusals",
    level: "MUST",
    text: "the body of a refusal is labelled as JSON and is JSON, whatever the route",
    states: ["Endpoints, Common rules: json"],
    observe({ route, body, status, answer, json, text = "" }) {
      // Not shown: whether a refusal has a body. Nor what answers a request that is not JSON.
      if (!route || !isRefusal(status) || text === "" || !isJson(body)) return false;
      assertJsonRefusal({ status, answer, json, text });
      return true;
    },
  },
  {
    id: "json-refusal-of-a-wrong-body",
    level: "MUST",
    text: "the refusal of a JSON body with wrong fields is labelled as JSON and is JSON",
    states: ["Endpoints, Common rules: json"],
    needs: ["state"],
    async check({ api, target, exchanges }) {
      const body = { endpoint: { branch_id: 1, type: true } };
      await send(api, routeOf("POST /projects/{project_id}/endpoints"), { ids: target.ids, body });

      const { status = 0, answer, json, text = "" } = exchanges.at(-1) ?? {};
      if (!answer || !isRefusal(status) || text === "")
        throw new Blocked(`a wrong body is answered ${status}, or without a body`);
      assertJsonRefusal({ status, answer, json, text });
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
      assertAllServed(await judgeRoutes(context, inOrder(context.target.routes)));
    },
  },
  {
    id: "routes-known",
    level: "MUST",
    text: "each documented GET of something that exists is served",
    states: ["Endpoints, Tables: routes"],
    async check(context) {
      const { routes, ids } = context.target;
      const reading = routes.filter(
        ({ method, pathParameters }) =>
          method === "GET" && pathParameters.every((name) => name in ids),
      );
      assertAllServed(await judgeRoutes(context, reading));
    },
  },
  {
    id: "families-without-shapes-served",
    level: "MUST",
    text: "each resource family documented by method and path only is served",
    states: ["What the service does 7: other-families"],
    async check(context) {
      const judged: Judgement[] = [];
      for (const [family, paths] of Object.entries(FAMILIES)) {
        judged.push(await judgeFamily(context, family, paths));
      }
      assertAllServed(judged);
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

function assertJsonRefusal({
  status,
  answer,
  json,
  text,
}: Pick<Answer, "status" | "answer" | "json" | "text">) {
  const type = answer.headers.get("content-type") ?? "none";
  assert.match(type, JSON_TYPE, `the content type of a ${status} is ${type}`);
  assert.ok(json !== undefined, `the body of a ${status} is ${text?.slice(0, 80)}`);
}

/** Whether a request has no body, or one of JSON. */
function isJson(body: RequestInit["body"]): boolean {
  if (body === undefined || body === null) return true;
  try {
    JSON.parse(String(body));
    return true;
  } catch {
    return false;
  }
}
