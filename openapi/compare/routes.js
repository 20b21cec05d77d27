/** What changed in a route: its name, its keys, what it takes and what it answers. */
import { resolved } from "./schema-reader.js";
import { schemaComparer } from "./schemas.js";

const STYLES = { query: "form", cookie: "form", path: "simple", header: "simple" };

/** The changes between two routes; without a `where` they concern the route as a whole. */
export function compareRoutes(b, a) {
  const schemas = {
    request: schemaComparer(b.schemas, a.schemas, "request"),
    response: schemaComparer(b.schemas, a.schemas, "response"),
  };
  return [
    ...compareNames(b.operation, a.operation),
    ...compareSecurity(b, a),
    ...compareRequests(b, a, schemas.request),
    ...compareResponses(b, a, schemas.response),
  ];
}

function change(kind, breaking, what, where) {
  return where ? { kind, breaking, where, what } : { kind, breaking, what };
}

function compareNames(b, a) {
  const changes = [];
  if (b.operationId !== a.operationId) {
    const what = `is called ${a.operationId} and was called ${b.operationId}`;
    changes.push(change("operation-id-changed", true, what));
  }
  if (a.deprecated && !b.deprecated)
    changes.push(change("route-deprecated", false, "is deprecated"));
  return changes;
}

/** Whoever could call a route still can, where some new demand asks for nothing they did not have. */
function compareSecurity(b, a) {
  const [old, now] = [demandsOf(b), demandsOf(a)];
  const meets = (had, demand) => [...demand.parts].every((part) => had.parts.has(part));
  const [was, is] = [old, now].map((demands) => demands.map(({ name }) => name).join(" or "));
  const what = `asks for ${is} and asked for ${was}`;
  const changes = [];
  if (!old.every((had) => now.some((demand) => meets(had, demand)))) {
    changes.push(change("security-tightened", true, what, "security"));
  }
  if (!now.every((has) => old.some((demand) => meets(has, demand)))) {
    changes.push(change("security-loosened", false, what, "security"));
  }
  return changes;
}

/** The alternatives of a route; what each asks for does not depend on the names of the schemes. */
function demandsOf({ spec, operation }) {
  const demands = operation.security ?? spec.security ?? [];
  return (demands.length > 0 ? demands : [{}]).map((demand) => {
    const schemes = Object.entries(demand).map(([name, scopes]) => {
      const { description, ...scheme } = resolved(spec, spec.components.securitySchemes[name]);
      return { scheme, scopes };
    });
    const names = schemes.map(({ scheme, scopes }) =>
      [scheme.scheme ?? scheme.name ?? scheme.type, ...scopes].join(" "),
    );
    const parts = schemes.flatMap(({ scheme, scopes }) =>
      ["", ...scopes].map((scope) => `${JSON.stringify(scheme)} ${scope}`),
    );
    return { name: names.join(" and ") || "nothing", parts: new Set(parts) };
  });
}

function compareRequests(b, a, compare) {
  const changes = [...compareParameters(b, a, compare), ...compareBodies(b, a, compare)];
  const label = ({ operation }) => operation["x-documented"]?.request;
  if (label(b) !== "not-shown" || !["shown", "none"].includes(label(a))) return changes;
  // What was not shown promised nothing, its path aside.
  const ofPath = changes.filter(({ where }) => where.startsWith("path parameter "));
  const what = "was not shown, and its parameters and body are";
  return [...ofPath, change("request-refined", false, what, "request")];
}

function compareParameters(b, a, compare) {
  const [old, now] = [parametersOf(b), parametersOf(a)];
  const changes = [];
  for (const [where, was] of old) {
    const is = now.get(where);
    if (!is) {
      changes.push(change("parameter-removed", true, "is no longer there", where));
      continue;
    }
    if (!was.required && is.required) {
      changes.push(change("parameter-required", true, "was optional, is required", where));
    }
    if (was.required && !is.required) {
      changes.push(change("parameter-optional", false, "was required, is optional", where));
    }
    const [style, newStyle] = [styleOf(was), styleOf(is)];
    if (style !== newStyle) {
      const what = `is written as ${newStyle} and was as ${style}`;
      changes.push(change("parameter-style-changed", true, what, where));
    }
    changes.push(
      ...compare({ schema: schemaOf(was), at: where }, { schema: schemaOf(is), at: where }),
    );
  }
  for (const [where, { required }] of now) {
    if (old.has(where)) continue;
    if (required) changes.push(change("parameter-required", true, "is new and required", where));
    else changes.push(change("parameter-added", false, "is new", where));
  }
  return changes;
}

/** By place and name; those of the route before those of its path. */
function parametersOf({ spec, item, operation }) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return new Map(
    parameters.map((ref) => {
      const parameter = resolved(spec, ref);
      const { name, in: place } = parameter;
      return [`${place} parameter ${place === "header" ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function styleOf({ in: place, style = STYLES[place], explode, allowReserved, content }) {
  if (content) return Object.keys(content).join();
  const words = [style];
  if (explode ?? style === "form") words.push("exploded");
  if (allowReserved) words.push("unescaped");
  return words.join(" ");
}

function schemaOf({ schema, content }) {
  return schema ?? Object.values(content ?? {})[0]?.schema ?? true;
}

function compareBodies(b, a, compare) {
  const where = "request body";
  const [old, now] = [b, a].map(({ spec, operation }) => resolved(spec, operation.requestBody));
  if (!old && !now) return [];
  if (!now) return [change("request-body-removed", true, "is no longer taken", where)];
  if (!old && now.required) return [change("request-body-required", true, "is new", where)];
  if (!old) return [change("request-body-added", false, "is new", where)];
  const changes = compareContents("request", where, old, now, compare);
  if (!old.required && now.required) {
    changes.push(change("request-body-required", true, "was optional, is required", where));
  }
  if (old.required && !now.required) {
    changes.push(change("request-body-optional", false, "was required, is optional", where));
  }
  return changes;
}

function compareContents(side, where, { content: old = {} }, { content: now = {} }, compare) {
  const changes = [];
  for (const type of Object.keys(old)) {
    if (!now[type]) {
      changes.push(change(`${side}-media-type-removed`, true, `is no longer ${type}`, where));
      continue;
    }
    const [was, is] = [old[type].schema ?? true, now[type].schema ?? true];
    changes.push(...compare({ schema: was, at: where }, { schema: is, at: where }));
  }
  for (const type of Object.keys(now)) {
    if (old[type]) continue;
    changes.push(change(`${side}-media-type-added`, false, `may be ${type}`, where));
  }
  return changes;
}

function compareResponses(b, a, compare) {
  const [old, now] = [responsesOf(b), responsesOf(a)];
  const changes = [];
  const covered = new Set();
  const goOn = (was, is) => {
    covered.add(is);
    changes.push(...compareResponse(`response ${is}`, old.get(was), now.get(is), compare));
  };
  for (const status of old.keys()) {
    const range = rangeOf(status);
    const within = [...now.keys()].filter((other) => rangeOf(other) === status);
    if (now.has(status)) {
      goOn(status, status);
    } else if (within.length > 0) {
      const what = `is only ${within.join(", ")}`;
      changes.push(change("response-status-narrowed", false, what, `response ${status}`));
      for (const other of within) goOn(status, other);
    } else if (now.has(range)) {
      const what = `may be any ${range}`;
      changes.push(change("response-status-widened", true, what, `response ${status}`));
      goOn(status, range);
    } else {
      const what = "is no longer answered";
      changes.push(change("response-status-removed", true, what, `response ${status}`));
    }
  }
  for (const status of now.keys()) {
    if (covered.has(status)) continue;
    changes.push(change("response-status-added", false, "is new", `response ${status}`));
    const until = formerly(status, old);
    if (until) goOn(until, status);
  }
  return changes;
}

function responsesOf({ spec, operation }) {
  return new Map(
    Object.entries(operation.responses ?? {}).map(([status, response]) => [
      status.replace(/xx$/i, "XX"),
      { spec, response: resolved(spec, response) },
    ]),
  );
}

/** `2XX` of 201; nothing of a range or of `default`. */
function rangeOf(status) {
  return /^\d{3}$/.test(status) ? `${status[0]}XX` : undefined;
}

/**
 * The response a caller had to expect in place of one that is new: its range, another success (the
 * body of a success has one type, whichever it is), or the default of errors.
 */
function formerly(status, old) {
  if (old.has(rangeOf(status))) return rangeOf(status);
  if (status.startsWith("2")) return [...old.keys()].find((other) => other.startsWith("2"));
  return /^[45]/.test(status) && old.has("default") ? "default" : undefined;
}

function compareResponse(where, old, now, compare) {
  return [
    ...compareContents("response", where, old.response, now.response, compare),
    ...compare({ schema: headersOf(old), at: where }, { schema: headersOf(now), at: where }),
  ];
}

/** Headers read like the properties of an object. */
function headersOf({ spec, response }) {
  const headers = Object.entries(response.headers ?? {}).map(([name, ref]) => [
    `header ${name.toLowerCase()}`,
    resolved(spec, ref),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(headers.map(([name, header]) => [name, schemaOf(header)])),
    required: headers.filter(([, { required }]) => required).map(([name]) => name),
  };
}
