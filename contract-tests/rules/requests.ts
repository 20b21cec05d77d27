/** What holds for every request and every answer. */
import assert from "node:assert/strict";
import { routes, send } from "../routes.ts";
import type { Rule } from "../rule.ts";
import { some } from "./seen.ts";

export const requestRules: Rule[] = [
  {
    id: "json-answers",
    level: "MUST",
    text: "an answer whose shape is shown is labelled as JSON and is JSON",
    source: "Endpoints, Common rules",
    async check({ answers }) {
      for (const { route, response, body } of some(await answers(), "no answer was seen")) {
        const type = response.headers.get("content-type") ?? "none";
        assert.match(type, /^application\/json\b/, `${route} answered the content type ${type}`);
        assert.equal(typeof body, "object", `${route} answered ${JSON.stringify(body)}`);
      }
    },
  },
  {
    id: "request-accept-json",
    level: "MUST",
    text: "a request says Accept: application/json",
    source: "Endpoints, Common rules",
    async check({ api, exchanges }) {
      await api.GET("/projects");

      assert.equal(exchanges[0]?.headers.get("accept"), "application/json");
    },
  },
  {
    id: "request-body-is-labelled-json",
    level: "MUST",
    text: "a request with a body sends JSON and says Content-Type: application/json",
    source: "Endpoints, Common rules",
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
    source: "Endpoints, Detailed shapes",
    async check({ api, exchanges }) {
      await api.GET("/projects");

      assert.equal(exchanges[0]?.headers.get("content-type"), null);
      assert.equal(exchanges[0]?.body ?? undefined, undefined);
    },
  },
  {
    id: "path-parameter-is-one-segment",
    level: "MUST",
    text: "a path parameter takes the place of its braces as one encoded segment",
    source: "Endpoints, Common rules",
    needs: ["examples"],
    async check({ api, exchanges, target }) {
      const params = { path: { project_id: "a/b c?d#é", endpoint_id: "ep-1" } };
      await api.GET("/projects/{project_id}/endpoints/{endpoint_id}", { params });

      assert.equal(
        exchanges[0]?.url,
        `${target.url}/projects/a%2Fb%20c%3Fd%23%C3%A9/endpoints/ep-1`,
      );
      assert.equal(exchanges[0]?.status, 200);
    },
  },
  {
    id: "routes-served",
    level: "MUST",
    text: "each of the 168 documented methods and paths is answered 2xx",
    source: "Endpoints, Tables",
    // Where there is state, most of them take a parent that has to be made first.
    needs: ["writes", "examples"],
    async check({ api, target }) {
      assert.equal(routes.length, 168);
      for (const route of routes) {
        const { response } = await send(api, route, { ids: target.ids });
        assert.ok(response.ok, `${route.name} answered ${response.status}`);
      }
    },
  },
  {
    id: "families-without-shapes-served",
    level: "MUST",
    text: "each resource family of which only method and path are given is answered 2xx",
    source: "What the service does 7",
    needs: ["writes"],
    async check({ api, target }) {
      const sections = new Set(routes.map(({ section }) => section));
      for (const section of sections) {
        const route = routes.find((route) => route.section === section && !route.responseShown);
        assert.ok(route, `${section} has no route without a shape`);
        const { response } = await send(api, route, { ids: target.ids });
        assert.ok(response.ok, `${route.name} answered ${response.status}`);
      }
    },
  },
  {
    id: "version-in-base-address",
    level: "MUST",
    text: "the version prefix /api/v2 belongs to the base address, and every path follows it",
    source: "Versioning 1",
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
