import { describe, expect, test } from "vitest";
import type { ClientOptions } from "../src/index.ts";
import { API_KEY, clientOf, json } from "./builders.ts";

describe("onEvent", () => {
  test("reports request, retry, fault and response with the route as the spec writes it", async () => {
    const answers = [
      () => json({}, { status: 503 }),
      () => Promise.reject(new Error("no")),
      () => json({}),
    ];
    const { api, events } = clientOf(() => answers.shift()?.() ?? json({}));

    await api.GET("/projects/{project_id}", { params: { path: { project_id: "secret-project" } } });

    const route = "GET /projects/{project_id}";
    expect(events).toEqual([
      { type: "request", route, attempt: 1 },
      { type: "response", route, attempt: 1, status: 503, durationMs: expect.any(Number) },
      { type: "retry", route, attempt: 1, delayMs: expect.any(Number) },
      { type: "request", route, attempt: 2 },
      { type: "fault", route, attempt: 2, code: "network_error", durationMs: expect.any(Number) },
      { type: "retry", route, attempt: 2, delayMs: expect.any(Number) },
      { type: "request", route, attempt: 3 },
      { type: "response", route, attempt: 3, status: 200, durationMs: expect.any(Number) },
    ]);
  });

  test("reports no headers, query, path values or bodies", async () => {
    const { api, events } = clientOf(() => json({ answer: "sekret-answer" }, { status: 500 }));

    await api.POST("/projects/{project_id}/endpoints", {
      params: {
        path: { project_id: "sekret-path" },
        query: { undocumented: { q: "sekret-query" } },
      } as never,
      body: { endpoint: { branch_id: "sekret-body", type: "read_write" } },
      headers: { "X-Trace": "sekret-header" },
    });

    expect(events.length).toBe(2);
    expect(JSON.stringify(events)).not.toMatch(/sekret|Bearer/);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
  });

  test("ignores an error that it throws", async () => {
    const onEvent: ClientOptions["onEvent"] = () => {
      throw new Error("broken observer");
    };
    const { api } = clientOf(undefined, { onEvent });

    expect((await api.GET("/projects")).response.ok).toBe(true);
  });
});
