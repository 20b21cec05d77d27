/** Wrong providers that nobody thought of one by one: each made by one rule from the spec. */

import { type Route, resolve, routes } from "@hosted-postgres/contract-tests/spec/routes";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes as named } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf, type Group } from "../fault.ts";
import { ask, editAnswers, edited, front, type Json, withBody } from "../provider.ts";

const SHAPES = "Endpoints, Detailed shapes";
const AUTH = "Authentication 2";

const {
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  deleteEndpoint: DELETE,
  listOperations: OPERATIONS,
} = named;

const must = (id: string, group: Group, source: string, text: string, apply: Apply) =>
  faultsOf(group).must(`operator-${id}`, source, text, apply);

/** A property of an answer: the names on the way to it, `*` for each item of an array. */
type Path = string[];

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
}

function pathsIn(schema: Schema): Path[] {
  const { properties = {}, items, allOf = [] } = resolve(schema) as Schema;
  const here = Object.entries(properties).flatMap(([name, property]) => [
    [name],
    ...pathsIn(property).map((path) => [name, ...path]),
  ]);
  const inside = items ? pathsIn(items).map((path) => ["*", ...path]) : [];
  const all = [...here, ...inside, ...allOf.flatMap(pathsIn)];
  // What a part of the schema adds to another has its name in both.
  return [...new Map(all.map((path) => [path.join("."), path])).values()];
}

/** Edits whatever stands at the path: `edit` gets the object that has it. */
function at(body: Json, [name, ...rest]: Path, edit: (owner: Json, name: string) => void): void {
  if (typeof body !== "object" || body === null || name === undefined) return;
  if (name === "*") for (const item of body) at(item, rest, edit);
  else if (rest.length > 0) at(body[name], rest, edit);
  else if (body[name] !== undefined) edit(body, name);
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

/** What can be wrong with one property. */
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

/** Whether the document lets an answer of this route leave a property out, or has none there. */
function isOptional({ name }: Route, path: Path): boolean {
  const property = path.at(-1);
  // That it is there is stated of what was active: the rules look for it in the list.
  if (property === "last_active") return name !== LIST;
  // How the last page looks is not shown.
  return property === "cursor";
}

function isThere({ name }: Route, path: Path): boolean {
  const property = path.at(-1);
  if (property === "pending_state") return name !== LIST && name !== DELETE;
  if (name === DELETE) return path[0] !== "operations" || path.length === 1;
  return name !== CREATE || property !== "last_active";
}

const shown = routes.filter(({ responseShown }) => responseShown);

const properties = shown.flatMap((route) =>
  pathsIn(route.success.schema)
    .filter((path) => isThere(route, path))
    .flatMap((path) =>
      Object.entries(MUTATIONS)
        .filter(([what]) => !isOptional(route, path) || what === "nulls" || what === "retypes")
        // One of null may stand for an absent one.
        .filter(([what]) => path.at(-1) !== "cursor" || what !== "nulls")
        .map(([what, mutate]) =>
          must(
            `${what}-${path.join(".")}-of-${route.name.replace(/[^A-Za-z_]+/g, "-")}`,
            "conventions",
            SHAPES,
            `${route.name} ${what} ${path.join(".")}.`,
            editAnswers(route.name, (body) => at(body, path, mutate)),
          ),
        ),
    ),
);

/** Lets requests of one route in that should be answered 401. */
const lettingIn =
  ({ name }: Route, isLetIn: (headers: Headers) => boolean): Apply =>
  (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name !== name || response.status !== 401 || !isLetIn(call.headers)) return response;
      const headers = new Headers(call.headers);
      headers.set("authorization", `Bearer ${emulator.keys.admin}`);
      return pass({ headers });
    });

const unlocked = routes.flatMap((route) => [
  must(
    `no-key-for-${wordsOf(route)}`,
    "auth",
    AUTH,
    `${route.name} takes requests without a key.`,
    lettingIn(route, (headers) => !headers.has("authorization")),
  ),
  must(
    `any-key-for-${wordsOf(route)}`,
    "auth",
    AUTH,
    `${route.name} takes requests with any key.`,
    lettingIn(route, (headers) => /^Bearer \S+$/.test(headers.get("authorization") ?? "")),
  ),
]);

/** Answers with what a GET would have said before the last write. */
const stale =
  (name: string): Apply =>
  (emulator) => {
    const seen = new Map<string, Headers>();
    const before = new Map<string, string>();
    return front(emulator, async (call, pass) => {
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
  };

/** Answers from a cache that a write with the same path alone makes forget. */
const cached =
  (name: string): Apply =>
  (emulator: Emulator) => {
    const cache = new Map<string, string>();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.method !== "GET") cache.delete(call.url);
      if (call.name !== name || !response.ok) return response;
      const text = cache.get(call.url) ?? (await response.clone().text());
      cache.set(call.url, text);
      return withBody(response, text);
    });
  };

const reads = shown
  .filter(({ method }) => method === "GET")
  .flatMap((route) => [
    must(
      `stale-${wordsOf(route)}`,
      "conventions",
      SHAPES,
      `${route.name} answers as before the last write.`,
      stale(route.name),
    ),
    must(
      `cached-${wordsOf(route)}`,
      "conventions",
      SHAPES,
      `${route.name} answers from a cache.`,
      cached(route.name),
    ),
  ]);

/** Of lists that must have each item, and each once. */
const lists = [
  ["GET /projects", "projects"],
  [LIST, "endpoints"],
  [OPERATIONS, "operations"],
  [CREATE, "operations"],
  ["PATCH /projects/{project_id}/endpoints/{endpoint_id}", "operations"],
] as const;

const listFaults = lists.flatMap(([name, list]) => {
  const editing = (edit: (items: Json[]) => Json): Apply =>
    editAnswers(name, (body) => {
      if (body[list].length > 0) body[list] = edit(body[list]);
    });
  const words = `${list}-of-${name.replace(/[^A-Za-z_]+/g, "-")}`;
  const isCounted = !name.startsWith("PATCH");
  return [
    must(
      `loses-last-of-${words}`,
      "conventions",
      SHAPES,
      `${name} loses the last of ${list}.`,
      editing((items) => items.slice(0, -1)),
    ),
    must(
      `loses-first-of-${words}`,
      "conventions",
      SHAPES,
      `${name} loses the first of ${list}.`,
      editing((items) => items.slice(1)),
    ),
    must(
      `empties-${words}`,
      "conventions",
      SHAPES,
      `${name} has nothing in ${list}.`,
      editing(() => []),
    ),
    must(
      `ends-${words}-with-null`,
      "conventions",
      SHAPES,
      `${name} has null at the end of ${list}.`,
      editing((items) => [...items, null]),
    ),
    must(
      `lists-ids-in-${words}`,
      "conventions",
      SHAPES,
      `${name} has ids only in ${list}.`,
      editing((items) => items.map(({ id }) => id)),
    ),
    ...(isCounted
      ? [
          must(
            `repeats-last-of-${words}`,
            "conventions",
            SHAPES,
            `${name} has the last of ${list} twice.`,
            editing((items) => [...items, items.at(-1)]),
          ),
        ]
      : []),
  ];
});

const others = [
  must(
    "reverses-operations",
    "pagination",
    "Endpoints, Rules 4",
    "A page of operations begins with the oldest.",
    editAnswers(OPERATIONS, (body) => {
      body.operations.reverse();
    }),
  ),
  must(
    "swaps-first-operations",
    "pagination",
    "Endpoints, Rules 4",
    "The two newest operations of a page change places.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== OPERATIONS) return response;
        return edited(response, ({ operations: [first, second, ...rest] }) => {
          // Of what began in the same second nobody sees the order.
          if (!second || first.created_at === second.created_at) return undefined;
          return { operations: [second, first, ...rest], pagination: {} };
        });
      }),
  ),
  ...shown.flatMap(({ name, method, path }) => [
    must(
      `answers-500-to-${wordsOf({ method, path })}`,
      "requests",
      SHAPES,
      `${name} is answered 500.`,
      (emulator) =>
        front(emulator, async (call, pass) => {
          const response = await pass();
          return call.name === name && response.ok ? new Response(null, { status: 500 }) : response;
        }),
    ),
    must(
      `answers-of-another-${wordsOf({ method, path })}`,
      "requests",
      SHAPES,
      `${name} answers what GET /regions answers.`,
      (emulator) =>
        front(emulator, async (call, pass) => {
          const response = await pass();
          return call.name === name && response.ok
            ? withBody(response, JSON.stringify(await ask(emulator, "GET /regions")))
            : response;
        }),
    ),
  ]),
  ...routes.map(({ name, method, path }) =>
    must(
      `no-route-${wordsOf({ method, path })}`,
      "requests",
      "Endpoints, Tables",
      `${name} is answered 405.`,
      (emulator) =>
        front(emulator, async (call, pass) => {
          const response = call.name === name && call.method !== "GET" ? undefined : await pass();
          if (response && (call.name !== name || response.status === 401)) return response;
          const { status } =
            response ?? (await emulator.fetch(`${emulator.url}/auth`, { headers: call.headers }));
          return status === 401 ? pass() : new Response(null, { status: 405 });
        }),
    ),
  ),
];

function wordsOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method}${path.replace(/[{}]/g, "").replaceAll("/", "-")}`;
}

export const derivedFaults: Fault[] = [
  ...properties,
  ...unlocked,
  ...reads,
  ...listFaults,
  ...others,
];
