/** What a check works with: clients of the target, a record of what they sent, what was answered. */
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, type ClientOptions, createClient } from "@hosted-postgres/client";
import { Blocked } from "./blocked.ts";
import { enter, forbidden } from "./changes.ts";
import { type Answer, type Exchange, exchangeOf, type Fetch, record } from "./exchange.ts";
import { Ledger } from "./ledger.ts";
import { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

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
  /** A name that nothing else has, or the one of the examples where they are all there is. */
  unique(name: string): string;
  /** What this check sent, in order. */
  exchanges: Exchange[];
  /** Why a request was held back, whatever the check made of that. */
  heldBack(): Blocked | undefined;
}

/** The name of an example, and what to change in it. */
export type Turn = string | { example: string; edit: (body: never) => unknown };

/** Sees every answer and counts the requests. */
export interface Onlooker {
  requests: number;
  look(answer: Answer, target: Target, secrets: Secrets): void;
}

/** What the checks of one run on one target have in common. */
export interface Session extends Shared {
  target: Target;
  watch: Onlooker;
  secrets: Secrets;
  ledger: Ledger;
  seed: number;
}

/** What all sessions of a run have in common. */
export interface Shared {
  ledger?: Ledger | undefined;
  /** Names begin with it. Default 1. */
  seed?: number | undefined;
  /** The most requests that may be sent. Default: no bound. */
  budget?: number | undefined;
  /** Stands before the fetch of every client: one that is wrong in some way. */
  clientFault?: ((next: Fetch) => Fetch) | undefined;
}

export function createSession(
  target: Target,
  watch: Onlooker,
  { ledger = new Ledger(), seed = 1, ...shared }: Shared = {},
): Session {
  const secrets = new Secrets();
  secrets.add(target.apiKey, "API_KEY");
  for (const [name, owned] of Object.entries(target.keys ?? {})) {
    secrets.add(owned.key, `${name.toUpperCase()}_KEY`);
  }
  return { ...shared, target, watch, secrets, ledger, seed };
}

/** What a server says that it does not serve, it is not asked for. */
function unserved({ route }: Exchange, { routes }: Target): string | undefined {
  return route && !routes.includes(route) ? `${route.name} is not served` : undefined;
}

let names = 0;

export function createContext(session: Session): Context {
  const { target, watch, secrets, ledger, seed, budget = Infinity, clientFault } = session;
  const { fetch = globalThis.fetch } = target;
  const exchanges: Exchange[] = [];
  let heldBack: Blocked | undefined;

  const recorded: Fetch = async (url, init) => {
    const exchange = exchangeOf(url, init, target.url);
    const reason =
      watch.requests >= budget
        ? `the budget of ${budget} requests is used up`
        : (unserved(exchange, target) ?? forbidden(exchange, target, ledger));
    if (reason !== undefined) {
      heldBack = new Blocked(reason);
      throw heldBack;
    }
    watch.requests += 1;
    exchanges.push(exchange);
    const enterAnswer = enter(exchange, session);
    const response = await record(exchange, await patientFetch(url, init));
    secrets.learn(exchange.json);
    enterAnswer();
    watch.look(exchange as Answer, target, secrets);
    return response;
  };

  /** Waits when a server asks for it: rate limits are not shown, so they are no fault. */
  const patientFetch: Fetch = async (url, init) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, init);
      if (response.status !== 429 || attempt === 5) return response;
      // Where time is moved by hand, none passes by itself.
      if (target.control) continue;
      const askedS = Number(response.headers.get("retry-after"));
      await sleep(Math.min(askedS > 0 ? askedS * 1_000 : 1_000, 10_000));
    }
  };

  // What a client tries again, the suite would not see.
  const client = ({ fetch = recorded, ...options }: Partial<ClientOptions> = {}) => {
    const defaults = { baseUrl: target.url, apiKey: target.apiKey, retries: 0 };
    return createClient({ ...defaults, ...options, fetch: clientFault?.(fetch) ?? fetch });
  };

  function play(...turns: Turn[]): Fetch {
    const left = [...turns];
    return async (url, init) => {
      const turn = left.shift();
      if (turn === undefined) throw new Error("one request more than was expected");
      const headers = new Headers(init.headers);
      headers.set("Prefer", `example=${typeof turn === "string" ? turn : turn.example}`);
      const response = await recorded(url, { ...init, headers });
      return typeof turn === "string"
        ? response
        : Response.json(turn.edit((await response.json()) as never));
    };
  }

  const pause = async (ms: number) => {
    if (target.control) target.control.advance(ms);
    else await sleep(ms);
  };

  const unique = (name: string) =>
    target.lacks.state === undefined ? `contract-${seed}-${name}-${++names}` : name;

  return {
    target,
    api: client(),
    client,
    play,
    fetch: recorded,
    pause,
    unique,
    exchanges,
    heldBack: () => heldBack,
  };
}
