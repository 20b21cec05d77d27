/** What the compiler refuses and what it lets pass; `tsc -p .` checks this file, nothing runs it. */
import { expectTypeOf, test } from "vitest";
import {
  type ApiClient,
  type CallOptions,
  type ClientError,
  createClient,
  type Endpoint,
  type EndpointState,
  type EndpointType,
  HttpError,
  type Operation,
  type OperationAction,
  type PoolerMode,
  paginate,
  type paths,
  unwrap,
  waitForOperations,
} from "../src/index.ts";

declare const api: ApiClient;
declare const signal: AbortSignal;

const project = { path: { project_id: "p" } };

test("an unknown path is refused, and a path under a method it has not", () => {
  // @ts-expect-error no such path
  api.GET("/project");
  // @ts-expect-error a value in place of its parameter is another path
  api.GET("/projects/p", { params: project });
  // @ts-expect-error the regions cannot be deleted
  api.DELETE("/regions");
  // @ts-expect-error there is no such method
  api.HEAD("/projects");
});

test("a missing path parameter is refused", () => {
  // @ts-expect-error no options at all
  api.GET("/projects/{project_id}");
  // @ts-expect-error no params
  api.GET("/projects/{project_id}", {});
  // @ts-expect-error no path
  api.GET("/projects/{project_id}", { params: {} });
  // @ts-expect-error no project_id
  api.GET("/projects/{project_id}", { params: { path: {} } });
  // @ts-expect-error one of two
  api.GET("/projects/{project_id}/endpoints/{endpoint_id}", { params: project });
  // @ts-expect-error null is no identifier
  api.GET("/projects/{project_id}", { params: { path: { project_id: null } } });
});

test("a misspelled option is refused, of the client, of a call and of a parameter", () => {
  // @ts-expect-error timeout
  createClient({ baseUrl: "https://host.test", apiKey: "key", timeout: 5 });
  // @ts-expect-error a key is required
  createClient({ baseUrl: "https://host.test" });
  // @ts-expect-error timeout
  api.GET("/projects", { timeout: 5 });
  // @ts-expect-error retry
  api.GET("/projects/{project_id}", { params: project, retry: 5 });
  // @ts-expect-error projectId
  api.GET("/projects/{project_id}", { params: { path: { project_id: "p", projectId: "p" } } });
});

test("a body is refused where the document shows that there is none", () => {
  // @ts-expect-error a GET has no body
  api.GET("/projects/{project_id}", { params: project, body: {} });
  api.POST("/projects/{project_id}/endpoints/{endpoint_id}/restart", {
    params: { path: { project_id: "p", endpoint_id: "ep-1" } },
    // @ts-expect-error a restart takes none
    body: {},
  });
});

test("an unknown field of a body that is shown is refused, and a missing one", () => {
  api.POST("/projects/{project_id}/endpoints", {
    params: project,
    // @ts-expect-error no body without endpoint
    body: {},
  });
  api.POST("/projects/{project_id}/endpoints", {
    params: project,
    // @ts-expect-error branch_id is required
    body: { endpoint: { type: "read_write" } },
  });
  api.POST("/projects/{project_id}/endpoints", {
    params: project,
    body: {
      endpoint: { branch_id: "b", type: "read_write" },
      // @ts-expect-error not shown beside endpoint
      endpoints: [],
    },
  });
  api.POST("/organizations/{org_id}/api_keys", {
    params: { path: { org_id: "o" } },
    // @ts-expect-error project is no field of a key
    body: { key_name: "ci", project: "p" },
  });
  // @ts-expect-error a body is required
  api.POST("/projects/{project_id}/endpoints", { params: project });
});

test("attributes that the document does not show pass through", () => {
  api.POST("/projects/{project_id}/endpoints", {
    params: project,
    body: { endpoint: { branch_id: "b", type: "read_only", suspend_timeout_seconds: 60 } },
  });
  api.PATCH("/projects/{project_id}/endpoints/{endpoint_id}", {
    params: { path: { project_id: "p", endpoint_id: "ep-1" } },
    body: { endpoint: { autoscaling_limit_max_cu: 2, pooler_enabled: true } },
  });
});

test("undocumented query parameters have a place of their own", () => {
  api.GET("/projects/{project_id}", { params: { ...project, query: { undocumented: { a: 1 } } } });
  // @ts-expect-error undocumented parameters go into `undocumented`
  api.GET("/projects/{project_id}", { params: { ...project, query: { a: 1 } } });
});

test("a body that is not shown may be anything, a form or bytes", () => {
  const at = { params: project };
  api.POST("/projects/{project_id}/branches", at);
  api.POST("/projects/{project_id}/branches", { ...at, body: { branch: { name: "dev" } } });
  api.POST("/projects/{project_id}/branches", { ...at, body: new FormData() });
  api.POST("/projects/{project_id}/branches", {
    ...at,
    body: new Uint8Array(1),
    bodySerializer: (bytes) => bytes,
  });
});

test("unknown enum values are accepted, and completions of the known ones are kept", () => {
  expectTypeOf<"of tomorrow">().toExtend<EndpointType>();
  expectTypeOf<"of tomorrow">().toExtend<EndpointState>();
  expectTypeOf<"of tomorrow">().toExtend<PoolerMode>();
  expectTypeOf<"of tomorrow">().toExtend<OperationAction>();
  expectTypeOf<Extract<EndpointType, "read_write">>().toEqualTypeOf<"read_write">();
  expectTypeOf<Extract<EndpointState, "idle">>().toEqualTypeOf<"idle">();
  expectTypeOf<Extract<PoolerMode, "transaction">>().toEqualTypeOf<"transaction">();
  expectTypeOf<Extract<OperationAction, "start_compute">>().toEqualTypeOf<"start_compute">();
});

test("the client does not widen them", async () => {
  type Sent = CallOptions<paths["/projects/{project_id}/endpoints"]["post"]>["body"]["endpoint"];
  const { endpoints } = await unwrap(
    api.GET("/projects/{project_id}/endpoints", { params: project }),
  );

  expectTypeOf<Extract<Sent["type"], "read_write">>().toEqualTypeOf<"read_write">();
  expectTypeOf(endpoints[0]?.current_state).toEqualTypeOf<EndpointState | undefined>();
});

test("a download requires parseAs, which decides what it gives", async () => {
  const path =
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download";
  const params = {
    path: { project_id: "p", branch_id: "b", bucket_name: "files", object_key: "a/b" },
  };
  // @ts-expect-error without parseAs it would be read as JSON
  api.GET(path, { params });
  // @ts-expect-error a download is not JSON
  api.GET(path, { params, parseAs: "json" });

  expectTypeOf(await unwrap(api.GET(path, { params, parseAs: "blob" }))).toEqualTypeOf<Blob>();
  expectTypeOf(await unwrap(api.GET(path, { params, parseAs: "text" }))).toEqualTypeOf<string>();
  expectTypeOf(await unwrap(api.GET(path, { params, parseAs: "stream" }))).toEqualTypeOf<
    Response["body"]
  >();
  expectTypeOf(
    await unwrap(api.GET(path, { params, parseAs: "arrayBuffer" })),
  ).toEqualTypeOf<ArrayBuffer>();
});

test("an envelope has data or an error of unknown shape, and a response", async () => {
  const { data, error, response } = await api.GET(
    "/projects/{project_id}/endpoints/{endpoint_id}",
    {
      params: { path: { project_id: "p", endpoint_id: "ep-1" } },
      signal,
    },
  );

  expectTypeOf(response).toEqualTypeOf<Response>();
  expectTypeOf(error).toBeUnknown();
  expectTypeOf(data).toBeUnknown();
});

test("unwrap gives the body of a 2xx", async () => {
  const created = await unwrap(
    api.POST("/projects/{project_id}/endpoints", {
      params: project,
      body: { endpoint: { branch_id: "b", type: "read_write" } },
    }),
  );

  expectTypeOf(created.endpoint).toExtend<Endpoint>();
  expectTypeOf(created.operations).toEqualTypeOf<Operation[]>();
});

test("paginate takes a path with pages only, and gives its items", async () => {
  const list = paginate(api, "/projects/{project_id}/operations", {
    ...project,
    query: { limit: 2 },
  });
  for await (const item of list) expectTypeOf(item).toEqualTypeOf<Operation>();
  for await (const page of list.pages()) {
    expectTypeOf(page.operations).toEqualTypeOf<Operation[]>();
    expectTypeOf(page.pagination.cursor).toEqualTypeOf<string | undefined>();
  }

  // @ts-expect-error this list has no pages
  paginate(api, "/regions", {});
  // @ts-expect-error no project_id
  paginate(api, "/projects/{project_id}/operations", { path: {} });
  // @ts-expect-error size is no parameter
  paginate(api, "/projects/{project_id}/operations", { ...project, query: { size: 2 } });
});

test("waitForOperations takes the answer of any mutating call, or operations", async () => {
  const answer = await unwrap(api.POST("/projects/{project_id}/branches", { params: project }));
  const operations: readonly Operation[] = [];

  expectTypeOf(await waitForOperations(api, answer)).toEqualTypeOf<Operation[]>();
  expectTypeOf(await waitForOperations(api, operations)).toEqualTypeOf<Operation[]>();
  // @ts-expect-error an operation alone is neither
  waitForOperations(api, operations[0]);
});

test("an error is told by its class or its code", (error: unknown) => {
  if (error instanceof HttpError) {
    expectTypeOf(error.status).toEqualTypeOf<number>();
    expectTypeOf(error.body).toBeUnknown();
  }
  expectTypeOf<ClientError["code"]>().toBeString();
});
