/** The data of a branch, as the clients of its computes see it. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import {
  assertConnection,
  assertUnreachable,
  openConnection,
  runOnCompute,
  uriOf,
} from "../steps/connections.ts";
import {
  activeKinds,
  deleteEndpoint,
  ownEndpoint,
  suspend,
  tryCreateEndpoint,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { settle } from "../steps/operations.ts";
import { idOf, replicaType } from "../steps/target.ts";

const READ_ONLY_TRANSACTION = "25006";

export const dataRules: Rule[] = [
  {
    id: "branch-data-through-compute-only",
    level: "MUST",
    text: "the data of a branch is reached only through a compute attached to it",
    states: ["What the service does 2: data-through-computes"],
    needs: ["postgres", "state"],
    async check(context) {
      const table = tableOf(context);
      const first = await ownEndpoint(context);
      const other = await ownEndpoint(context, "other_free_branch_id");
      await runOnCompute(context, first, `CREATE TABLE ${table} AS SELECT 1 AS n`);
      assert.ok(!(await hasTable(context, other, table)), "the other branch has the same data");
      await runOnCompute(context, other, `CREATE TABLE ${table} AS SELECT 2 AS n`);

      const uri = await uriOf(context, first);
      await unwrap(deleteEndpoint(context, first));

      await assertUnreachable(context, uri, "a branch without its compute");
      const later = await ownEndpoint(context);
      for (const [endpoint_id, n] of [
        [later, 1],
        [other, 2],
      ] as const) {
        assert.deepEqual(await runOnCompute(context, endpoint_id, `SELECT n FROM ${table}`), [
          { n },
        ]);
        await runOnCompute(context, endpoint_id, `DROP TABLE ${table}`);
      }
    },
  },
  {
    id: "endpoint-moved-reaches-its-new-branch",
    level: "MUST",
    text: "a moved compute reaches the data of its new branch, and the old one keeps its own",
    states: ["What the service does 2: data-through-computes"],
    needs: ["postgres", "state"],
    async check(context) {
      const table = tableOf(context);
      const moved = await ownEndpoint(context);
      await runOnCompute(context, moved, `CREATE TABLE ${table} (n int)`);
      await suspend(context, moved);

      const branch_id = idOf(context, "other_free_branch_id");
      await settle(context, await unwrap(updateEndpoint(context, moved, { branch_id })));

      assert.ok(!(await hasTable(context, moved, table)), "it reaches its old branch");
      const later = await ownEndpoint(context);
      assert.ok(await hasTable(context, later, table), "the old branch has lost its data");
      await runOnCompute(context, later, `DROP TABLE ${table}`);
    },
  },
  {
    id: "endpoint-replica-refuses-writes",
    level: "MUST",
    text: "a read replica reads the data of its branch, and refuses to write",
    states: [
      "Resources and their fields, Compute endpoint: replica",
      "What the service does 2: data-through-computes",
    ],
    needs: ["postgres", "state"],
    async check(context) {
      const table = tableOf(context);
      const type = replicaType(context);
      const primary = await ownEndpoint(context);
      const made = await unwrap(tryCreateEndpoint(context, "free_branch_id", { type }));
      const { id: replica } = made.endpoint;
      await settle(context, made);
      await runOnCompute(context, primary, `CREATE TABLE ${table} (n int)`);
      await context.until(
        "a read replica to show what was written",
        async () => (await hasTable(context, replica, table)) || undefined,
      );

      const writing = runOnCompute(context, replica, `INSERT INTO ${table} VALUES (1)`);

      await assert.rejects(writing, { code: READ_ONLY_TRANSACTION });
      await runOnCompute(context, primary, `DROP TABLE ${table}`);
    },
  },
  {
    id: "endpoint-settings-reach-postgres",
    level: "SHOULD",
    text: "a Postgres setting of a compute is what its clients find, from its next start at the latest",
    states: [
      "Resources and their fields, Operation actions: apply-config",
      "Resources and their fields, Compute endpoint: settings",
    ],
    needs: ["postgres", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const { work_mem } = (await runOnCompute(context, endpoint_id, "SHOW work_mem"))[0] ?? {};
      const other = work_mem === "8MB" ? "9MB" : "8MB";

      const settings = { pg_settings: { work_mem: other } };
      const { data } = await updateEndpoint(context, endpoint_id, { settings });

      // Not shown: which settings can be changed.
      if (data?.endpoint.settings.pg_settings.work_mem !== other)
        throw new Blocked("no change of work_mem is accepted");
      await settle(context, data);
      // Nor is it shown whether a setting takes a start.
      await suspend(context, endpoint_id);
      assert.deepEqual(await runOnCompute(context, endpoint_id, "SHOW work_mem"), [
        { work_mem: other },
      ]);
    },
  },
  {
    id: "endpoint-deleted-takes-no-connection",
    level: "MUST",
    text: "a deleted compute takes no connection, not even when its branch has another compute",
    states: [
      "States and transitions, Compute endpoint Rules 2: deleted",
      "States and transitions, Compute endpoint Rules 2: created-again",
    ],
    needs: ["postgres", "state"],
    async check(context) {
      const deleted: { what: string; uri: string }[] = [];
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        const uri = await uriOf(context, endpoint_id);
        const connection = await openConnection(context, endpoint_id);
        await unwrap(deleteEndpoint(context, endpoint_id));
        await assertConnection(context, connection, "closed", `to ${what}, deleted,`);
        await assertUnreachable(context, uri, `${what}, deleted,`);
        deleted.push({ what, uri });
      }

      const later = await ownEndpoint(context);

      assert.deepEqual(await runOnCompute(context, later, "SELECT 1 AS n"), [{ n: 1 }]);
      for (const { what, uri } of deleted)
        await assertUnreachable(context, uri, `${what}, deleted and followed by another,`);
    },
  },
];

/** The name of a table that no other check makes. */
function tableOf(context: Context): string {
  return context.unique("data").replaceAll("-", "_");
}

async function hasTable(context: Context, endpoint_id: string, table: string): Promise<boolean> {
  const sql = `SELECT FROM pg_tables WHERE tablename = '${table}'`;
  return (await runOnCompute(context, endpoint_id, sql)).length > 0;
}
