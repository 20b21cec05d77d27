/** Right answers of unusual spelling, status, header or shape. No rule may fail on them. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup, rowsOf } from "../../fault.ts";
import { answered, type Json, operationsOf, withBody } from "../../provider.ts";
import {
  ANY,
  answering,
  editing,
  insteadOf,
  isJson,
  refusal,
  refusing,
  replacing,
  sending,
} from "../../verbs.ts";
import { computeOf, isIdle } from "../endpoints/computes.ts";
import { BODIES, COMMON, FAMILIES, NOT_SHOWN, REFUSALS } from "./sources.ts";

const api = inGroup("conventions");
const auth = inGroup("auth");

const CHANGES = [routes.startEndpoint, routes.suspendEndpoint, routes.restartEndpoint];

/** Answers with these headers as well. */
const adding = (headers: Record<string, string>): Apply =>
  replacing(
    () => true,
    ANY,
    async (response) => {
      const changed = new Headers(response.headers);
      for (const [name, value] of Object.entries(headers)) changed.set(name, value);
      return new Response(response.body, { status: response.status, headers: changed });
    },
  );

/** Labels answers of JSON with this media type. */
const labeled = (type: string, is: (response: Response) => boolean = () => true): Apply =>
  replacing(
    (response) => isJson(response) && is(response),
    ANY,
    async (response) => {
      const changed = withBody(response, await response.text());
      changed.headers.set("content-type", type);
      return changed;
    },
  );

/** Writes the same JSON in another way. */
const spelled = (write: (text: string) => string): Apply =>
  replacing(isJson, ANY, async (response) => withBody(response, write(await response.text())));

/** Answers with another status where the document shows none. */
const restated = (from: number, to: number): Apply =>
  replacing(
    ({ status }) => status === from,
    ANY,
    async (response) =>
      new Response(await response.text(), { status: to, headers: response.headers }),
  );

const REFUSED: [from: number, to: number, what: string][] = [
  [400, 422, "malformed requests"],
  [403, 404, "what a key may not do"],
  [404, 410, "what does not exist"],
  [404, 403, "what a key does not reach"],
  [409, 400, "conflicts"],
  [409, 412, "conflicts"],
  [409, 423, "conflicts"],
  [415, 400, "bodies of another type"],
];

const MEDIA: [id: string, type: string][] = [
  ["charset", "application/json;charset=UTF-8"],
  ["quoted", 'Application/JSON ; Charset="utf-8"'],
  ["suffix", "application/vnd.hosted-postgres.v2+json"],
  ["parameter", "application/json; profile=v2"],
];

const wrong = (response: Response) => !response.ok;

export const unusualAnswers = [
  ...api.benign(COMMON, {
    ...rowsOf(MEDIA, ([id, type]) => [
      `right-media-${id}`,
      `calls its answers ${type}`,
      labeled(type),
    ]),
    "right-media-problem": [
      "calls its refusals problem details",
      labeled("application/problem+json", wrong),
    ],
    "right-spelling-indented": [
      "indents its JSON and ends it with a line feed",
      spelled((text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`),
    ],
    "right-spelling-leading-space": [
      "writes white space before and after its JSON",
      spelled((text) => `\n \t${text}\r\n`),
    ],
    "right-spelling-escapes": [
      "escapes slashes and the letter p in its JSON",
      spelled((text) => text.replaceAll("/", "\\/").replaceAll("p", "\\u0070")),
    ],
    "right-spelling-numbers": [
      "writes whole numbers with a fraction of zero",
      spelled((text) => text.replace(/:(\d{1,9})(?=[,}])/g, ":$1.0")),
    ],
    "right-order-of-properties": [
      "writes the properties of its JSON in reverse",
      spelled((text) =>
        JSON.stringify(JSON.parse(text), (_, value: Json) =>
          value && typeof value === "object" && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
        ),
      ),
    ],
    "right-headers": [
      "answers with headers that nobody asked for",
      adding({
        ETag: 'W/"1"',
        Vary: "Accept, Authorization",
        "X-Request-Id": "5f0c1d3e",
        "Cache-Control": "private, no-store",
        "RateLimit-Remaining": "41",
        "Set-Cookie": "session=1; HttpOnly",
        Link: '<https://example.com>; rel="help"',
      }),
    ],
    "right-query-refused": [
      "refuses query parameters that the document does not name",
      refusing(
        ({ name, query }) =>
          (name === routes.listProjectEndpoints || name === routes.getEndpoint) &&
          [...query.keys()].length > 0,
        () => refusal(400),
      ),
    ],
  }),
  ...api.benign(REFUSALS, {
    ...rowsOf(REFUSED, ([from, to, what]) => [
      `right-status-${to}-for-${from}`,
      `answers ${to} to ${what}`,
      restated(from, to),
    ]),
  }),
  ...api.benign(NOT_SHOWN, {
    "right-status-200-for-201": ["answers 200 to every creation", restated(201, 200)],
    "right-status-202": [
      "answers 202 to changes that start operations",
      answering(
        ({ method }) => method !== "GET",
        async (response) => {
          const text = await response.text();
          const status = operationsOf(JSON.parse(text || "{}")).length > 0 ? 202 : response.status;
          return new Response(text, { status, headers: response.headers });
        },
      ),
    ],
    "right-more-fields": [
      "answers more fields than the document shows",
      editing(ANY, (body) => {
        if (Array.isArray(body)) return;
        body.trace_id = "5f0c1d3e";
        for (const it of [body.endpoint, ...(body.endpoints ?? [])])
          if (it)
            Object.assign(it, { compute_release_version: null, tags: [], creation_source: "" });
        for (const it of operationsOf(body))
          Object.assign(it, { total_duration_ms: 12, retry_at: null });
        for (const it of body.projects ?? []) Object.assign(it, { owner: { name: "" }, quota: {} });
      }),
    ],
    "right-state-answers": [
      "answers starts, suspensions and restarts with their operations alone",
      editing(CHANGES, ({ operations }) => ({ operations })),
    ],
    "right-state-answers-wordy": [
      "answers starts, suspensions and restarts with a message and their operations",
      editing(CHANGES, ({ operations }) => ({ message: "accepted", operations, endpoint: null })),
    ],
    "right-start-of-active-refused": [
      "refuses to start an active compute",
      refusing(async (call) => {
        if (call.name !== routes.startEndpoint) return false;
        return (await computeOf(call))?.current_state === "active";
      }),
    ],
    "right-suspension-of-idle-refused": [
      "refuses to suspend an idle compute",
      refusing(async (call) => {
        if (call.name !== routes.suspendEndpoint) return false;
        return isIdle((await computeOf(call)) ?? {});
      }),
    ],
    "right-key-without-project-refused": [
      "refuses a key of an organization without a project",
      refusing(
        ({ name, body }) =>
          name === routes.createOrganizationApiKey &&
          typeof body?.key_name === "string" &&
          body.project_id === undefined,
        () => refusal(400),
      ),
    ],
    "right-creation-of-size-refused": [
      "refuses every attribute of a new compute but its branch and its type",
      refusing(
        ({ name, body }) =>
          name === routes.createEndpoint && Object.keys(body?.endpoint ?? {}).length > 2,
        () => refusal(400),
      ),
    ],
    "right-creation-ignores-size": [
      "ignores every attribute of a new compute but its branch and its type",
      sending(routes.createEndpoint, ({ body }) => {
        const { branch_id, type, ...rest } = body?.endpoint ?? {};
        if (Object.keys(rest).length === 0 || !branch_id || !type) return undefined;
        return { body: { endpoint: { branch_id, type } } };
      }),
    ],
  }),
  ...api.benign(FAMILIES, {
    "right-unshown-arrays": [
      "answers lists of other families as bare arrays",
      editing(
        [routes.listRegions, routes.listDatabases, routes.listRoles, routes.listSnapshots],
        (body) => Object.values(body).find(Array.isArray),
      ),
    ],
    "right-unshown-nulls": [
      "answers null for configurations that nobody has set",
      answering(
        [routes.getBackupSchedule, routes.getBranchAuthWebhooks, routes.getSpendingLimit],
        () => answered(200, null),
      ),
    ],
    "right-unshown-data": [
      "wraps what it answers about users and authentication",
      editing([routes.getCurrentUser, routes.getRequestAuth], (body) => ({ data: body, meta: {} })),
    ],
  }),
  ...api.benign(BODIES, {
    ...rowsOf(
      [
        ["string", "no"],
        ["null", null],
        ["array", []],
        ["number", 4],
        ["operations", { operations: null, endpoint: "no", pagination: 1 }],
      ] as [string, Json][],
      ([id, body]) => [
        `right-refusal-${id}`,
        `refuses with ${JSON.stringify(body)}`,
        replacing(
          ({ ok }) => !ok,
          ANY,
          ({ status }) => answered(status, body),
        ),
      ],
    ),
  }),
  ...auth.benign(REFUSALS, {
    "right-challenge": [
      "challenges a request without a key",
      insteadOf(401, ANY, async (response) => {
        const headers = new Headers(response.headers);
        headers.set("www-authenticate", 'Bearer realm="api", error="invalid_token"');
        return new Response(response.body, { status: 401, headers });
      }),
    ],
  }),
];
