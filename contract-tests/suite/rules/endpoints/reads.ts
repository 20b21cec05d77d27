/** Reading: it wakes, suspends, uses and creates no compute. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { route } from "../../spec/routes.ts";
import { assertAccepted } from "../steps/asserts.ts";
import {
  activeKinds,
  deleteEndpoint,
  ENDPOINT,
  type Kind,
  listEndpoints,
  ownEndpoint,
  suspend,
} from "../steps/endpoints.ts";
import { assertSuspendsInTime } from "../steps/inactivity.ts";
import { listOperations, newOperations } from "../steps/operations.ts";
import { idOf, pauseUpTo } from "../steps/target.ts";

/** Reads of one compute, of computes and of operations, which a server may count. */
const OFTEN =
  /^GET \/projects\/\{project_id\}\/(endpoints|operations|branches\/\{branch_id\}\/endpoints)/;

const BRANCH_LIST = route("GET /projects/{project_id}/branches/{branch_id}/endpoints");

export const readsRules: Rule[] = [
  {
    id: "endpoint-read-has-no-effect",
    level: "MUST",
    text: "reading wakes no idle compute, suspends no active one and creates none, whatever the route",
    states: [
      "States and transitions, Compute endpoint: start",
      "States and transitions, Compute endpoint: suspend",
    ],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      await assertReadsKeep(context, endpoint_id, "active");
      await suspend(context, endpoint_id);
      await assertReadsKeep(context, endpoint_id, "idle");
    },
  },
  {
    id: "endpoint-read-is-no-use",
    level: "MUST",
    text: "reading does not reset the scale-to-zero timer, whatever the route",
    states: ["States and transitions, Compute endpoint: suspend"],
    needs: ["time", "state"],
    async check(context) {
      const kinds = await activeKinds(context);
      await assertSuspendsInTime(context, kinds, async () => {
        for (const { id } of kinds) await readAll(context, id);
      });
    },
  },
  {
    id: "endpoint-is-read-by-id",
    level: "MUST",
    text: "a compute can be read by its id while it is active and while it is idle",
    states: ["Endpoints, Tables: routes"],
    needs: ["state"],
    beside: true,
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        assertAccepted(await readOne(context, endpoint_id), `reading ${what}, which is active,`);
        await suspend(context, endpoint_id);
        assertAccepted(await readOne(context, endpoint_id), `reading ${what}, which is idle,`);
      }
    },
  },
  {
    id: "endpoint-branch-list-names-its-computes",
    level: "SHOULD",
    text: "the list of a branch's computes names each of them by its id, and no other or deleted one",
    states: ["Endpoints, Tables: routes"],
    needs: ["state"],
    async check(context) {
      const elsewhere = await ownEndpoint(context, "other_free_branch_id");
      const kinds = await activeKinds(context);
      await assertBranchListed(context, kinds, elsewhere);
      for (const { id } of kinds) await suspend(context, id);
      await assertBranchListed(context, kinds, elsewhere);
      const [primary, ...others] = kinds as [Kind, ...Kind[]];
      await unwrap(deleteEndpoint(context, primary.id));
      await assertBranchListed(context, others, primary.id);
    },
  },
];

/** The response shape of this list is not shown, so its text is searched. */
async function assertBranchListed({ api, target }: Context, kinds: Kind[], absent: string) {
  const ids = { ...target.ids, branch_id: idOf({ target }, "free_branch_id") };
  const { data, response } = await send(api, BRANCH_LIST, { ids });
  assertAccepted(response, "the list of a branch's computes");
  const list = JSON.stringify(data);
  for (const { what, id } of kinds)
    assert.ok(list.includes(JSON.stringify(id)), `${what} is not listed`);
  assert.ok(
    !list.includes(JSON.stringify(absent)),
    `${absent}, of no or another branch, is listed`,
  );
}

async function readOne({ api, target }: Context, endpoint_id: string): Promise<Response> {
  return (await send(api, route(`GET ${ENDPOINT}`), { ids: { ...target.ids, endpoint_id } }))
    .response;
}

/** Nothing is read that starts, stops or adds a compute on the two branches of the check. */
async function assertReadsKeep(context: Context, endpoint_id: string, state: string) {
  const before = await computesHere(context);
  const known = await listOperations(context);

  await readAll(context, endpoint_id);
  for (let time = 2; time <= 4; time++) await readAll(context, endpoint_id, OFTEN);
  await pauseUpTo(context, 1_000);

  assert.deepEqual(await computesHere(context), before, `the computes, ${state}, after reads`);
  const started = (await newOperations(context, known)).filter(
    (it) => it.endpoint_id === endpoint_id && /^(start|suspend)_compute$/.test(it.action),
  );
  assert.deepEqual(
    started.map(({ action }) => action),
    [],
    `started by reads while ${endpoint_id} is ${state}`,
  );
}

/** The computes on the branches that the target lends to checks, with their states. */
async function computesHere(context: Context) {
  const lent = ["free_branch_id", "other_free_branch_id"].map((name) => idOf(context, name));
  return (await listEndpoints(context))
    .filter(({ branch_id }) => lent.includes(branch_id))
    .map(({ id, branch_id, current_state }) => ({ id, branch_id, current_state }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

/** Sends every read that the target's ids allow, on the compute and on both branches. */
async function readAll(context: Context, endpoint_id: string, which = /^GET /) {
  const { api, target } = context;
  for (const branch of ["free_branch_id", "other_free_branch_id"]) {
    const ids = { ...target.ids, endpoint_id, branch_id: idOf(context, branch) };
    const reads = target.routes.filter(
      ({ name, pathParameters }) => which.test(name) && pathParameters.every((it) => it in ids),
    );
    for (const read of reads) {
      const isOfBranch = read.pathParameters.includes("branch_id");
      if (isOfBranch || branch === "free_branch_id") await send(api, read, { ids });
    }
  }
}
