/** The stateless mock: it answers with the spec's examples. */
import type { Target } from "../run/target.ts";
import { spec } from "../spec/bundle.ts";
import { routes } from "../spec/routes.ts";

/** The spec's example of each path parameter, by name. */
const exampleIds = Object.fromEntries(
  Object.values(spec.components.parameters)
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => [parameter.name, parameter.example]),
);

/** The target of a mock that listens at `url`. */
export function mockTarget(url: string): Target {
  return {
    name: "the mock",
    url,
    apiKey: "a-key-for-the-mock",
    ids: {
      ...exampleIds,
      // The examples create a compute on the first, and move one to the second.
      free_branch_id: "branch-1",
      other_free_branch_id: "branch-2",
    },
    lacks: {
      state: "the mock keeps no state",
      time: "the mock has no clock",
      data: "the mock answers with the spec's examples",
      keys: "the mock does not distinguish keys",
      network: "the mock runs no Postgres",
      postgres: "the mock runs no Postgres",
      control: "the mock only answers requests",
    },
    changes: "all",
    routes,
    bodies: {},
    // The mock accepts every key unless it is asked to answer 401.
    rejected: { apiKey: "a-rejected-key", headers: { Prefer: "code=401" } },
  };
}
