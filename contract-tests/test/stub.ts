/** A server without a network and rules of one line, for tests of the run. */
import type { Rule, Scenario } from "../suite/run/rule.ts";
import { type RunOptions, runOn } from "../suite/run/run.ts";
import type { Changes, Target } from "../suite/run/target.ts";
import { routes } from "../suite/spec/routes.ts";

export const LIST = "GET /projects";

/** A server that lists no projects and creates any compute, with a log of its requests. */
export function server({ changes = "all" }: { changes?: Changes } = {}) {
  const asked: string[] = [];
  const target: Target = {
    name: "a server",
    url: "http://localhost/api/v2",
    apiKey: "key-of-the-server",
    ids: { project_id: "p" },
    lacks: {},
    changes,
    routes,
    rejected: { apiKey: "no-key", headers: {} },
    async fetch(url, { method = "GET" }) {
      asked.push(`${method} ${new URL(url).pathname.slice("/api/v2".length)}`);
      if (method !== "POST") return Response.json({ projects: [] });
      return Response.json({ endpoint: { id: `ep-${asked.length}` } });
    },
  };
  return { target, asked };
}

export function rule(
  id: string,
  rest: Partial<Scenario> & Pick<Partial<Rule>, "level" | "needs" | "first" | "changes"> = {},
) {
  const check: Scenario["check"] = ({ api }) => api.GET("/projects").then(() => {});
  return {
    id,
    level: "MUST",
    text: id,
    states: ["Limits, Table: one-primary"],
    check,
    ...rest,
  } as Rule & Scenario;
}

export async function outcomes(rules: Rule[], on = server().target, options?: RunOptions) {
  return Object.fromEntries((await runOn(on, rules, options)).outcomes);
}

export const fails = () => {
  throw new Error("it says key-of-the-server");
};
