/** Checks what the compiler accepts and rejects; `tsc -p .` reads this file, nothing runs it. */
import { describe, expectTypeOf, test } from "vitest";
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

describe("types", () => {
  test("rejects an unknown path, and a path under a method it does not have", () => {
    // @ts-expect-error no such path
    api.GET("/project");
    // @ts-expect-error a value in place of a parameter is a different path
    api.GET("/projects/p", { params: project });
    // @ts-expect-error the regions cannot be deleted
    api.DELETE("/regions");
    // @ts-expect-error there is no such method
    api.HEAD("/projects");
  });

  test("rejects a missing path parameter", () => {
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
    // @ts-expect-error null is not an identifier
    api.GET("/projects/{project_id}", { params: { path: { project_id: null } } });
  });

  test("rejects a misspelled option of the client, of a call and of a parameter", () => {
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

  test("rejects a body where the document shows none", () => {
    // @ts-expect-error a GET has no body
    api.GET("/projects/{project_id}", { params: project, body: {} });
    api.POST("/projects/{project_id}/endpoints/{endpoint_id}/restart", {
      params: { path: { project_id: "p", endpoint_id: "ep-1" } },
      // @ts-expect-error a restart takes no body
      body: {},
    });
  });

  test("rejects unknown and missing fields of a documented body", () => {
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
      // @ts-expect-error a key has no field project
      body: { key_name: "ci", project: "p" },
    });
    // @ts-expect-error a body is required
    api.POST("/projects/{project_id}/endpoints", { params: project });
  });

  test("accepts undocumented attributes of an endpoint", () => {
    api.POST("/projects/{project_id}/endpoints", {
      params: project,
      body: { endpoint: { branch_id: "b", type: "a-replica", anything: 60 } },
    });
    api.PATCH("/projects/{project_id}/endpoints/{endpoint_id}", {
      params: { path: { project_id: "p", endpoint_id: "ep-1" } },
      body: { endpoint: { autoscaling_limit_max_cu: 2, pooler_enabled: true } },
    });
  });

  test("accepts undocumented query parameters in `undocumented` only", () => {
    api.GET("/projects/{project_id}", {
      params: { ...project, query: { undocumented: { a: 1 } } },
    });
    // @ts-expect-error undocumented parameters go into `undocumented`
    api.GET("/projects/{project_id}", { params: { ...project, query: { a: 1 } } });
  });

  test("accepts any body, a form or bytes where the document shows no shape", () => {
    const at = { params: project };
    api.POST("/projects/{project_id}/branches", at);
    api.POST("/projects/{project_id}/branches", { ...at, body: { branch: { name: "dev" } } });
    api.POST("/projects/{project_id}/branches", { ...at, body: [1] });
    api.POST("/projects/{project_id}/branches", { ...at, body: "text" });
    api.POST("/projects/{project_id}/branches", { ...at, body: new FormData() });
    api.POST("/projects/{project_id}/branches", {
      ...at,
      body: new Uint8Array(1),
      bodySerializer: (bytes) => bytes,
    });
  });

  test("accepts unknown enum values and keeps completions of the known ones", () => {
    expectTypeOf<"of tomorrow">().toExtend<EndpointType>();
    expectTypeOf<"of tomorrow">().toExtend<EndpointState>();
    expectTypeOf<"of tomorrow">().toExtend<PoolerMode>();
    expectTypeOf<"of tomorrow">().toExtend<OperationAction>();
    expectTypeOf<Extract<EndpointType, "read_write">>().toEqualTypeOf<"read_write">();
    expectTypeOf<Extract<EndpointState, "idle">>().toEqualTypeOf<"idle">();
    expectTypeOf<Extract<PoolerMode, "transaction">>().toEqualTypeOf<"transaction">();
    expectTypeOf<Extract<OperationAction, "start_compute">>().toEqualTypeOf<"start_compute">();
  });

  test("does not widen enums in calls and responses", async () => {
    type Sent = CallOptions<paths["/projects/{project_id}/endpoints"]["post"]>["body"]["endpoint"];
    const { endpoints } = await unwrap(
      api.GET("/projects/{project_id}/endpoints", { params: project }),
    );

    expectTypeOf<Extract<Sent["type"], "read_write">>().toEqualTypeOf<"read_write">();
    expectTypeOf(endpoints[0]?.current_state).toEqualTypeOf<EndpointState | undefined>();
  });

  test("requires parseAs for a download, which decides the type of its data", async () => {
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

  test("types the envelope as an error of unknown shape or a response", async () => {
    const { error, response } = await api.GET("/projects/{project_id}/endpoints/{endpoint_id}", {
      params: { path: { project_id: "p", endpoint_id: "ep-1" } },
      signal,
    });

    expectTypeOf(response).toEqualTypeOf<Response>();
    expectTypeOf(error).toBeUnknown();
  });

  test("resolves unwrap to the body of a 2xx", async () => {
    const created = await unwrap(
      api.POST("/projects/{project_id}/endpoints", {
        params: project,
        body: { endpoint: { branch_id: "b", type: "read_write" } },
      }),
    );

    expectTypeOf(created.endpoint).toExtend<Endpoint>();
    expectTypeOf(created.operations).toEqualTypeOf<Operation[]>();
  });

  test("accepts only paths with pages in paginate, and types their items", async () => {
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
    // @ts-expect-error there is no parameter size
    paginate(api, "/projects/{project_id}/operations", { ...project, query: { size: 2 } });
  });

  test("accepts in waitForOperations the response of any mutating call, or operations", async () => {
    const answer = await unwrap(api.POST("/projects/{project_id}/branches", { params: project }));
    const operations: readonly Operation[] = [];

    // A response that is not shown may have no body.
    expectTypeOf(answer?.operations).toEqualTypeOf<Operation[] | undefined>();
    expectTypeOf<null>().toExtend<typeof answer>();
    expectTypeOf(await waitForOperations(api, answer)).toEqualTypeOf<Operation[]>();
    expectTypeOf(await waitForOperations(api, operations)).toEqualTypeOf<Operation[]>();
    // @ts-expect-error a single operation is neither
    waitForOperations(api, operations[0]);
  });

  test("narrows an error by its class or its code", (error: unknown) => {
    if (error instanceof HttpError) {
      expectTypeOf(error.status).toEqualTypeOf<number>();
      expectTypeOf(error.body).toBeUnknown();
    }
    expectTypeOf<ClientError["code"]>().toBeString();
  });
});
