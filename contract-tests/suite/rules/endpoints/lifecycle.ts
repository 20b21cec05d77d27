/** Starting, suspending and restarting computes, on demand and by themselves. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import { assertConnection, connect, openConnection, visit } from "../steps/connections.ts";
import { MINUTE_MS } from "../steps/durations.ts";
import {
  activeKinds,
  changeSetting,
  command,
  findListed,
  idleEndpoint,
  type Kind,
  lasting,
  ownEndpoint,
  suspend,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { assertLeftIdle, assertStarted, assertSuspendsInTime } from "../steps/inactivity.ts";
import { listOperations, newOfEndpoint, settle } from "../steps/operations.ts";
import { controlOf, forEachOf, pauseUpTo } from "../steps/target.ts";

export const lifecycleRules: Rule[] = [
  {
    id: "endpoint-restart-needs-no-body",
    level: "MUST",
    text: "a restart needs no request body",
    states: ["Endpoints, Detailed shapes: restart-endpoint"],
    needs: ["writes"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);

      await unwrap(command(context, endpoint_id, "restart"));

      const sent = context.exchanges.at(-1);
      assert.equal(sent?.body ?? undefined, undefined);
      assert.equal(sent?.headers.get("content-type"), null);
    },
  },
  {
    id: "endpoint-restart-needs-active",
    level: "MUST",
    text: "a restart works on an active compute only",
    states: [
      "Endpoints, Rules 3: restart-needs-active",
      "Errors, Implied refusals: restart-of-idle",
    ],
    needs: ["state"],
    beside: true,
    async check(context) {
      const kinds = await activeKinds(context);
      await forEachOf(context, kinds, async ({ what, id: endpoint_id }) => {
        await suspend(context, endpoint_id);
        for (let time = 1; time <= 2; time++) {
          const { response } = await command(context, endpoint_id, "restart");
          assertDenied(response, `a restart of ${what}, which is idle,`);
          await pauseUpTo(context, 1_000);
          assert.equal((await findListed(context, endpoint_id)).current_state, "idle", what);
        }

        assertAccepted(
          (await command(context, endpoint_id, "start")).response,
          `a start of ${what}`,
        );
        await untilState(context, endpoint_id, "active");
        const active = await command(context, endpoint_id, "restart");
        assertAccepted(active.response, `a restart of ${what}, which is active,`);
      });
    },
  },
  {
    id: "endpoint-restarts-again",
    level: "MUST",
    text: "a restart works on an active compute each time",
    states: ["Endpoints, Rules 3: restart-needs-active"],
    needs: ["state"],
    beside: true,
    async check(context) {
      await forEachOf(context, await activeKinds(context), async ({ what, id: endpoint_id }) => {
        for (let time = 1; time <= 3; time++) {
          const before = await listOperations(context);
          const { response } = await command(context, endpoint_id, "restart");
          assertAccepted(response, `restart ${time} of ${what}, which is active,`);
          await settle(context, { operations: await newOfEndpoint(context, before, endpoint_id) });
          await untilState(context, endpoint_id, "active");
        }
      });
    },
  },
  {
    id: "endpoint-keeps-its-fields",
    level: "MUST",
    text: "a suspension, a start and a restart change neither type, host, size nor settings",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["state"],
    beside: true,
    async check(context) {
      await forEachOf(context, await activeKinds(context), async ({ what, id: endpoint_id }) => {
        await changeSetting(context, endpoint_id).then((changed) => settle(context, changed));
        const settings = { pg_settings: { work_mem: "8MB" } };
        // Not shown: which settings can be changed.
        const { data } = await updateEndpoint(context, endpoint_id, { settings });
        if (data) await settle(context, data);
        await untilState(context, endpoint_id, "active");
        const before = lasting(await findListed(context, endpoint_id));

        for (const verb of ["suspend", "start", "restart"] as const) {
          const known = await listOperations(context);
          assertAccepted(
            (await command(context, endpoint_id, verb)).response,
            `${verb} of ${what}`,
          );
          await settle(context, { operations: await newOfEndpoint(context, known, endpoint_id) });
          await untilState(context, endpoint_id, verb === "suspend" ? "idle" : "active");
          const after = lasting(await findListed(context, endpoint_id));
          assert.deepEqual(after, before, `${what} after ${verb}`);
        }
      });
    },
  },
  {
    id: "endpoint-start-wakes-idle",
    level: "MUST",
    text: "a start makes an idle compute active, and its start_compute is listed",
    states: [
      "States and transitions, Compute endpoint: start",
      "Resources and their fields, Operation actions: start-compute",
      "Endpoints, Rules 3: idle-is-woken",
    ],
    needs: ["state"],
    beside: true,
    async check(context) {
      const kinds = await activeKinds(context);
      await forEachOf(context, kinds, async ({ what, id: endpoint_id }) => {
        for (let time = 1; time <= 2; time++) {
          await suspend(context, endpoint_id);
          const before = await listOperations(context);

          const { response } = await command(context, endpoint_id, "start");

          assertAccepted(response, `start ${time} of ${what}, which is idle,`);
          await untilState(context, endpoint_id, "active");
          await assertStarted(context, before, "start_compute", endpoint_id);
        }
      });
    },
  },
  {
    id: "endpoint-suspends-when-inactive",
    level: "MUST",
    text: "an active compute is suspended by suspend_compute after 5 minutes of inactivity",
    states: [
      "States and transitions, Compute endpoint: suspend",
      "What the service does 4: suspends",
      "Resources and their fields, Operation actions: suspend-compute",
      "Limits, Table: idle-time",
    ],
    needs: ["time", "state"],
    async check(context) {
      const started = await ownEndpoint(context, "other_free_branch_id");
      await suspend(context, started);
      const created = await activeKinds(context);
      assertAccepted((await command(context, started, "start")).response, "a start");
      await untilState(context, started, "active");

      const all = [...created, { what: "one that was started", id: started }];
      await assertSuspendsInTime(context, all);
    },
  },
  {
    id: "endpoint-connection-wakes-idle",
    level: "MUST",
    text: "a connection or a query makes an idle compute active",
    states: [
      "States and transitions, Compute endpoint: connection",
      "What the service does 4: starts-again",
      "Endpoints, Rules 3: idle-is-woken",
    ],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        for (let time = 1; time <= 2; time++) {
          await suspend(context, endpoint_id);
          const before = await listOperations(context);

          const connection = await connect(context, endpoint_id);

          await assertConnection(context, connection, "open", `to ${what}`);
          await untilState(context, endpoint_id, "active");
          await assertStarted(context, before, "start_compute", endpoint_id);
          await connection.close();
        }
      }
    },
  },
  {
    id: "endpoint-stays-idle-until-used",
    level: "MUST",
    text: "a suspended compute stays idle until it is used, whatever its suspension has cut off",
    states: [
      "What the service does 4: starts-again",
      "Resources and their fields, Operation actions: start-compute",
    ],
    needs: ["network", "state"],
    async check(context) {
      const kinds = await activeKinds(context);
      for (const { id: endpoint_id } of kinds) await openConnection(context, endpoint_id);
      const before = await listOperations(context);
      for (const { id: endpoint_id } of kinds) await suspend(context, endpoint_id);

      for (let look = 1; look <= 4; look++) {
        await pauseUpTo(context, 500);
        await assertLeftIdle(context, before, kinds);
      }
      if (context.target.lacks.time !== undefined) return;
      await context.pause(10 * MINUTE_MS);
      await assertLeftIdle(context, before, kinds);
    },
  },
  {
    id: "endpoint-wakes-in-a-moment",
    level: "SHOULD",
    text: "waking takes a few hundred milliseconds",
    states: ["States and transitions, Compute endpoint: wake-time"],
    needs: ["network", "state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);

      await connect(context, endpoint_id);
      await context.pause(950);

      assert.equal((await findListed(context, endpoint_id)).current_state, "active");
    },
  },
  {
    id: "endpoint-connection-resets-timer",
    level: "MUST",
    text: "each connection resets the scale-to-zero timer, even one from a background job",
    states: [
      "States and transitions, Compute endpoint Rules 1: connection-resets-timer",
      "Errors, Notes: no-suspension",
    ],
    needs: ["network", "time", "state"],
    async check(context) {
      const kinds = await activeKinds(context);

      for (let connections = 1; connections <= 3; connections++) {
        await context.pause(4 * MINUTE_MS);
        for (const { what, id: endpoint_id } of kinds) {
          const { current_state } = await findListed(context, endpoint_id);
          assert.equal(current_state, "active", `${what} before connection ${connections}`);
          await visit(context, endpoint_id);
        }
      }

      await assertSuspendsInTime(context, kinds);
    },
  },
  {
    id: "endpoint-restart-interrupts",
    level: "MUST",
    text: "a restart interrupts the connections of a compute",
    states: ["States and transitions, Compute endpoint: restart"],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        const connections = [
          await openConnection(context, endpoint_id),
          await openConnection(context, endpoint_id),
        ];

        const { response } = await command(context, endpoint_id, "restart");

        assertAccepted(response, `a restart of ${what}, which is active,`);
        for (const connection of connections)
          await assertConnection(context, connection, "closed", `to ${what}, restarted,`);
      }
    },
  },
  {
    id: "endpoint-always-active-without-scale-to-zero",
    level: "MUST",
    text: "a compute without scale to zero stays active",
    states: ["States and transitions, Compute endpoint Rules 1: always-active"],
    needs: ["control", "time", "state"],
    async check(context) {
      const kinds = await activeKinds(context);
      for (const { id: endpoint_id } of kinds) controlOf(context).disableScaleToZero(endpoint_id);

      for (const minutes of [4, 2, 10, 60, 24 * 60, 7 * 24 * 60]) {
        await context.pause(minutes * MINUTE_MS);
        for (const { what, id: endpoint_id } of kinds) {
          const { current_state } = await findListed(context, endpoint_id);
          assert.equal(current_state, "active", `${what} after another ${minutes} minutes`);
        }
        const [{ id: used }] = kinds as [Kind];
        controlOf(context).connect(used).close();
      }
    },
  },
];
