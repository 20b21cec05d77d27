import { describe, expect, test } from "vitest";
import { ABSENT_ID } from "../suite/run/changes.ts";
import { type Answer, exchangeOf } from "../suite/run/exchange.ts";
import type { Observer, Rule } from "../suite/run/rule.ts";
import { Secrets } from "../suite/run/secrets.ts";
import type { Target } from "../suite/run/target.ts";
import { createWatch, messageOf } from "../suite/run/watch.ts";
import { LIST, server } from "./stub.ts";

const { target } = server();
const { url, apiKey, rejected } = target;
const secrets = Secrets.of(target);

function answer(status: number, key: string | undefined = apiKey, path = "/projects"): Answer {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = new Response(null, { status });
  return { ...exchangeOf(`${url}${path}`, { headers }, url), status, answer: response };
}

const anonymous = (status: number): Answer => ({ ...answer(status), headers: new Headers() });

function observer(id: string, observe: Observer["observe"], level: Rule["level"] = "MUST") {
  return { id, level, text: id, states: ["Limits, Table: one-primary"] as const, observe };
}

const fails = () => {
  throw new Error(`it says ${apiKey}`);
};

/** Looks at the answers; `on` changes the target. */
function watching(rules: Parameters<typeof createWatch>[0], answers: Answer[], on: object = {}) {
  const watch = createWatch(rules as never);
  for (const one of answers) watch.look(one, { ...target, ...on } as Target, secrets);
  return watch;
}

describe("the coverage of a route", () => {
  const covered = (answers: Answer[], on?: object) => watching([], answers, on).coverage.get(LIST);

  test.each<[string, Answer[], object | undefined]>([
    ["whether a key gets 2xx", [answer(200)], { success: true }],
    ["another answer to it", [answer(404), answer(503)], { success: false, status: 503 }],
    ["no other answer once one is 2xx", [answer(404), answer(201), answer(500)], { success: true }],
    ["whether 401 is the answer without a key", [anonymous(401)], { missing401: true }],
    ["that it is not always", [anonymous(401), anonymous(200)], { missing401: false }],
    ["that it is not at first", [anonymous(200), anonymous(401)], { missing401: false }],
    [
      "whether 401 is the answer to a wrong key",
      [answer(401, rejected.apiKey)],
      { invalid401: true },
    ],
    [
      "that it is not always",
      [answer(401, rejected.apiKey), answer(200, rejected.apiKey)],
      { invalid401: false },
    ],
    [
      "that it is not at first",
      [answer(200, rejected.apiKey), answer(401, rejected.apiKey)],
      { invalid401: false },
    ],
    ["nothing of another key", [answer(200, "key-of-a-member")], {}],
    ["nothing of a wrong request", [{ ...answer(400), isWrong: true }], {}],
    ["nothing that was not sent to it", [answer(200, apiKey, "/nowhere")], undefined],
  ])("says %s", (_what, answers, expected) => {
    expect(covered(answers)).toEqual(expected);
  });

  test("says nothing of ids that do not exist", () => {
    const one = watching([], [answer(404, apiKey, `/projects/${ABSENT_ID}`)]);

    expect([...one.coverage]).toEqual([["GET /projects/{project_id}", {}]]);
  });

  test("says nothing of wrong keys where the target does not distinguish them", () => {
    const lacks = { keys: "it demands the answer" };

    expect(covered([answer(401, rejected.apiKey)], { lacks })).toEqual({});
  });
});

describe("an observer", () => {
  test("passes with the routes that it judged, in order", () => {
    const judges = observer("judges", ({ status }) => status !== 404);
    const watch = watching(
      [judges],
      [
        answer(200, apiKey, "/regions"),
        answer(404, apiKey, "/api_keys"),
        answer(200),
        answer(200, apiKey, "/nowhere"),
      ],
    );

    expect(watch.hasFailed("judges")).toBe(false);
    expect(watch.outcomeOf(judges)).toEqual({
      kind: "passed",
      routes: ["GET /nowhere", LIST, "GET /regions"],
      durationMs: 0,
    });
  });

  test("is blocked when it judged no answer", () => {
    const idle = observer("idle", () => false);

    expect(watching([idle], [answer(200)]).outcomeOf(idle)).toEqual({
      kind: "blocked",
      reason: "no answer that shows it was seen",
    });
  });

  test("does not see the answer to a wrong request", () => {
    const strict = observer("strict", fails);

    expect(watching([strict], [{ ...answer(400), isWrong: true }]).hasFailed("strict")).toBe(false);
  });

  test("fails at the first answer that breaks it, whatever follows", () => {
    const strict = observer("strict", ({ status }) => status === 200 || fails());
    const answers = [answer(200), answer(500), answer(503, apiKey, "/regions")];

    const watch = watching([strict], answers);

    expect(watch.hasFailed("strict")).toBe(true);
    expect(watch.outcomeOf(strict)).toMatchObject({
      kind: "failed",
      message: `${LIST}: it says $API_KEY`,
      curl: [expect.stringMatching(/^curl .*# 500$/)],
      answer: { status: 500 },
      routes: [LIST],
      durationMs: 0,
    });
  });

  test("is the cause on the routes that broke it first, unless it is a SHOULD", () => {
    const rules = [
      observer("advice", fails, "SHOULD"),
      observer("first", ({ status }) => status === 200 || fails()),
      observer("second", fails),
    ];

    const watch = watching(rules, [answer(500), answer(200, apiKey, "/regions"), answer(200)]);

    expect(watch.brokenOn([LIST])).toBe("first");
    expect(watch.brokenOn(["GET /auth", "GET /regions"])).toBe("second");
    expect(watch.brokenOn(["GET /auth"])).toBeUndefined();
  });
});

describe("messageOf", () => {
  test.each([
    [new Error("\u001b[31mexpected\u001b[39m 200"), "expected 200"],
    ["a text", "a text"],
    [undefined, "undefined"],
  ])("reads %s without colours", (error, message) => {
    expect(messageOf(error)).toBe(message);
  });
});
