/** Each observer of all routes judges one answer to every route. */
import { describe, expect, test } from "vitest";
import { rules } from "../suite/rules/index.ts";
import type { Answer } from "../suite/run/exchange.ts";
import type { Observer } from "../suite/run/rule.ts";
import { type Route, routes } from "../suite/spec/routes.ts";
import { mockTarget } from "../suite/targets/mock.ts";

const mock = mockTarget("http://127.0.0.1:9/api/v2");

/** A success with this text, as the run records it. */
function answerOf(route: Route, text: string | undefined, type = "application/json"): Answer {
  const answer = new Response(null, { status: 200, headers: { "content-type": type } });
  const { method, path } = route;
  const sent = { method, path, url: mock.url + path, headers: new Headers(), body: null };
  const query = new URLSearchParams();
  const json = text?.startsWith("<") ? undefined : text && JSON.parse(text);
  return { ...sent, sentAtMs: 0, route, ids: {}, query, status: 200, answer, text, json };
}

/** Whether the rule judges the answer: false if it has nothing to judge, the message if it fails. */
function judged(id: string, answer: Answer): boolean | string {
  const { observe } = rules.find((rule) => rule.id === id) as Observer;
  try {
    return observe(answer, mock);
  } catch (error) {
    return (error as Error).message;
  }
}

const nameOf = ({ name }: Route) => name;

describe("json-answers", () => {
  const inJson = routes.filter(({ name }) => !name.endsWith("/download"));
  const shown = routes.filter(({ responseShown }) => responseShown).map(nameOf);

  test.each([
    ["text", '"done"', "text/plain"],
    ["XML", "<ok/>", "application/xml"],
    ["HTML labelled as JSON", "<html>", "application/json"],
  ])("fails on every route but a download that answers with %s", (_what, text, type) => {
    const passed = routes.filter(
      (it) => typeof judged("json-answers", answerOf(it, text, type)) !== "string",
    );

    expect(passed.map(nameOf)).toEqual(routes.filter((it) => !inJson.includes(it)).map(nameOf));
  });

  test("judges any JSON where the answer is not shown, and an object where it is", () => {
    const failed = inJson.filter(
      (it) => typeof judged("json-answers", answerOf(it, "null")) === "string",
    );

    expect(failed.map(nameOf)).toEqual(shown);
  });

  test("fails on an answer without a body only where one is shown", () => {
    const verdicts = inJson.map((it) => [it.name, judged("json-answers", answerOf(it, undefined))]);

    const failed = verdicts.filter(([, verdict]) => verdict !== false);
    expect(failed.map(([name]) => name)).toEqual(shown);
  });
});

describe("mutation-answer-has-operations", () => {
  const id = "mutation-answer-has-operations";
  const mutating = routes.filter(
    ({ method, path }) => method !== "GET" && !path.includes("/api_keys"),
  );

  test.each(["{}", "null", "[]", '"done"', '{"operations":null}', '{"operations":{}}'])(
    "fails on each route that changes something, except keys, and answers %s",
    (text) => {
      const passed = mutating.filter((it) => typeof judged(id, answerOf(it, text)) !== "string");

      expect(passed.map(nameOf)).toEqual([]);
    },
  );

  test("passes a list, and judges neither an answer without a body nor any other route", () => {
    const list = routes.filter((it) => judged(id, answerOf(it, '{"operations":[]}')) === true);
    const empty = routes.filter((it) => judged(id, answerOf(it, undefined)) !== false);

    expect(list).toEqual(mutating);
    expect(empty).toEqual([]);
  });
});
