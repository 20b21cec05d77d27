/** Gives a check its clients of the target, and records each request with its answer. */
import { createHash } from "node:crypto";
import { type ApiClient, type ClientOptions, createClient } from "@hosted-postgres/client";
import { Blocked } from "./blocked.ts";
import { BOUNDS, type Bounds, Deadline, OutOfTime, seconds } from "./bounds.ts";
import { Broken, type Judge, tag } from "./broken.ts";
import type { Exchange, Fetch } from "./exchange.ts";
import { seededRandom } from "./random.ts";
import { type Recording, recordedFetch, type SendingOptions } from "./recorded-fetch.ts";
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
  /** The same for requests that are wrong on purpose: no observer judges their answers. */
  fetchWrong: Fetch;
  /**
   * Lets time pass on the server, in milliseconds: at once if its clock can be moved, but for a second
   * or less of a server whose computes take real time.
   */
  pause(ms: number): Promise<void>;
  /**
   * Looks until there is a result other than undefined.
   *
   * @param thing completes "waiting for"
   * @throws {OutOfTime} at the bound of a wait; `seen` says how it was at the last look
   */
  until<T>(thing: string, look: () => Promise<T | undefined>, seen?: () => string): Promise<T>;
  /** Takes a step that the check can do without; undefined if it is blocked. */
  ifPossible<T>(take: () => Promise<T>): Promise<T | undefined>;
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

/** Shared by all checks of a run. */
export interface ContextOptions extends SendingOptions {
  /** Unique names begin with it, and drawn inputs follow from it. Default: 1. */
  seed?: number | undefined;
  /** Wraps the fetch of every client, to make the client wrong in some way. */
  clientFault?: ((next: Fetch) => Fetch) | undefined;
}

/** Between two looks: longer than every documented latency, far shorter than the idle time. */
const LOOK_MS = 1_000;

/** Between the first looks in real time. */
const SOON_MS = 100;

export function createContext(target: Target, options: ContextOptions = {}): Context {
  const { seed = 1, bounds = BOUNDS, broken = new Broken(), deadline = new Deadline() } = options;
  const exchanges: Exchange[] = [];
  let names = 0;
  let heldBack: Blocked | undefined;
  const recording: Recording = {
    ...options,
    onSend: (exchange) => void exchanges.push(exchange),
    onBlock(blocked) {
      heldBack = blocked;
    },
  };
  const fetch = recordedFetch(target, recording);

  const client = clientsOf(target, { ...options, bounds, deadline }, fetch);

  async function pause(ms: number) {
    await deadline.stopIfOver();
    const { control } = target;
    // Short pauses wait for what happens by itself, which takes real time there.
    if (control && !(control.takesTime && ms <= LOOK_MS)) control.advance(ms);
    else await deadline.sleep(ms);
  }

  return {
    target,
    api: client(),
    client,
    play: (...turns) => playing(turns, fetch),
    fetch,
    fetchWrong: recordedFetch(target, { ...recording, isWrong: true }),
    pause,
    async until(thing, look, seen) {
      const boundMs = broken.patienceMs(thing, bounds.waitMs);
      try {
        return await looking(thing, look, seen, { pause, target, boundMs });
      } catch (error) {
        if (error instanceof OutOfTime) broken.waitedInVain(thing);
        tag(error, thing);
        throw error;
      }
    },
    async ifPossible(take) {
      const before = heldBack;
      try {
        return await take();
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        heldBack = before;
        return undefined;
      }
    },
    unique: (name) =>
      target.lacks.state === undefined
        ? `contract-${seed}-${name}-${shortOf(options.rule)}${++names}`
        : name,
    random: seededRandom(seed),
    exchanges,
    heldBack: () => heldBack,
  };
}

/** Creates the clients of a check, each on this fetch unless it is given another. */
function clientsOf(
  target: Target,
  { clientFault, bounds, deadline }: ContextOptions & { bounds: Bounds; deadline: Deadline },
  fetch: Fetch,
): Context["client"] {
  return ({ fetch: own = fetch, ...rest } = {}) => {
    const { faithful, unwrapping } = carrier(deadline);
    const carried = faithful(own);
    return unwrapping(
      createClient({
        baseUrl: target.url,
        apiKey: target.apiKey,
        // The suite would not see the client's retries.
        retries: 0,
        // The suite's own bound comes first, and waits out a 429.
        timeoutMs: 2 * bounds.requestMs,
        ...rest,
        fetch: clientFault?.(carried) ?? carried,
      }),
    );
  };
}

/** Tells the names of rules that run side by side apart, in few letters. */
function shortOf(rule: Judge | undefined): string {
  return rule ? `${createHash("sha256").update(rule.id).digest("hex").slice(0, 6)}-` : "";
}

/** Looks until there is a result, or until patience with this thing is over. */
async function looking<T>(
  thing: string,
  look: () => Promise<T | undefined>,
  seen: (() => string) | undefined,
  { pause, target, boundMs }: Pick<Context, "pause" | "target"> & { boundMs: number },
): Promise<T> {
  const startedMs = performance.now();
  const isSimulated = target.control !== undefined && !target.control.takesTime;
  let passedMs = 0;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (passedMs >= boundMs) break;
    // In real time the end is noticed at most a quarter too late.
    const pauseMs = isSimulated ? LOOK_MS : Math.min(Math.max(passedMs / 4, SOON_MS), LOOK_MS);
    await pause(pauseMs);
    passedMs = isSimulated ? passedMs + pauseMs : performance.now() - startedMs;
  }
  const last = seen ? `: ${seen()}` : "";
  throw new OutOfTime(`waited ${seconds(boundMs)} in vain for ${thing}${last}`);
}

/** Carries errors of the suite through the client, which would wrap them. */
function carrier(deadline: Deadline) {
  const carried = new Map<string, unknown>();
  return {
    faithful:
      (fetch: Fetch): Fetch =>
      (url, init) =>
        fetch(url, init).catch((error) => {
          if (!(error instanceof Blocked || error instanceof OutOfTime)) throw error;
          const name = `carried-${carried.size}`;
          carried.set(name, error);
          throw new Error(name);
        }),
    unwrapping(api: ApiClient): ApiClient {
      const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;
      const unwrapping = methods.map((method) => {
        const call = api[method] as (...args: unknown[]) => Promise<unknown>;
        const unwrapped = async (...args: unknown[]) => {
          // Before the client sets its own timers, which would keep the process alive.
          await deadline.stopIfOver();
          return call(...args).catch((error) => {
            throw carried.get(error.cause?.message) ?? error;
          });
        };
        return [method, unwrapped];
      });
      return { ...api, ...Object.fromEntries(unwrapping) };
    },
  };
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
