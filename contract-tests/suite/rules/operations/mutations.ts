/** Operations in the responses of the requests that started them. */
import assert from "node:assert/strict";
import type { Operation } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { route } from "../../spec/routes.ts";
import { ENDPOINT, ENDPOINTS, idleEndpoint, untilState } from "../steps/endpoints.ts";
import { listOperations, newOperations, settle } from "../steps/operations.ts";
import { mutationBody, shownBody } from "../steps/seen.ts";

const BRANCH = "/projects/{project_id}/branches/{branch_id}";

/** Commands to a compute, in an order in which each has something to do. */
const COMMANDS = ["start", "restart", "suspend"].map((verb) => `POST ${ENDPOINT}/${verb}`);

/** Requests that need not be undone only where everything may change, with the action each starts. */
const STARTERS: readonly (readonly [name: string, action: string])[] = [
  ["POST /projects/{project_id}/branches", "create_branch"],
  [`POST ${BRANCH}/roles`, "apply_config"],
  [`POST ${BRANCH}/databases`, "apply_config"],
];

export const mutationsRules: Rule[] = [
  {
    id: "mutations-list-operations",
    level: "MUST",
    text: "creating, updating and deleting a compute each list the operations they started",
    states: [
      "What the service does 5: mutations-list-operations",
      "Endpoints, Rules 2: operations",
    ],
    needs: ["writes"],
    observe(answer) {
      const mutations = [`POST ${ENDPOINTS}`, `PATCH ${ENDPOINT}`, `DELETE ${ENDPOINT}`];
      const body = mutations.includes(answer.route?.name ?? "") ? shownBody(answer) : undefined;
      if (body) assert.ok(Array.isArray(body.operations), "the response lists no operations");
      return body !== undefined;
    },
  },
  {
    id: "mutation-lists-what-it-started",
    level: "MUST",
    text: "a response with a body lists each operation that its request started, whatever the route",
    states: ["What the service does 5: mutations-list-operations"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { target } = context;
      const endpoint_id = await idleEndpoint(context);
      let judged = 0;
      for (const name of COMMANDS) {
        const isOfCompute = (operation: Operation) => operation.endpoint_id === endpoint_id;
        judged += await judgeStarter(context, name, { ...target.ids, endpoint_id }, isOfCompute);
        await untilState(context, endpoint_id, name.endsWith("suspend") ? "idle" : "active");
      }
      for (const [name, action] of target.lacks.disposable ? [] : STARTERS) {
        judged += await judgeStarter(context, name, target.ids, (it) => it.action === action);
      }
      if (judged === 0) throw new Blocked("no response has a body");
    },
  },
  {
    id: "mutation-answer-has-operations",
    level: "SHOULD",
    text: "a response of a mutating route has the array operations, even where its shape is not shown",
    states: ["What the service does 5: mutations-list-operations"],
    needs: ["writes"],
    observe(answer) {
      const body = mutationBody(answer);
      if (body === undefined) return false;
      const { operations } = Object(body) as { operations?: unknown };
      assert.ok(Array.isArray(operations), "the response has no array operations");
      return true;
    },
  },
];

/**
 * Sends a request; the operations that are listed since stand in the response. Returns how many were
 * judged: none where the response has no body, because nothing can stand in it.
 */
async function judgeStarter(
  context: Context,
  name: string,
  ids: Context["target"]["ids"],
  isStarted: (operation: Operation) => boolean,
): Promise<number> {
  const { api, exchanges, target } = context;
  const before = await listOperations(context);
  await send(api, route(name), { ids, body: target.bodies?.[name] });
  const { answer, text = "", json } = exchanges.at(-1) ?? {};
  const operations = (await newOperations(context, before)).filter(isStarted);
  if (answer?.ok && text !== "") {
    const body = JSON.stringify(json) ?? text;
    const unlisted = operations.filter(({ id }) => !body.includes(id));
    // Somebody else may have started some of them, but not of a compute that this check made.
    const isMissed = name.includes("{endpoint_id}") || unlisted.length === operations.length;
    const actions = isMissed ? unlisted.map(({ action }) => action) : [];
    assert.deepEqual(actions, [], `${name} started operations that its response does not list`);
  }
  await settle(context, { operations });
  return text === "" ? 0 : operations.length;
}
