/** The last requests to the API, for whoever looks at what a program sends. */
import { PREFIX } from "../http.ts";
import { findRoute } from "../router.ts";
import { withoutSecrets, withoutSecretsIn } from "./secrets.ts";
import type { Schemas } from "./views.ts";

/** The log keeps this many requests. */
const KEPT = 200;
/** Larger bodies are not kept, in bytes. */
const MAX_KEPT_BYTES = 65_536;

export interface Exchange {
  method: string;
  target: string;
  /** 0 when the connection was dropped. */
  status: number;
  ms: number;
  /** By the emulator's clock. */
  atMs: number;
  sent: string | Uint8Array;
  received: string;
}

interface Entry extends Exchange {
  id: number;
  bytes: { sent: number; received: number };
}

export class RequestLog {
  readonly #ring: Entry[] = [];
  /** The id of the newest one: they count from 1. */
  lastId = 0;

  add(exchange: Exchange): void {
    const { sent, received } = exchange;
    this.lastId += 1;
    this.#ring[this.lastId % KEPT] = {
      ...exchange,
      id: this.lastId,
      bytes: { sent: Buffer.byteLength(sent), received: Buffer.byteLength(received) },
      sent: sent.length > MAX_KEPT_BYTES ? "" : sent,
      received: received.length > MAX_KEPT_BYTES ? "" : received,
    };
  }

  /** Those after the given id, newest first. */
  after(id: number, limit = KEPT): Schemas["Request"][] {
    const oldest = Math.max(id, this.lastId - Math.min(limit, KEPT));
    const requests = [];
    for (let at = this.lastId; at > oldest; at--) {
      requests.push(requestView(this.#ring[at % KEPT] as Entry));
    }
    return requests;
  }

  /** With its bodies; undefined if it is unknown or too old. */
  get(id: number) {
    const entry = this.#ring[id % KEPT];
    if (entry?.id !== id) return undefined;
    const { bytes, sent, received } = entry;
    return {
      request: requestView(entry),
      sent: bodyView(bytes.sent, sent),
      received: bodyView(bytes.received, received),
    };
  }
}

function requestView({ id, method, target, status, ms, atMs }: Entry): Schemas["Request"] {
  return {
    id,
    method,
    target: withoutSecretsIn(target),
    operation_id: operationIdOf(method, target),
    status,
    ms: Math.round(ms * 1_000) / 1_000,
    at: new Date(atMs).toISOString(),
  };
}

function operationIdOf(method: string, target: string): string | null {
  const [pathname = ""] = target.split("?", 1);
  if (!pathname.startsWith(`${PREFIX}/`)) return null;
  try {
    return findRoute(method, pathname.slice(PREFIX.length)).route.operationId;
  } catch {
    return null;
  }
}

function bodyView(bytes: number, body: string | Uint8Array): Schemas["Body"] {
  if (body.length === 0) return { bytes };
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  try {
    return { bytes, json: withoutSecrets(JSON.parse(text)) };
  } catch {
    return { bytes, text: withoutSecretsIn(text) };
  }
}
