/** Wrong providers that nobody thought of one by one: each rule below derives many from the spec. */
import { type Route, resolve, routes } from "@hosted-postgres/contract-tests/spec/routes";
import { routes as named } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, type Group, inGroup, type Row } from "../fault.ts";
import { ask, type Call, type Json, keyed, withBody } from "../provider.ts";
import { answering, at, between, editing, fresh, insteadOf, set } from "../verbs.ts";

const SHAPES = "Endpoints, Detailed shapes";

const {
  listProjects: PROJECTS,
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  listOperations: OPERATIONS,
} = named;

/** The routes whose answer the document shows. */
const shown = routes.filter(({ responseShown }) => responseShown);

const must = (id: string, group: Group, source: string, ...row: Row): Fault[] =>
  inGroup(group).must(source, { [`operator-${id}`]: row });

function wordsOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method}${path.replace(/[{}]/g, "").replaceAll("/", "-")}`;
}

const joined = (name: string) => name.replace(/[^A-Za-z_]+/g, "-");

/** The names on the way to a property, `*` for each item of an array. */
type Path = string[];

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
}

function pathsIn(schema: Schema): Path[] {
  const { properties = {}, items, allOf = [] } = resolve<Schema>(schema);
  const here = Object.entries(properties).flatMap(([name, property]) => [
    [name],
    ...pathsIn(property).map((path) => [name, ...path]),
  ]);
  const inside = items ? pathsIn(items).map((path) => ["*", ...path]) : [];
  const all = [...here, ...inside, ...allOf.flatMap(pathsIn)];
  // Parts of an allOf repeat the names they add to.
  return [...new Map(all.map((path) => [path.join("."), path])).values()];
}

const camelCase = (name: string) => {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return camel === name ? `${name[0]?.toUpperCase()}${name.slice(1)}` : camel;
};

function retyped(value: Json): Json {
  if (typeof value === "string") return Number.isNaN(Number(value)) ? [value] : Number(value);
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  if (typeof value === "object" && value !== null) return [value];
  return String(value);
}

/** The ways in which one property can be wrong. */
const MUTATIONS: Record<string, (owner: Json, name: string) => void> = {
  drops: (owner, name) => {
    delete owner[name];
  },
  nulls: (owner, name) => {
    owner[name] = null;
  },
  retypes: (owner, name) => {
    owner[name] = retyped(owner[name]);
  },
  renames: (owner, name) => {
    owner[camelCase(name)] = owner[name];
    delete owner[name];
  },
};

/** Whether answers of this route may lack a property. */
function isOptional({ name }: Route, path: Path): boolean {
  const property = path.at(-1);
  // The rules look for last_active only in the list, where computes were active.
  if (property === "last_active") return name !== LIST;
  // The document does not show the last page.
  return property === "cursor";
}

/** Whether answers of this route ever have a property. */
function isPresent({ name }: Route, path: Path): boolean {
  const property = path.at(-1);
  if (property === "pending_state") return name !== LIST && name !== DELETE;
  if (name === DELETE) return path[0] !== "operations" || path.length === 1;
  return name !== CREATE || property !== "last_active";
}

/** Whether a mutation breaks a sentence: an absent or a null property may be allowed. */
function isWrong(mutation: string, route: Route, path: Path): boolean {
  if (mutation === "retypes") return true;
  if (mutation === "nulls") return path.at(-1) !== "cursor";
  return !isOptional(route, path);
}

const properties = shown.flatMap((route) =>
  pathsIn(route.success.schema)
    .filter((path) => isPresent(route, path))
    .flatMap((path) =>
      Object.entries(MUTATIONS)
        .filter(([mutation]) => isWrong(mutation, route, path))
        .flatMap(([mutation, mutate]) =>
          must(
            `${mutation}-${path.join(".")}-of-${joined(route.name)}`,
            "conventions",
            SHAPES,
            `${mutation} ${path.join(".")} in answers to ${route.name}`,
            editing(route.name, (body) =>
              at(body, path, (owner, name) => {
                if (owner[name] !== undefined) mutate(owner, name);
              }),
            ),
          ),
        ),
    ),
);

/** Admits requests to one route that should be answered 401. */
const admitting = ({ name }: Route, isAdmitted: (headers: Headers) => boolean): Apply =>
  insteadOf(401, name, async (response, { headers, emulator }, pass) =>
    isAdmitted(headers) ? pass({ headers: keyed(headers, emulator.keys.admin) }) : response,
  );

const unlocked = routes.flatMap((route) => [
  ...must(
    `no-key-for-${wordsOf(route)}`,
    "auth",
    "Authentication 2",
    `accepts requests without a key for ${route.name}`,
    admitting(route, (headers) => !headers.has("authorization")),
  ),
  ...must(
    `any-key-for-${wordsOf(route)}`,
    "auth",
    "Authentication 2",
    `accepts any key for ${route.name}`,
    admitting(route, (headers) => /^Bearer \S+$/.test(headers.get("authorization") ?? "")),
  ),
]);

/** Answers a read as it was before the last write. */
const stale = (name: string): Apply =>
  fresh((emulator) => {
    const seen = new Map<string, Headers>();
    const before = new Map<string, string>();
    return between(async (call, pass) => {
      if (call.method !== "GET") {
        for (const [url, headers] of seen) {
          const response = await emulator.fetch(url, { headers });
          if (response.ok) before.set(url, await response.text());
        }
        return pass();
      }
      const response = await pass();
      if (call.name !== name || !response.ok) return response;
      seen.set(call.url, call.headers);
      return withBody(response, before.get(call.url) ?? (await response.text()));
    });
  });

/** Answers a read from a cache that only a write to the same URL invalidates. */
const cached = (name: string): Apply =>
  fresh(() => {
    const cache = new Map<string, string>();
    return between(async (call, pass) => {
      const response = await pass();
      if (call.method !== "GET") cache.delete(call.url);
      if (call.name !== name || !response.ok) return response;
      const text = cache.get(call.url) ?? (await response.clone().text());
      cache.set(call.url, text);
      return withBody(response, text);
    });
  });

const reads = shown
  .filter(({ method }) => method === "GET")
  .flatMap((route) => [
    ...must(
      `stale-${wordsOf(route)}`,
      "conventions",
      SHAPES,
      `answers ${route.name} as before the last write`,
      stale(route.name),
    ),
    ...must(
      `cached-${wordsOf(route)}`,
      "conventions",
      SHAPES,
      `answers ${route.name} from a cache`,
      cached(route.name),
    ),
  ]);

/** Lists that must have every item exactly once. */
const LISTS = [
  [PROJECTS, "projects"],
  [LIST, "endpoints"],
  [OPERATIONS, "operations"],
  [CREATE, "operations"],
  [UPDATE, "operations"],
] as const;

/** The ways in which a list can be wrong. */
const LIST_EDITS: [verb: string, suffix: string, does: string, edit: (items: Json[]) => Json[]][] =
  [
    ["loses-last-of", "", "loses the last item of", (items) => items.slice(0, -1)],
    ["loses-first-of", "", "loses the first item of", (items) => items.slice(1)],
    ["empties", "", "empties", () => []],
    ["ends", "-with-null", "adds null at the end of", (items) => [...items, null]],
    ["lists-ids-in", "", "lists only ids in", (items) => items.map(({ id }) => id)],
    ["repeats-last-of", "", "repeats the last item of", (items) => [...items, items.at(-1)]],
  ];

const lists = LISTS.flatMap(([route, list]) =>
  LIST_EDITS
    // Nothing says how many operations an update starts.
    .filter(([verb]) => verb !== "repeats-last-of" || route !== UPDATE)
    .flatMap(([verb, suffix, does, edit]) =>
      must(
        `${verb}-${list}-of-${joined(route)}${suffix}`,
        "conventions",
        SHAPES,
        `${does} ${list} in answers to ${route}`,
        set(route, list, edit, (body) => body[list].length > 0),
      ),
    ),
);

const order = [
  ...must(
    "reverses-operations",
    "pagination",
    "Endpoints, Rules 4",
    "begins a page of operations with the oldest",
    set(OPERATIONS, "operations", (operations) => operations.toReversed()),
  ),
  ...must(
    "swaps-first-operations",
    "pagination",
    "Endpoints, Rules 4",
    "swaps the two newest operations of a page",
    editing(OPERATIONS, ({ operations: [first, second, ...rest] }) => {
      // Operations that began in the same second have no visible order.
      if (!second || first.created_at === second.created_at) return undefined;
      return { operations: [second, first, ...rest], pagination: {} };
    }),
  ),
];

const answers = shown.flatMap((route) => [
  ...must(
    `answers-500-to-${wordsOf(route)}`,
    "requests",
    SHAPES,
    `answers 500 to ${route.name}`,
    answering(route.name, () => new Response(null, { status: 500 })),
  ),
  ...must(
    `answers-of-another-${wordsOf(route)}`,
    "requests",
    SHAPES,
    `answers ${route.name} as if it were GET /regions`,
    answering(route.name, async (response, { emulator }) =>
      withBody(response, JSON.stringify(await ask(emulator, "GET /regions"))),
    ),
  ),
]);

/** Answers 405 to a route, after the key was accepted. */
const unserved = ({ name }: Route): Apply =>
  between(async (call, pass) => {
    if (call.name !== name) return pass();
    const { status } = call.method === "GET" ? await pass() : await askWithItsKey(call);
    return status === 401 ? pass() : new Response(null, { status: 405 });
  });

const askWithItsKey = ({ emulator, headers }: Call): Promise<Response> =>
  emulator.fetch(`${emulator.url}/auth`, { headers });

const unservedRoutes = routes.flatMap((route) =>
  must(
    `no-route-${wordsOf(route)}`,
    "requests",
    "Endpoints, Tables",
    `answers 405 to ${route.name}`,
    unserved(route),
  ),
);

/** Ids begin with "operator", the name of these rules in mutation testing. */
export const derivedFaults: Fault[] = [
  ...properties,
  ...unlocked,
  ...reads,
  ...lists,
  ...order,
  ...answers,
  ...unservedRoutes,
];
