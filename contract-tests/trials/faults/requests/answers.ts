/** Providers that answer with something other than the JSON of a route. */
import { setTimeout as sleep } from "node:timers/promises";
import { routes as documented } from "@hosted-postgres/contract-tests/spec/routes";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { answered, type Call, type Json, withBody } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  editing,
  fresh,
  insteadOf,
  type On,
  onCall,
  replacing,
  set,
} from "../../verbs.ts";
import { under } from "./under.ts";

const { must, should, benign } = inGroup("requests");

const COMMON = "Endpoints, Common rules";
const SHAPES = "Endpoints, Detailed shapes";
const UNSHOWN = "What the service does 8";
const REFUSALS = "Errors, Implied refusals";
const ERRORS = "Errors, Bodies";
const SIZES = "Limits, Compute size rules";

const {
  listProjects: PROJECTS,
  createOrganizationApiKey: CREATE_KEY,
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  listOperations: OPERATIONS,
  getOperation: GET_OPERATION,
} = routes;
const SHOWN: string[] = [PROJECTS, CREATE_KEY, LIST, CREATE, UPDATE, DELETE, OPERATIONS];

const html = () =>
  new Response("<!doctype html><title>One moment</title>", {
    headers: { "content-type": "text/html" },
  });

/** Rewrites the text of successful answers. */
const rewriting = (on: On, rewrite: (text: string) => string): Apply =>
  answering(on, async (it) => withBody(it, rewrite(await it.text())));

const labelling = (on: On, type: string): Apply =>
  answering(on, (it) => withHeaders(it, { "content-type": type }));

function withHeaders(response: Response, set: Record<string, string>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(set)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

function withStatus({ body, headers }: Response, status: number): Response {
  return new Response(body, { status, headers });
}

function camelCase(body: Json): Json {
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map(camelCase);
  const name = (it: string) => it.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [name(key), camelCase(value)]),
  );
}

/** The routes whose answer the document shows, with the word that names each in an id. */
const ANSWERS: [word: string, route: string][] = [
  ["project-list", PROJECTS],
  ["key-creation", CREATE_KEY],
  ["compute-list", LIST],
  ["compute-creation", CREATE],
  ["compute-update", UPDATE],
  ["compute-deletion", DELETE],
  ["operation-list", OPERATIONS],
  ["operation", GET_OPERATION],
];

// A route that gets a shape needs a row above.
if (ANSWERS.length !== documented.filter(({ responseShown }) => responseShown).length)
  throw new Error("a route whose answer is shown has no faults");

/** The ways in which a whole answer can be wrong, each tried on every shown route. */
const WHOLE: [kind: string, source: string, answer: string, how: (route: string) => Apply][] = [
  ["html", COMMON, "a page of HTML", (route) => answering(route, html)],
  ["truncated", COMMON, "truncated JSON", (route) => rewriting(route, (it) => it.slice(0, -7))],
  ["text", COMMON, "JSON labelled as text", (route) => labelling(route, "text/plain")],
  [
    "unlabelled",
    COMMON,
    "JSON labelled as bytes",
    (route) => labelling(route, "application/octet-stream"),
  ],
  ["wrapped", SHAPES, "its body inside data", (route) => editing(route, (data) => ({ data }))],
  ["listed", SHAPES, "its body inside an array", (route) => editing(route, (body) => [body])],
  ["camel-case", SHAPES, "names in camel case", (route) => editing(route, camelCase)],
  ["empty", COMMON, "204", (route) => answering(route, () => new Response(null, { status: 204 }))],
  ["null", SHAPES, "null", (route) => rewriting(route, () => "null")],
  [
    "twice-encoded",
    COMMON,
    "JSON inside a JSON string",
    (route) => rewriting(route, (it) => JSON.stringify(it)),
  ],
];

const whole = WHOLE.flatMap(([kind, source, answer, how]) =>
  must(
    source,
    rowsOf(ANSWERS, ([word, route]) => [
      `${kind}-${word}`,
      `answers ${route} with ${answer}`,
      how(route),
    ]),
  ),
);

/** Edits the list of computes. */
const computes = (edit: (endpoints: Json[]) => unknown): Apply =>
  editing(LIST, ({ endpoints }) => edit(endpoints));

/** Answers errors in another form. */
const errors = (error: (status: number) => Response): Apply =>
  replacing(isError, ANY, ({ status }) => error(status));

const isError = ({ status }: Response) => status >= 400;

const labelled = (status: number, type: string, text: string) =>
  new Response(text, { status, headers: { "content-type": type } });

/** Answers one status in place of another. */
const status = (from: number, to: number): Apply =>
  insteadOf(from, ANY, (it) => withStatus(it, to));

/** Changes after which no other request needs to know what was answered. */
const isUnshownChange = ({ name }: Call) =>
  /^PATCH|^PUT/.test(name) && !SHOWN.includes(name) && !/operations|transfer/.test(name);

/** Routes whose answer is not shown, one of each method. */
const UNSHOWN_ANSWERS: [id: string, what: string, on: On][] = [
  ["get", "the permissions of a project", "GET /projects/{project_id}/permissions"],
  ["put", "a new spending limit", "PUT /organizations/{org_id}/billing/spending_limit"],
  ["patch", "a change of masking rules", under(/^PATCH.*\/masking_rules$/)],
  ["delete", "the end of a permission", under(/^DELETE.*\/permissions\//)],
];

export const answerFaults: Fault[] = [
  ...whole,
  ...must(COMMON, {
    "html-now-and-then": [
      "answers every twentieth list of computes with a page of HTML",
      fresh(() => {
        let lists = 0;
        return answering(LIST, () => (++lists % 20 === 0 ? html() : undefined));
      }),
    ],
    "json-label-of-another-kind": [
      "labels JSON as application/json-seq",
      labelling(LIST, "application/json-seq"),
    ],
    jsonp: ["lists projects as JSONP", rewriting(PROJECTS, (it) => `callback(${it})`)],
    "single-quotes": [
      "prints an operation with single quotes",
      rewriting(GET_OPERATION, (it) => it.replaceAll('"', "'")),
    ],
    "trailing-comma": [
      "prints the answer to an update with a trailing comma",
      rewriting(UPDATE, (it) => it.replace(/}$/, ",}")),
    ],
  }),
  ...must(SHAPES, {
    "computes-by-id": [
      "lists computes as an object by id",
      computes((endpoints) => ({
        endpoints: Object.fromEntries(endpoints.map((it) => [it.id, it])),
      })),
    ],
    "list-of-computes-bare": ["lists computes as a bare array", computes((endpoints) => endpoints)],
    "list-of-projects-bare": [
      "lists projects as a bare array",
      editing(PROJECTS, ({ projects }) => projects),
    ],
    "operation-bare": [
      "answers an operation without the property around it",
      editing(GET_OPERATION, ({ operation }) => operation),
    ],
    "computes-in-items": ["lists computes under items", computes((items) => ({ items }))],
    "list-of-ids": [
      "lists only the ids of computes",
      computes((endpoints) => ({ endpoints: endpoints.map(({ id }) => id) })),
    ],
    "creation-answers-an-array": [
      "answers the new compute inside an array",
      set(CREATE, "endpoint", (endpoint) => [endpoint]),
    ],
    "deletion-answers-operations-null": [
      "answers a deletion with operations of null",
      set(DELETE, "operations", null),
    ],
    "update-answers-one-operation": [
      "answers an update with its first operation in place of the list",
      set(UPDATE, "operations", (operations) => operations[0] ?? {}),
    ],
    "creation-answers-operation": [
      "answers a creation with operation in place of operations",
      editing(CREATE, ({ endpoint, operations }) => ({ endpoint, operation: operations[0] })),
    ],
    "list-with-null": [
      "ends the list of computes with null",
      set(LIST, "endpoints", (endpoints) => [...endpoints, null]),
    ],
    "pagination-null": [
      "answers the first page with a pagination of null",
      set(OPERATIONS, "pagination", null, (_body, { query }) => !query.has("cursor")),
    ],
  }),

  // Freedoms of an answer
  ...benign(UNSHOWN, {
    "route-other-2xx": [
      "answers 202 where the document shows no answer",
      answering(under(/logs|advisors|anonymi/), (it) => withStatus(it, 202)),
    ],
    "route-more-in-answers": [
      "adds a field where the document shows no answer",
      editing(under(/branches|members|regions/), (body) => ({ ...body, links: {} })),
    ],
  }),
  ...benign(COMMON, {
    "benign-chunked": [
      "sends its answers in small chunks",
      replacing(({ body }) => body !== null, ANY, streamed),
    ],
    "benign-headers": [
      "sends more headers",
      replacing(ANY, ANY, (it) =>
        withHeaders(it, {
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
    ],
    "benign-slow": [
      "takes two milliseconds for each change",
      onCall(
        ({ method }) => method !== "GET",
        () => sleep(2),
      ),
    ],
    "unshown-answers-without-body": [
      "answers 204 to changes where the document shows no answer",
      answering(isUnshownChange, () => new Response(null, { status: 204 })),
    ],
  }),
  ...should("What the service does 5", {
    "unshown-answers-null": [
      "answers null to changes where the document shows no answer",
      answering(isUnshownChange, (it) => withBody(it, "null")),
    ],
    "unshown-answers-without-operations": [
      "answers changes without operations where the document shows no answer",
      editing(isUnshownChange, ({ operations, ...body }) => body),
    ],
  }),
  ...must(
    COMMON,
    rowsOf(UNSHOWN_ANSWERS, ([id, what, on]) => [
      `unshown-${id}-text`,
      `answers ${what} with text`,
      answering(on, () => labelled(200, "text/plain", "done")),
    ]),
  ),
  ...must(COMMON, {
    "unshown-answers-xml": [
      "answers with XML where the document shows no answer",
      answering(
        ({ name }) =>
          !SHOWN.includes(name) && name !== GET_OPERATION && !name.endsWith("/download"),
        () => labelled(200, "application/xml", "<ok/>"),
      ),
    ],
    "unshown-answers-unlabelled": [
      "sends JSON without a content type where the document shows no answer",
      answering(
        ({ name }) => name === "GET /regions",
        async (it) => new Response(new TextEncoder().encode(await it.text())),
      ),
    ],
  }),
  ...benign(
    COMMON,
    rowsOf([200, 201, 202], (code) => [
      `benign-status-${code}`,
      `answers ${code} wherever the document shows the answer`,
      answering(SHOWN, (it) => withStatus(it, code)),
    ]),
  ),
  ...benign(SIZES, {
    "benign-too-many-requests": [
      "answers 429 with Retry-After to every seventh request",
      fresh(() => {
        let requests = 0;
        return between(async (_call, pass) =>
          ++requests % 7 === 0 ? answered(429, {}, { "retry-after": "1" }) : pass(),
        );
      }),
    ],
    "benign-too-many-changes": [
      "answers 429 to every change the first time",
      fresh(() => {
        const asked = new Set<string>();
        return between(async ({ method, url, body, key }, pass) => {
          const change = JSON.stringify([method, url, body, key]);
          if (method === "GET" || asked.has(change)) return pass();
          asked.add(change);
          return new Response(null, { status: 429, headers: { "retry-after": "0" } });
        });
      }),
    ],
  }),

  // A refusal in another media type
  ...must(COMMON, {
    "errors-broken-json": [
      "labels errors as JSON although they are not",
      errors((code) => labelled(code, "application/json", "{no")),
    ],
    "errors-html": [
      "answers errors with a page of HTML",
      errors((code) => labelled(code, "text/html", "<h1>No</h1>")),
    ],
  }),

  // Freedoms of an error
  ...benign(
    REFUSALS,
    rowsOf([403, 400, 410, 422], (code) => [
      `benign-not-found-${code}`,
      `answers ${code} in place of 404`,
      status(404, code),
    ]),
  ),
  ...benign(
    REFUSALS,
    rowsOf([422, 409, 403], (code) => [
      `benign-malformed-${code}`,
      `answers ${code} in place of 400`,
      status(400, code),
    ]),
  ),
  ...benign(ERRORS, {
    "benign-errors-empty": [
      "answers errors without a body",
      errors((code) => new Response(null, { status: code })),
    ],
    "benign-errors-text": [
      "answers errors with a JSON string",
      errors((code) => Response.json("no", { status: code })),
    ],
    "benign-errors-problem": [
      "answers errors with problem details",
      errors((code) =>
        labelled(code, "application/problem+json", '{"type":"about:blank","title":"No"}'),
      ),
    ],
    "benign-errors-look-like-answers": [
      "answers errors with the fields of a success, all null",
      errors((code) =>
        answered(code, { endpoint: null, operations: null, projects: null, key: null }),
      ),
    ],
  }),
];

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
