/** Providers that accept a key they should reject, or reject one they should accept. */
import { route as routeOf } from "@hosted-postgres/contract-tests/spec/routes";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../fault.ts";
import { answered, type Call, type Json, keyed } from "../provider.ts";
import { ANY, answering, between, editing, fresh, insteadOf, refusing, sending } from "../verbs.ts";

const { must, benign } = inGroup("auth");

const NO_KEY = "Authentication 2";
const DETAILS = "GET /auth";

type When = (call: Call) => unknown;

const authorization = ({ headers }: Call) => headers.get("authorization") ?? "";
const bearer = (call: Call) => /^Bearer (.+)$/.exec(authorization(call))?.[1];
const isMissing = ({ headers }: Call) => !headers.has("authorization");
const isInvalid = (call: Call) => bearer(call) !== undefined;
const isEmptyBearer = (call: Call) => /^Bearer\s*$/.test(authorization(call));
const isRead = ({ method }: Call) => method === "GET";
const takesBody = ({ name }: Call) => name.includes(" ") && routeOf(name).body !== undefined;
const isLabelledJson = ({ headers }: Call) => /json/.test(headers.get("content-type") ?? "");

/** Sends the request again as the administrator when it was answered 401. */
const admitting = (when: When): Apply =>
  insteadOf(401, when, (_response, { headers, emulator }, pass) =>
    pass({ headers: keyed(headers, emulator.keys.admin) }),
  );

/** Does what a request without a valid key asks for, but still answers 401. */
const executing = (route: string): Apply =>
  insteadOf(401, route, async (response, { headers, emulator }, pass) => {
    await pass({ headers: keyed(headers, emulator.keys.admin) });
    return response;
  });

/** Answers with this status in place of 401. */
const insteadOf401 = (when: When, status: number): Apply =>
  insteadOf(401, when, () => answered(status, {}));

/** Complains about something else in the request before it checks the key. */
const beforeKey = (status: number, when: When): Apply => insteadOf401(when, status);

/** Accepts a rejected key that it takes for one it knows. */
const mistaking = (
  isTakenFor: (given: string, known: string) => boolean,
  when: When = ANY,
): Apply =>
  fresh(({ keys }) => {
    const known = new Set<string>(Object.values(keys));
    return between(async (call, pass) => {
      const response = await pass();
      const made = await jsonOf(response);
      if (typeof made?.key === "string") known.add(made.key);
      const given = bearer(call) ?? "";
      if (response.status !== 401 || !when(call)) return response;
      const meant = [...known].find((key) => given !== key && isTakenFor(given, key));
      return meant === undefined ? response : pass({ headers: keyed(call.headers, meant) });
    });
  });

/** Finds the key of a request in another place. */
const finding = (find: (call: Call) => string | null | undefined): Apply =>
  sending(ANY, (call) => {
    const key = find(call);
    return key ? { headers: keyed(call.headers, key) } : undefined;
  });

/** Takes what the first group of the pattern matches in the Authorization header for the key. */
const inHeader = (pattern: RegExp): Apply =>
  finding((call) => pattern.exec(authorization(call))?.[1]);

/** Takes a part of the Basic credentials for the key. */
const basic = (other: RegExp): Apply =>
  finding((call) => {
    const given = /^Basic (\S+)$/.exec(authorization(call))?.[1];
    return given && Buffer.from(given, "base64").toString().replace(other, "");
  });

/** Answers reads by their URL from a cache that every write empties. */
const caching = (when: When, isForEveryone = true): Apply =>
  fresh(() => {
    const kept = new Map<string, Response>();
    return between(async (call, pass) => {
      if (!isRead(call)) {
        kept.clear();
        return pass();
      }
      const known = kept.get(call.url);
      const response = await pass();
      if (response.ok) kept.set(call.url, response.clone());
      if (known === undefined || !when(call)) return response;
      return isForEveryone || response.status === 401 ? known.clone() : response;
    });
  });

async function jsonOf(response: Response): Promise<Json> {
  if (!response.ok) return undefined;
  return response
    .clone()
    .json()
    .catch(() => undefined);
}

function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
}

const WITHOUT_KEY: [id: string, where: string, when: When][] = [
  ["regions", "on GET /regions", ({ name }) => name === "GET /regions"],
  ["auth-details", "on GET /auth", ({ name }) => name === DETAILS],
  ["operation", "to read an operation", ({ name }) => name === routes.getOperation],
  ["webhooks", "on PUT of webhooks", ({ name }) => /^PUT .*webhooks$/.test(name)],
  ["log-query", "to query logs", ({ name }) => name.endsWith("/logs/query")],
  ["legacy", "on legacy authentication routes", ({ name }) => / \/projects\/auth\//.test(name)],
  ["presign", "to presign an object", ({ name }) => name.endsWith("/presign")],
  ["patch", "on every PATCH", ({ method }) => method === "PATCH"],
  ["delete", "on every DELETE of a collection", ({ name }) => /^DELETE .*s$/.test(name)],
  ["revocation", "to revoke a key", ({ name }) => name === routes.revokeApiKey],
  ["restart", "to restart a compute", ({ name }) => name.endsWith("/restart")],
];

const EFFECTS: [id: string, route: string][] = [
  ["compute-created", routes.createEndpoint],
  ["compute-changed", routes.updateEndpoint],
  ["compute-deleted", routes.deleteEndpoint],
  ["compute-suspended", routes.suspendEndpoint],
  ["key-created", routes.createOrganizationApiKey],
  ["personal-key-created", routes.createApiKey],
  ["key-revoked", routes.revokeOrganizationApiKey],
  ["project-created", routes.createProject],
  ["project-deleted", "DELETE /projects/{project_id}"],
  ["branch-created", "POST /projects/{project_id}/branches"],
];

const keyIds = ({ ids }: Emulator) => Object.values(ids.key_ids).map(String);

export const authFaults: Fault[] = [
  ...must(
    NO_KEY,
    rowsOf(WITHOUT_KEY, ([id, where, when]) => [
      `auth-missing-accepted-${id}`,
      `accepts a request without a key ${where}`,
      admitting((call) => isMissing(call) && when(call)),
    ]),
  ),
  ...must(
    NO_KEY,
    rowsOf(EFFECTS, ([id, route]) => [
      `auth-refused-${id}`,
      `executes ${route} although it answers 401`,
      executing(route),
    ]),
  ),

  // The status of a refusal
  ...must("Errors, Table", {
    "auth-missing-403": ["answers 403 to a request without a key", insteadOf401(isMissing, 403)],
    "auth-invalid-403": ["answers 403 to an invalid key", insteadOf401(isInvalid, 403)],
    "auth-write-403": [
      "answers 403 to a write with an invalid key",
      insteadOf401((call) => isInvalid(call) && !isRead(call), 403),
    ],
  }),
  ...must(NO_KEY, {
    "auth-malformed-400": [
      "answers 400 to a malformed Authorization header",
      insteadOf401((call) => !isMissing(call) && !isInvalid(call), 400),
    ],
    "auth-missing-200": ["answers 200 to a request without a key", insteadOf401(isMissing, 200)],
    "auth-missing-302": ["redirects a request without a key", insteadOf401(isMissing, 302)],
    "auth-missing-407": ["answers 407 to a request without a key", insteadOf401(isMissing, 407)],
    "auth-missing-404": [
      "answers 404 in place of 401 below a project",
      insteadOf401(({ ids }) => "project_id" in ids, 404),
    ],
  }),

  // The order of checks
  ...must(NO_KEY, {
    "auth-after-lookup": [
      "looks the project up before it checks the key",
      beforeKey(404, ({ ids }) => /^does-not|^project-1$/.test(`${ids.project_id}`)),
    ],
    "auth-after-lookup-of-compute": [
      "looks the compute up before it checks the key",
      beforeKey(404, ({ ids }) => `${ids.endpoint_id}`.includes("not-exist")),
    ],
    "auth-after-body": [
      "parses the body before it checks the key",
      beforeKey(400, (call) => takesBody(call) && call.text !== "" && call.body === undefined),
    ],
    "auth-after-validation": [
      "validates the body of a new key before it checks the caller's key",
      beforeKey(
        400,
        ({ name, body }) =>
          name === routes.createOrganizationApiKey && typeof body?.key_name !== "string",
      ),
    ],
    "auth-after-validation-one-route": [
      "validates the body of one update before it checks the key",
      beforeKey(
        422,
        ({ name, body }) => /^PATCH .*\/auth\/config$/.test(name) && typeof body !== "object",
      ),
    ],
    "auth-after-media-type": [
      "checks the media type before the key",
      beforeKey(415, (call) => call.text !== "" && !isLabelledJson(call)),
    ],
    "auth-after-empty-body": [
      "answers 400 to a missing body before it checks the key",
      beforeKey(400, (call) => takesBody(call) && call.text === ""),
    ],
    "auth-after-query": [
      "answers 400 to an invalid limit before it checks the key",
      beforeKey(400, ({ query }) => Number.isNaN(Number(query.get("limit") ?? 1))),
    ],
    "auth-after-key-id": [
      "answers 400 to a key id that is not an integer before it checks the key",
      beforeKey(400, ({ ids }) => "key_id" in ids && !/^\d+$/.test(`${ids.key_id}`)),
    ],
    "auth-rejected-after-body": [
      "parses the body before it checks whether the key is revoked",
      beforeKey(400, (call) => isInvalid(call) && call.text === "{"),
    ],
  }),

  // Reading the key
  ...must(NO_KEY, {
    "auth-any-scheme": ["accepts the key after any scheme", inHeader(/^\w+ (\S+)$/)],
    "auth-raw-key": ["accepts the key without a scheme", inHeader(/^(\S+)$/)],
    "auth-basic-password": ["accepts the key as the Basic password", basic(/^\w*:/)],
    "auth-basic-user": ["accepts the key as the Basic user", basic(/:.*$/)],
    "auth-first-of-two": ["accepts the first of two credentials", inHeader(/^Bearer (\S+), /)],
    "auth-last-of-two": ["accepts the last of two credentials", inHeader(/, Bearer (\S+)$/)],
    "auth-first-word": ["reads the key only up to the next space", inHeader(/^Bearer (\S+) /)],
    "auth-x-api-key": [
      "accepts the key in X-API-Key",
      finding(({ headers }) => headers.get("x-api-key")),
    ],
    "auth-x-auth-token-reads": [
      "accepts the key of a read in X-Auth-Token",
      finding((call) => (isRead(call) ? call.headers.get("x-auth-token") : null)),
    ],
    "auth-query-key": [
      "accepts the key as the query parameter api_key",
      finding(({ query }) => query.get("api_key")),
    ],
    "auth-query-token": [
      "accepts the key of a read as the query parameter access_token",
      finding((call) => (isRead(call) ? call.query.get("access_token") : null)),
    ],
    "auth-cookie": [
      "accepts the key in a cookie",
      finding(({ headers }) => /(?:^|; )token=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]),
    ],
  }),

  // Comparing keys
  ...must(NO_KEY, {
    "auth-truncated-key": [
      "accepts a prefix of eight or more characters of a key",
      mistaking((given, key) => given.length >= 8 && key.startsWith(given)),
    ],
    "auth-truncated-key-writes": [
      "accepts a key without its last character for writes",
      mistaking(
        (given, key) => given.length >= key.length - 1 && key.startsWith(given),
        (call) => !isRead(call),
      ),
    ],
    "auth-extended-key": [
      "accepts a key with characters appended",
      mistaking((given, key) => given.startsWith(key)),
    ],
    "auth-key-without-case": [
      "compares keys case-insensitively",
      mistaking((given, key) => given.toLowerCase() === key.toLowerCase()),
    ],
    "auth-key-first-bytes": [
      "compares only the first 32 characters of a key",
      mistaking((given, key) => given.slice(0, 32) === key.slice(0, 32)),
    ],
    "auth-key-but-last": [
      "ignores the last character of a key",
      mistaking((given, key) => given.slice(0, -1) === key.slice(0, -1)),
    ],
    "auth-key-but-first": [
      "ignores the prefix of a key",
      mistaking((given, key) => key.endsWith(given) && given.length > 30),
    ],
    "auth-key-decoded": [
      "decodes and trims a key",
      mistaking((given, key) => given === `${key}%20`),
    ],
    "auth-key-id": [
      "accepts the id of a key as the key",
      admitting((call) => keyIds(call.emulator).includes(`${bearer(call)}`)),
    ],
    "auth-new-key-id": [
      "accepts the id of a new key as the key",
      fresh(({ keys }) => {
        const made = new Set<string>();
        return between(async (call, pass) => {
          const response = await pass();
          const { id, key } = (await jsonOf(response)) ?? {};
          if (key !== undefined) made.add(String(id));
          if (response.status !== 401 || !made.has(`${bearer(call)}`)) return response;
          return pass({ headers: keyed(call.headers, keys.admin) });
        });
      }),
    ],
    "auth-undefined-key": [
      "accepts the word undefined as a key",
      admitting((call) => bearer(call) === "undefined"),
    ],
    "auth-project-id-key": [
      "accepts the id of a project as its key",
      admitting((call) => bearer(call) === call.emulator.ids.project_id),
    ],
    "auth-empty-bearer": [
      "lets Bearer without a key read",
      admitting((call) => isRead(call) && isEmptyBearer(call)),
    ],
    "auth-empty-bearer-one-route": [
      "accepts Bearer without a key on one route",
      admitting((call) => call.name === "GET /users/me" && isEmptyBearer(call)),
    ],
    "auth-revoked-details": [
      "accepts a revoked key on GET /auth",
      admitting((call) => isInvalid(call) && call.name === DETAILS),
    ],
    "auth-revoked-one-write": [
      "accepts an invalid key to assign a VPC endpoint",
      admitting((call) => isInvalid(call) && /^POST .*vpc_endpoints\//.test(call.name)),
    ],
  }),

  // State between requests
  ...must(NO_KEY, {
    "auth-answer-kept": ["caches reads by URL for every caller", caching(ANY)],
    "auth-answer-kept-one-route": [
      "caches one route for every caller",
      caching(({ name }) => name === "GET /projects/{project_id}/branches"),
    ],
    "auth-answer-kept-for-missing": [
      "answers requests without a key from a cache",
      caching(isMissing, false),
    ],
    "auth-last-caller": [
      "answers a read without a key as it would answer the last caller",
      fresh(() => {
        let last: string | undefined;
        return between(async (call, pass) => {
          const response = await pass();
          const key = response.ok ? call.key : last;
          last = response.ok ? call.key : undefined;
          const isTaken = response.status === 401 && isMissing(call) && isRead(call);
          return isTaken && key !== undefined
            ? pass({ headers: keyed(call.headers, key) })
            : response;
        });
      }),
    ],
    "auth-locked-out": [
      "rejects a valid key after more than three refused requests",
      fresh(() => {
        let refused = 0;
        return between(async (_call, pass) => {
          const response = await pass();
          if (response.status === 401) refused += 1;
          return response.ok && refused > 3 ? answered(401, {}) : response;
        });
      }),
    ],
    "auth-401-kept": [
      "caches a 401 by URL and gives it to the next caller",
      fresh(() => {
        const refused = new Set<string>();
        return between(async (call, pass) => {
          const response = await pass();
          const place = `${call.method} ${call.url}`;
          if (response.status === 401) refused.add(place);
          else if (refused.delete(place)) return answered(401, {});
          return response;
        });
      }),
    ],
    "auth-valid-401-one-route": [
      "answers 401 to a valid key on one route",
      refusing("GET /consumption_history/v2/branches", () => answered(401, {})),
    ],
  }),

  // The caller's details
  ...must("Authentication 10", {
    "auth-details-empty": ["answers GET /auth with an empty object", editing(DETAILS, () => ({}))],
    "auth-details-missing": [
      "does not serve GET /auth",
      answering(DETAILS, () => answered(404, {})),
    ],
  }),

  // A refusal in another media type
  ...must("Endpoints, Common rules", {
    "auth-401-html": [
      "answers 401 with a page of HTML",
      insteadOf(401, ANY, () => {
        const headers = { "content-type": "text/html", "www-authenticate": "Bearer" };
        return new Response("<h1>Who are you?</h1>", { status: 401, headers });
      }),
    ],
  }),

  // Freedoms
  ...benign("Errors, Bodies", {
    "auth-401-empty": [
      "answers 401 without a body",
      insteadOf(401, ANY, () => new Response(null, { status: 401 })),
    ],
    "auth-lower-case-bearer": ["reads the scheme case-insensitively", inHeader(/^bearer (\S+)$/i)],
    "auth-details-other": [
      "answers GET /auth with other details",
      editing(DETAILS, () => ({ auth_method: "api_key" })),
    ],
    "auth-slowed-down": [
      "answers 429 to every twentieth request",
      fresh(() => {
        let requests = 0;
        return between(async (_call, pass) => {
          requests += 1;
          return requests % 20 === 0 ? answered(429, {}, { "retry-after": "1" }) : pass();
        });
      }),
    ],
    "benign-no-www-authenticate": [
      "answers 401 without WWW-Authenticate",
      insteadOf(401, ANY, (it) => withHeaders(it, (headers) => headers.delete("www-authenticate"))),
    ],
    "benign-www-authenticate": [
      "answers 401 with two challenges in WWW-Authenticate",
      insteadOf(401, ANY, (it) =>
        withHeaders(it, (headers) =>
          headers.set("www-authenticate", 'Bearer realm="api", Basic realm="api"'),
        ),
      ),
    ],
  }),
];
