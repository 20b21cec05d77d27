/** A check gets clients, time and names, and its requests are on record. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Blocked } from "../suite/run/blocked.ts";
import { BOUNDS, Deadline, OutOfTime } from "../suite/run/bounds.ts";
import { Broken, thingOf } from "../suite/run/broken.ts";
import { type Context, createContext } from "../suite/run/context.ts";
import type { Fetch } from "../suite/run/exchange.ts";
import type { Control, Target } from "../suite/run/target.ts";
import { server } from "./stub.ts";

interface Sent {
  key: string | null;
  prefer: string | null;
}

/** A server that answers with these, then with `{}`; and the requests that arrived. */
function answering(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (_url, init) => {
    const headers = new Headers(init.headers);
    sent.push({ key: headers.get("authorization"), prefer: headers.get("prefer") });
    const answer = answers.shift() ?? Response.json({});
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { target: { ...server().target, fetch }, sent };
}

const held: Fetch = () => new Promise(() => {});

describe("a client", () => {
  test("sends the target's key, or another one, and records each request", async () => {
    const { target, sent } = answering();
    const { api, client, exchanges } = createContext(target);

    await api.GET("/projects");
    await client({ apiKey: "another-key" }).GET("/regions");

    expect(sent.map(({ key }) => key)).toEqual(["Bearer key-of-the-server", "Bearer another-key"]);
    expect(exchanges.map(({ path, status }) => [path, status])).toEqual([
      ["/projects", 200],
      ["/regions", 200],
    ]);
  });

  test("sends nothing twice", async () => {
    const { target, sent } = answering(new Response(null, { status: 503 }));

    await createContext(target).api.GET("/projects");

    expect(sent).toHaveLength(1);
  });

  test("waits twice as long as the suite, whose error says more", async () => {
    vi.useFakeTimers();
    const { client } = createContext(server().target, {
      bounds: { ...BOUNDS, requestMs: 4_000 },
    });

    const call = client({ fetch: held }).GET("/projects");
    const failing = expect(call).rejects.toThrow("8");
    await vi.advanceTimersByTimeAsync(7_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);

    await failing;
    vi.useRealTimers();
  });

  test("has the fault that is given, whichever its fetch", async () => {
    const seen: string[] = [];
    const clientFault = (next: Fetch): Fetch => {
      return (url, init) => {
        seen.push(new URL(url).pathname);
        return next(url, init);
      };
    };
    const { api, client } = createContext(server().target, { clientFault });

    await api.GET("/projects");
    await client({ fetch: async () => Response.json({}) }).GET("/regions");

    expect(seen).toEqual(["/api/v2/projects", "/api/v2/regions"]);
  });

  const path = { project_id: "p", endpoint_id: "e", member_id: "m" };
  const ENDPOINT = "/projects/{project_id}/endpoints/{endpoint_id}";
  const ROLE = "/projects/{project_id}/members/{member_id}/role";
  test.each<[string, (context: Context) => Promise<unknown>]>([
    ["POST", ({ api }) => api.POST("/api_keys", { body: { key_name: "k" } })],
    ["PATCH", ({ api }) => api.PATCH(ENDPOINT, { params: { path }, body: { endpoint: {} } })],
    ["DELETE", ({ api }) => api.DELETE(ENDPOINT, { params: { path } })],
    ["PUT", ({ api }) => api.PUT(ROLE, { params: { path }, body: {} })],
  ])("rejects a %s that is not sent as what it is", async (method, call) => {
    const context = createContext({ ...server().target, changes: "none" });

    const blocked = await call(context).catch((error: unknown) => error);

    expect(blocked).toBeInstanceOf(Blocked);
    expect(blocked).toHaveProperty("message", expect.stringContaining(method));
    expect(context.heldBack()).toBe(blocked);
  });

  test("rejects each of two calls at once with its own error", async () => {
    const { api } = createContext({ ...server().target, routes: [] });

    const [one, two] = await Promise.allSettled([api.GET("/projects"), api.GET("/regions")]);

    expect(one).toHaveProperty("reason.message", "GET /projects is not served");
    expect(two).toHaveProperty("reason.message", "GET /regions is not served");
  });

  test("rejects with its own error when the connection breaks", async () => {
    const { target } = answering(new TypeError("the connection broke"));

    const call = createContext(target).api.GET("/projects");

    await expect(call).rejects.toThrow(/GET \/projects/);
    await expect(call).rejects.toHaveProperty("cause.message", "the connection broke");
  });

  test("begins nothing once its deadline has passed", async () => {
    vi.useFakeTimers();
    const { target, sent } = answering();
    const deadline = new Deadline();
    const { api } = createContext(target, { deadline });
    deadline.pass();

    void api.GET("/projects");
    await vi.advanceTimersByTimeAsync(0);

    expect(vi.getTimerCount()).toBe(0);
    expect(sent).toEqual([]);
    vi.useRealTimers();
  });
});

describe("play", () => {
  const asks = (fetch: Fetch) => fetch("http://localhost/api/v2/projects", {});

  test("asks for one example after the other, and changes the body of some", async () => {
    const { target, sent } = answering(Response.json({ projects: [1] }), Response.json({ a: 1 }));
    const fetch = createContext(target).play("two", {
      example: "empty",
      edit: (body: { a: number }) => ({ ...body, b: 2 }),
    });

    expect(await (await asks(fetch)).json()).toEqual({ projects: [1] });
    expect(await (await asks(fetch)).json()).toEqual({ a: 1, b: 2 });
    expect(sent.map(({ prefer }) => prefer)).toEqual(["example=two", "example=empty"]);
  });

  test("keeps the headers of the request", async () => {
    const { target, sent } = answering();
    const { client, play } = createContext(target);

    await client({ fetch: play("two") }).GET("/projects");

    expect(sent).toEqual([{ key: "Bearer key-of-the-server", prefer: "example=two" }]);
  });

  test("rejects one request more than it has examples", async () => {
    const { target, sent } = answering();
    const fetch = createContext(target).play("two");
    await asks(fetch);

    await expect(asks(fetch)).rejects.toThrow("one request more than was expected");
    expect(sent).toHaveLength(1);
  });
});

test("only fetchWrong marks its requests as wrong on purpose", async () => {
  const { fetch, fetchWrong, exchanges, target } = createContext(server().target);

  await fetch(`${target.url}/projects`, {});
  await fetchWrong(`${target.url}/projects`, {});

  expect(exchanges.map(({ isWrong }) => isWrong)).toEqual([false, true]);
});

/** A target whose clock is moved, and the times that pass on it; and those that pass in real time. */
function clocks(takesTime?: true) {
  const moved: number[] = [];
  const slept: number[] = [];
  const control = { advance: (ms: number) => void moved.push(ms), takesTime } as Control;
  vi.useFakeTimers();
  // No test begins when the clock does.
  vi.advanceTimersByTime(5_000);
  const sleep = vi.spyOn(Deadline.prototype, "sleep").mockImplementation(async (ms) => {
    slept.push(ms);
    vi.advanceTimersByTime(ms);
  });
  const { target } = server();
  return { moved, slept, simulated: { ...target, control }, real: target, sleep };
}

describe("time", () => {
  let given: ReturnType<typeof clocks>;
  beforeEach(() => {
    given = clocks();
  });
  afterEach(() => {
    given.sleep.mockRestore();
    vi.useRealTimers();
  });

  test.each<[string, true | undefined, number, number[], number[]]>([
    ["a clock that can be moved", undefined, 500, [500], []],
    ["computes in real time, for a second", true, 1_000, [], [1_000]],
    ["computes in real time, for longer", true, 1_001, [1_001], []],
  ])(
    "passes at once or in real time on a target with %s",
    async (_what, takes, ms, moves, sleeps) => {
      const { simulated, moved, slept } = given;
      const control = { ...simulated.control, takesTime: takes } as Control;

      await createContext({ ...simulated, control }).pause(ms);

      expect([moved, slept]).toEqual([moves, sleeps]);
    },
  );

  test("passes in real time on a server", async () => {
    await createContext(given.real).pause(70_000);

    expect(given.slept).toEqual([70_000]);
  });

  test("does not pass once the deadline has", async () => {
    const deadline = new Deadline();
    deadline.pass();

    void createContext(given.simulated, { deadline }).pause(10);
    await vi.advanceTimersByTimeAsync(0);

    expect(given.moved).toEqual([]);
  });

  const found = (at: number) => {
    let looks = 0;
    return async () => (++looks === at ? `found at look ${at}` : undefined);
  };

  test("passes between two looks a second at a time, until there is something", async () => {
    const { until } = createContext(given.simulated);

    expect(await until("it", found(3))).toBe("found at look 3");
    expect(given.moved).toEqual([1_000, 1_000]);
  });

  test("is taken for a result whatever it is, unless it is undefined", async () => {
    expect(await createContext(given.simulated).until("it", async () => null)).toBeNull();
  });

  test("passes slowly at first in real time, then a quarter more at each look, then by seconds", async () => {
    const { until } = createContext(given.real);

    expect(await until("it", found(17))).toBe("found at look 17");

    expect(given.slept.map(Math.round)).toEqual([
      100, 100, 100, 100, 100, 125, 156, 195, 244, 305, 381, 477, 596, 745, 931, 1_000,
    ]);
  });

  test("passes that slowly also where computes take real time", async () => {
    const control = { ...given.simulated.control, takesTime: true } as Control;

    await createContext({ ...given.real, control }).until("it", found(3));

    expect(given.slept).toEqual([100, 100]);
  });

  test.each<[string, (() => string) | undefined, string]>([
    ["as it was at last", () => "it runs", "waited 2 s in vain for it: it runs"],
    ["without a last look", undefined, "waited 2 s in vain for it"],
  ])("ends at the bound with what was awaited, %s", async (_what, seen, message) => {
    const bounds = { ...BOUNDS, waitMs: 2_000 };
    const broken = new Broken();
    const { until } = createContext(given.simulated, { bounds, broken });

    const error = await until("it", async () => undefined, seen).catch((error: unknown) => error);

    expect(error).toEqual(new OutOfTime(message));
    expect(error).toBeInstanceOf(OutOfTime);
    expect(thingOf(error)).toBe("it");
    expect(broken.patienceMs("it", 8)).toBe(4);
    expect(given.moved).toEqual([1_000, 1_000]);
  });

  test("costs no patience when a look fails, which is what the error is about", async () => {
    const broken = new Broken();
    const failed = new Error("it is gone");
    const { until } = createContext(given.simulated, { broken });

    await expect(until("it", () => Promise.reject(failed))).rejects.toBe(failed);

    expect(thingOf(failed)).toBe("it");
    expect(broken.patienceMs("it", 8)).toBe(8);
  });
});

describe("ifPossible", () => {
  const refused = { ...server().target, changes: "none" } as Target;
  const create = (context: Context) => context.api.POST("/api_keys", { body: { key_name: "k" } });

  test("returns what the step returns", async () => {
    expect(await createContext(server().target).ifPossible(async () => 7)).toBe(7);
  });

  test("forgets that its step was blocked, but not one before it", async () => {
    const context = createContext(refused);

    expect(await context.ifPossible(() => create(context))).toBeUndefined();
    expect(context.heldBack()).toBeUndefined();

    const before = await create(context).catch((error: unknown) => error);
    await context.ifPossible(() => create(context));
    expect(context.heldBack()).toBe(before);
  });

  test("rejects with any other error", async () => {
    const { ifPossible } = createContext(refused);

    await expect(ifPossible(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});

describe("unique", () => {
  const { target } = server();

  test("names the run by its seed and the rule by six letters, and counts", () => {
    const names = (id: string) => {
      const { unique } = createContext(target, { seed: 7, rule: { id, level: "MUST" } });
      return [unique("key"), unique("key")];
    };

    expect(names("one")).toEqual([
      expect.stringMatching(/^contract-7-key-[0-9a-f]{6}-1$/),
      expect.stringMatching(/^contract-7-key-[0-9a-f]{6}-2$/),
    ]);
    expect(names("one")).toEqual(names("one"));
    expect(names("one")).not.toEqual(names("two"));
  });

  test("needs neither a seed nor a rule", () => {
    expect(createContext(target).unique("key")).toBe("contract-1-key-1");
  });

  test("leaves the name as it is where nothing is kept", () => {
    const lacks = { state: "it answers with examples" };

    expect(createContext({ ...target, lacks }).unique("key")).toBe("key");
  });
});

test("random draws the same numbers for the same seed, 1 by default", () => {
  const drawn = (seed?: number) => {
    const { random } = createContext(server().target, { seed });
    return [random(), random()];
  };

  expect(drawn()).toEqual(drawn(1));
  expect(drawn(2)).not.toEqual(drawn(1));
});
