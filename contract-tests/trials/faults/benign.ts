/** Providers that are unusual where the document leaves them free: no rule may say a word. */
import { setTimeout as sleep } from "node:timers/promises";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf, type Group, type How } from "../fault.ts";
import { type Call, editAnswers, front, type Json, type Pass, withBody } from "../provider.ts";

const {
  listProjects: PROJECTS,
  createOrganizationApiKey: CREATE_KEY,
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  listOperations: OPERATIONS,
} = routes;
const SHOWN = [PROJECTS, CREATE_KEY, LIST, CREATE, UPDATE, DELETE, OPERATIONS];

const COMMON = "Endpoints, Common rules";
const REFUSALS = "Errors, Implied refusals";
const ERRORS = "Errors, Bodies";
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

function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, it]) => [name, reordered(it)]),
  );
}

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
];
