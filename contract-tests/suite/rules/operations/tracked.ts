/** Operations wherever they stand: in answers to changes, in the list, and by id. */
import assert from "node:assert/strict";
import { type Operation, unwrap } from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import type { Answer } from "../../run/exchange.ts";
import type { Rule } from "../../run/rule.ts";
import { route as routeOf } from "../../spec/routes.ts";
import { atLeastOne } from "../steps/asserts.ts";
import { DAY_MS } from "../steps/durations.ts";
import {
  command,
  idleEndpoint,
  ownEndpoint,
  suspend,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { everyRoute, inOrder } from "../steps/every-route.ts";
import {
  identity,
  listOperations,
  newOperations,
  readOperation,
  settle,
} from "../steps/operations.ts";
import { operationsIn } from "../steps/seen.ts";
import { idOf } from "../steps/target.ts";

const BRANCH = "/projects/{project_id}/branches/{branch_id}";

/** Changes of branches, roles, databases and projects, which start operations. */
const CHANGES = [
  "POST /projects",
  "PATCH /projects/{project_id}",
  "POST /projects/{project_id}/branches",
  `POST ${BRANCH}/roles`,
  `DELETE ${BRANCH}/roles/{role_name}`,
  `POST ${BRANCH}/databases`,
  `PATCH ${BRANCH}/databases/{database_name}`,
  `DELETE ${BRANCH}/databases/{database_name}`,
];

/** Actions of these changes; the control plane may start others by itself at any time. */
const REQUESTED = /^(create|apply|delete)_/;

/** The same for a change of a compute. */
const OF_COMPUTE = /^(start_compute|suspend_compute|apply_config)$/;

export const trackedRules: Rule[] = [
  {
    id: "operation-of-any-kind-is-read",
    level: "MUST",
    text: "a listed operation reads the same by its id, whatever its action and its status",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      await suspend(context, endpoint_id);
      // Availability is checked from time to time.
      if (context.target.control) await context.pause(DAY_MS);
      await command(context, endpoint_id, "start");

      await assertEachKindRead(context);
    },
  },
  {
    id: "operation-of-any-change-is-tracked",
    level: "MUST",
    text: "an operation in the answer to any change is in the list, and reads the same by its id",
    states: [
      "What the service does 5: operations-are-polled",
      "What the service does 5: mutations-list-operations",
    ],
    needs: ["disposable", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      await command(context, endpoint_id, "restart");
      await suspend(context, endpoint_id);
      await command(context, endpoint_id, "start");
      await untilState(context, endpoint_id, "active");
      await assertChangesAnswered(context, endpoint_id);

      await assertEachKindRead(context);
      const answered = context.exchanges.filter(({ method, answer }) => method !== "GET" && answer);
      const operations = answered.flatMap((it) => operationsIn(it as Answer));
      for (const operation of atLeastOne(operations, "no answer lists an operation")) {
        const { id, action, project_id } = operation;
        assert.deepEqual(identity(await readOperation(context, operation)), identity(operation));
        const isListed = (await listOperations(context, project_id)).some((it) => it.id === id);
        assert.ok(isListed, `${action} ${id} is not listed`);
      }
    },
  },
  {
    id: "operation-of-repeated-change-is-answered",
    level: "MUST",
    text: "a move, a start and a suspension list what they started each time, if they have a body",
    states: ["What the service does 5: mutations-list-operations"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      for (const branch of ["other_free_branch_id", "free_branch_id", "other_free_branch_id"]) {
        const branch_id = idOf(context, branch);
        await assertAnswered(context, endpoint_id, () =>
          updateEndpoint(context, endpoint_id, { branch_id }),
        );
        await assertAnswered(context, endpoint_id, () => command(context, endpoint_id, "start"));
        await untilState(context, endpoint_id, "active");
        await assertAnswered(context, endpoint_id, () => command(context, endpoint_id, "suspend"));
        await untilState(context, endpoint_id, "idle");
      }
    },
  },
];

/**
 * Sends each change, to the branch of the compute; every operation that is listed since stands in its
 * answer. Somebody else may change other computes meanwhile.
 */
async function assertChangesAnswered(context: Context, endpoint_id: string) {
  const ids = { ...context.target.ids, branch_id: idOf(context, "free_branch_id") };
  const projects = await projectIds(context);
  let known = await listOperations(context);
  for await (const { route } of everyRoute(context, inOrder(CHANGES.map(routeOf)), ids)) {
    const { answer, text = "", json } = context.exchanges.at(-1) ?? {};
    const added = (await projectIds(context)).filter((id) => !projects.includes(id));
    const created = route.name === "POST /projects" ? added : [];
    const started = await newOperations(context, known);
    known = [...known, ...started];
    for (const id of created) started.push(...(await listOperations(context, id)));
    // Not shown: whether these answers have a body.
    if (!answer?.ok || text === "") continue;
    for (const { id, action, project_id, endpoint_id: of = endpoint_id } of started) {
      const isOwn = of === endpoint_id || created.includes(project_id);
      if (!isOwn || !REQUESTED.test(action)) continue;
      assert.ok(names(json, id), `${route.name} does not list ${action}`);
    }
  }
}

/** Whether an id stands anywhere in a body; strings may be escaped on the wire. */
function names(json: unknown, id: string): boolean {
  return JSON.stringify(json ?? null).includes(id);
}

async function projectIds({ api }: Context): Promise<string[]> {
  return (await unwrap(api.GET("/projects"))).projects.map(({ id }) => id);
}

/** Every operation of the compute that is listed since the change stands in its answer. */
async function assertAnswered(
  context: Context,
  endpoint_id: string,
  change: () => Promise<unknown>,
) {
  const before = await listOperations(context);
  await change();
  const { route, answer, text = "", json } = context.exchanges.at(-1) ?? {};
  const started = (await newOperations(context, before)).filter(
    (it) => it.endpoint_id === endpoint_id && OF_COMPUTE.test(it.action),
  );
  // Not shown: whether these answers have a body.
  for (const { id, action } of answer?.ok && text !== "" ? started : [])
    assert.ok(names(json, id), `${route?.name} does not list ${action}`);
  await settle(context, { operations: started });
}

/** Reads one operation of each action and status in the list. */
async function assertEachKindRead(context: Context) {
  const listed = await listOperations(context, idOf(context, "project_id"));
  const kinds = new Map<string, Operation>();
  for (const it of listed) kinds.set(`${it.action} ${it.status}`, it);
  for (const operation of atLeastOne([...kinds.values()], "no operation is listed")) {
    const read = await readOperation(context, operation);
    assert.deepEqual(identity(read), identity(operation));
  }
}
