/** What a check works with: clients of the target, a record of what they sent, what was answered. */
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, type ClientOptions, createClient } from "@hosted-postgres/client";
import { exampleNames, type Route, route as routeOf, routes, send } from "./routes.ts";
import type { Target } from "./targets/target.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Context {
  target: Target;
  /** A client of the target with its key. */
  api: ApiClient;
  /** Another client; what is not given is as in `api`. */
  client(options?: Partial<ClientOptions>): ApiClient;
  /** A fetch that asks the mock for these examples, one a request, and fails when there are more. */
  play(...turns: Turn[]): Fetch;
  /** The fetch of every client here. */
  fetch: Fetch;
  /** Lets the server's time pass, in milliseconds: at once where it can be moved. */
  pause(ms: number): Promise<void>;
  /** What this check sent, in order. */
  exchanges: Exchange[];
  /** Every answer of a shape the document shows that this target gives to reading alone, or by name. */
  answers(): Promise<Answer[]>;
}

/** The name of an example, and what to change in it. */
export type Turn = string | { example: string; edit: (body: never) => unknown };

export interface Exchange {
  method: string;
  /** As it was passed to fetch, so with its encoding. */
  url: string;
  headers: Headers;
  body: RequestInit["body"];
  sentAtMs: number;
  /** Undefined as long as there is no answer. */
  status?: number;
}

export interface Answer {
  /** The path parameters it was asked with. */
  ids: Target["ids"];
  /** Method and path as the spec writes them. */
  route: string;
  response: Response;
  body: unknown;
}

/** Gives each test a context of its own on one target; the answers are asked for once. */
export function createSession(target: Target): () => Context {
  let answers: Promise<Answer[]> | undefined;
  return () =>
    createContext(target, () => {
      answers ??= collectAnswers(createContext(target, async () => []));
      return answers;
    });
}

export function createContext(target: Target, answers: Context["answers"]): Context {
  const exchanges: Exchange[] = [];

  const record: Fetch = async (url, init) => {
    const exchange: Exchange = {
      method: init.method ?? "GET",
      url,
      headers: new Headers(init.headers),
      body: init.body,
      sentAtMs: performance.now(),
    };
    exchanges.push(exchange);
    const response = await patientFetch(url, init);
    exchange.status = response.status;
    return response;
  };

  const client = (options?: Partial<ClientOptions>) =>
    createClient({ baseUrl: target.url, apiKey: target.apiKey, fetch: record, ...options });

  function play(...turns: Turn[]): Fetch {
    const left = [...turns];
    return async (url, init) => {
      const turn = left.shift();
      if (turn === undefined) throw new Error("one request more than was expected");
      const headers = new Headers(init.headers);
      headers.set("Prefer", `example=${typeof turn === "string" ? turn : turn.example}`);
      const response = await record(url, { ...init, headers });
      return typeof turn === "string"
        ? response
        : Response.json(turn.edit((await response.json()) as never));
    };
  }

  const pause = async (ms: number) => {
    if (target.control) target.control.advance(ms);
    else await sleep(ms);
  };

  return { target, api: client(), client, play, fetch: record, pause, exchanges, answers };
}

/** Waits when a server asks for it: rate limits are not shown, so they are no fault. */
async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init);
    if (response.status !== 429 || attempt === 5) return response;
    const askedS = Number(response.headers.get("retry-after"));
    await sleep(Math.min(askedS > 0 ? askedS * 1_000 : 1_000, 10_000));
  }
}

/** Every answer of a shape that is shown: each example, or else what a short life of a compute gives. */
export async function collectAnswers({ api, target }: Context): Promise<Answer[]> {
  const found: Answer[] = [];
  const played = target.lacks.examples === undefined;
  const readOnly = target.lacks.writes !== undefined;
  let ids = target.ids;

  async function ask(route: Route, { example, body }: { example?: string; body?: object } = {}) {
    if (readOnly && route.method !== "GET") return;
    if (!route.pathParameters.every((name) => name in ids)) return;
    const headers = example ? { Prefer: `example=${example}` } : {};
    const { data, response } = await send(api, route, { ids, headers, body });
    if (response.ok) found.push({ route: route.name, ids, response, body: data });
    return data as { endpoint?: { id: string }; operations?: { id: string }[] } | undefined;
  }

  if (played) {
    for (const route of routes.filter(({ responseShown }) => responseShown)) {
      for (const example of exampleNames(route)) await ask(route, { example });
    }
    return found;
  }

  const { project_id, free_branch_id, other_free_branch_id } = target.ids;
  await ask(routeOf("POST /organizations/{org_id}/api_keys"), {
    body: { key_name: "ci", project_id },
  });
  const created = await ask(routeOf("POST /projects/{project_id}/endpoints"), {
    body: { endpoint: { branch_id: free_branch_id, type: "read_write" } },
  });
  if (created?.endpoint) ids = { ...ids, endpoint_id: created.endpoint.id };
  await ask(routeOf("GET /projects"));
  await ask(routeOf("GET /projects/{project_id}/endpoints"));
  await ask(routeOf("PATCH /projects/{project_id}/endpoints/{endpoint_id}"), {
    body: { endpoint: { branch_id: other_free_branch_id } },
  });
  const listed = await ask(routeOf("GET /projects/{project_id}/operations"));
  for (const { id } of listed?.operations?.slice(0, 5) ?? []) {
    ids = { ...ids, operation_id: id };
    await ask(routeOf("GET /projects/{project_id}/operations/{operation_id}"));
  }
  await ask(routeOf("DELETE /projects/{project_id}/endpoints/{endpoint_id}"));
  return found;
}
