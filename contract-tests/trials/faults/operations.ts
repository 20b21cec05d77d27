/** Operations that do not start, run, end or look as the document says. */
import { randomUUID } from "node:crypto";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Fault, faultsOf, type Provider } from "../fault.ts";
import {
  type Call,
  editAnswers,
  edited,
  elsewhere,
  front,
  type Json,
  operationsOf,
} from "../provider.ts";

const { must, should, benign } = faultsOf("operations");

const {
  listOperations: LIST,
  getOperation: GET,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
  restartEndpoint: RESTART,
  suspendEndpoint: SUSPEND,
  createRole: ROLES,
  createDatabase: DATABASES,
} = routes;

const FIELDS = "Resources and their fields, Operation";
const ACTIONS = "Resources and their fields, Operation actions";
const STATES = "States and transitions, Operation";
const SHAPES = "Endpoints, Detailed shapes";
const TRACKED = "What the service does 5";

export const operationFaults: Fault[] = [
  // What a mutating answer lists.
  must("operation-none-on-create", TRACKED, "creating a compute lists no operation", (emulator) =>
    editsOf(emulator, [CREATE], (body) => ({ ...body, operations: [] })),
  ),
  must(
    "operation-none-on-update",
    TRACKED,
    "an update of settings lists no operation",
    (emulator) =>
      editsOf(emulator, [UPDATE], (body) =>
        body.operations.length > 1 ? body : { ...body, operations: [] },
      ),
  ),
  must(
    "operation-two-on-create",
    "Endpoints, Rules 1",
    "creating a compute lists an apply_config beside start_compute",
    (emulator) =>
      editsOf(emulator, [CREATE], (body) => {
        const [first] = body.operations;
        body.operations.push({ ...first, id: randomUUID(), action: "apply_config" });
      }),
  ),
  must(
    "operation-scheduling-on-create",
    "Endpoints, Rules 1",
    "the start_compute of a creation is still scheduling",
    (emulator) => operationsIn(emulator, [CREATE], (it) => ({ ...it, status: "scheduling" })),
  ),
  must(
    "operation-move-without-suspend",
    "States and transitions, Compute endpoint",
    "a move lists apply_config only",
    (emulator) =>
      operationsIn(emulator, [UPDATE], (it) => (it.action === "suspend_compute" ? undefined : it)),
  ),
  must(
    "operation-move-suspend-running",
    "States and transitions, Compute endpoint",
    "the suspend_compute of a move is running at once",
    (emulator) => operationsIn(emulator, [UPDATE], (it) => ({ ...it, status: "running" })),
  ),
  must(
    "operation-update-lists-earlier-ones",
    TRACKED,
    "an update lists the operations that are still in the queue of the compute, or were",
    (emulator) => {
      const earlier = new Map<string, Json[]>();
      return editsOf(emulator, [CREATE, UPDATE], (body, { name }) => {
        const started: Json[] = body.operations;
        const before = earlier.get(body.endpoint.id) ?? [];
        earlier.set(body.endpoint.id, [...before, ...started]);
        // A move is what is looked at most closely.
        if (name === UPDATE && started.length === 1)
          body.operations = [...started, ...before.slice(-1)];
      });
    },
  ),
  must(
    "operation-id-by-second",
    FIELDS,
    "operations of a compute that start in the same second have one id",
    (emulator) => {
      const ids = new Map<string, string>();
      return operationsIn(emulator, [], (it) => {
        const key = `${it.created_at} ${it.action} ${it.endpoint_id}`;
        ids.set(key, ids.get(key) ?? it.id);
        return { ...it, id: ids.get(key) };
      });
    },
  ),
  must(
    "operation-of-replica-names-primary",
    FIELDS,
    "the operation of a new read replica names the primary compute of the branch",
    (emulator) => {
      const primaries = new Map([[emulator.ids.branch_id, emulator.ids.endpoint_id]]);
      return editsOf(emulator, [CREATE], ({ endpoint, operations }) => {
        if (endpoint.type === "read_write") primaries.set(endpoint.branch_id, endpoint.id);
        for (const it of operations) it.endpoint_id = primaries.get(endpoint.branch_id);
      });
    },
  ),

  // How it runs and ends.
  {
    id: "operation-never-finishes",
    group: "operations",
    level: "MUST",
    text: "operations run for ever",
    source: STATES,
    options: { outcome: () => "never" },
  },
  {
    id: "operation-suspend-never-finishes",
    group: "operations",
    level: "MUST",
    text: "suspend_compute runs for ever",
    source: STATES,
    options: { outcome: ({ action }) => (action === "suspend_compute" ? "never" : "finished") },
  },
  {
    id: "operation-create-branch-never-finishes",
    group: "operations",
    level: "MUST",
    text: "create_branch runs for ever",
    source: STATES,
    options: { outcome: ({ action }) => (action === "create_branch" ? "never" : "finished") },
  },
  {
    id: "operation-apply-config-fails",
    group: "operations",
    level: "MUST",
    text: "every apply_config becomes failed, though nothing hinders it",
    source: STATES,
    options: { outcome: ({ action }) => (action === "apply_config" ? "failed" : "finished") },
  },
  must(
    "operation-of-settings-never-finishes",
    STATES,
    "by id, the apply_config of a running compute stays running",
    (emulator) => {
      const stuck = new Set<string>();
      return front(emulator, async ({ name, ids }, pass) =>
        edited(await pass(), (body) => {
          if (name === UPDATE && body.endpoint.current_state === "active")
            for (const { id } of body.operations) stuck.add(id);
          if (name === GET && stuck.has(`${ids.operation_id}`)) body.operation.status = "running";
        }),
      );
    },
  ),
  must(
    "operation-scheduled-one-is-stuck",
    STATES,
    "what was scheduling once is scheduling whenever it is read by id",
    (emulator) => {
      const stuck = new Set<string>();
      return operationsIn(emulator, [UPDATE, GET], (it) => {
        if (it.status === "scheduling") stuck.add(it.id);
        return stuck.has(it.id) ? { ...it, status: "scheduling" } : it;
      });
    },
  ),
  must(
    "operation-list-keeps-first-status",
    STATES,
    "the list shows the status that an operation began with",
    (emulator) => {
      const first = new Map<string, string>();
      return operationsIn(emulator, [CREATE, UPDATE, LIST], (it) => {
        first.set(it.id, first.get(it.id) ?? it.status);
        return { ...it, status: first.get(it.id) };
      });
    },
  ),
  must(
    "operation-list-status-lags",
    STATES,
    "the list shows an operation finished only when it is asked for the second time",
    (emulator) => {
      const seen = new Set<string>();
      return operationsIn(emulator, [LIST], (it) => {
        if (it.status !== "finished" || seen.has(it.id)) return it;
        seen.add(it.id);
        return { ...it, status: "running" };
      });
    },
  ),
  must(
    "operation-runs-again",
    STATES,
    "read again after it was finished, an operation is running",
    (emulator) => {
      const finished = new Map<string, number>();
      return operationsIn(emulator, [GET], (it) => {
        if (it.status !== "finished") return it;
        const times = (finished.get(it.id) ?? 0) + 1;
        finished.set(it.id, times);
        return times === 2 ? { ...it, status: "running" } : it;
      });
    },
  ),
  must(
    "operation-runs-again-later",
    STATES,
    "half a minute after it was finished, an operation is running again, by id and in the list",
    (emulator) => {
      const finished = new Map<string, number>();
      return operationsIn(emulator, [GET, LIST], (it) => {
        if (it.status !== "finished") return it;
        const atMs = finished.get(it.id) ?? emulator.now();
        finished.set(it.id, atMs);
        const agoMs = emulator.now() - atMs;
        return agoMs > 30_000 && agoMs < 40_000 + 3_600_000 ? { ...it, status: "running" } : it;
      });
    },
  ),
  must(
    "operation-failed-after-finished",
    STATES,
    "ten seconds after it was finished, suspend_compute is failed",
    (emulator) =>
      operationsIn(emulator, [GET, LIST], (it) => {
        const agoMs = emulator.now() - Date.parse(it.updated_at);
        const fails = it.action === "suspend_compute" && it.status === "finished" && agoMs > 10_000;
        return fails ? { ...it, status: "failed" } : it;
      }),
  ),
  should(
    "operation-scheduled-again",
    STATES,
    "an operation that was running is scheduling when it is first read by its id",
    (emulator) => {
      const seen = new Set<string>();
      return operationsIn(emulator, [GET], (it) => {
        if (seen.has(it.id) || it.status === "finished") return it;
        seen.add(it.id);
        return { ...it, status: "scheduling" };
      });
    },
  ),
  must(
    "operation-gone-when-finished",
    "Endpoints, Rules 5",
    "an operation that is finished cannot be read any more",
    unreadWhile("finished", "not found"),
  ),
  must(
    "operation-gone-with-its-compute",
    TRACKED,
    "when a compute is deleted, its operations can neither be read nor are they listed",
    (emulator) => {
      const deleted = new Set<string>();
      return front(emulator, async ({ name, ids }, pass) => {
        const response = await pass();
        if (name.startsWith("DELETE") && response.ok) deleted.add(`${ids.endpoint_id}`);
        if (name !== GET && name !== LIST) return response;
        const { operation } = (await response.clone().json()) as Json;
        if (operation && deleted.has(operation.endpoint_id))
          return Response.json({ message: "gone" }, { status: 404 });
        return edited(response, (body) => {
          if (body.operations)
            body.operations = body.operations.filter((it: Json) => !deleted.has(it.endpoint_id));
        });
      });
    },
  ),
  must(
    "operation-failed-says-finished",
    "Errors, Table",
    "an operation that cannot complete becomes finished",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({
        ...it,
        status: it.status.replace("failed", "finished"),
      })),
  ),
  must(
    "operation-failed-says-running",
    "Errors, Table",
    "an operation that cannot complete stays running",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({
        ...it,
        status: it.status.replace("failed", "running"),
      })),
  ),
  must(
    "operation-failed-says-error",
    STATES,
    "an operation that cannot complete has the status error",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({ ...it, status: it.status.replace("failed", "error") })),
  ),
  must(
    "operation-failed-suspend-says-finished",
    "Errors, Table",
    "a suspend_compute or apply_config that cannot complete becomes finished",
    (emulator) =>
      operationsIn(emulator, [GET, LIST], (it) => ({
        ...it,
        status: it.action === "start_compute" ? it.status : it.status.replace("failed", "finished"),
      })),
  ),
  must(
    "operation-failed-listed-as-finished",
    "Errors, Table",
    "an operation that is failed by its id is finished in the list",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => ({
        ...it,
        status: it.status.replace("failed", "finished"),
      })),
  ),

  // Where it is found.
  must("operation-not-listed", TRACKED, "what a creation started is not listed", (emulator) => {
    const started = new Set<string>();
    return operationsIn(emulator, [CREATE, LIST], (it, { name }) => {
      if (name === CREATE) started.add(it.id);
      return name === LIST && started.has(it.id) ? undefined : it;
    });
  }),
  must(
    "operation-listed-when-finished",
    TRACKED,
    "an operation is listed only once it is finished",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => (it.status === "finished" ? it : undefined)),
  ),
  must(
    "operation-scheduled-not-listed",
    TRACKED,
    "an operation is not listed while it is scheduling",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => (it.status === "scheduling" ? undefined : it)),
  ),
  must(
    "operation-finished-not-listed",
    TRACKED,
    "an operation is not listed any more when it is finished",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => (it.status === "finished" ? undefined : it)),
  ),
  must("operation-listed-late", TRACKED, "the list is one of up to two seconds ago", (emulator) => {
    const kept = new Map<string, { atMs: number; text: string }>();
    return front(emulator, async ({ name, url, headers }, pass) => {
      const key = `${url} ${headers.get("authorization")}`;
      const cached = kept.get(key);
      if (name !== LIST) return pass();
      if (cached && emulator.now() - cached.atMs < 2_000)
        return Response.json(JSON.parse(cached.text), { status: 200 });
      const response = await pass();
      if (response.ok) kept.set(key, { atMs: emulator.now(), text: await response.clone().text() });
      return response;
    });
  }),
  must(
    "operation-not-read-while-scheduling",
    "Endpoints, Rules 5",
    "an operation cannot be read while it is scheduling",
    unreadWhile("scheduling", "not yet"),
  ),
  must(
    "operation-of-another-project-read",
    SHAPES,
    "an operation is read through the path of any project",
    (emulator) => anyProject(emulator, (operation) => operation),
  ),
  must(
    "operation-of-another-project-relabelled",
    SHAPES,
    "an operation is read through the path of any project, as one of that project",
    (emulator) => anyProject(emulator, (operation, project_id) => ({ ...operation, project_id })),
  ),
  must(
    "operation-unknown-is-null",
    SHAPES,
    "an unknown operation is answered 200 with null",
    (emulator) =>
      front(emulator, async ({ name }, pass) => {
        const response = await pass();
        return name === GET && response.status === 404
          ? Response.json({ operation: null }, { status: 200 })
          : response;
      }),
  ),
  must(
    "operation-unknown-is-finished",
    SHAPES,
    "an operation that nobody knows is said to be finished",
    (emulator) =>
      front(emulator, async ({ name, ids }, pass) => {
        const response = await pass();
        if (name !== GET || response.status !== 404) return response;
        const { branch_id } = emulator.ids;
        const at = "2026-03-01T09:30:00Z";
        const rest = { action: "apply_config", status: "finished", failures_count: 0 };
        const { operation_id: id, project_id } = ids;
        return Response.json({
          operation: { id, project_id, branch_id, ...rest, created_at: at, updated_at: at },
        });
      }),
  ),
  must(
    "operation-of-control-plane-not-listed",
    FIELDS,
    "operations that the control plane started itself are not listed",
    (emulator) => {
      const asked = new Set<string>();
      let until = Infinity;
      return front(emulator, async ({ name, method }, pass) => {
        const response = await pass();
        if (method !== "GET") until = emulator.now() + 2_000;
        return edited(response, (body) => {
          if (name === LIST)
            body.operations = body.operations.filter(
              (it: Json) => asked.has(it.id) || Date.parse(it.created_at) <= until,
            );
          else for (const { id } of body.operations ?? []) asked.add(id);
        });
      });
    },
  ),
  should(
    "operation-of-suspend-request-not-listed",
    TRACKED,
    "a compute that is suspended on demand has no suspend_compute",
    (emulator) => hidingNew(emulator, SUSPEND),
  ),
  should(
    "operation-of-restart-not-listed",
    TRACKED,
    "a restart is tracked by no operation",
    (emulator) => hidingNew(emulator, RESTART),
  ),
  must("operation-of-role-not-started", ACTIONS, "creating a role starts nothing", (emulator) =>
    hidingNew(emulator, ROLES),
  ),
  must(
    "operation-of-database-not-started",
    ACTIONS,
    "creating a database starts nothing",
    (emulator) => hidingNew(emulator, DATABASES),
  ),
  must(
    "operation-of-settings-not-listed",
    ACTIONS,
    "a change of settings answers an apply_config that is neither listed nor read",
    (emulator) => hidingNew(emulator, UPDATE),
  ),
  must("operation-create-branch-not-listed", ACTIONS, "create_branch is not listed", (emulator) =>
    withoutAction(emulator, "create_branch"),
  ),
  must(
    "operation-create-timeline-not-listed",
    ACTIONS,
    "create_timeline is not listed",
    (emulator) => withoutAction(emulator, "create_timeline"),
  ),
  must(
    "operation-delete-tenant-not-listed",
    ACTIONS,
    "deleting a project lists no delete_tenant",
    (emulator) => withoutAction(emulator, "delete_tenant"),
  ),
  must(
    "operation-check-availability-never",
    ACTIONS,
    "check_availability is never listed",
    (emulator) => withoutAction(emulator, "check_availability"),
  ),
  must(
    "operation-check-availability-once",
    ACTIONS,
    "check_availability comes once for each branch",
    (emulator) => {
      const first = new Map<string, string>();
      return editsOf(emulator, [LIST], (body) => {
        body.operations = body.operations
          .toReversed()
          .filter((it: Json) => {
            if (it.action !== "check_availability") return true;
            first.set(it.branch_id, first.get(it.branch_id) ?? it.id);
            return first.get(it.branch_id) === it.id;
          })
          .toReversed();
      });
    },
  ),
  must(
    "operation-check-availability-of-default-branch-only",
    ACTIONS,
    "check_availability comes for default branches only",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => {
        const isDefault = it.branch_id === emulator.ids.branch_id;
        return it.action !== "check_availability" || isDefault ? it : undefined;
      }),
  ),
  must(
    "operation-check-availability-without-compute",
    ACTIONS,
    "check_availability comes for a branch that never had a compute, too",
    (emulator) =>
      operationsIn(emulator, [LIST], (it, { ids }) => {
        const { project_id, other_free_branch_id } = emulator.ids;
        if (it.action !== "check_availability" || ids.project_id !== project_id) return it;
        // Every second one, so that the others are as they should be.
        if (Date.parse(it.created_at) % 172_800_000 < 86_400_000) return it;
        const { endpoint_id: _, ...rest } = it;
        return { ...rest, branch_id: other_free_branch_id };
      }),
  ),
  must(
    "operation-check-availability-after-deletion",
    ACTIONS,
    "check_availability goes on for a branch whose compute was deleted",
    (emulator) => {
      const orphans = new Map<string, Json>();
      const deletedMs = new Map<string, number>();
      return front(emulator, async ({ name, ids }, pass) =>
        edited(await pass(), (body) => {
          if (name.startsWith("DELETE") && body.endpoint)
            deletedMs.set(body.endpoint.branch_id, emulator.now());
          if (name !== LIST || ids.project_id !== emulator.ids.project_id) return;
          for (const [branch_id, atMs] of deletedMs) {
            if (emulator.now() - atMs < 86_400_000) continue;
            const at = `${new Date(atMs + 86_400_000).toISOString().slice(0, 19)}Z`;
            const orphan = orphans.get(branch_id) ?? {
              id: randomUUID(),
              project_id: ids.project_id,
              branch_id,
              action: "check_availability",
              status: "finished",
              failures_count: 0,
              created_at: at,
              updated_at: at,
            };
            orphans.set(branch_id, orphan);
            body.operations.push(orphan);
            body.operations.sort((a: Json, b: Json) => (a.created_at < b.created_at ? 1 : -1));
          }
        }),
      );
    },
  ),

  // What it looks like.
  must("operation-wrong-compute", FIELDS, "a start_compute names another compute", (emulator) =>
    operationsIn(emulator, [], (it) =>
      it.action === "start_compute" && it.endpoint_id !== emulator.ids.endpoint_id
        ? { ...it, endpoint_id: emulator.ids.endpoint_id }
        : it,
    ),
  ),
  must(
    "operation-wrong-compute-in-list",
    FIELDS,
    "in the list, every operation on a compute names the newest one",
    (emulator) => {
      let newest: string | undefined;
      return front(emulator, async ({ name }, pass) =>
        edited(await pass(), (body) => {
          if (name === CREATE) newest = body.endpoint.id;
          if (name === LIST && newest !== undefined)
            for (const it of body.operations) if (it.endpoint_id) it.endpoint_id = newest;
        }),
      );
    },
  ),
  must(
    "operation-wrong-compute-on-update",
    FIELDS,
    "the operations of an update name the compute the service made first",
    (emulator) =>
      operationsIn(emulator, [UPDATE], (it) => ({ ...it, endpoint_id: emulator.ids.endpoint_id })),
  ),
  must("operation-wrong-branch", FIELDS, "operations name the default branch", (emulator) =>
    operationsIn(emulator, [CREATE, UPDATE, GET, LIST], (it, { ids }) =>
      ids.project_id === emulator.ids.project_id
        ? { ...it, branch_id: emulator.ids.branch_id }
        : it,
    ),
  ),
  must(
    "operation-branch-follows-compute",
    FIELDS,
    "the operations of a compute that was moved are said to have been on its new branch",
    (emulator) => {
      const branches = new Map<string, string>();
      return front(emulator, async ({ name }, pass) =>
        edited(await pass(), (body) => {
          if (body.endpoint?.id) branches.set(body.endpoint.id, body.endpoint.branch_id);
          if (name !== GET && name !== LIST) return;
          for (const it of body.operations ?? [body.operation])
            it.branch_id = branches.get(it.endpoint_id) ?? it.branch_id;
        }),
      );
    },
  ),
  must(
    "operation-new-id-on-each-read",
    FIELDS,
    "an operation has another id on each read",
    (emulator) => operationsIn(emulator, [GET], (it) => ({ ...it, id: randomUUID() })),
  ),
  must("operation-other-ids-in-list", FIELDS, "the list has ids of its own", (emulator) =>
    operationsIn(emulator, [LIST], (it) => ({ ...it, id: it.id.replace(/^.{8}/, "0000000f") })),
  ),
  must("operation-status-upper-case", STATES, "a status is written in upper case", (emulator) =>
    operationsIn(emulator, [], (it) => ({ ...it, status: it.status.toUpperCase() })),
  ),
  must(
    "operation-status-upper-case-in-list",
    STATES,
    "in the list, RUNNING is shouted",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => ({
        ...it,
        status: it.status.replace("running", "RUNNING"),
      })),
  ),
  must("operation-status-of-console", STATES, "by id, finished is called OK", (emulator) =>
    operationsIn(emulator, [GET], (it) => ({ ...it, status: it.status.replace("finished", "OK") })),
  ),
  must(
    "operation-status-completed",
    STATES,
    "in the list, finished is called completed",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => ({
        ...it,
        status: it.status.replace("finished", "completed"),
      })),
  ),
  must(
    "operation-endpoint-id-null",
    FIELDS,
    "create_branch has an endpoint_id of null",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({ ...it, endpoint_id: it.endpoint_id ?? null })),
  ),
  must(
    "operation-endpoint-id-null-by-id",
    FIELDS,
    "read by its id, create_branch has an endpoint_id of null",
    (emulator) =>
      operationsIn(emulator, [GET], (it) => ({ ...it, endpoint_id: it.endpoint_id ?? null })),
  ),
  must(
    "operation-endpoint-id-empty",
    FIELDS,
    "create_branch has an empty endpoint_id",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({ ...it, endpoint_id: it.endpoint_id ?? "" })),
  ),
  must(
    "operation-create-branch-names-compute",
    FIELDS,
    "create_branch names the compute of the branch it came from",
    (emulator) =>
      operationsIn(emulator, [], (it) =>
        it.action === "create_branch" ? { ...it, endpoint_id: emulator.ids.endpoint_id } : it,
      ),
  ),
  must(
    "operation-endpoint-id-missing",
    FIELDS,
    "apply_config of a compute does not name it",
    (emulator) =>
      operationsIn(emulator, [], ({ endpoint_id, ...it }) =>
        it.action === "apply_config" ? it : { endpoint_id, ...it },
      ),
  ),
  must(
    "operation-action-display-name",
    ACTIONS,
    "an action is a display name: Start compute",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({
        ...it,
        action: it.action[0].toUpperCase() + it.action.slice(1).replaceAll("_", " "),
      })),
  ),
  must("operation-action-hyphens", ACTIONS, "in the list, an action has hyphens", (emulator) =>
    operationsIn(emulator, [LIST], (it) => ({ ...it, action: it.action.replaceAll("_", "-") })),
  ),
  must(
    "operation-action-differs-in-list",
    ACTIONS,
    "the list calls apply_config update_endpoint",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => ({
        ...it,
        action: it.action.replace("apply_config", "update_endpoint"),
      })),
  ),
  must("operation-id-no-uuid", FIELDS, "the id of an operation is a number as text", (emulator) =>
    operationsIn(emulator, [CREATE, UPDATE], (it) => ({ ...it, id: it.id.replaceAll(/\D/g, "") })),
  ),
  must("operation-id-without-hyphens", FIELDS, "in the list, an id has no hyphens", (emulator) =>
    operationsIn(emulator, [LIST], (it) => ({ ...it, id: it.id.replaceAll("-", "") })),
  ),
  must("operation-short-in-list", SHAPES, "the list leaves out failures_count", (emulator) =>
    operationsIn(emulator, [LIST], ({ failures_count, ...it }) => it),
  ),
  must("operation-short-while-running", SHAPES, "updated_at is missing while it runs", (emulator) =>
    operationsIn(emulator, [], ({ updated_at, ...it }) =>
      it.status === "running" ? it : { updated_at, ...it },
    ),
  ),
  must("operation-failures-count-text", FIELDS, "failures_count is a string", (emulator) =>
    operationsIn(emulator, [GET], (it) => ({ ...it, failures_count: `${it.failures_count}` })),
  ),
  should(
    "operation-failures-count-grows",
    FIELDS,
    "reading an operation counts as a failure",
    (emulator) => {
      let reads = 0;
      return operationsIn(emulator, [GET], (it) => ({ ...it, failures_count: ++reads }));
    },
  ),
  should(
    "operation-failures-count-negative",
    FIELDS,
    "failures_count is -1 without a failure",
    (emulator) =>
      operationsIn(emulator, [], (it) => ({ ...it, failures_count: it.failures_count - 1 })),
  ),
  must(
    "operation-created-at-of-last-change",
    FIELDS,
    "created_at is the time of the last change",
    (emulator) => {
      const statuses = new Map<string, { status: string; atMs: number }>();
      return operationsIn(emulator, [], (it) => {
        const known = statuses.get(it.id);
        const since: { status: string; atMs: number } =
          known && known.status === it.status ? known : { status: it.status, atMs: emulator.now() };
        statuses.set(it.id, since);
        return known
          ? { ...it, created_at: secondOf(since.atMs), updated_at: secondOf(since.atMs) }
          : it;
      });
    },
  ),
  must(
    "operation-created-at-now",
    FIELDS,
    "read by id, created_at is the time of the read",
    (emulator) =>
      operationsIn(emulator, [GET], (it) => ({
        ...it,
        created_at: secondOf(emulator.now()),
        updated_at: secondOf(emulator.now()),
      })),
  ),
  should("operation-updated-at-now", FIELDS, "updated_at is the time of the read", (emulator) =>
    operationsIn(emulator, [GET, LIST], (it) => ({ ...it, updated_at: secondOf(emulator.now()) })),
  ),
  should(
    "operation-updated-before-created",
    FIELDS,
    "updated_at is before created_at",
    (emulator) =>
      operationsIn(emulator, [LIST], (it) => ({
        ...it,
        updated_at: secondOf(Date.parse(it.created_at) - 3_600_000),
      })),
  ),
  must(
    "operation-not-in-envelope",
    SHAPES,
    "an operation read by id is not inside operation",
    (emulator) => editsOf(emulator, [GET], ({ operation }) => operation),
  ),
  must("operation-in-a-list", SHAPES, "an operation read by id is in a list of one", (emulator) =>
    editsOf(emulator, [GET], ({ operation }) => ({ operations: [operation] })),
  ),
  must(
    "operation-read-is-the-newest",
    SHAPES,
    "reading by id answers the newest operation",
    (emulator) =>
      front(emulator, async (asked, pass) => {
        const response = await pass();
        if (asked.name !== GET || !response.ok) return response;
        const path = `/projects/${asked.ids.project_id}/operations`;
        const list = await pass(elsewhere(emulator, asked, { path, query: { limit: "1" } }));
        return edited(list, ({ operations: [operation] }) => ({ operation }));
      }),
  ),

  // Right, if unusual.
  benign(
    "operation-control-plane-is-busy",
    FIELDS,
    "the control plane starts something all the time",
    {
      apply: (emulator) => {
        let count = 0;
        return front(emulator, async ({ name, ids }, pass) => {
          const { project_id } = emulator.ids;
          const response = await pass();
          if (
            ++count % 3 === 0 &&
            ids.project_id === project_id &&
            name !== "DELETE /projects/{project_id}"
          )
            emulator.startOperation({ project_id, action: "tenant_reattach" });
          return response;
        });
      },
    },
  ),
  benign("operation-unknown-action", ACTIONS, "the control plane does things nobody listed", {
    apply: (emulator) => {
      emulator.startOperation({
        project_id: emulator.ids.project_id,
        action: "rotate_certificates",
      });
      return {};
    },
  }),
  benign(
    "operation-unknown-fields",
    FIELDS,
    "an operation has more fields by id than in the list",
    {
      apply: (emulator) =>
        operationsIn(emulator, [GET], (it) => ({
          ...it,
          total_duration_ms: 300,
          metadata: { a: null },
        })),
    },
  ),
  benign("operation-slow", STATES, "what does not wake a compute takes ten seconds", {
    options: { operationMs: ({ action }) => (action === "start_compute" ? 300 : 10_000) },
  }),
  benign("operation-at-once", STATES, "operations take no time", { options: { operationMs: 0 } }),
  benign("operation-failed-then-finished", STATES, "what failed is tried again, and finished", {
    apply: (emulator) => {
      const failedMs = new Map<string, number>();
      return operationsIn(emulator, [GET, LIST], (it) => {
        if (it.status !== "failed") return it;
        const atMs = failedMs.get(it.id) ?? emulator.now();
        failedMs.set(it.id, atMs);
        return emulator.now() > atMs ? { ...it, status: "finished" } : it;
      });
    },
  }),
  benign("operation-failures-counted", FIELDS, "operations fail once before they succeed", {
    apply: (emulator) =>
      operationsIn(emulator, [], (it) => ({ ...it, failures_count: it.failures_count + 1 })),
  }),
  benign("operation-upper-case-uuid", FIELDS, "an id is a UUID in upper case", {
    apply: (emulator) =>
      front(emulator, async (asked, pass) => {
        const { operation_id, project_id } = asked.ids;
        const path = `/projects/${project_id}/operations/${operation_id?.toLowerCase()}`;
        const response = await pass(asked.name === GET ? elsewhere(emulator, asked, { path }) : {});
        return edited(response, (body) => {
          for (const it of operationsOf(body)) it.id = it.id.toUpperCase();
        });
      }),
  }),
];

/** Edits each operation in the 2xx of these routes, all if none is named; undefined drops it. */
function operationsIn(
  emulator: Emulator,
  names: string[],
  edit: (operation: Json, asked: Call) => Json,
): Provider {
  return editsOf(emulator, names, (body, asked) => {
    if (Array.isArray(body.operations)) {
      body.operations = body.operations
        .map((it: Json) => edit(it, asked))
        .filter((it: Json) => it !== undefined);
    }
    if (body.operation) body.operation = edit(body.operation, asked);
  });
}

/** An operation that has this status is answered 404. */
function unreadWhile(status: string, message: string) {
  return (emulator: Emulator) =>
    front(emulator, async ({ name }, pass) => {
      const response = await pass();
      if (name !== GET || !response.ok) return response;
      const { operation } = (await response.clone().json()) as Json;
      return operation.status === status ? Response.json({ message }, { status: 404 }) : response;
    });
}

function withoutAction(emulator: Emulator, action: string): Provider {
  return operationsIn(emulator, [], (it) => (it.action === action ? undefined : it));
}

/** What this route starts is nowhere to be found. */
function hidingNew(emulator: Emulator, route: string): Provider {
  const hidden = new Set<string>();
  return front(emulator, async ({ name, ids }, pass) => {
    if (name === GET && hidden.has(`${ids.operation_id}`))
      return Response.json({ message: "unknown" }, { status: 404 });
    const response = await pass();
    return edited(response, (body) => {
      if (name === route) for (const { id } of operationsOf(body)) hidden.add(id);
      if (name === route && route !== UPDATE) body.operations = [];
      if (name === LIST) body.operations = body.operations.filter((it: Json) => !hidden.has(it.id));
    });
  });
}

/** Looks for an operation in the other project too. */
function anyProject(
  emulator: Emulator,
  show: (operation: Json, project_id: string) => Json,
): Provider {
  return front(emulator, async (asked, pass) => {
    const response = await pass();
    if (asked.name !== GET || response.status !== 404) return response;
    const { project_id, personal_project_id } = emulator.ids;
    const other = asked.ids.project_id === project_id ? personal_project_id : project_id;
    const path = `/projects/${other}/operations/${asked.ids.operation_id}`;
    const found = await pass(elsewhere(emulator, asked, { path }));
    if (!found.ok) return response;
    return edited(found, ({ operation }) => ({
      operation: show(operation, `${asked.ids.project_id}`),
    }));
  });
}

function secondOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function editsOf(
  emulator: Emulator,
  names: readonly string[],
  edit: (body: Json, call: Call) => Json,
): Provider {
  return editAnswers(names.length > 0 ? names : undefined, edit)(emulator);
}
