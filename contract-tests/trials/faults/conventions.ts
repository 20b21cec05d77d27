/** Providers whose fields have another form than the document says: timestamps, ids, numbers, nulls. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../fault.ts";
import { type Json, withBody } from "../provider.ts";
import { ANY, answering, drop, type On, replacing, set } from "../verbs.ts";

const { must, benign } = inGroup("conventions");

const COMMON = "Endpoints, Common rules";
const CONVENTIONS = "Resources and their fields, Conventions";
const PROJECT = "Resources and their fields, Project";
const COMPUTE = "Resources and their fields, Compute endpoint";
const OPERATION = "Resources and their fields, Operation";
const PAGINATION = "Resources and their fields, Pagination object";
const KEY = "Resources and their fields, API key";

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
const COMPUTES = [LIST, CREATE, UPDATE, DELETE];

/** The paths of resources in answers, empty for an answer that is one itself, as a key is. */
const RESOURCES = ["", "endpoint.", "endpoints.*.", "operation.", "operations.*.", "projects.*."];

/** Gives a field of every resource in these answers another form, wherever it is present. */
const form = (on: On, field: string, change: (value: Json, owner: Json) => unknown): Apply =>
  set(
    on,
    RESOURCES.map((resource) => `${resource}${field}`),
    change,
    (owner) => owner[field] !== undefined,
  );

const SECONDS = (it: string) => Date.parse(it) / 1_000;
const MILLISECONDS = (it: string) => it.replace("Z", ".000Z");
const OFFSET = (it: string) => it.replace("Z", "+00:00");
const EAST = (it: string) =>
  `${new Date(Date.parse(it) + 7_200_000).toISOString().slice(0, 19)}+02:00`;

/** The forms a timestamp can take, each in one field of one route. */
const TIMESTAMPS: [
  id: string,
  route: string,
  field: string,
  what: string,
  change: (it: string) => unknown,
][] = [
  ["milliseconds", CREATE, "created_at", "with milliseconds", MILLISECONDS],
  ["milliseconds-in-update", UPDATE, "updated_at", "with milliseconds", MILLISECONDS],
  ["milliseconds-in-list", LIST, "last_active", "with milliseconds", MILLISECONDS],
  ["milliseconds-in-projects", PROJECTS, "updated_at", "with milliseconds", MILLISECONDS],
  [
    "microseconds-in-operation",
    GET_OPERATION,
    "updated_at",
    "with microseconds",
    (it) => it.replace("Z", ".123456Z"),
  ],
  ["offset", LIST, "created_at", "with the offset +00:00", OFFSET],
  ["offset-in-deletion", DELETE, "updated_at", "with the offset +00:00", OFFSET],
  ["offset-of-two-hours", OPERATIONS, "created_at", "in another time zone", EAST],
  ["local", PROJECTS, "created_at", "without a time zone", (it) => it.slice(0, -1)],
  [
    "local-in-operation",
    GET_OPERATION,
    "created_at",
    "without a time zone",
    (it) => it.slice(0, -1),
  ],
  ["number", CREATE, "updated_at", "as a number of seconds", SECONDS],
  ["number-in-deletion", DELETE, "created_at", "as a number of milliseconds", Date.parse],
  [
    "number-as-text",
    OPERATIONS,
    "updated_at",
    "as a number of seconds in a string",
    (it) => String(SECONDS(it)),
  ],
  ["number-of-key", CREATE_KEY, "created_at", "as a number of seconds", SECONDS],
  ["milliseconds-of-key", CREATE_KEY, "created_at", "with milliseconds", MILLISECONDS],
  ["space", UPDATE, "created_at", "with a space in place of T", (it) => it.replace("T", " ")],
  ["http-date", LIST, "updated_at", "as an HTTP date", (it) => new Date(it).toUTCString()],
  ["day", OPERATIONS, "created_at", "as a day", (it) => it.slice(0, 10)],
  ["minutes", GET_OPERATION, "updated_at", "without seconds", (it) => it.replace(/:\d\dZ/, "Z")],
  ["lower-case", CREATE, "created_at", "in lower case", (it) => it.toLowerCase()],
  [
    "basic",
    PROJECTS,
    "created_at",
    "in the basic format of ISO 8601",
    (it) => it.replace(/[-:]/g, ""),
  ],
  ["last-active-in-deletion", DELETE, "last_active", "with milliseconds", MILLISECONDS],
  ["last-active-in-update", UPDATE, "last_active", "as a number of seconds", SECONDS],
];

export const conventionFaults: Fault[] = [
  ...must(
    CONVENTIONS,
    rowsOf(TIMESTAMPS, ([id, route, field, what, change]) => [
      `timestamp-${id}`,
      `writes ${field} in answers to ${route} ${what}`,
      form(route, field, change),
    ]),
  ),
  ...must(CONVENTIONS, {
    "project-id-as-number": [
      "writes project_id of a compute as a number",
      form(COMPUTES, "project_id", () => 1),
    ],
    "region-empty": ["writes region_id as an empty string", form(CREATE, "region_id", () => "")],
  }),
  ...must(COMPUTE, {
    "pg-settings-missing": [
      "leaves pg_settings out of settings",
      form(COMPUTES, "settings", () => ({})),
    ],
    "pg-settings-missing-in-update": [
      "leaves pg_settings out of settings in answers to updates",
      form(UPDATE, "settings", () => ({})),
    ],
    "pg-settings-array": [
      "writes empty pg_settings as an array",
      form(COMPUTES, "settings", () => ({ pg_settings: [] })),
    ],
    "pg-settings-null": [
      "writes empty pg_settings as null",
      form(CREATE, "settings", () => ({ pg_settings: null })),
    ],
    "settings-missing": [
      "leaves settings out of the list of computes",
      drop(LIST, "endpoints.*.settings"),
    ],
    "settings-text": [
      "writes settings as JSON in a string",
      form(COMPUTES, "settings", (it) => JSON.stringify(it)),
    ],
    "booleans-as-numbers": [
      "writes pooler_enabled as 0 or 1",
      form(COMPUTES, "pooler_enabled", Number),
    ],
    "booleans-as-text": [
      "writes disabled as a string in answers to updates",
      form(UPDATE, "disabled", String),
    ],
    "region-null": ["writes region_id as null", form(LIST, "region_id", () => null)],
    "host-null-while-init": [
      "writes host as null while a compute is init",
      form([LIST, CREATE], "host", (host, { current_state }) =>
        current_state === "init" ? null : host,
      ),
    ],
    "last-active-empty": [
      "writes last_active as an empty string until a compute was active",
      set(CREATE, "endpoint.last_active", ""),
    ],
    "last-active-zero": [
      "writes last_active as the year 1 until a compute was active",
      set(
        [CREATE, LIST],
        ["endpoint.last_active", "endpoints.*.last_active"],
        (it) => it ?? "0001-01-01T00:00:00Z",
      ),
    ],
  }),
  ...must(PROJECT, {
    "locked-as-text": ["writes locked as a string", form(PROJECTS, "locked", String)],
    "version-as-text": ["writes pg_version as a string", form(PROJECTS, "pg_version", String)],
    "version-with-fraction": [
      "writes pg_version with a minor version",
      form(PROJECTS, "pg_version", (it) => it + 0.4),
    ],
    "cpu-time-with-fraction": [
      "writes cpu_used_sec with a fraction",
      form(PROJECTS, "cpu_used_sec", (it) => it + 0.5),
    ],
    "cpu-time-null": ["writes cpu_used_sec as null", form(PROJECTS, "cpu_used_sec", () => null)],
  }),
  ...must(OPERATION, {
    "failures-count-as-text": [
      "writes failures_count as a string",
      set(OPERATIONS, "operations.*.failures_count", (it) => String(it)),
    ],
    "failures-count-missing-when-zero": [
      "leaves failures_count out when it is 0",
      drop(GET_OPERATION, "operation.failures_count", (it) => it.failures_count === 0),
    ],
    "endpoint-id-null-in-list": [
      "writes endpoint_id as null for operations without a compute",
      set(OPERATIONS, "operations.*.endpoint_id", (it) => it ?? null),
    ],
    "operation-id-as-number": [
      "writes the ids of operations as numbers in answers to creations",
      set(CREATE, "operations.*.id", 17),
    ],
  }),
  ...must(PAGINATION, {
    "pagination-an-array": [
      "writes pagination as an array",
      set(OPERATIONS, "pagination", (it) => [it]),
    ],
    "cursor-as-number": [
      "writes the cursor as a number",
      set(OPERATIONS, "pagination.cursor", Date.parse, ({ cursor }) => cursor),
    ],
  }),
  ...must(KEY, {
    "new-key-id-as-text": [
      "writes the id of a new key as a string",
      form(CREATE_KEY, "id", String),
    ],
    "key-secret-null": ["writes the secret of a new key as null", set(CREATE_KEY, "key", null)],
    "key-project-null": [
      "writes project_id of a project-scoped key as null",
      form(CREATE_KEY, "project_id", () => null),
    ],
    "key-creator-as-object": [
      "writes created_by as an object",
      form(CREATE_KEY, "created_by", (id) => ({ id })),
    ],
  }),

  // Freedoms
  ...benign(COMMON, {
    "benign-unknown-fields": [
      "adds undocumented fields to every object",
      answering(ANY, (it) => rewritten(it, (text) => JSON.stringify(extended(JSON.parse(text))))),
    ],
    "benign-fields-reordered": [
      "sends fields in another order",
      rewriting((text) => JSON.stringify(reordered(JSON.parse(text)))),
    ],
    "benign-pretty-printed": [
      "pretty-prints its JSON",
      rewriting((text) => `\n${JSON.stringify(JSON.parse(text), null, "\t")}\r\n`),
    ],
    "benign-escaped": [
      "escapes characters in strings",
      rewriting((text) =>
        text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
          string.replace(/-/g, "\\u002d").replaceAll("/", "\\/"),
        ),
      ),
    ],
    "benign-numbers-with-fraction-zero": [
      "writes sizes and versions as 1.0",
      rewriting((text) => text.replace(/("(?:autoscaling_\w+|pg_version)":\d+)(?=[,}])/g, "$1.0")),
    ],
    "benign-charset": [
      "names the charset in Content-Type",
      labelling("application/json; charset=utf-8"),
    ],
    "benign-upper-case-content-type": [
      "writes Content-Type in upper case",
      labelling("Application/JSON ;Charset=UTF-8"),
    ],
  }),
];

function isJson({ headers, body }: Response): boolean {
  return body !== null && /json/.test(headers.get("content-type") ?? "");
}

/** Rewrites the text of every JSON answer, errors included. */
function rewriting(rewrite: (text: string) => string): Apply {
  return replacing(isJson, ANY, (it) => rewritten(it, rewrite));
}

async function rewritten(response: Response, rewrite: (text: string) => string): Promise<Response> {
  return isJson(response) ? withBody(response, rewrite(await response.text())) : response;
}

function labelling(type: string): Apply {
  return replacing(isJson, ANY, ({ body, status, headers }) => {
    const labelled = new Headers(headers);
    labelled.set("content-type", type);
    return new Response(body, { status, headers: labelled });
  });
}

/** Adds fields that nobody documented, with other values in every answer. */
function extended(value: Json): Json {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, it]) => [
    name,
    name === "pg_settings" ? it : extended(it),
  ]);
  return {
    ...Object.fromEntries(inner),
    request_number: Math.random(),
    plan_id: 7,
    quota: null,
    creator: { id: 5, created_at: 1_700_000_000, updated_at: null, tags: [] },
    released_at: "2026-03-01T09:30:00.123+02:00",
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
