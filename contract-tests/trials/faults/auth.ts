/** Providers that let in whom they should not, or keep out whom they should let in. */

import { route as routeOf } from "@hosted-postgres/contract-tests/spec/routes";
import type { Emulator } from "@hosted-postgres/emulator";
import type { Fault } from "../fault.ts";
import { answered, type Call, edited, front, type Json, keyed, type Pass } from "../provider.ts";

const NO_KEY = "Authentication 2";

/** Asks again as the administrator when the answer is 401 and this says so. */
function opens(when: (call: Call, emulator: Emulator) => boolean): NonNullable<Fault["apply"]> {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      if (response.status !== 401 || !when(call, emulator)) return response;
      return pass({ headers: keyed(call.headers, emulator.keys.admin) });
    });
}

/** Answers something else than 401 when this says so. */
function refuses(
  when: (call: Call, emulator: Emulator) => boolean,
  status: number,
): Fault["apply"] {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return response.status === 401 && when(call, emulator) ? answered(status, {}) : response;
    });
}

/** Does what a request without a valid key asks for, and answers 401 all the same. */
function doesIt(name: string): NonNullable<Fault["apply"]> {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      if (response.status === 401 && call.name === name) {
        await pass({ headers: keyed(call.headers, emulator.keys.admin) });
      }
      return response;
    });
}

/** The key that a changed one stands for, as this provider reads it. */
function reads(
  keyOf: (given: string, known: string) => boolean,
  only = (_: Call) => true,
): Fault["apply"] {
  return (emulator) => {
    const known = new Set<string>(Object.values(emulator.keys));
    return front(emulator, async (call, pass) => {
      const response = await pass();
      const made = await jsonOf(response);
      if (typeof made?.key === "string") known.add(made.key);
      const given = bearer(call) ?? "";
      if (response.status !== 401 || !only(call)) return response;
      const meant = [...known].find((key) => given !== key && keyOf(given, key));
      return meant === undefined ? response : pass({ headers: keyed(call.headers, meant) });
    });
  };
}

/** Finds the key of a request somewhere else. */
function finds(find: (call: Call) => string | null | undefined): Fault["apply"] {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const found = find(call);
      return found ? pass({ headers: keyed(call.headers, found) }) : pass();
    });
}

/** Answers before it looks at the key, when there is something else to complain about. */
function complains(about: (call: Call, text: string) => number | undefined): Fault["apply"] {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      const status = response.status === 401 ? about(call, call.text) : undefined;
      return status === undefined ? response : answered(status, {});
    });
}

const bearer = ({ headers }: Call) => /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
const isMissing = ({ headers }: Call) => !headers.has("authorization");
const isInvalid = (call: Call) => bearer(call) !== undefined;
const isRead = ({ method }: Call) => method === "GET";

const takesBody = ({ name }: Call) => name.includes(" ") && routeOf(name).body !== undefined;

async function jsonOf(response: Response): Promise<Json> {
  return response.ok
    ? await response
        .clone()
        .json()
        .catch(() => undefined)
    : undefined;
}

function must(id: string, text: string, apply: Fault["apply"], source = NO_KEY): Fault {
  return { id, group: "auth", level: "MUST", text, source, ...(apply && { apply }) };
}

const MISSING: [id: string, text: string, when: (call: Call) => boolean][] = [
  ["regions", "on GET /regions", ({ name }) => name === "GET /regions"],
  ["auth-details", "on GET /auth", ({ name }) => name === "GET /auth"],
  ["operation", "to read an operation", ({ name }) => name.endsWith("/operations/{operation_id}")],
  [
    "webhooks",
    "on the webhooks' PUT",
    ({ method, name }) => method === "PUT" && /webhooks$/.test(name),
  ],
  ["log-query", "to query logs", ({ name }) => name.endsWith("/logs/query")],
  [
    "legacy",
    "on the legacy authentication routes",
    ({ name }) => /^\w+ \/projects\/auth\//.test(name),
  ],
  ["presign", "to presign an object", ({ name }) => name.endsWith("/presign")],
  ["patch", "on every PATCH", ({ method }) => method === "PATCH"],
  [
    "delete",
    "on every DELETE of a list",
    ({ method, name }) => method === "DELETE" && /s$/.test(name),
  ],
  ["revocation", "to revoke a key", ({ name }) => name === "DELETE /api_keys/{key_id}"],
  ["restart", "to restart a compute", ({ name }) => name.endsWith("/restart")],
];

const EFFECTS: [id: string, name: string][] = [
  ["compute-created", "POST /projects/{project_id}/endpoints"],
  ["compute-changed", "PATCH /projects/{project_id}/endpoints/{endpoint_id}"],
  ["compute-deleted", "DELETE /projects/{project_id}/endpoints/{endpoint_id}"],
  ["compute-suspended", "POST /projects/{project_id}/endpoints/{endpoint_id}/suspend"],
  ["key-created", "POST /organizations/{org_id}/api_keys"],
  ["personal-key-created", "POST /api_keys"],
  ["key-revoked", "DELETE /organizations/{org_id}/api_keys/{key_id}"],
  ["project-created", "POST /projects"],
  ["project-deleted", "DELETE /projects/{project_id}"],
  ["branch-created", "POST /projects/{project_id}/branches"],
];

export const authFaults: Fault[] = [
  ...MISSING.map(([id, where, when]) =>
    must(
      `auth-missing-accepted-${id}`,
      `accepts a request without a key ${where}`,
      opens((call) => isMissing(call) && when(call)),
    ),
  ),
  ...EFFECTS.map(([id, name]) =>
    must(`auth-refused-${id}`, `does ${name} despite the 401`, doesIt(name)),
  ),
  must(
    "auth-missing-403",
    "answers 403 to a missing header",
    refuses(isMissing, 403),
    "Errors, Table",
  ),
  must(
    "auth-invalid-403",
    "answers 403 to an invalid key",
    refuses(isInvalid, 403),
    "Errors, Table",
  ),
  must(
    "auth-write-403",
    "answers 403 to a write with an invalid key",
    refuses((call) => isInvalid(call) && !isRead(call), 403),
    "Errors, Table",
  ),
  must(
    "auth-malformed-400",
    "answers 400 to a header of another form",
    refuses((call) => !isMissing(call) && !isInvalid(call), 400),
  ),
  must(
    "auth-missing-200",
    "answers 200 with an error to a missing header",
    refuses(isMissing, 200),
  ),
  must("auth-missing-302", "sends a request without a key to a page", refuses(isMissing, 302)),
  must("auth-missing-407", "answers 407 to a missing header", refuses(isMissing, 407)),
  must(
    "auth-missing-404",
    "hides what a project has behind 404",
    refuses(({ ids }) => "project_id" in ids, 404),
  ),
  must(
    "auth-after-lookup",
    "answers 404 before 401 when the project does not exist",
    complains(({ ids }) =>
      "project_id" in ids && /^does-not|^project-1$/.test(`${ids.project_id}`) ? 404 : undefined,
    ),
  ),
  must(
    "auth-after-lookup-of-compute",
    "answers 404 before 401 when the compute does not exist",
    complains(({ ids }) => (`${ids.endpoint_id}`.includes("not-exist") ? 404 : undefined)),
  ),
  must(
    "auth-any-scheme",
    "reads the key behind any scheme",
    finds(({ headers }) => /^\w+ (\S+)$/.exec(headers.get("authorization") ?? "")?.[1]),
  ),
  must(
    "auth-raw-key",
    "takes the key without a scheme",
    finds(({ headers }) => /^\S+$/.exec(headers.get("authorization") ?? "")?.[0]),
  ),
  must(
    "auth-basic-password",
    "takes the key as password of Basic",
    finds(({ headers }) => {
      const given = /^Basic (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
      return given && Buffer.from(given, "base64").toString().replace(/^\w*:/, "");
    }),
  ),
  must(
    "auth-basic-user",
    "takes the key as user of Basic",
    finds(({ headers }) => {
      const given = /^Basic (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
      return given && Buffer.from(given, "base64").toString().replace(/:.*$/, "");
    }),
  ),
  must(
    "auth-first-of-two",
    "takes the first of two values",
    finds(({ headers }) => /^Bearer (\S+), /.exec(headers.get("authorization") ?? "")?.[1]),
  ),
  must(
    "auth-last-of-two",
    "takes the last of two values",
    finds(({ headers }) => /, Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1]),
  ),
  must(
    "auth-first-word",
    "reads the key up to the next space",
    finds(({ headers }) => /^Bearer (\S+) /.exec(headers.get("authorization") ?? "")?.[1]),
  ),
  must(
    "auth-x-api-key",
    "takes X-API-Key instead",
    finds(({ headers }) => headers.get("x-api-key")),
  ),
  must(
    "auth-x-auth-token-reads",
    "takes X-Auth-Token for reads",
    finds(({ headers, method }) => (method === "GET" ? headers.get("x-auth-token") : null)),
  ),
  must(
    "auth-query-key",
    "takes the key as api_key of the query",
    finds(({ query }) => query.get("api_key")),
  ),
  must(
    "auth-query-token",
    "takes access_token of the query for reads",
    finds(({ query, method }) => (method === "GET" ? query.get("access_token") : null)),
  ),
  must(
    "auth-cookie",
    "takes the key of a cookie",
    finds(({ headers }) => /(?:^|; )token=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]),
  ),
  must(
    "auth-truncated-key",
    "accepts the beginning of a key",
    reads((given, key) => given.length >= 8 && key.startsWith(given)),
  ),
  must(
    "auth-truncated-key-writes",
    "accepts the beginning of a key for writes",
    reads(
      (given, key) => given.length >= key.length - 1 && key.startsWith(given),
      (call) => !isRead(call),
    ),
  ),
  must(
    "auth-extended-key",
    "accepts a key with something behind it",
    reads((given, key) => given.startsWith(key)),
  ),
  must(
    "auth-key-without-case",
    "compares keys without case",
    reads((given, key) => given.toLowerCase() === key.toLowerCase()),
  ),
  must(
    "auth-key-first-bytes",
    "compares the first 32 characters of a key",
    reads((given, key) => given.slice(0, 32) === key.slice(0, 32)),
  ),
  must(
    "auth-key-but-last",
    "ignores the last character of a key",
    reads((given, key) => given.slice(0, -1) === key.slice(0, -1)),
  ),
  must(
    "auth-key-but-first",
    "ignores the prefix of a key",
    reads((given, key) => key.endsWith(given) && given.length > 30),
  ),
  must(
    "auth-key-decoded",
    "decodes and trims a key",
    reads((given, key) => given === `${key}%20`),
  ),
  must(
    "auth-key-id",
    "accepts the id of a key as the key",
    opens((call, { ids }) =>
      Object.values(ids.key_ids)
        .map(String)
        .includes(`${bearer(call)}`),
    ),
  ),
  must("auth-new-key-id", "accepts the id of a created key as the key", (emulator) => {
    const made = new Set<string>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      const { id, key } = (await jsonOf(response)) ?? {};
      if (key !== undefined) made.add(String(id));
      if (response.status !== 401 || !made.has(`${bearer(call)}`)) return response;
      return pass({ headers: keyed(call.headers, emulator.keys.admin) });
    });
  }),
  must(
    "auth-undefined-key",
    "accepts the word undefined as a key",
    opens((call) => bearer(call) === "undefined"),
  ),
  must(
    "auth-project-id-key",
    "accepts the id of a project as its key",
    opens((call, { ids }) => bearer(call) === ids.project_id),
  ),
  must(
    "auth-empty-bearer",
    "takes Bearer without a key for an anonymous reader",
    opens(
      ({ headers, method }) =>
        method === "GET" && /^Bearer\s*$/.test(headers.get("authorization") ?? ""),
    ),
  ),
  must(
    "auth-empty-bearer-one-route",
    "takes Bearer without a key on one route",
    opens(
      ({ headers, name }) =>
        name === "GET /users/me" && /^Bearer\s*$/.test(headers.get("authorization") ?? ""),
    ),
  ),
  must(
    "auth-revoked-details",
    "accepts a revoked key on GET /auth",
    opens((call) => isInvalid(call) && call.name === "GET /auth"),
  ),
  must(
    "auth-revoked-one-write",
    "accepts a rejected key to assign a VPC endpoint",
    opens((call) => isInvalid(call) && /^POST .*vpc_endpoints\//.test(call.name)),
  ),
  must(
    "auth-answer-kept",
    "keeps answers of GET by their URL, whoever asks",
    keeps(() => true),
  ),
  must(
    "auth-answer-kept-one-route",
    "keeps the answer of one route, whoever asks",
    keeps(({ name }) => name === "GET /projects/{project_id}/branches"),
  ),
  must(
    "auth-answer-kept-for-missing",
    "keeps answers for requests without a key",
    keeps(isMissing, false),
  ),
  must("auth-last-caller", "takes a read without a key for one of the last caller", (emulator) => {
    let last: string | undefined;
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (response.ok) last = call.key;
      const isTaken = response.status === 401 && isMissing(call) && isRead(call);
      const own = last;
      last = response.ok ? last : undefined;
      return isTaken && own !== undefined ? pass({ headers: keyed(call.headers, own) }) : response;
    });
  }),
  must("auth-locked-out", "rejects the valid key after three requests without one", (emulator) => {
    let failed = 0;
    return front(emulator, async (_call, pass) => {
      const response = await pass();
      if (response.status === 401) failed += 1;
      return response.ok && failed > 3 ? answered(401, {}) : response;
    });
  }),
  must("auth-401-kept", "keeps a 401 by its URL, whoever asks next", (emulator) => {
    const refused = new Set<string>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      const place = `${call.method} ${call.url}`;
      if (response.status === 401) refused.add(place);
      else if (refused.delete(place)) return answered(401, {});
      return response;
    });
  }),
  must("auth-valid-401-one-route", "answers 401 to a valid key on one route", (emulator) =>
    front(emulator, async (call, pass) => {
      return call.name === "GET /consumption_history/v2/branches" ? answered(401, {}) : pass();
    }),
  ),
  must(
    "auth-after-body",
    "reads the body before the key",
    complains((call, text) =>
      takesBody(call) && text !== "" && call.body === undefined ? 400 : undefined,
    ),
  ),
  must(
    "auth-after-validation",
    "validates a key's body before the key that asks for it",
    complains(({ name, body }) =>
      name === "POST /organizations/{org_id}/api_keys" && typeof body?.key_name !== "string"
        ? 400
        : undefined,
    ),
  ),
  must(
    "auth-after-validation-one-route",
    "validates the body of one update before the key",
    complains(({ name, body }) =>
      name.startsWith("PATCH") && name.endsWith("/auth/config") && typeof body !== "object"
        ? 422
        : undefined,
    ),
  ),
  must(
    "auth-after-media-type",
    "answers 415 before 401",
    complains(({ headers }, text) =>
      text !== "" && !/json/.test(headers.get("content-type") ?? "") ? 415 : undefined,
    ),
  ),
  must(
    "auth-after-empty-body",
    "answers 400 to a missing body before 401",
    complains((call, text) => (takesBody(call) && text === "" ? 400 : undefined)),
  ),
  must(
    "auth-after-query",
    "answers 400 to a wrong limit before 401",
    complains(({ query }) => (Number.isNaN(Number(query.get("limit") ?? 1)) ? 400 : undefined)),
  ),
  must(
    "auth-after-key-id",
    "answers 400 to a key id that is no integer before 401",
    complains(({ ids }) => ("key_id" in ids && !/^\d+$/.test(`${ids.key_id}`) ? 400 : undefined)),
  ),
  must(
    "auth-rejected-after-body",
    "reads the body before it looks whether the key is revoked",
    complains((call, text) => (isInvalid(call) && text === "{" ? 400 : undefined)),
  ),
  must(
    "auth-details-empty",
    "answers GET /auth without details",
    (emulator) =>
      front(emulator, async (call, pass) =>
        edited(await pass(), () => (call.name === "GET /auth" ? {} : undefined)),
      ),
    "Authentication 10",
  ),
  must(
    "auth-details-missing",
    "does not serve GET /auth",
    (emulator) =>
      front(emulator, async (call, pass) =>
        call.name === "GET /auth" ? answered(404, {}) : pass(),
      ),
    "Authentication 10",
  ),
  benign(
    "auth-401-html",
    "answers 401 with a page of HTML",
    changes401((response) => {
      const headers = { "content-type": "text/html", "www-authenticate": "Bearer" };
      return new Response("<h1>Who are you?</h1>", { status: response.status, headers });
    }),
  ),
  benign(
    "auth-401-empty",
    "answers 401 without a body",
    changes401(({ status }) => new Response(null, { status })),
  ),
  benign(
    "auth-lower-case-bearer",
    "reads the scheme without case",
    finds(({ headers }) => /^bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1]),
  ),
  benign("auth-details-other", "answers other details of the request", (emulator) =>
    front(emulator, async (call, pass) =>
      edited(await pass(), () =>
        call.name === "GET /auth" ? { auth_method: "api_key" } : undefined,
      ),
    ),
  ),
  benign(
    "auth-slowed-down",
    "answers 429 to every twentieth request, and then as it should",
    (emulator) => {
      let requests = 0;
      return front(emulator, async (_, pass) => {
        requests += 1;
        if (requests % 20 !== 0) return pass();
        return answered(429, {}, { "retry-after": "1" });
      });
    },
  ),
];

function benign(id: string, text: string, apply: Fault["apply"]): Fault {
  return { ...must(id, text, apply, "Errors, Bodies"), level: "benign" };
}

function changes401(change: (response: Response) => Response): Fault["apply"] {
  return (emulator) =>
    front(emulator, async (_call: Call, pass: Pass) => {
      const response = await pass();
      return response.status === 401 ? change(response) : response;
    });
}

function keeps(when: (call: Call) => boolean, isAnybodys = true): Fault["apply"] {
  return (emulator) => {
    const kept = new Map<string, Response>();
    return front(emulator, async (call, pass) => {
      if (!isRead(call)) {
        kept.clear();
        return pass();
      }
      const known = kept.get(call.url);
      const response = await pass();
      if (response.ok) kept.set(call.url, response.clone());
      if (known === undefined || !when(call)) return response;
      return isAnybodys || response.status === 401 ? known.clone() : response;
    });
  };
}
