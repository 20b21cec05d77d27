/** Gives a check its clients of the target, and records each request with its answer. */
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, type ClientOptions, createClient } from "@hosted-postgres/client";
import { Blocked } from "./blocked.ts";
import { enter, forbidden } from "./changes.ts";
import { type Answer, type Exchange, exchangeOf, type Fetch, record } from "./exchange.ts";
import { Ledger } from "./ledger.ts";
import { seededRandom } from "./random.ts";
import { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

export interface Context {
  target: Target;
  /** A client of the target with its key. */
  api: ApiClient;
  /** Creates another client; options default to those of `api`. */
  client(options?: Partial<ClientOptions>): ApiClient;
  /** A fetch that asks the mock for these examples, one per request, and fails after the last. */
  play(...turns: Turn[]): Fetch;
  /** The fetch behind every client here. */
  fetch: Fetch;
  /** Lets time pass on the server, in milliseconds: at once if its clock can be moved. */
  pause(ms: number): Promise<void>;
  /** Returns a name that nothing else has; on a target without state, the name as it is. */
  unique(name: string): string;
  /** Draws a number from 0 to 1, the same ones in a run with the same seed. */
  random(): number;
  /** The requests of this check, in order. */
  exchanges: Exchange[];
  /** Set when a request was blocked, even if the check swallowed the error. */
  heldBack(): Blocked | undefined;
}

/** The name of an example, and how to change its body. */
export type Turn = string | { example: string; edit: (body: never) => unknown };

/** Sees every answer and counts the requests. */
export interface Onlooker {
  requests: number;
  look(answer: Answer, target: Target, secrets: Secrets): void;
}

/** Shared by all checks of a run. */
export interface ContextOptions {
  /** Default: one in memory. */
  ledger?: Ledger | undefined;
  /** Unique names begin with it, and drawn inputs follow from it. Default: 1. */
  seed?: number | undefined;
  /** Maximum number of requests. Default: no bound. */
  budget?: number | undefined;
  /** Wraps the fetch of every client, to make the client wrong in some way. */
  clientFault?: ((next: Fetch) => Fetch) | undefined;
  /** Default: one that only counts. */
  watch?: Onlooker | undefined;
  /** Default: the target's keys. */
  secrets?: Secrets | undefined;
}

let names = 0;

export function createContext(target: Target, options: ContextOptions = {}): Context {
  const { seed = 1, clientFault, ...recording } = options;
  const exchanges: Exchange[] = [];
  let heldBack: Blocked | undefined;
  const fetch = recordedFetch(target, recording, {
    onSend: (exchange) => exchanges.push(exchange),
    onBlock: (blocked) => {
      heldBack = blocked;
    },
  });

  // The suite would not see the client's retries.
  const client = ({ fetch: own = fetch, ...rest }: Partial<ClientOptions> = {}) => {
    const defaults = { baseUrl: target.url, apiKey: target.apiKey, retries: 0 };
    return createClient({ ...defaults, ...rest, fetch: clientFault?.(own) ?? own });
  };

  return {
    target,
    api: client(),
    client,
    play: (...turns) => playing(turns, fetch),
    fetch,
    async pause(ms) {
      if (target.control) target.control.advance(ms);
      else await sleep(ms);
    },
    unique: (name) =>
      target.lacks.state === undefined ? `contract-${seed}-${name}-${++names}` : name,
    random: seededRandom(seed),
    exchanges,
    heldBack: () => heldBack,
  };
}

/** Sends what the target allows, and records it in the exchange, the ledger and the watch. */
function recordedFetch(
  target: Target,
  {
    ledger = new Ledger(),
    secrets = Secrets.of(target),
    watch = { requests: 0, look() {} },
    budget = Infinity,
  }: ContextOptions,
  on: { onSend(exchange: Exchange): void; onBlock(blocked: Blocked): void },
): Fetch {
  return async (url, init) => {
    const exchange = exchangeOf(url, init, target.url);
    const reason =
      watch.requests >= budget
        ? `the budget of ${budget} requests is used up`
        : (unserved(exchange, target) ?? forbidden(exchange, target, ledger));
    if (reason !== undefined) {
      const blocked = new Blocked(reason);
      on.onBlock(blocked);
      throw blocked;
    }
    watch.requests += 1;
    on.onSend(exchange);
    const enterAnswer = enter(exchange, { ledger, secrets });
    const response = await record(exchange, await patientFetch(target, url, init));
    secrets.learn(exchange.json);
    enterAnswer();
    watch.look(exchange as Answer, target, secrets);
    return response;
  };
}

/** Blocks requests to routes that the target does not serve. */
function unserved({ route }: Exchange, { routes }: Target): string | undefined {
  return route && !routes.includes(route) ? `${route.name} is not served` : undefined;
}

/** Waits out a 429: the document shows no rate limits, so one is not a fault. */
async function patientFetch(
  { fetch = globalThis.fetch, control }: Target,
  url: string,
  init: RequestInit,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init);
    if (response.status !== 429 || attempt === 5) return response;
    // A clock moved by hand does not run by itself, so waiting would not help.
    if (control) continue;
    const askedS = Number(response.headers.get("retry-after"));
    await sleep(Math.min(askedS > 0 ? askedS * 1_000 : 1_000, 10_000));
  }
}

function playing(turns: Turn[], fetch: Fetch): Fetch {
  const left = [...turns];
  return async (url, init) => {
    const turn = left.shift();
    if (turn === undefined) throw new Error("one request more than was expected");
    const headers = new Headers(init.headers);
    headers.set("Prefer", `example=${typeof turn === "string" ? turn : turn.example}`);
    const response = await fetch(url, { ...init, headers });
    return typeof turn === "string"
      ? response
      : Response.json(turn.edit((await response.json()) as never));
  };
}
