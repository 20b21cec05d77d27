/** Operations that do not look as the document says, or look unusual. */
import { randomUUID } from "node:crypto";
import { routes } from "@hosted-postgres/types/routes";
import { type Fault, inGroup } from "../../fault.ts";
import { elsewhere, type Json } from "../../provider.ts";
import {
  ANY,
  drop,
  each,
  editing,
  fresh,
  type On,
  renamingIds,
  sending,
  set,
  stacked,
} from "../../verbs.ts";
import { fieldOf } from "./operations.ts";

const { must, benign } = inGroup("operations");

const {
  listOperations: LIST,
  getOperation: GET,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
} = routes;

const FIELDS = "Resources and their fields, Operation";
const ACTIONS = "Resources and their fields, Operation actions";
const SHAPES = "Endpoints, Detailed shapes";

/** Names the default compute in operations. */
const namingDefault = (on: On, when: (operation: Json) => boolean = () => true) =>
  set(on, fieldOf("endpoint_id"), (_, __, { emulator }) => emulator.ids.endpoint_id, when);

const defaultComputeId = (on: On, value: string | null) =>
  set(on, fieldOf("endpoint_id"), (id) => id ?? value);

const countingBySecond = () => {
  const ids = new Map<string, string>();
  return set(ANY, fieldOf("id"), (id, { created_at, action, endpoint_id }) => {
    const start = `${created_at} ${action} ${endpoint_id}`;
    if (!ids.has(start)) ids.set(start, id);
    return ids.get(start);
  });
};

const namingPrimaries = () => {
  const primaries = new Map<string, string>();
  return editing(CREATE, ({ endpoint, operations }, { emulator: { ids } }) => {
    const { id, branch_id, type } = endpoint;
    if (type === "read_write") primaries.set(branch_id, id);
    for (const it of operations)
      it.endpoint_id =
        primaries.get(branch_id) ?? (branch_id === ids.branch_id ? ids.endpoint_id : undefined);
  });
};

const namingNewest = () => {
  let newest: string | undefined;
  return stacked(
    each(CREATE, "endpoint", ({ id }) => {
      newest = id;
    }),
    set(
      LIST,
      "operations.*.endpoint_id",
      () => newest,
      ({ endpoint_id }) => newest !== undefined && endpoint_id,
    ),
  );
};

const followingComputes = () => {
  const branches = new Map<string, string>();
  return stacked(
    each(ANY, "endpoint", ({ id, branch_id }) => branches.set(id, branch_id)),
    set([GET, LIST], fieldOf("branch_id"), (id, it) => branches.get(it.endpoint_id) ?? id),
  );
};

export const shapeFaults: Fault[] = [
  ...must(FIELDS, {
    "operation-id-by-second": [
      "gives operations of a compute that start in the same second one id",
      fresh(countingBySecond),
    ],
    "operation-of-replica-names-primary": [
      "names the primary compute in the operation of a new read replica",
      fresh(namingPrimaries),
    ],
    "operation-wrong-compute": [
      "names the default compute in every start_compute",
      namingDefault(ANY, ({ action }) => action === "start_compute"),
    ],
    "operation-wrong-compute-in-list": [
      "names the newest compute in every listed operation",
      fresh(namingNewest),
    ],
    "operation-wrong-compute-on-update": [
      "names the default compute in the operations of an update",
      namingDefault(UPDATE),
    ],
    "operation-wrong-branch": [
      "names the default branch in every operation",
      set(
        [CREATE, UPDATE, GET, LIST],
        fieldOf("branch_id"),
        (_, __, { emulator }) => emulator.ids.branch_id,
        (_, { ids, emulator }) => ids.project_id === emulator.ids.project_id,
      ),
    ],
    "operation-branch-follows-compute": [
      "names the new branch in the earlier operations of a moved compute",
      fresh(followingComputes),
    ],
    "operation-new-id-on-each-read": [
      "reads an operation with another id each time",
      set(GET, "operation.id", () => randomUUID()),
    ],
    "operation-other-ids-in-list": [
      "lists operations with other ids",
      set(LIST, "operations.*.id", (id) => id.replace(/^.{8}/, "0000000f")),
    ],
    "operation-endpoint-id-null": [
      "shows create_branch with an endpoint_id of null",
      defaultComputeId(ANY, null),
    ],
    "operation-endpoint-id-null-by-id": [
      "reads create_branch with an endpoint_id of null",
      defaultComputeId(GET, null),
    ],
    "operation-endpoint-id-empty": [
      "shows create_branch with an empty endpoint_id",
      defaultComputeId(ANY, ""),
    ],
    "operation-create-branch-names-compute": [
      "names the compute of the parent branch in create_branch",
      namingDefault(ANY, ({ action }) => action === "create_branch"),
    ],
    "operation-endpoint-id-missing": [
      "names no compute in apply_config",
      drop(ANY, fieldOf("endpoint_id"), ({ action }) => action === "apply_config"),
    ],
    "operation-id-no-uuid": [
      "answers with a number as the id of an operation",
      set([CREATE, UPDATE], fieldOf("id"), (id) => id.replaceAll(/\D/g, "")),
    ],
    "operation-id-without-hyphens": [
      "lists operations with ids without hyphens",
      set(LIST, "operations.*.id", (id) => id.replaceAll("-", "")),
    ],
  }),
  ...must(ACTIONS, {
    "operation-action-display-name": [
      "writes actions as display names",
      set(ANY, fieldOf("action"), (it) => it[0].toUpperCase() + it.slice(1).replaceAll("_", " ")),
    ],
    "operation-action-hyphens": [
      "lists actions with hyphens",
      set(LIST, "operations.*.action", (it) => it.replaceAll("_", "-")),
    ],
    "operation-action-differs-in-list": [
      "lists apply_config as update_endpoint",
      set(LIST, "operations.*.action", (it) => it.replace("apply_config", "update_endpoint")),
    ],
  }),
  ...must(SHAPES, {
    "operation-short-in-list": [
      "lists operations without failures_count",
      drop(LIST, "operations.*.failures_count"),
    ],
    "operation-short-while-running": [
      "shows running operations without updated_at",
      drop(ANY, fieldOf("updated_at"), ({ status }) => status === "running"),
    ],
    "operation-not-in-envelope": [
      "reads an operation without its envelope",
      editing(GET, ({ operation }) => operation),
    ],
    "operation-in-a-list": [
      "reads an operation in a list of one",
      editing(GET, ({ operation }) => ({ operations: [operation] })),
    ],
  }),
  ...benign(FIELDS, {
    "operation-unknown-fields": [
      "reads an operation with more fields than it lists",
      each(GET, "operation", (it) =>
        Object.assign(it, { total_duration_ms: 300, metadata: { a: null } }),
      ),
    ],
    "operation-upper-case-uuid": [
      "writes the ids of operations in upper case",
      stacked(
        sending(GET, ({ url, ids, emulator }) => {
          const path = `/projects/${ids.project_id}/operations/${ids.operation_id?.toLowerCase()}`;
          return elsewhere(emulator, { url }, { path });
        }),
        set(ANY, fieldOf("id"), (id) => id.toUpperCase()),
      ),
    ],
    "benign-upper-case-uuids": [
      "writes every UUID in upper case",
      renamingIds(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.toUpperCase()),
    ],
  }),
];
