/** Providers whose answers have another form than the document shows, each on one route or in one field. */

import { routes } from "@hosted-postgres/contract-tests/spec/routes";
import { routes as named } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf } from "../fault.ts";
import { editAnswers, endpointsOf, front, type Json, operationsOf, withBody } from "../provider.ts";

const { must } = faultsOf("bodies");

const JSON_ONLY = "Endpoints, Common rules";
const SHAPES = "Endpoints, Detailed shapes";
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
} = named;

/** Words that say which route is meant. */
const ROUTES: readonly (readonly [word: string, name: string])[] = [
  ["project-list", PROJECTS],
  ["key-creation", CREATE_KEY],
  ["compute-list", LIST],
  ["compute-creation", CREATE],
  ["compute-update", UPDATE],
  ["compute-deletion", DELETE],
  ["operation-list", OPERATIONS],
  ["operation", GET_OPERATION],
];

/** What can be wrong with a body as a whole, on each of the shown routes. */
const WHOLE: readonly [
  kind: string,
  source: string,
  text: string,
  apply: (route: string) => Apply,
][] = [
  [
    "html",
    JSON_ONLY,
    "is answered 200 with a page of HTML",
    (route) => replacing(route, () => html()),
  ],
  [
    "truncated",
    JSON_ONLY,
    "is answered with JSON that breaks off",
    (route) => replacing(route, async (it) => withBody(it, (await it.text()).slice(0, -7))),
  ],
  [
    "text",
    JSON_ONLY,
    "is answered with JSON that is labelled as text",
    (route) => labelling(route, "text/plain"),
  ],
  [
    "unlabelled",
    JSON_ONLY,
    "is answered with JSON that is labelled as bytes",
    (route) => labelling(route, "application/octet-stream"),
  ],
  [
    "wrapped",
    SHAPES,
    "is answered with its body in data",
    (route) => editAnswers(route, (data) => ({ data })),
  ],
  [
    "listed",
    SHAPES,
    "is answered with its body in an array",
    (route) => editAnswers(route, (body) => [body]),
  ],
  [
    "camel-case",
    SHAPES,
    "is answered with names in camel case",
    (route) => editAnswers(route, camelCase),
  ],
  [
    "empty",
    JSON_ONLY,
    "is answered 204",
    (route) => replacing(route, () => new Response(null, { status: 204 })),
  ],
  [
    "null",
    SHAPES,
    "is answered with null",
    (route) => replacing(route, (it) => withBody(it, "null")),
  ],
  [
    "twice-encoded",
    JSON_ONLY,
    "is answered with JSON in a string",
    (route) => replacing(route, async (it) => withBody(it, JSON.stringify(await it.text()))),
  ],
];

function replacing(
  route: string,
  answer: (response: Response) => Response | Promise<Response>,
): Apply {
  return (emulator) =>
    front(emulator, async ({ name }, pass) => {
      const response = await pass();
      return name === route && response.ok ? answer(response) : response;
    });
}

const html = () =>
  new Response("<!doctype html><title>One moment</title>", {
    headers: { "content-type": "text/html" },
  });

const labelling = (route: string, type: string) =>
  replacing(route, (response) => {
    const labelled = withBody(response, null);
    labelled.headers.set("content-type", type);
    return new Response(response.body, labelled);
  });

function camelCase(body: Json): Json {
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map(camelCase);
  const name = (it: string) => it.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [name(key), camelCase(value)]),
  );
}

const LOCAL = (it: string) => it.slice(0, -1);
const MILLISECONDS = (it: string) => it.replace("Z", ".000Z");
const OFFSET = (it: string) => it.replace("Z", "+00:00");
const EAST = (it: string) =>
  `${new Date(Date.parse(it) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
const SECONDS = (it: string) => Date.parse(it) / 1_000;
const SECONDS_TEXT = (it: string) => String(SECONDS(it));
const SPACE = (it: string) => it.replace("T", " ");
const HTTP_DATE = (it: string) => new Date(it).toUTCString();
const DAY = (it: string) => it.slice(0, 10);
const MICROSECONDS = (it: string) => it.replace("Z", ".123456Z");
const LOWER_CASE = (it: string) => it.toLowerCase();
const BASIC = (it: string) => it.replace(/[-:]/g, "");
const MINUTES = (it: string) => it.replace(/:\d\dZ/, "Z");

/** One field, on one route, in another form. */
const TIMESTAMPS: readonly [
  id: string,
  route: string,
  field: string,
  text: string,
  form: (it: string) => unknown,
][] = [
  ["milliseconds", CREATE, "created_at", "has milliseconds", MILLISECONDS],
  ["milliseconds-in-update", UPDATE, "updated_at", "has milliseconds", MILLISECONDS],
  ["milliseconds-in-list", LIST, "last_active", "has milliseconds", MILLISECONDS],
  ["milliseconds-in-projects", PROJECTS, "updated_at", "has milliseconds", MILLISECONDS],
  ["microseconds-in-operation", GET_OPERATION, "updated_at", "has microseconds", MICROSECONDS],
  ["offset", LIST, "created_at", "has an offset of 0", OFFSET],
  ["offset-in-deletion", DELETE, "updated_at", "has an offset of 0", OFFSET],
  ["offset-of-two-hours", OPERATIONS, "created_at", "is in another zone", EAST],
  ["local", PROJECTS, "created_at", "has no zone", LOCAL],
  ["local-in-operation", GET_OPERATION, "created_at", "has no zone", LOCAL],
  ["number", CREATE, "updated_at", "is a number of seconds", SECONDS],
  ["number-in-deletion", DELETE, "created_at", "is a number of milliseconds", Date.parse],
  ["number-as-text", OPERATIONS, "updated_at", "is a number of seconds in a string", SECONDS_TEXT],
  ["number-of-key", CREATE_KEY, "created_at", "is a number of seconds", SECONDS],
  ["milliseconds-of-key", CREATE_KEY, "created_at", "has milliseconds", MILLISECONDS],
  ["space", UPDATE, "created_at", "has a space in place of T", SPACE],
  ["http-date", LIST, "updated_at", "is in the form of HTTP headers", HTTP_DATE],
  ["day", OPERATIONS, "created_at", "is a day", DAY],
  ["minutes", GET_OPERATION, "updated_at", "has no seconds", MINUTES],
  ["lower-case", CREATE, "created_at", "is in lower case", LOWER_CASE],
  ["basic", PROJECTS, "created_at", "is in the basic form", BASIC],
  ["last-active-in-deletion", DELETE, "last_active", "has milliseconds", MILLISECONDS],
  ["last-active-in-update", UPDATE, "last_active", "is a number of seconds", SECONDS],
];

const resourcesOf = (body: Json): Json[] => [
  ...endpointsOf(body),
  ...operationsOf(body),
  ...(body.projects ?? []),
  ...(body.key ? [body] : []),
];

/** Edits what stands under a name in answers of a route, in the resources themselves only. */
const fields = (
  route: string | string[],
  field: string,
  form: (value: Json, it: Json) => unknown,
) =>
  editAnswers(route, (body) => {
    for (const it of resourcesOf(body))
      if (it[field] !== undefined) it[field] = form(it[field], it);
  });

const operationsIn = (route: string, edit: (operation: Json) => void) =>
  editAnswers(route, (body) => void operationsOf(body).forEach(edit));

export const bodyFaults: Fault[] = [
  ...WHOLE.flatMap(([kind, source, text, apply]) =>
    ROUTES.map(([word, route]) =>
      must(`${kind}-${word}`, source, `${route} ${text}.`, apply(route)),
    ),
  ),
  ...TIMESTAMPS.map(([id, route, field, text, form]) =>
    must(
      `timestamp-${id}`,
      CONVENTIONS,
      `In answers to ${route} ${field} ${text}.`,
      fields(route, field, form),
    ),
  ),
  must(
    "html-now-and-then",
    JSON_ONLY,
    "Every twentieth answer of a list of computes is a page of HTML.",
    (emulator) => {
      let count = 0;
      return front(emulator, async ({ name }, pass) => {
        const response = await pass();
        return name === LIST && response.ok && ++count % 20 === 0 ? html() : response;
      });
    },
  ),
  must(
    "json-label-of-another-kind",
    JSON_ONLY,
    "JSON is labelled as application/json-seq.",
    labelling(LIST, "application/json-seq"),
  ),
  must(
    "jsonp",
    JSON_ONLY,
    "A list of projects is a call of a script.",
    replacing(PROJECTS, async (it) => withBody(it, `callback(${await it.text()})`)),
  ),
  must(
    "single-quotes",
    JSON_ONLY,
    "An operation is printed with single quotes.",
    replacing(GET_OPERATION, async (it) => withBody(it, (await it.text()).replaceAll('"', "'"))),
  ),
  must(
    "trailing-comma",
    JSON_ONLY,
    "An update is answered with a comma too much.",
    replacing(UPDATE, async (it) => withBody(it, (await it.text()).replace(/}$/, ",}"))),
  ),
  must(
    "computes-by-id",
    SHAPES,
    "The list of computes is an object with their ids.",
    editAnswers(LIST, ({ endpoints }) => ({
      endpoints: Object.fromEntries(endpoints.map((it: Json) => [it.id, it])),
    })),
  ),
  must(
    "list-of-computes-bare",
    SHAPES,
    "The list of computes is an array, in no object.",
    editAnswers(LIST, ({ endpoints }) => endpoints),
  ),
  must(
    "list-of-projects-bare",
    SHAPES,
    "The list of projects is an array, in no object.",
    editAnswers(PROJECTS, ({ projects }) => projects),
  ),
  must(
    "operation-bare",
    SHAPES,
    "An operation is answered without a name for it.",
    editAnswers(GET_OPERATION, ({ operation }) => operation),
  ),
  must(
    "computes-in-items",
    SHAPES,
    "Lists have items.",
    editAnswers(LIST, ({ endpoints }) => ({ items: endpoints })),
  ),
  must(
    "list-of-ids",
    SHAPES,
    "The list of computes is one of ids.",
    editAnswers(LIST, ({ endpoints }) => ({ endpoints: endpoints.map(({ id }: Json) => id) })),
  ),
  must(
    "creation-answers-an-array",
    SHAPES,
    "A creation answers the compute in an array.",
    editAnswers(CREATE, (body) => {
      body.endpoint = [body.endpoint];
    }),
  ),
  must(
    "deletion-answers-operations-null",
    SHAPES,
    "A deletion answers null for its operations.",
    editAnswers(DELETE, (body) => {
      body.operations = null;
    }),
  ),
  must(
    "update-answers-one-operation",
    SHAPES,
    "An update answers its first operation, in no array.",
    editAnswers(UPDATE, (body) => {
      body.operations = body.operations[0] ?? {};
    }),
  ),
  must(
    "creation-answers-operation",
    SHAPES,
    "A creation answers operation, not operations.",
    editAnswers(CREATE, ({ endpoint, operations }) => ({ endpoint, operation: operations[0] })),
  ),
  must(
    "list-with-null",
    SHAPES,
    "The list of computes ends with null.",
    editAnswers(LIST, ({ endpoints }) => ({ endpoints: [...endpoints, null] })),
  ),
  must(
    "pg-settings-missing",
    COMPUTE,
    "settings has no pg_settings.",
    fields([LIST, CREATE, UPDATE, DELETE], "settings", () => ({})),
  ),
  must(
    "pg-settings-missing-in-update",
    COMPUTE,
    "In answers to updates settings has no pg_settings.",
    fields(UPDATE, "settings", () => ({})),
  ),
  must(
    "pg-settings-array",
    COMPUTE,
    "pg_settings is an empty array when there are none.",
    fields([LIST, CREATE, UPDATE, DELETE], "settings", () => ({ pg_settings: [] })),
  ),
  must(
    "pg-settings-null",
    COMPUTE,
    "pg_settings is null when there are none.",
    fields(CREATE, "settings", () => ({ pg_settings: null })),
  ),
  must(
    "settings-missing",
    COMPUTE,
    "A list of computes leaves settings out.",
    fields(LIST, "settings", () => undefined),
  ),
  must(
    "settings-text",
    COMPUTE,
    "settings is JSON in a string.",
    fields([LIST, CREATE, UPDATE, DELETE], "settings", (it) => JSON.stringify(it)),
  ),
  must(
    "booleans-as-numbers",
    COMPUTE,
    "pooler_enabled is 0 or 1.",
    fields([LIST, CREATE, UPDATE, DELETE], "pooler_enabled", Number),
  ),
  must(
    "booleans-as-text",
    COMPUTE,
    "disabled is a string in answers to updates.",
    fields(UPDATE, "disabled", String),
  ),
  must("locked-as-text", PROJECT, "locked is a string.", fields(PROJECTS, "locked", String)),
  must(
    "version-as-text",
    PROJECT,
    "pg_version is a string.",
    fields(PROJECTS, "pg_version", String),
  ),
  must(
    "version-with-fraction",
    PROJECT,
    "pg_version has a minor version.",
    fields(PROJECTS, "pg_version", (it) => it + 0.4),
  ),
  must(
    "cpu-time-with-fraction",
    PROJECT,
    "cpu_used_sec has a fraction.",
    fields(PROJECTS, "cpu_used_sec", (it) => it + 0.5),
  ),
  must(
    "cpu-time-null",
    PROJECT,
    "cpu_used_sec is null when nothing was used.",
    fields(PROJECTS, "cpu_used_sec", () => null),
  ),
  must(
    "project-id-as-number",
    CONVENTIONS,
    "project_id of a compute is a number.",
    fields([LIST, CREATE, UPDATE, DELETE], "project_id", () => 1),
  ),
  must(
    "region-null",
    COMPUTE,
    "region_id is null.",
    fields(LIST, "region_id", () => null),
  ),
  must(
    "region-empty",
    CONVENTIONS,
    "region_id is an empty string.",
    fields(CREATE, "region_id", () => ""),
  ),
  must(
    "host-null-while-init",
    COMPUTE,
    "host is null as long as a compute starts.",
    fields([LIST, CREATE], "host", (it, { current_state }) =>
      current_state === "init" ? null : it,
    ),
  ),
  must(
    "failures-count-as-text",
    OPERATION,
    "failures_count is a string.",
    operationsIn(OPERATIONS, (it) => {
      it.failures_count = String(it.failures_count);
    }),
  ),
  must(
    "failures-count-missing-when-zero",
    OPERATION,
    "failures_count is left out when it is 0.",
    operationsIn(GET_OPERATION, (it) => {
      if (it.failures_count === 0) delete it.failures_count;
    }),
  ),
  must(
    "endpoint-id-null-in-list",
    OPERATION,
    "endpoint_id is null where no compute is concerned.",
    operationsIn(OPERATIONS, (it) => {
      it.endpoint_id ??= null;
    }),
  ),
  must(
    "operation-id-as-number",
    OPERATION,
    "The id of an operation is a number in the answer to a creation.",
    operationsIn(CREATE, (it) => {
      it.id = 17;
    }),
  ),
  must(
    "last-active-empty",
    COMPUTE,
    "last_active is an empty string as long as a compute was not active.",
    editAnswers(CREATE, ({ endpoint }) => {
      endpoint.last_active = "";
    }),
  ),
  must(
    "last-active-zero",
    COMPUTE,
    "last_active is the year 1 as long as a compute was not active.",
    editAnswers([CREATE, LIST], (body) => {
      for (const it of endpointsOf(body)) it.last_active ??= "0001-01-01T00:00:00Z";
    }),
  ),
  must(
    "pagination-null",
    SHAPES,
    "pagination is null on the first page.",
    editAnswers(OPERATIONS, (body, { query }) => {
      if (!query.has("cursor")) body.pagination = null;
    }),
  ),
  must(
    "pagination-an-array",
    PAGINATION,
    "pagination is an array.",
    editAnswers(OPERATIONS, (body) => {
      body.pagination = [body.pagination];
    }),
  ),
  must(
    "cursor-as-number",
    PAGINATION,
    "The cursor is a number.",
    editAnswers(OPERATIONS, ({ pagination }) => {
      if (pagination.cursor) pagination.cursor = Date.parse(pagination.cursor);
    }),
  ),
  must("new-key-id-as-text", KEY, "The id of a key is a string.", fields(CREATE_KEY, "id", String)),
  must(
    "key-secret-null",
    KEY,
    "The secret of a new key is null.",
    editAnswers(CREATE_KEY, (body) => {
      body.key = null;
    }),
  ),
  must(
    "key-project-null",
    KEY,
    "project_id of a project-scoped key is null.",
    fields(CREATE_KEY, "project_id", () => null),
  ),
  must(
    "key-creator-as-object",
    KEY,
    "created_by is an object.",
    fields(CREATE_KEY, "created_by", (id) => ({ id })),
  ),
];

// A route that gets a shape belongs here.
if (ROUTES.length !== routes.filter(({ responseShown }) => responseShown).length)
  throw new Error("not every shown route has its faults");
