/** Fields of computes, which the API calls endpoints, in every answer that shows them. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { MINUTE_MS } from "../steps/durations.ts";
import {
  activeKinds,
  createEndpoint,
  createKinds,
  ENDPOINT,
  ENDPOINTS,
  findListed,
  suspend,
} from "../steps/endpoints.ts";
import { untilFailed } from "../steps/operations.ts";
import { assertAbsent, assertFields, each, endpointsIn, shownBody } from "../steps/seen.ts";
import { controlOf } from "../steps/target.ts";

export const shapeRules: Rule[] = [
  {
    id: "endpoint-fields",
    level: "MUST",
    text: "a compute has each documented field, of the documented type",
    states: [
      "Resources and their fields, Compute endpoint: fields",
      "Resources and their fields, Compute endpoint: settings",
    ],
    observe: (answer) =>
      each(endpointsIn(answer), (endpoint) => {
        assertFields(
          endpoint,
          {
            id: "string",
            host: "string",
            project_id: "string",
            branch_id: "string",
            region_id: "string",
            type: "string",
            autoscaling_limit_min_cu: "number",
            autoscaling_limit_max_cu: "number",
            current_state: "string",
            settings: "object",
            pooler_enabled: "boolean",
            pooler_mode: "string",
            disabled: "boolean",
            passwordless_access: "boolean",
            created_at: "string",
            updated_at: "string",
            proxy_host: "string",
          },
          endpoint.id,
        );
        assertFields(endpoint.settings, { pg_settings: "object" }, `${endpoint.id} settings`);
        for (const field of ["pending_state", "last_active"]) {
          if (field in endpoint) assertFields(endpoint, { [field]: "string" }, endpoint.id);
        }
      }),
  },
  {
    id: "endpoint-id-prefix",
    level: "MUST",
    text: "the id of a compute begins with ep-",
    states: [
      "Resources and their fields, Compute endpoint: id",
      "What the service does 2: compute-is-an-endpoint",
    ],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id }) => {
        assert.match(String(id), /^ep-/);
      }),
  },
  {
    id: "endpoint-is-of-the-project",
    level: "MUST",
    text: "a compute names the project of its path",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, id);
      }),
  },
  {
    id: "endpoint-answer-is-of-the-path",
    level: "MUST",
    text: "an update and a deletion return the compute in their path",
    states: ["Endpoints, Detailed shapes: update-endpoint"],
    needs: ["state"],
    observe(answer) {
      const names = [`PATCH ${ENDPOINT}`, `DELETE ${ENDPOINT}`];
      if (!names.includes(answer.route?.name ?? "")) return false;
      return each(endpointsIn(answer), ({ id }) => assert.equal(id, answer.ids.endpoint_id));
    },
  },
  {
    id: "endpoint-times-in-order",
    level: "SHOULD",
    text: "a compute is not updated or active before it is created",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, created_at, updated_at, last_active = created_at }) => {
        // Timestamps have seconds precision and may come from two clocks.
        const earliestMs = Date.parse(created_at) - 1_000;
        assert.ok(
          !(Date.parse(updated_at) < earliestMs),
          `${id} updated at ${updated_at}, created at ${created_at}`,
        );
        assert.ok(
          !(Date.parse(last_active) < earliestMs),
          `${id} active at ${last_active}, created at ${created_at}`,
        );
      }),
  },
  {
    id: "endpoint-list-answer",
    level: "MUST",
    text: "the list of computes returns an array in endpoints",
    states: ["Endpoints, Detailed shapes: list-endpoints"],
    observe(answer) {
      const body = shownBody(answer, `GET ${ENDPOINTS}`);
      if (!body) return false;
      assert.ok(Array.isArray(body.endpoints), "endpoints is not an array");
      assert.equal(
        endpointsIn(answer).length,
        body.endpoints.length,
        "endpoints contains something other than objects",
      );
      return true;
    },
  },
  {
    id: "endpoint-listed-once",
    level: "MUST",
    text: "a list contains each compute once",
    states: ["Endpoints, Detailed shapes: list-endpoints"],
    observe(answer) {
      if (!shownBody(answer, `GET ${ENDPOINTS}`)) return false;
      const ids = endpointsIn(answer).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, `the list has ${ids}`);
      return ids.length > 1;
    },
  },
  {
    id: "endpoint-hosts-differ",
    level: "SHOULD",
    text: "a host belongs to one compute only",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe(answer) {
      if (!shownBody(answer, `GET ${ENDPOINTS}`)) return false;
      const hosts = endpointsIn(answer).map(({ host }) => host);
      assert.equal(new Set(hosts).size, hosts.length, `the list has ${hosts}`);
      return hosts.length > 1;
    },
  },
  {
    id: "endpoint-list-without-pending-state",
    level: "MUST",
    text: "pending_state is absent from a list",
    states: ["Resources and their fields, Compute endpoint: pending-state"],
    observe(answer) {
      if (answer.route?.name !== `GET ${ENDPOINTS}`) return false;
      return each(endpointsIn(answer), (it) => assertAbsent(it, "pending_state", it.id));
    },
  },
  {
    id: "endpoint-pending-state-present",
    level: "MUST",
    text: "pending_state is present in every answer to a creation or an update",
    states: ["Resources and their fields, Compute endpoint: pending-state"],
    observe(answer) {
      const names = [`POST ${ENDPOINTS}`, `PATCH ${ENDPOINT}`];
      if (!names.includes(answer.route?.name ?? "")) return false;
      return each(endpointsIn(answer), ({ id, pending_state }) => {
        assert.equal(typeof pending_state, "string", `pending_state of ${id} is ${pending_state}`);
      });
    },
  },
  {
    id: "endpoint-list-last-active-absent",
    level: "MUST",
    text: "last_active is absent from a listed compute that has never been active",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["state"],
    async check(context) {
      let judged = 0;
      for (const { what, endpoint } of await createKinds(context)) {
        const found = await findListed(context, endpoint.id);
        // It may be active already; only in init has it certainly never been.
        if (found.current_state !== "init") continue;
        assertAbsent(found, "last_active", what);
        judged += 1;
      }
      if (judged === 0) throw new Blocked("no compute is listed as init");
    },
  },
  {
    id: "endpoint-last-active-absent-after-failed-start",
    level: "MUST",
    text: "last_active is absent from a compute that failed to start",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["control", "state"],
    async check(context) {
      controlOf(context).failNext("start_compute");
      const { endpoint, operations } = await createEndpoint(context);
      await untilFailed(context, operations).catch(() => {});
      await context.pause(MINUTE_MS);

      const found = await findListed(context, endpoint.id);

      const { current_state } = found;
      if (current_state !== "init")
        throw new Blocked(`after a failed start it is ${current_state}`);
      assertAbsent(found, "last_active", endpoint.id);
    },
  },
  {
    id: "endpoint-last-active-present",
    level: "MUST",
    text: "last_active is present in the list once a compute has been active",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const kinds = await activeKinds(context);
      for (const { id } of kinds) await suspend(context, id);
      await context.pause(1_000);
      for (const { what, id: endpoint_id } of kinds) {
        const { last_active } = await findListed(context, endpoint_id);
        assert.equal(typeof last_active, "string", `last_active of ${what} is ${last_active}`);
      }
    },
  },
  {
    id: "endpoint-console-columns",
    level: "MUST",
    text: "the console shows type, status, id, size and last active time of a compute",
    states: ["Resources and their fields, Compute endpoint: console"],
    excused: "a matter of the web console",
  },
];
