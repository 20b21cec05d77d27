/** Actions of operations, and the requests that start them. */
import assert from "node:assert/strict";
import { type Operation, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { route } from "../../spec/routes.ts";
import { assertAccepted, atLeastOne } from "../steps/asserts.ts";
import { DAY_MS } from "../steps/durations.ts";
import {
  changeSetting,
  deleteEndpoint,
  findListed,
  idleEndpoint,
  ownEndpoint,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { listOperations, newOperations, settle } from "../steps/operations.ts";
import { createProject } from "../steps/projects.ts";
import { idOf } from "../steps/target.ts";

/** The period is undocumented; our reading is that two checks run in this time. */
const SOME_DAYS = 30;

/** "a long idle period" is undocumented too; our reading is that this is one. */
const LONG_IDLE_DAYS = 90;

export const actionsRules: Rule[] = [
  {
    id: "operation-of-settings",
    level: "MUST",
    text: "changing the settings of a compute starts apply_config, in the answer and in the list",
    states: ["Resources and their fields, Operation actions: apply-config"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      let accepted = 0;
      for (const settings of [
        { pooler_enabled: true },
        { settings: { pg_settings: { work_mem: "8MB" } } },
        { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      ]) {
        const before = await listOperations(context);
        const { data: changed } = await updateEndpoint(context, endpoint_id, settings);
        // Not shown: which settings can be changed.
        if (!changed) continue;
        accepted += 1;
        const actions = changed.operations.map(({ action }) => action);
        assert.ok(actions.includes("apply_config"), `the answer lists ${actions.join(", ")}`);
        const what = Object.keys(settings).join();
        const ofAnother = (it: Operation) => (it.endpoint_id ?? endpoint_id) !== endpoint_id;
        await assertNew(context, before, "apply_config", what, ofAnother);
        await settle(context, changed);
      }
      if (accepted === 0) throw new Blocked("no change of settings is accepted");
    },
  },
  {
    id: "operation-apply-config-by-settings",
    level: "MUST",
    text: "changing compute settings, roles or databases starts apply_config",
    states: ["Resources and their fields, Operation actions: apply-config"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api, target } = context;
      const endpoint_id = await idleEndpoint(context);
      const before = await listOperations(context);
      await settle(context, await changeSetting(context, endpoint_id));
      await assertNew(context, before, "apply_config", "a change of settings");

      for (const what of ["roles", "databases"]) {
        const before = await listOperations(context);
        const create = route(`POST /projects/{project_id}/branches/{branch_id}/${what}`);
        assertAccepted((await send(api, create, target)).response, `POST ${what}`);
        await assertNew(context, before, "apply_config", `POST ${what}`);
      }
    },
  },
  {
    id: "operation-create-branch-by-branch",
    level: "MUST",
    text: "creating a branch starts create_branch",
    states: ["Resources and their fields, Operation actions: create-branch"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api, target } = context;
      const before = await listOperations(context);

      const create = route("POST /projects/{project_id}/branches");
      assertAccepted((await send(api, create, target)).response, "creating a branch");

      const started = await assertNew(context, before, "create_branch", "creating a branch");
      await settle(context, { operations: started });
    },
  },
  {
    id: "operation-create-timeline-by-project",
    level: "MUST",
    text: "creating a project starts create_timeline",
    states: ["Resources and their fields, Operation actions: create-timeline"],
    needs: ["disposable", "state"],
    async check(context) {
      const { id } = await createProject(context);

      const started = await listOperations(context, id);

      const operations = started.filter(({ action }) => action === "create_timeline");
      assert.ok(operations.length > 0, `it started ${started.map(({ action }) => action)}`);
      await settle(context, { operations });
    },
  },
  {
    id: "operation-delete-tenant-by-project",
    level: "MUST",
    text: "deleting a project starts delete_tenant",
    states: ["Resources and their fields, Operation actions: delete-tenant"],
    needs: ["disposable", "state"],
    async check(context) {
      const { id: project_id } = await createProject(context);
      const remove = route("DELETE /projects/{project_id}");
      const { data, response } = await send(context.api, remove, { ids: { project_id } });

      assertAccepted(response, "deleting a project");
      // Only the response can show it: the project is gone.
      if (!context.exchanges.at(-1)?.text) throw new Blocked("the response has no body");
      const { operations } = Object(data) as { operations?: Operation[] };
      const actions = operations?.map(({ action }) => action) ?? [];
      assert.ok(actions.includes("delete_tenant"), `it lists ${actions.join(", ") || "nothing"}`);
    },
  },
  {
    id: "operation-check-availability-periodic",
    level: "SHOULD",
    text: "check_availability runs periodically: twice in 30 days",
    states: ["Resources and their fields, Operation actions: check-availability"],
    needs: ["time", "state"],
    async check(context) {
      const { branch_id } = await findListed(context, await ownEndpoint(context));
      await pauseDays(context, SOME_DAYS);

      const checks = await checksOf(context);
      const count = checks.filter((check) => check.branch_id === branch_id).length;
      assert.ok(count >= 2, `${count} checks in ${SOME_DAYS} days`);
    },
  },
  {
    id: "operation-check-availability-needs-compute",
    level: "MUST",
    text: "check_availability never runs for a branch without a compute",
    states: ["Resources and their fields, Operation actions: check-availability"],
    needs: ["time", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const { branch_id } = await findListed(context, endpoint_id);
      await pauseDays(context, SOME_DAYS);

      const checks = atLeastOne(await checksOf(context), "no check_availability runs");
      const never = idOf(context, "other_free_branch_id");
      assert.ok(!checks.some((check) => check.branch_id === never), "without a compute");

      await unwrap(deleteEndpoint(context, endpoint_id));
      const known = (await checksOf(context)).map(({ id }) => id);
      await pauseDays(context, SOME_DAYS);
      const late = (await checksOf(context)).filter((check) => check.branch_id === branch_id);
      assert.deepEqual(
        late.filter(({ id }) => !known.includes(id)),
        [],
        "after its compute was deleted",
      );
    },
  },
  {
    id: "operation-apply-storage-config",
    level: "SHOULD",
    text: "changing a storage setting of a project starts apply_storage_config",
    states: ["Resources and their fields, Operation actions: apply-storage-config"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api, target } = context;
      const update = route("PATCH /projects/{project_id}");
      const body = target.bodies?.[update.name];
      if (body === undefined) throw new Blocked("no body is known that changes a storage setting");
      const before = await listOperations(context);

      const { response } = await send(api, update, { ids: target.ids, body });

      assertAccepted(response, "a change of a storage setting");
      await assertNew(context, before, "apply_storage_config", "a change of a storage setting");
    },
  },
  {
    id: "operation-tenant-moves",
    level: "SHOULD",
    text: "90 days without use detach a project from storage, and a request reattaches it",
    states: [
      "Resources and their fields, Operation actions: tenant-detach",
      "Resources and their fields, Operation actions: tenant-reattach",
    ],
    needs: ["time", "disposable", "state"],
    async check(context) {
      const { id } = await createProject(context);
      const before = await listOperations(context, id);
      await pauseDays(context, LONG_IDLE_DAYS);

      // The first request to the project since then.
      await listOperations(context, id);

      const started = (await newOperations(context, before, id)).map(({ action }) => action);
      for (const action of ["tenant_detach", "tenant_reattach"]) {
        assert.ok(started.includes(action), `${LONG_IDLE_DAYS} days started no ${action}`);
      }
    },
  },
  {
    id: "operation-tenant-attach",
    level: "MUST",
    text: "attaching a project to storage starts tenant_attach",
    states: ["Resources and their fields, Operation actions: tenant-attach"],
    excused: "no request that would start it is shown",
  },
  {
    id: "operation-timeline-archive",
    level: "MUST",
    text: "archiving and unarchiving a branch start the timeline_ operations",
    states: [
      "Resources and their fields, Operation actions: timeline-archive",
      "Resources and their fields, Operation actions: timeline-unarchive",
    ],
    excused: "no request that would start it is shown",
  },
];

/** Returns the new operations with this action; fails if there are none. */
async function assertNew(
  context: Context,
  before: Operation[],
  action: string,
  what: string,
  isAside: (operation: Operation) => boolean = () => false,
) {
  const started = (await newOperations(context, before)).filter((it) => !isAside(it));
  const found = started.filter((operation) => operation.action === action);
  const actions = started.map(({ action }) => action);
  assert.ok(found.length > 0, `${what} started ${actions.join(", ") || "nothing"}`);
  return found;
}

/** Day by day, because some clocks skip what would have happened in between. */
async function pauseDays(context: Context, days: number): Promise<void> {
  for (let day = 0; day < days; day++) await context.pause(DAY_MS);
}

async function checksOf(context: Context): Promise<Operation[]> {
  return (await listOperations(context)).filter(({ action }) => action === "check_availability");
}
