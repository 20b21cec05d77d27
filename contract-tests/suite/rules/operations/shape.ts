/** Fields of operations in every answer that shows them. */
import assert from "node:assert/strict";
import type { Rule } from "../../run/rule.ts";
import { ENDPOINT, ENDPOINTS } from "../steps/endpoints.ts";
import { OPERATION } from "../steps/operations.ts";
import { assertAbsent, assertFields, each, operationsIn, shownBody } from "../steps/seen.ts";

/** Actions that concern storage or a branch. */
const WITHOUT_COMPUTE = [
  "apply_storage_config",
  "create_branch",
  "create_timeline",
  "delete_tenant",
  "tenant_attach",
  "tenant_detach",
  "tenant_reattach",
  "timeline_archive",
  "timeline_unarchive",
];

/** The full set of the document; `operation-actions-known` is about the spec's. */
const ACTIONS = [
  ...WITHOUT_COMPUTE,
  "apply_config",
  "check_availability",
  "start_compute",
  "suspend_compute",
];

/** Actions that a change of a compute starts. */
const OF_COMPUTE = ["start_compute", "suspend_compute", "apply_config"];

export const shapeRules: Rule[] = [
  {
    id: "operation-fields",
    level: "MUST",
    text: "an operation has each documented field, of the documented type",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(operationsIn(answer), (operation) => {
        const name = `operation ${operation.id}`;
        assertFields(
          operation,
          {
            id: "string",
            project_id: "string",
            branch_id: "string",
            action: "string",
            status: "string",
            failures_count: "integer",
            created_at: "string",
            updated_at: "string",
          },
          name,
        );
        if ("endpoint_id" in operation) assertFields(operation, { endpoint_id: "string" }, name);
      }),
  },
  {
    id: "operation-id-is-uuid",
    level: "MUST",
    text: "the id of an operation is a UUID",
    states: ["Resources and their fields, Operation: id"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id }) => {
        assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
      }),
  },
  {
    id: "operation-without-compute-has-no-endpoint-id",
    level: "MUST",
    text: "endpoint_id is absent from create_branch and other operations that concern no compute",
    states: ["Resources and their fields, Operation: endpoint-id"],
    observe: (answer) =>
      each(
        operationsIn(answer).filter(({ action }) => WITHOUT_COMPUTE.includes(action)),
        (operation) => assertAbsent(operation, "endpoint_id", operation.id),
      ),
  },
  {
    id: "operation-endpoint-id-is-of-a-compute",
    level: "MUST",
    text: "an endpoint_id that is present is the id of a compute, never null or empty",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(
        operationsIn(answer).filter((operation) => "endpoint_id" in operation),
        ({ id, endpoint_id }) => assert.match(String(endpoint_id), /^ep-/, `endpoint_id of ${id}`),
      ),
  },
  {
    id: "operation-of-mutation-concerns-its-compute",
    level: "MUST",
    text: "an operation started by a change of a compute names the compute, its branch and its project",
    states: ["Resources and their fields, Operation: fields"],
    observe(answer) {
      const creates = answer.route?.name === `POST ${ENDPOINTS}`;
      if (!creates && answer.route?.name !== `PATCH ${ENDPOINT}`) return false;
      const { endpoint } = shownBody(answer) ?? {};
      if (!endpoint) return false;
      const ofCompute = operationsIn(answer).filter(
        ({ action }) => creates || OF_COMPUTE.includes(action),
      );
      // Undocumented: which of the two branches a move is recorded on.
      const stays = creates || !String(answer.body).includes("branch_id");
      return each(ofCompute, ({ id, project_id, branch_id, endpoint_id }) => {
        assert.equal(endpoint_id, endpoint.id, `endpoint_id of ${id}`);
        assert.equal(project_id, endpoint.project_id, `project_id of ${id}`);
        if (stays) assert.equal(branch_id, endpoint.branch_id, `branch_id of ${id}`);
      });
    },
  },
  {
    id: "operation-created-with-its-compute",
    level: "SHOULD",
    text: "the operation that creates a compute is as old as the compute",
    states: ["Resources and their fields, Operation: fields"],
    observe(answer) {
      const { endpoint } = shownBody(answer, `POST ${ENDPOINTS}`) ?? {};
      if (!endpoint) return false;
      return each(operationsIn(answer), ({ id, created_at }) => {
        const apartMs = Math.abs(Date.parse(created_at) - Date.parse(endpoint.created_at));
        assert.ok(apartMs <= 60_000, `${id} of ${created_at}, for one of ${endpoint.created_at}`);
      });
    },
  },
  {
    id: "operation-of-the-project",
    level: "MUST",
    text: "an operation names the project of the path it came from",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      answer.ids.project_id !== undefined &&
      each(operationsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, `operation ${id}`);
      }),
  },
  {
    id: "operation-of-compute-names-it",
    level: "MUST",
    text: "start_compute and suspend_compute name their compute in endpoint_id",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(
        operationsIn(answer).filter(({ action }) => /^(start|suspend)_compute$/.test(action)),
        ({ id, endpoint_id }) => assert.match(String(endpoint_id), /^ep-/, `endpoint_id of ${id}`),
      ),
  },
  {
    id: "operation-status-values",
    level: "MUST",
    text: "a status is scheduling, running, finished or failed",
    states: [
      "States and transitions, Operation: status",
      "Resources and their fields, Operation: status",
    ],
    observe(answer) {
      const values = ["scheduling", "running", "finished", "failed"];
      return each(operationsIn(answer), ({ id, status }) => {
        assert.ok(values.includes(status), `the status of ${id} is ${JSON.stringify(status)}`);
      });
    },
  },
  {
    id: "operation-action-form",
    level: "MUST",
    text: "an action is written in lower case with underscores",
    states: ["Resources and their fields, Operation actions: known"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id, action }) => {
        assert.match(action, /^[a-z0-9]+(_[a-z0-9]+)*$/, `the action of ${id}`);
      }),
  },
  {
    id: "operation-action-of-the-set",
    level: "SHOULD",
    text: "an action is one of the 13 of the full set",
    states: ["Resources and their fields, Operation actions: known"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id, action }) => {
        assert.ok(ACTIONS.includes(action), `the action of ${id} is ${action}`);
      }),
  },
  {
    id: "operation-actions-known",
    level: "MUST",
    text: "the spec names each action the console shows, in its API form",
    states: ["Resources and their fields, Operation actions: known"],
    excused: "a matter of the spec, whose own tests check it",
  },
  {
    id: "operation-get-answer",
    level: "MUST",
    text: "reading an operation by its id returns it in operation",
    states: ["Endpoints, Detailed shapes: get-operation"],
    observe(answer) {
      const body = shownBody(answer, `GET ${OPERATION}`);
      if (!body) return false;
      assert.equal(body.operation?.id, answer.ids.operation_id);
      assert.equal(body.operation?.project_id, answer.ids.project_id);
      return true;
    },
  },
];
