/** Changes as server-sent events. Nothing is watched while nobody reads. */
import type { ServerResponse } from "node:http";
import { Problem } from "../problem.ts";
import { ChangeCollector } from "./changes.ts";
import { type Context, settledWorld, stateOf } from "./context.ts";
import { clockOf, type Schemas } from "./views.ts";

/** Interval between two sends, in milliseconds. */
const EVERY_MS = 100;
/** Sends between two `clock` events. */
const CLOCK_TURNS = 10;
/** One event shows at most this many requests. */
const MAX_REQUESTS = 100;
/** A reader with more than this many bytes unread gets nothing until it has read them. */
const MAX_UNREAD_BYTES = 1_048_576;
const MAX_READERS = 50;

interface Reader {
  /** The origin at which it reaches the emulator. */
  origin: string;
  /** Whether it gets the whole state next. */
  needsState: boolean;
}

export class EventStream {
  readonly #context: Context;
  readonly #readers = new Map<ServerResponse, Reader>();
  #timer: NodeJS.Timeout | undefined;
  #changes: ChangeCollector | undefined;
  #turns = 0;
  #lastRequest = 0;
  #advancedMs = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Writes events to a response until it is closed.
   *
   * @throws {Problem} 429 when too many are open
   */
  add(response: ServerResponse, origin: string): void {
    if (this.#readers.size >= MAX_READERS) {
      throw new Problem("rateLimited", `${MAX_READERS} event streams are open; close some of them`);
    }
    // The others get what happened until now, which is in the state that the new one begins with.
    this.#turn();
    this.#timer ??= setInterval(() => this.#turn(), EVERY_MS);
    this.#readers.set(response, { origin, needsState: true });
    response.on("close", () => {
      this.#readers.delete(response);
      if (this.#readers.size === 0) this.#stop();
    });
    this.#send("");
  }

  /** Ends every response. */
  close(): void {
    for (const response of this.#readers.keys()) response.end();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#changes?.stop();
    this.#changes = undefined;
  }

  #turn(): void {
    const world = settledWorld(this.#context);
    if (world !== this.#changes?.world) {
      this.#changes?.stop();
      this.#changes = new ChangeCollector(this.#context, world);
      this.#requireState();
    }
    const changes = this.#changes.take();
    if (changes === "many") this.#requireState();
    this.#send(
      [
        changes === "many" ? "" : eventOf("changes", changes),
        eventOf("requests", this.#newRequests()),
        eventOf("clock", this.#clock()),
      ].join(""),
    );
  }

  #requireState(): void {
    for (const reader of this.#readers.values()) reader.needsState = true;
  }

  #send(events: string): void {
    for (const [response, reader] of this.#readers) {
      if (response.writableLength > MAX_UNREAD_BYTES) {
        reader.needsState = true;
      } else if (reader.needsState) {
        reader.needsState = false;
        response.write(eventOf("state", stateOf(this.#context, reader.origin)));
      } else if (events !== "") {
        response.write(events);
      }
    }
  }

  #newRequests(): Schemas["Requests"] | undefined {
    const { requests } = this.#context;
    const count = requests.lastId - this.#lastRequest;
    if (count === 0) return undefined;
    const newest = requests.after(this.#lastRequest, MAX_REQUESTS);
    this.#lastRequest = requests.lastId;
    return { requests: newest, skipped: count - newest.length };
  }

  #clock(): Schemas["Clock"] | undefined {
    const clock = clockOf(this.#context.core.world);
    this.#turns += 1;
    if (this.#turns % CLOCK_TURNS !== 0 && clock.advanced_ms === this.#advancedMs) return undefined;
    this.#advancedMs = clock.advanced_ms;
    return clock;
  }
}

function eventOf(name: string, data: object | undefined): string {
  return data === undefined ? "" : `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
