/** The fetch of a run: sends what the target allows, and records each request with its answer. */
import { Blocked } from "./blocked.ts";
import { BOUNDS, type Bounds, Deadline, OutOfTime, seconds } from "./bounds.ts";
import { type Broken, type Judge, tag } from "./broken.ts";
import { enter, forbidden } from "./changes.ts";
import {
  type Answer,
  type Exchange,
  exchangeOf,
  type Fetch,
  record,
  requestNameOf,
} from "./exchange.ts";
import { Ledger } from "./ledger.ts";
import { Secrets } from "./secrets.ts";
import type { Target } from "./target.ts";

/** Sees every answer and counts the requests. */
export interface Onlooker {
  requests: number;
  look(answer: Answer, target: Target, secrets: Secrets): void;
}

export interface SendingOptions {
  /** Default: one in memory. */
  ledger?: Ledger | undefined;
  /** Maximum number of requests. Default: no bound. */
  budget?: number | undefined;
  /** Default: one that only counts. */
  watch?: Onlooker | undefined;
  /** Default: the target's keys. */
  secrets?: Secrets | undefined;
  /** Default: `BOUNDS`. */
  bounds?: Bounds | undefined;
  /** Things that the run has found broken. Default: none. */
  broken?: Broken | undefined;
  /** The rule that is checked. */
  rule?: Judge | undefined;
  /** Other checks may run beside this one, which changes nothing. Default: false. */
  reads?: boolean | undefined;
  /** Ends everything that is sent or waited for. Default: never. */
  deadline?: Deadline | undefined;
}

export type Recording = SendingOptions & {
  onSend(exchange: Exchange): void;
  onBlock(blocked: Blocked): void;
  isWrong?: boolean;
};

/** Sends what the target allows, and records it in the exchange, the ledger and the watch. */
export function recordedFetch(target: Target, recording: Recording): Fetch {
  const {
    ledger = new Ledger(),
    secrets = Secrets.of(target),
    watch = { requests: 0, look() {} },
    isWrong = false,
  } = recording;
  return async (url, init) => {
    await recording.deadline?.stopIfOver();
    const exchange = { ...completeExchange(url, init, target), isWrong };
    const blocked = blocking(exchange, target, { ...recording, ledger, watch });
    if (blocked) {
      recording.onBlock(blocked);
      throw blocked;
    }
    watch.requests += 1;
    recording.onSend(exchange);
    const enterAnswer = enter(exchange, { ledger, rule: recording.rule, secrets });
    const response = await patiently(recording, target, () =>
      answerTo(exchange, target, init, recording),
    );
    secrets.learn(exchange.json);
    enterAnswer();
    watch.look(exchange as Answer, target, secrets);
    return response;
  };
}

/** Adds the query parameters that the target requires of this route. */
function completeExchange(url: string, init: RequestInit, target: Target): Exchange {
  const exchange = exchangeOf(url, init, target.url);
  const required = Object.entries(target.queries?.[exchange.route?.name ?? ""] ?? {});
  const missing = required.filter(([name]) => !exchange.query.has(name));
  if (missing.length === 0) return exchange;
  const complete = new URL(url);
  for (const [name, value] of missing) complete.searchParams.set(name, value);
  return exchangeOf(complete.href, init, target.url);
}

/** Returns why a request is not sent. */
function blocking(
  exchange: Exchange,
  target: Target,
  {
    broken,
    budget = Infinity,
    ledger,
    reads = false,
    rule,
    watch,
  }: Recording & { ledger: Ledger; watch: Onlooker },
): Blocked | undefined {
  if (watch.requests >= budget) return new Blocked(`the budget of ${budget} requests is used up`);
  const { route } = exchange;
  if (route && !target.routes.includes(route)) return new Blocked(`${route.name} is not served`);
  const reason = forbidden(exchange, target, { ledger, reads });
  if (reason !== undefined) return new Blocked(reason);
  return rule && broken?.blocking(requestNameOf(exchange), rule);
}

const ANSWER = "an answer";

/** The shortest wait for an answer, in milliseconds, however many did not come. */
const LEAST_MS = 1_000;

/** Sends once, and reads the whole answer. */
async function answerTo(
  exchange: Exchange,
  { fetch = globalThis.fetch }: Target,
  init: RequestInit,
  { bounds = BOUNDS, broken, deadline }: SendingOptions,
): Promise<Response> {
  const { requestMs } = bounds;
  const patienceMs = broken?.patienceMs(ANSWER, requestMs) ?? requestMs;
  const boundMs = Math.max(patienceMs, Math.min(requestMs, LEAST_MS));
  const name = requestNameOf(exchange);
  let late: OutOfTime | undefined;
  const beLate = () => {
    late = new OutOfTime(`${name} was not answered within ${seconds(boundMs)}`);
    return late;
  };
  const own = new Deadline(boundMs, beLate, deadline?.signal, init.signal);
  try {
    return await own.race(async (signal) =>
      record(exchange, await fetch(exchange.url, { ...init, signal })),
    );
  } catch (error) {
    if (late && error === late) {
      broken?.waitedInVain(ANSWER);
      tag(error, name);
    }
    throw error;
  } finally {
    own.end();
  }
}

/** Far below the latency of an operation. */
const BUSY_MS = 50;

/** Waits out a 429: the document shows no rate limits, so one is not a fault. */
async function patiently(
  { deadline = new Deadline() }: SendingOptions,
  { control, waitsOut = [] }: Target,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    const { status } = response;
    const isPassing = status === 429 || waitsOut.includes(status);
    if (!isPassing || attempt === 5) return response;
    // A clock moved by hand does not run by itself, so waiting would not help.
    if (!control) await deadline.sleep(delayMsOf(response));
    else if (status !== 429) control.advance(BUSY_MS);
  }
}

/** 0 means at once; without a number, or with a date, one second. At most ten. */
function delayMsOf({ headers }: Response): number {
  const asked = headers.get("retry-after") || "1";
  const askedMs = Number(asked) * 1_000;
  return askedMs >= 0 ? Math.min(askedMs, 10_000) : 1_000;
}
