/** Answers off the shown form at its edges: lists that are empty or short, envelopes, absent fields. */
import { routes } from "@hosted-postgres/types/routes";
import { inGroup } from "../../fault.ts";
import { answered, type Json, jsonOf, operationsOf } from "../../provider.ts";
import { ANY, answering, drop, each, editing, set } from "../../verbs.ts";
import { COMPUTES, isIdle, isReplica, fieldOf as ofCompute } from "../endpoints/computes.ts";
import { fieldOf as ofOperation } from "../operations/operations.ts";
import { COMPUTE, CURSOR, KEY, OPERATION, SHAPES } from "./sources.ts";

const endpoints = inGroup("endpoints");
const operations = inGroup("operations");
const pagination = inGroup("pagination");
const projects = inGroup("projects");
const apiKeys = inGroup("api-keys");

const LISTS = [routes.listProjectEndpoints, routes.listBranchEndpoints];
const _hasNone = (name: string) => (body: Json) => body[name]?.length === 0;

/** Edits an empty page of operations. */
const emptyPage = (edit: (body: Json) => unknown) =>
  editing(routes.listOperations, (body) => (body.operations.length === 0 ? edit(body) : body));

export const envelopeFaults = [
  ...endpoints.must(SHAPES, {
    "edge-one-compute-bare": [
      "lists a single compute as an object",
      set(
        LISTS,
        "endpoints",
        ([it]: Json) => it,
        ({ endpoints }) => endpoints.length === 1,
      ),
    ],
    "edge-computes-by-id": [
      "lists several computes as an object by id",
      set(
        LISTS,
        "endpoints",
        (all: Json[]) => Object.fromEntries(all.map((it) => [it.id, it])),
        ({ endpoints }) => endpoints.length > 1,
      ),
    ],
    "edge-second-compute-wrapped": [
      "wraps every listed compute after the first in another object",
      set(LISTS, "endpoints", (all: Json[]) =>
        all.map((endpoint, place) => (place === 0 ? endpoint : { endpoint })),
      ),
    ],
    "edge-deletion-operations-null": [
      "answers null for the operations of a deletion",
      set(routes.deleteEndpoint, "operations", null),
    ],
    "edge-deletion-of-idle-without-operations": [
      "leaves out the operations when an idle compute is deleted",
      drop(routes.deleteEndpoint, "operations", ({ endpoint }) => isIdle(endpoint)),
    ],
    "edge-deletion-of-replica-operations-object": [
      "answers an object for the operations when a replica is deleted",
      set(routes.deleteEndpoint, "operations", {}, ({ endpoint }) => isReplica(endpoint)),
    ],
    "edge-update-operations-as-ids": [
      "answers an update with the ids of its operations",
      set(routes.updateEndpoint, "operations", (all: Json[]) => all.map(({ id }) => id)),
    ],
    "edge-creation-operations-with-null": [
      "lists null after the operation of a creation",
      set(routes.createEndpoint, "operations", (all: Json[]) => [...all, null]),
    ],
    "edge-replica-creation-operation-bare": [
      "answers the creation of a replica with an object for its only operation",
      set(
        routes.createEndpoint,
        "operations",
        ([it]: Json) => it,
        ({ endpoint }) => isReplica(endpoint),
      ),
    ],
    "edge-update-list": [
      "answers an update with a list of one compute",
      editing(routes.updateEndpoint, ({ endpoint, ...rest }) => ({
        ...rest,
        endpoints: [endpoint],
      })),
    ],
  }),
  ...endpoints.must(COMPUTE, {
    "edge-empty-settings-array": [
      "writes an empty pg_settings as an array",
      set(
        ANY,
        ofCompute("settings.pg_settings"),
        [],
        (it) => Object.keys(it.pg_settings ?? {}).length === 0,
      ),
    ],
    "edge-empty-settings-null-in-lists": [
      "lists null for an empty pg_settings",
      set(LISTS, "endpoints.*.settings.pg_settings", null),
    ],
    "edge-settings-string": [
      "writes the settings of a compute as a string of JSON",
      set(ANY, ofCompute("settings"), (value: Json) => JSON.stringify(value)),
    ],
    "edge-replica-settings-null": [
      "answers null for the settings of a replica",
      set(ANY, ofCompute("settings"), null, isReplica),
    ],
    "edge-replica-sizes-as-strings": [
      "writes the sizes of a replica as strings",
      each(ANY, COMPUTES, (it) => {
        if (isReplica(it)) it.autoscaling_limit_max_cu = `${it.autoscaling_limit_max_cu}`;
      }),
    ],
    "edge-listed-flags-as-numbers": [
      "lists false as 0 and true as 1",
      set(LISTS, "endpoints.*.disabled", (value: boolean) => Number(value)),
    ],
    "edge-never-active-null": [
      "answers null for the last activity of a compute that was never active",
      each(ANY, COMPUTES, (it) => {
        it.last_active ??= null;
      }),
    ],
    "edge-never-active-empty": [
      "answers an empty string for the last activity of a compute that was never active",
      each(ANY, COMPUTES, (it) => {
        it.last_active ??= "";
      }),
    ],
    "edge-listed-pending-state-null": [
      "lists null as the pending state of each compute",
      set(LISTS, "endpoints.*.pending_state", null),
    ],
    "edge-deleted-pending-state-null": [
      "answers a deletion with null as the pending state",
      set(routes.deleteEndpoint, "endpoint.pending_state", null),
    ],
  }),
  ...operations.must(SHAPES, {
    "edge-no-operations-null": [
      "lists null if there are no operations on a page",
      emptyPage((body) => ({ ...body, operations: null })),
    ],
    "edge-no-operations-absent": [
      "leaves the list out if there are no operations on a page",
      emptyPage(({ pagination }) => ({ pagination })),
    ],
    "edge-one-operation-bare": [
      "lists a single operation as an object",
      editing(routes.listOperations, (body) =>
        body.operations.length === 1 ? { ...body, operations: body.operations[0] } : body,
      ),
    ],
    "edge-finished-operation-bare": [
      "answers a finished operation without its envelope",
      editing(routes.getOperation, (body) =>
        body.operation.status === "finished" ? body.operation : body,
      ),
    ],
    "edge-failed-operation-bare": [
      "answers a failed operation without its envelope",
      editing(routes.getOperation, (body) =>
        body.operation.status === "failed" ? body.operation : body,
      ),
    ],
    "edge-empty-page-not-found": [
      "answers 404 for a page without operations",
      answering(routes.listOperations, async (response) => {
        const { operations } = await jsonOf(response);
        return operations.length === 0 ? answered(404, { message: "no" }) : undefined;
      }),
    ],
    "edge-empty-page-no-content": [
      "answers 204 for a page without operations",
      answering(routes.listOperations, async (response) => {
        const { operations } = await jsonOf(response);
        return operations.length === 0 ? new Response(null, { status: 204 }) : undefined;
      }),
    ],
  }),
  ...operations.must(OPERATION, {
    "edge-no-compute-null": [
      "answers null for the compute of an operation that concerns none",
      editing(ANY, (body) => {
        for (const it of operationsOf(body)) it.endpoint_id ??= null;
      }),
    ],
    "edge-no-compute-empty": [
      "answers an empty string for the compute of an operation that concerns none",
      editing(ANY, (body) => {
        for (const it of operationsOf(body)) it.endpoint_id ??= "";
      }),
    ],
    "edge-no-failures-absent": [
      "leaves out the failures of an operation that had none",
      drop(ANY, ofOperation("failures_count"), ({ failures_count }) => failures_count === 0),
    ],
  }),
  ...pagination.must(CURSOR, {
    "edge-pagination-array": [
      "answers an array of one object as the pagination",
      set(routes.listOperations, "pagination", (it: Json) => [it]),
    ],
    "edge-cursor-number-with-limit-one": [
      "answers a number as the cursor if the limit is one",
      editing(routes.listOperations, ({ pagination, ...rest }, { query }) => ({
        ...rest,
        pagination: query.get("limit") === "1" ? { cursor: Date.now() } : pagination,
      })),
    ],
    "edge-cursor-nested": [
      "nests the cursor of each page after the first in another object",
      editing(routes.listOperations, ({ pagination, ...rest }, { query }) => ({
        ...rest,
        pagination: query.has("cursor") ? { next: pagination } : pagination,
      })),
    ],
    "edge-pagination-absent-after-first": [
      "leaves the pagination out of each full page after the first",
      editing(routes.listOperations, (body, { query }) => {
        const isFull = `${body.operations.length}` === query.get("limit");
        if (query.has("cursor") && isFull) delete body.pagination;
      }),
    ],
  }),
  ...projects.must(SHAPES, {
    "edge-second-project-bare-id": [
      "lists every project after the first by its id",
      set(routes.listProjects, "projects", (all: Json[]) =>
        all.map((it, place) => (place === 0 ? it : it.id)),
      ),
    ],
    "edge-one-project-bare": [
      "lists a single project as an object",
      set(
        routes.listProjects,
        "projects",
        ([it]: Json) => it,
        ({ projects }) => projects.length === 1,
      ),
    ],
    "edge-projects-bare-for-others": [
      "lists projects as a bare array to every key but the administrator's",
      editing(routes.listProjects, (body, { key, emulator }) =>
        key === emulator.keys.admin ? body : body.projects,
      ),
    ],
  }),
  ...apiKeys.must(KEY, {
    "edge-scoped-key-wrapped": [
      "answers a new project-scoped key in an envelope",
      editing(routes.createOrganizationApiKey, (body) =>
        body.project_id === undefined ? body : { api_key: body },
      ),
    ],
    "edge-organization-key-listed": [
      "answers a new organization key as a list of one",
      editing(routes.createOrganizationApiKey, (body) =>
        body.project_id === undefined ? [body] : body,
      ),
    ],
  }),
  ...apiKeys.should(KEY, {
    "edge-personal-key-without-id": [
      "leaves the id out of a new personal key",
      drop(routes.createApiKey, "id"),
    ],
  }),
];
