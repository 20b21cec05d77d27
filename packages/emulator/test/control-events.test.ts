/** The stream of events, with readers that a socket would not show. */
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConnectionList } from "../src/control/connections.ts";
import { EventStream } from "../src/control/events.ts";
import { createControl } from "../src/control/index.ts";
import { RequestLog } from "../src/control/request-log.ts";
import { KINDS } from "../src/control/views.ts";
import { createCore } from "../src/emulator.ts";
import type { Store } from "../src/store.ts";
import { StoreError } from "../src/store-error.ts";
import type { Any } from "./control.ts";
import { NOON_MS } from "./support.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

class Reader extends EventEmitter {
  writableLength = 0;
  names: string[] = [];
  last: Any;
  write(text: string): void {
    for (const [, name, data] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
      this.names.push(`${name}`);
      this.last = JSON.parse(`${data}`);
    }
  }
}

function startStream() {
  const core = createCore({ now: () => NOON_MS });
  const requests = new RequestLog();
  const stream = new EventStream({ core, requests, connections: new ConnectionList() });
  const read = () => {
    const reader = new Reader();
    stream.add(reader as unknown as ServerResponse, "http://localhost");
    return reader;
  };
  const request = () =>
    requests.add({
      ...{ method: "GET", target: "/api/v2/projects", status: 200 },
      ...{ ms: 1, atMs: NOON_MS, sent: "", received: "" },
    });
  const { project_id } = core.emulator.ids;
  const change = () => core.emulator.startOperation({ project_id, action: "tenant_detach" });
  return { core, read, change, request };
}

describe("the stream of events", () => {
  test("watches the world only while somebody reads", () => {
    const { core, read } = startStream();
    const watched = () => KINDS.filter((kind) => core.world[kind].onChange !== undefined);

    expect(watched()).toEqual([]);
    const [first, second] = [read(), read()];
    expect(watched()).toEqual([...KINDS]);
    first.emit("close");
    expect(watched()).toEqual([...KINDS]);
    second.emit("close");

    expect(watched()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stops to watch a world that was replaced", async () => {
    const { core, read } = startStream();
    read();
    const before = core.world;

    await core.emulator.reset();
    vi.advanceTimersByTime(100);

    expect(before.operations.onChange).toBeUndefined();
    expect(core.world.operations.onChange).toBeDefined();
  });

  test("sends nothing to a reader that is behind, then the whole state", () => {
    const { read, change } = startStream();
    const reader = read();
    reader.writableLength = 2_000_000;

    change();
    vi.advanceTimersByTime(100);
    expect(reader.names).toEqual(["state"]);
    reader.writableLength = 0;
    vi.advanceTimersByTime(100);
    change();
    vi.advanceTimersByTime(100);

    expect(reader.names).toEqual(["state", "state", "changes"]);
  });

  test("gives a new reader nothing twice, and others what came before it", () => {
    const { read, change } = startStream();
    const first = read();
    change();
    const second = read();
    vi.advanceTimersByTime(100);

    expect(first.names).toEqual(["state", "changes"]);
    expect(second.names).toEqual(["state"]);
  });

  test("tells the time once a second", () => {
    const { read } = startStream();
    const reader = read();

    vi.advanceTimersByTime(5_000);

    expect(reader.names).toEqual(["state", ...Array(5).fill("clock")]);
  });

  test("tells at once that the clock was moved", () => {
    const { core, read } = startStream();
    const reader = read();

    core.emulator.advance(5_000);
    vi.advanceTimersByTime(100);

    expect(reader.names).toEqual(["state", "clock"]);
    expect(reader.last).toEqual({ now: "2026-03-01T12:00:05.000Z", advanced_ms: 5_000 });
  });

  test("shows the newest 100 requests, and counts the others", () => {
    const { read, request } = startStream();
    const reader = read();

    for (let count = 0; count < 150; count++) request();
    vi.advanceTimersByTime(100);

    expect(reader.last.skipped).toBe(50);
    expect(reader.last.requests).toHaveLength(100);
    expect(reader.last.requests[0].id).toBe(150);
  });

  test("has 50 readers at most", () => {
    const { read } = startStream();
    const [first] = Array.from({ length: 50 }, read);

    expect(read).toThrow("50 event streams are open");
    first?.emit("close");
    expect(read).not.toThrow();
  });
});

describe("a control route", () => {
  test("answers 500 in one sentence when its change cannot be saved", async () => {
    const store: Store = {
      load: () => false,
      track() {},
      save() {
        throw new StoreError("/state", "is full");
      },
      clear() {},
      close: async () => {},
    };
    const core = createCore({}, store);
    const { project_id } = core.emulator.ids;
    const request = {
      method: "POST",
      target: "/_emulator/operations",
      contentType: "application/json",
      body: JSON.stringify({ project_id, action: "tenant_detach" }),
    };

    const response = await createControl(core, true).respond(request, {} as never, "localhost");

    expect(response).toMatchObject({ status: 500 });
    expect(response?.body).toContain("is full");
  });
});
