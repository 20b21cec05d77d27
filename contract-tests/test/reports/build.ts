/** Reports to render: small ones, and one with everything that can be in a report. */
import type {
  Report,
  RouteReport,
  RuleReport,
  StatementReport,
} from "../../suite/reports/model.ts";
import type { Failure, Outcome, ShownAnswer } from "../../suite/run/outcome.ts";

/** Text that attacks its reader: markup, Markdown commands and terminal sequences. */
export const HOSTILE =
  "</script></style></pre><script>alert(1)</script><img src=x onerror=alert(2)> \"'> ]]> --> " +
  "\u001b[31m\u0000\u0008\uffff\u202e `````` | ![x](http://evil.example/x.png) @everyone {0} & \ud800";

export const CURL = [
  'curl -sS -X POST "$BASE_URL/projects/p-1/endpoints" -H "Authorization: Bearer $API_KEY" -d \'{"endpoint":{"branch_id":"br-taken","type":"read_write"}}\'  # 201',
  'curl -sS "$BASE_URL/projects/p-1/endpoints" -H "Authorization: Bearer $API_KEY"  # 200',
];

export const ANSWER: ShownAnswer = {
  curl: 'curl -sS "$BASE_URL/projects" -H "Authorization: Bearer $API_KEY"',
  status: 201,
  headers: [
    ["content-type", "application/json"],
    ["x-request-id", "7"],
  ],
  body: '{"endpoint":{"id":"ep-1"}}',
};

export function passed(...routes: string[]): Outcome {
  return { kind: "passed", routes, durationMs: 12 };
}

export function failure(from: Partial<Failure> = {}): Failure {
  return {
    kind: "failed",
    message: "expected a refusal, got 201",
    curl: CURL,
    routes: ["POST /projects/{project_id}/endpoints"],
    durationMs: 1_250,
    ...from,
  };
}

export function rule(id: string, outcomes: Outcome[], from: Partial<RuleReport> = {}): RuleReport {
  return { id, level: "MUST", text: `${id} holds`, source: "Authentication 2", outcomes, ...from };
}

export function route(name: string, from: Partial<RouteReport> = {}): RouteReport {
  return {
    name,
    section: "Projects",
    responseShown: true,
    coverage: [{ success: true, missing401: true, invalid401: true }],
    ...from,
  };
}

export function statement(from: Partial<StatementReport> & { source: string }): StatementReport {
  return { says: "", quote: "fails with HTTP 401", line: 431, ...from };
}

/** On one target by default. */
export function report(from: Partial<Report> = {}): Report {
  return {
    document: "openapi/document.md",
    version: "0.1.0",
    startedAt: "2026-03-04T05:06:07.089Z",
    durationMs: 14_321,
    seed: 4_711,
    targets: [
      {
        name: "the mock",
        url: "http://127.0.0.1:4010",
        requests: 1_612,
        judged: { rules: 9, of: 10 },
      },
    ],
    rules: [],
    routes: [],
    statements: [],
    ...from,
  };
}

/** Two targets, each kind of outcome, and hostile text wherever a server's text may appear. */
export function everything(): Report {
  const noState: Outcome = { kind: "not showable", reason: "it keeps no state" };
  const hostileAnswer = {
    ...ANSWER,
    headers: [[HOSTILE, HOSTILE] as [string, string]],
    body: HOSTILE,
  };
  const list = "GET /projects";
  const create = "POST /projects/{project_id}/endpoints";
  return report({
    targets: [
      {
        name: "the mock",
        url: "http://127.0.0.1:4010",
        requests: 1_612,
        judged: { rules: 9, of: 10 },
      },
      {
        name: `https://host.example/api/v2 ${HOSTILE}`,
        url: "https://host.example/api/v2",
        requests: 7,
        judged: { rules: 9, of: 10 },
      },
    ],
    rules: [
      rule("key-revoked-401", [passed(list), passed(list, create)]),
      rule(
        "endpoint-one-primary",
        [noState, failure({ message: HOSTILE, answer: hostileAnswer })],
        {
          source: "Endpoints, Rules 1",
          text: "a branch gets no second primary compute",
        },
      ),
      rule("endpoint-wakes-in-a-moment", [failure({ routes: [] }), passed(create)], {
        level: "SHOULD",
        source: "Endpoints, Rules 3",
      }),
      rule("operation-actions-known", [failure({ curl: [HOSTILE] }), passed(list)], {
        level: "SHOULD",
        source: "Endpoints, Rules 1",
      }),
      rule("endpoint-move", [noState, { kind: "blocked", reason: `a free branch ${HOSTILE}` }]),
      rule("key-count", [
        { kind: "excused", reason: "a recommendation" },
        { kind: "excused", reason: "a recommendation" },
      ]),
      rule("left-out", [
        { kind: "not run", reason: "left out by --rule" },
        { kind: "not run", reason: "left out by --rule" },
      ]),
    ],
    routes: [
      route(list, {
        coverage: [
          { success: true, missing401: true, invalid401: true },
          { success: false, missing401: true, invalid401: false },
        ],
      }),
      route(create, {
        section: "Compute start, suspend, restart",
        coverage: [{ success: true, missing401: true, invalid401: true }, { missing401: true }],
      }),
      route("DELETE /projects/{project_id}", { responseShown: false, coverage: [{}, {}] }),
    ],
    statements: [
      statement({
        source: "Authentication 2",
        says: "invalid or revoked key: 401",
        rules: ["key-revoked-401", "endpoint-move", "key-count", "left-out"],
      }),
      statement({
        source: "Endpoints, Rules 1",
        says: "no second primary compute on a branch",
        rules: ["endpoint-one-primary", "operation-actions-known"],
      }),
      statement({
        source: "Endpoints, Rules 3",
        says: "an idle one is woken by a query or start",
        rules: ["endpoint-wakes-in-a-moment", "endpoint-one-primary"],
      }),
      statement({
        source: "Endpoints, Rules 6",
        says: "omitting project_id",
        excuse: "says what is not shown",
      }),
    ],
  });
}
