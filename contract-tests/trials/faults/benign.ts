/** Providers that are unusual where the document leaves them free: no rule may say a word. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf, type Group, type How } from "../fault.ts";
import {
  ask,
  type Call,
  editAnswers,
  edited,
  endpointsOf,
  front,
  type Json,
  operationsOf,
  type Pass,
  withBody,
} from "../provider.ts";

const {
  listProjects: PROJECTS,
  createOrganizationApiKey: CREATE_KEY,
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  getEndpoint: GET,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  startEndpoint: START,
  suspendEndpoint: SUSPEND,
  restartEndpoint: RESTART,
  listOperations: OPERATIONS,
} = routes;
const SHOWN = [PROJECTS, CREATE_KEY, LIST, CREATE, UPDATE, DELETE, OPERATIONS];
const COMMANDS = [START, SUSPEND, RESTART];

const COMMON = "Endpoints, Common rules";
const UNSHOWN = "Endpoints, Rules 6";
const REFUSALS = "Errors, Implied refusals";
const ERRORS = "Errors, Bodies";
const STATES = "States and transitions, Compute endpoint";
const COMPUTE = "Resources and their fields, Compute endpoint";
const OPERATION = "Resources and their fields, Operation";
const CONVENTIONS = "Resources and their fields, Conventions";
const SIZES = "Limits, Compute size rules";

const benign = (id: string, group: Group, source: string, text: string, how: How) =>
  faultsOf(group).benign(`benign-${id}`, source, text, how);

/** Changes each answer that `is` says, whatever its status. */
const answers =
  (
    is: (response: Response, call: Call) => unknown,
    change: (response: Response, call: Call) => Response | Promise<Response>,
  ): Apply =>
  (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return is(response, call) ? change(response, call) : response;
    });

const isError = ({ status }: Response) => status >= 400;

const refusals = (from: number, to: number) =>
  answers(
    ({ status }) => status === from,
    (it) => withStatus(it, to),
  );

function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

async function rewritten(response: Response, rewrite: (text: string) => string): Promise<Response> {
  return withBody(response, rewrite(await response.text()));
}

const isJson = ({ headers, body }: Response) =>
  body !== null && /json/.test(headers.get("content-type") ?? "");

/** Fields nobody documented, which are different every time. */
function moreOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(moreOf);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, it]) => [
    name,
    name === "pg_settings" ? it : moreOf(it),
  ]);
  return {
    ...Object.fromEntries(inner),
    request_number: Math.random(),
    plan_id: 7,
    quota: null,
    creator: { id: 5, created_at: 1_700_000_000, updated_at: null, tags: [] },
    compute_release_at: "2026-03-01T09:30:00.123+02:00",
  };
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((it) => [Math.random(), it] as const)
    .sort(([a], [b]) => a - b)
    .map(([, it]) => it);
}

function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, it]) => [name, reordered(it)]),
  );
}

/** Text of ids as the caller knows them, for those inside: in answers, paths and bodies. */
function renaming(pattern: RegExp, outside: (id: string) => string): Apply {
  return (emulator) => {
    const insides = new Map<string, string>();
    const { connect, setIdleMs, fetch } = emulator;
    const inside = (id: string) => insides.get(id) ?? id;
    emulator.setIdleMs = (id, ms) => setIdleMs(inside(id), ms);
    const toOutside = (text: string) =>
      text.replace(pattern, (id) => {
        insides.set(outside(id), id);
        return outside(id);
      });
    const ids = JSON.parse(toOutside(JSON.stringify(emulator.ids)));
    Object.defineProperty(emulator, "ids", { value: ids });
    const provider = front(emulator, async ({ method, url, headers, body }) => {
      let sent = body === undefined ? null : JSON.stringify(body);
      let to = url;
      for (const [name, id] of insides) {
        to = to.replaceAll(encodeURIComponent(name), id);
        sent = sent?.replaceAll(JSON.stringify(name), JSON.stringify(id)) ?? null;
      }
      const response = await fetch(to, { method, headers, body: sent });
      return isJson(response) ? rewritten(response, toOutside) : response;
    });
    return { ...provider, control: { connect: (id) => connect(inside(id)) } };
  };
}

/** What a colleague does meanwhile, once in a while, in the same project. */
function colleague(act: (emulator: Emulator, turn: number) => Promise<unknown>): Apply {
  return (emulator) => {
    let count = 0;
    return front(emulator, async (call, pass) => {
      if (++count % 3 === 0 && call.method === "GET") await act(emulator, count / 3);
      return pass();
    });
  };
}

/** A provider that shows another state of computes for a while after a call. */
function passing(routes: string[], state: string, forMs: number): Apply {
  return (emulator) => {
    const until = new Map<string, number>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (routes.includes(call.name) && response.ok)
        until.set(call.ids.endpoint_id ?? "", emulator.now() + forMs);
      if (call.name !== LIST && call.name !== GET) return response;
      return edited(response, (body) => {
        for (const it of endpointsOf(body))
          if (emulator.now() < (until.get(it.id) ?? 0)) it.current_state = state;
      });
    });
  };
}

const computesIn = (routes: string[], edit: (endpoint: Json, call: Call) => void) =>
  editAnswers(routes, (body, call) => {
    for (const it of endpointsOf(body ?? {})) edit(it, call);
  });

const busyIds = async (emulator: Emulator, project_id = ""): Promise<string[]> => {
  const { operations = [] } = await ask(
    emulator,
    `GET /projects/${project_id}/operations?limit=1000`,
  );
  return operations
    .filter(({ status }: Json) => status === "running" || status === "scheduling")
    .map(({ endpoint_id }: Json) => endpoint_id);
};

async function streamed(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 100) controller.enqueue(bytes.slice(at, at + 100));
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set("transfer-encoding", "chunked");
  return new Response(stream, { status: response.status, headers });
}

const withHeaders = (
  set: Record<string, string>,
  is: (response: Response) => unknown = () => true,
) =>
  answers(is, (response) => {
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(set)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  });

const slowly =
  (ms: number): Apply =>
  (emulator) =>
    front(emulator, async (call, pass: Pass) => {
      if (call.method !== "GET") await sleep(ms);
      return pass();
    });

export const benignFaults: Fault[] = [
  // Answers as a whole
  benign(
    "unknown-fields",
    "bodies",
    COMMON,
    "Every object has fields nobody documented.",
    answers(
      (it) => it.ok && isJson(it),
      (it) => rewritten(it, (text) => JSON.stringify(moreOf(JSON.parse(text)))),
    ),
  ),
  benign(
    "fields-reordered",
    "bodies",
    COMMON,
    "Fields come in another order.",
    answers(isJson, (it) => rewritten(it, (text) => JSON.stringify(reordered(JSON.parse(text))))),
  ),
  benign(
    "pretty-printed",
    "bodies",
    COMMON,
    "JSON is printed for people.",
    answers(isJson, (it) =>
      rewritten(it, (text) => `\n${JSON.stringify(JSON.parse(text), null, "\t")}\r\n`),
    ),
  ),
  benign(
    "escaped",
    "bodies",
    COMMON,
    "Letters in strings are escaped.",
    answers(isJson, (it) =>
      rewritten(it, (text) =>
        text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
          string.replace(/-/g, "\\u002d").replaceAll("/", "\\/"),
        ),
      ),
    ),
  ),
  benign(
    "numbers-with-fraction-zero",
    "bodies",
    COMMON,
    "Sizes and versions are printed as 1.0.",
    answers(isJson, (it) =>
      rewritten(it, (text) =>
        text.replace(/("(?:autoscaling_\w+|pg_version)":\d+)(?=[,}])/g, "$1.0"),
      ),
    ),
  ),
  benign(
    "charset",
    "bodies",
    COMMON,
    "The label of JSON names the charset.",
    withHeaders({ "content-type": "application/json; charset=utf-8" }, isJson),
  ),
  benign(
    "upper-case-content-type",
    "bodies",
    COMMON,
    "The label of JSON is in upper case.",
    withHeaders({ "content-type": "Application/JSON ;Charset=UTF-8" }, isJson),
  ),
  benign(
    "chunked",
    "bodies",
    COMMON,
    "Answers come in small pieces.",
    answers(({ body }) => body !== null, streamed),
  ),
  benign(
    "headers",
    "routes",
    COMMON,
    "Answers have more headers.",
    withHeaders({
      "x-request-id": "0d3a",
      "set-cookie": "route=b",
      "cache-control": "no-store",
      etag: 'W/"1"',
      vary: "*",
      "ratelimit-remaining": "0",
      date: "Thu, 01 Jan 1970 00:00:00 GMT",
      location: "/elsewhere",
    }),
  ),
  benign("slow", "routes", COMMON, "Changes take some milliseconds.", slowly(2)),
  benign(
    "too-many-requests",
    "routes",
    SIZES,
    "Some requests are answered 429, with Retry-After.",
    (emulator) => {
      let count = 0;
      return front(emulator, async (_, pass) =>
        ++count % 7 === 0
          ? Response.json({}, { status: 429, headers: { "retry-after": "1" } })
          : pass(),
      );
    },
  ),
  benign(
    "too-many-changes",
    "routes",
    SIZES,
    "Every change is answered 429 the first time.",
    (emulator) => {
      const asked = new Set<string>();
      return front(emulator, async ({ method, url, body, key }, pass) => {
        const change = JSON.stringify([method, url, body, key]);
        if (method === "GET" || asked.has(change)) return pass();
        asked.add(change);
        return new Response(null, { status: 429, headers: { "retry-after": "0" } });
      });
    },
  ),
  ...([200, 201, 202] as const).map((status) =>
    benign(
      `status-${status}`,
      "routes",
      COMMON,
      `Every answer with a documented body is ${status}.`,
      answers(
        (it, { name }) => it.ok && SHOWN.includes(name),
        (it) => withStatus(it, status),
      ),
    ),
  ),
  benign(
    "big-integers",
    "bodies",
    "Resources and their fields, Project",
    "Integers are large.",
    editAnswers(PROJECTS, ({ projects }) => {
      for (const it of projects)
        it.cpu_used_sec = it.branch_logical_size_limit = Number.MAX_SAFE_INTEGER;
    }),
  ),

  // Answers nobody described
  benign(
    "commands-202-empty",
    "computes",
    UNSHOWN,
    "Start, suspend and restart are answered 202 without a body.",
    answers(
      (it, { name }) => it.ok && COMMANDS.includes(name),
      () => new Response(null, { status: 202 }),
    ),
  ),
  benign(
    "commands-204",
    "computes",
    UNSHOWN,
    "Start, suspend and restart are answered 204.",
    answers(
      (it, { name }) => it.ok && COMMANDS.includes(name),
      () => new Response(null, { status: 204 }),
    ),
  ),
  benign(
    "commands-null",
    "computes",
    UNSHOWN,
    "Start, suspend and restart are answered null.",
    answers(
      (it, { name }) => it.ok && COMMANDS.includes(name),
      (it) => withBody(it, "null"),
    ),
  ),
  benign(
    "commands-text",
    "computes",
    UNSHOWN,
    "Start, suspend and restart are answered with a word.",
    answers(
      (it, { name }) => it.ok && COMMANDS.includes(name),
      () => new Response("done", { headers: { "content-type": "text/plain" } }),
    ),
  ),
  benign(
    "commands-operation",
    "computes",
    UNSHOWN,
    "Start, suspend and restart answer the id of a job.",
    answers(
      (it, { name }) => it.ok && COMMANDS.includes(name),
      () =>
        Response.json({ endpoint: null, operations: null, operation: { id: 1, status: "DONE" } }),
    ),
  ),
  benign(
    "get-one-bare",
    "computes",
    UNSHOWN,
    "One compute is answered without a name for it.",
    editAnswers(GET, ({ endpoint }) => endpoint),
  ),
  benign(
    "get-one-other",
    "computes",
    UNSHOWN,
    "One compute is answered in another form.",
    editAnswers(GET, ({ endpoint: { id } }) => ({
      endpoint: { compute: id, size: "1", pending_state: null, created_at: 0 },
      operations: {},
    })),
  ),
  benign(
    "get-one-with-pending-state",
    "computes",
    COMPUTE,
    "One compute is answered with a pending_state.",
    computesIn([GET], (it) => {
      it.pending_state ??= it.current_state;
    }),
  ),
  benign(
    "get-one-without-last-active",
    "computes",
    UNSHOWN,
    "One compute is answered with a last_active of null.",
    computesIn([GET], (it) => {
      it.last_active = null;
    }),
  ),
  benign(
    "unshown-answers-null",
    "routes",
    COMMON,
    "What is not described is answered null.",
    answers(
      (it, { name }) =>
        it.ok &&
        isJson(it) &&
        !SHOWN.includes(name) &&
        /^PATCH|^PUT/.test(name) &&
        !/api_keys|operations|transfer/.test(name),
      (it) => withBody(it, "null"),
    ),
  ),
  benign(
    "second-delete-204",
    "computes",
    UNSHOWN,
    "Deleting what is not there any more is answered 204.",
    (emulator) => {
      const gone = new Set<string>();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.method !== "DELETE") return response;
        if (response.ok) gone.add(call.url);
        return response.status === 404 && gone.has(call.url)
          ? new Response(null, { status: 204 })
          : response;
      });
    },
  ),
  benign(
    "second-delete-410",
    "computes",
    UNSHOWN,
    "Deleting what is not there any more is answered 410.",
    answers(
      (it, { method }) => method === "DELETE" && it.status === 404,
      (it) => withStatus(it, 410),
    ),
  ),

  // Refusals
  benign(
    "errors-empty",
    "bodies",
    ERRORS,
    "Errors have no body.",
    answers(isError, ({ status }) => new Response(null, { status })),
  ),
  benign(
    "errors-html",
    "bodies",
    ERRORS,
    "Errors are pages of HTML.",
    answers(
      isError,
      ({ status }) =>
        new Response("<h1>No</h1>", { status, headers: { "content-type": "text/html" } }),
    ),
  ),
  benign(
    "errors-text",
    "bodies",
    ERRORS,
    "Errors are JSON that is only a string.",
    answers(isError, ({ status }) => Response.json("no", { status })),
  ),
  benign(
    "errors-problem",
    "bodies",
    ERRORS,
    "Errors are problem details.",
    answers(
      isError,
      ({ status }) =>
        new Response('{"type":"about:blank","title":"No"}', {
          status,
          headers: { "content-type": "application/problem+json" },
        }),
    ),
  ),
  benign(
    "errors-look-like-answers",
    "bodies",
    ERRORS,
    "Errors have the fields of an answer, with null.",
    answers(isError, ({ status }) =>
      Response.json({ endpoint: null, operations: null, projects: null, key: null }, { status }),
    ),
  ),
  benign(
    "errors-broken-json",
    "bodies",
    ERRORS,
    "Errors are labelled as JSON, and are none.",
    answers(
      isError,
      ({ status }) =>
        new Response("{no", { status, headers: { "content-type": "application/json" } }),
    ),
  ),
  benign(
    "no-www-authenticate",
    "auth",
    ERRORS,
    "A 401 has no WWW-Authenticate.",
    answers(
      ({ status }) => status === 401,
      (it) => {
        const headers = new Headers(it.headers);
        headers.delete("www-authenticate");
        return new Response(it.body, { status: 401, headers });
      },
    ),
  ),
  benign(
    "www-authenticate",
    "auth",
    ERRORS,
    "A 401 has two WWW-Authenticate.",
    withHeaders(
      { "www-authenticate": 'Bearer realm="api", Basic realm="api"' },
      ({ status }) => status === 401,
    ),
  ),
  ...([400, 403, 404, 412, 422, 423] as const).map((status) =>
    benign(
      `conflicts-${status}`,
      "computes",
      REFUSALS,
      `A conflict is answered ${status}.`,
      refusals(409, status),
    ),
  ),
  ...([403, 400, 410, 422] as const).map((status) =>
    benign(
      `not-found-${status}`,
      "routes",
      REFUSALS,
      `What is not found is answered ${status}.`,
      refusals(404, status),
    ),
  ),
  ...([404, 400, 409] as const).map((status) =>
    benign(
      `forbidden-${status}`,
      "keys",
      REFUSALS,
      `What is not allowed is answered ${status}.`,
      refusals(403, status),
    ),
  ),
  ...([422, 409, 403] as const).map((status) =>
    benign(
      `malformed-${status}`,
      "routes",
      REFUSALS,
      `What is malformed is answered ${status}.`,
      refusals(400, status),
    ),
  ),
  benign(
    "busy-computes-423",
    "computes",
    STATES,
    "A compute is not changed as long as an operation of it runs.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const isChange = [UPDATE, DELETE, ...COMMANDS].includes(call.name);
        if (
          !isChange ||
          !(await busyIds(emulator, call.ids.project_id)).includes(call.ids.endpoint_id ?? "")
        )
          return pass();
        const { status } = await emulator.fetch(`${emulator.url}/projects`, {
          headers: call.headers,
        });
        return status === 200 ? Response.json({ message: "locked" }, { status: 423 }) : pass();
      }),
  ),

  // Pages
  ...(["timestamp", "empty", "absent"] as const).map((lastCursor) =>
    benign(
      `last-cursor-${lastCursor}`,
      "pages",
      SIZES,
      `The cursor of the last page is ${lastCursor === "timestamp" ? "a timestamp" : lastCursor}.`,
      { options: { lastCursor } },
    ),
  ),
  ...[3, 7].map((most) =>
    benign(
      `limit-capped-at-${most}`,
      "pages",
      SIZES,
      `A page has ${most} operations at most.`,
      (emulator) =>
        front(emulator, (call, pass) => {
          if (
            call.name !== OPERATIONS ||
            (call.query.has("cursor") === false &&
              Number.isNaN(Number(call.query.get("limit") ?? 0)))
          )
            return pass();
          const limit = Number(call.query.get("limit") ?? most);
          if (!(limit > most) && call.query.has("limit")) return pass();
          const query = new URLSearchParams(call.query);
          query.set("limit", String(most));
          return pass({ url: `${call.url.split("?")[0]}?${query}` });
        }),
    ),
  ),
  ...(
    [
      ["milliseconds", (it: string) => it.replace(/(\.\d+)Z$/, "$1000Z")],
      ["offset", (it: string) => it.replace("Z", "+00:00")],
    ] as const
  ).map(([name, form]) =>
    benign(
      `cursor-${name}`,
      "pages",
      "Resources and their fields, Pagination object",
      `A cursor has other digits, or a zone: ${name}.`,
      (emulator) => {
        const insides = new Map<string, string>();
        return front(emulator, async (call, pass) => {
          const inside = insides.get(call.query.get("cursor") ?? "");
          const query = new URLSearchParams(call.query);
          if (inside) query.set("cursor", inside);
          const response = await pass(inside ? { url: `${call.url.split("?")[0]}?${query}` } : {});
          if (call.name !== OPERATIONS) return response;
          return edited(response, ({ pagination }) => {
            if (!pagination.cursor) return;
            const outside = form(pagination.cursor);
            insides.set(outside, pagination.cursor);
            pagination.cursor = outside;
          });
        });
      },
    ),
  ),

  // Operations
  benign(
    "control-plane-operations",
    "operations",
    OPERATION,
    "The control plane checks availability all the time.",
    colleague(async (emulator) =>
      emulator.startOperation({
        project_id: emulator.ids.project_id,
        endpoint_id: emulator.ids.endpoint_id,
        action: "check_availability",
      }),
    ),
  ),
  benign(
    "unknown-actions",
    "operations",
    OPERATION,
    "The control plane does things nobody listed.",
    colleague(async (emulator) =>
      emulator.startOperation({
        project_id: emulator.ids.project_id,
        branch_id: emulator.ids.branch_id,
        action: "warm_page_cache",
      }),
    ),
  ),
  benign("operations-at-once", "operations", STATES, "Operations are finished at the first look.", {
    options: { operationMs: 0 },
  }),
  benign("operations-slow", "operations", STATES, "All but starts take five seconds.", {
    options: { operationMs: ({ action }) => (action === "start_compute" ? 300 : 5_000) },
  }),
  benign(
    "operations-more-in-updates",
    "operations",
    "Endpoints, Rules 2",
    "An update starts another operation too.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== UPDATE || !response.ok) return response;
        const { project_id = "", endpoint_id = "" } = call.ids;
        const started = emulator.startOperation({
          project_id,
          endpoint_id,
          action: "check_availability",
        });
        return edited(response, ({ operations }) => void operations.unshift(started));
      }),
  ),
  benign(
    "operations-in-another-order",
    "operations",
    "Endpoints, Rules 2",
    "An update lists its operations in any order.",
    editAnswers(UPDATE, (body) => {
      body.operations = body.operations.toReversed();
    }),
  ),
  benign(
    "operations-retried",
    "operations",
    OPERATION,
    "Operations failed some times before they were finished.",
    editAnswers(undefined, (body) => {
      for (const it of operationsOf(body ?? {}))
        if (it.status === "finished") it.failures_count = 3;
    }),
  ),
  benign(
    "upper-case-uuids",
    "operations",
    OPERATION,
    "UUIDs are in upper case.",
    renaming(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.toUpperCase()),
  ),

  // Computes
  benign(
    "other-computes-change",
    "computes",
    COMPUTE,
    "Somebody else changes the default compute meanwhile.",
    colleague(async ({ ids, ...emulator }, turn) => {
      const path = `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
      await ask({ ids, ...emulator } as Emulator, `PATCH ${path}`, {
        endpoint: { passwordless_access: turn % 2 === 0 },
      });
    }),
  ),
  benign(
    "other-states",
    "computes",
    STATES,
    "Computes that are there have states nobody listed.",
    (emulator) =>
      computesIn([LIST, GET], (it) => {
        if (it.id === emulator.ids.personal_endpoint_id) it.current_state = "hibernated";
      })(emulator),
  ),
  benign(
    "other-pooler-mode",
    "computes",
    COMPUTE,
    "A compute that is there has another pooler_mode.",
    (emulator) =>
      computesIn([LIST, GET], (it) => {
        if ([emulator.ids.endpoint_id, emulator.ids.personal_endpoint_id].includes(it.id))
          Object.assign(it, { pooler_mode: "session", pooler_enabled: true });
      })(emulator),
  ),
  benign(
    "other-sizes",
    "computes",
    COMPUTE,
    "The computes that are there are large, and have settings.",
    (emulator) =>
      computesIn([LIST, GET], (it) => {
        if (it.id !== emulator.ids.endpoint_id) return;
        Object.assign(it, {
          autoscaling_limit_min_cu: 0.25,
          autoscaling_limit_max_cu: 16,
          settings: { pg_settings: { max_connections: "100" }, preload_libraries: null },
        });
      })(emulator),
  ),
  benign(
    "list-in-any-order",
    "computes",
    "Endpoints, Detailed shapes",
    "Computes and projects are listed in any order.",
    editAnswers([LIST, PROJECTS], (body) =>
      Object.fromEntries(Object.entries<Json>(body).map(([name, it]) => [name, shuffled(it)])),
    ),
  ),
  benign(
    "restarting-state",
    "computes",
    STATES,
    "A compute is restarting for two seconds after a restart.",
    passing([RESTART], "restarting", 2_000),
  ),
  benign(
    "init-after-restart",
    "computes",
    STATES,
    "A compute is init for two seconds after a restart or an update.",
    passing([RESTART, UPDATE], "init", 2_000),
  ),
  benign(
    "starting-state",
    "computes",
    STATES,
    "A compute is starting for a moment after a start.",
    passing([START], "starting", 200),
  ),
  benign(
    "suspending-state",
    "computes",
    STATES,
    "A compute is suspending for two seconds.",
    passing([SUSPEND], "suspending", 2_000),
  ),
  benign(
    "deleted-state",
    "computes",
    STATES,
    "The answer to a deletion has the state deleted.",
    computesIn([DELETE], (it) => {
      it.current_state = "deleted";
    }),
  ),
  benign(
    "updated-at-any-time",
    "computes",
    COMPUTE,
    "The control plane updates computes at any time.",
    (emulator) =>
      computesIn([LIST, GET, DELETE], (it) => {
        it.updated_at = `${new Date(emulator.now()).toISOString().slice(0, 19)}Z`;
      })(emulator),
  ),
  benign(
    "hosts-in-zones",
    "computes",
    COMPUTE,
    "Hosts are in zones of their region.",
    computesIn([LIST, CREATE, GET, UPDATE, DELETE], (it) => {
      it.host = `${it.id}.c-2.${it.region_id}.pg.example`.toUpperCase();
    }),
  ),
  benign(
    "ids-of-another-form",
    "computes",
    COMPUTE,
    "Ids of computes are words, with dots.",
    renaming(/ep-(\d+)-(\w+)/g, (id) => `ep-Quiet.Sea_${id.slice(3)}~x`),
  ),
  benign(
    "ids-to-be-encoded",
    "computes",
    CONVENTIONS,
    "Ids of computes have signs that a path encodes.",
    renaming(/ep-(\d+)-(\w+)/g, (id) => `ep-é ${id.slice(3)}?&`),
  ),
  benign(
    "suspended-a-little-late",
    "computes",
    STATES,
    "Inactivity is looked for every half minute.",
    { options: { idleMs: 5 * 60_000 + 25_000 } },
  ),
  benign(
    "always-on-by-default-elsewhere",
    "computes",
    STATES,
    "The default compute has no scale to zero.",
    (emulator) => {
      emulator.setIdleMs(emulator.ids.endpoint_id, null);
      return {};
    },
  ),
  benign("large-sizes-refused", "limits", SIZES, "The plan goes up to 2 units.", (emulator) =>
    front(emulator, (call, pass) => {
      const { autoscaling_limit_max_cu: max } = call.body?.endpoint ?? {};
      return call.name === UPDATE && max > 2
        ? pass({ body: { endpoint: { autoscaling_limit_max_cu: -1 } } })
        : pass();
    }),
  ),
  benign(
    "updates-at-once-refused",
    "computes",
    "Endpoints, Rules 2",
    "Of updates at the same time one is let in.",
    (emulator) => {
      const inFlight = new Set<string>();
      return front(emulator, async (call, pass) => {
        if (call.name !== UPDATE) return pass();
        if (inFlight.has(call.url))
          return pass({ body: { endpoint: { autoscaling_limit_max_cu: -1 } } });
        inFlight.add(call.url);
        await sleep(0);
        return pass().finally(() => inFlight.delete(call.url));
      });
    },
  ),
];
