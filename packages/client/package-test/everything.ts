/** Uses every public name as user code would; compiled against the packed packages. */
import {
  type ApiClient,
  AuthenticationError,
  type Call,
  type CallOptions,
  type CallSettings,
  ClientError,
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Endpoint,
  HttpError,
  InvalidRequestError,
  type Item,
  isClientError,
  type Method,
  NetworkError,
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  type PageSettings,
  type Paginated,
  type PaginatedPath,
  PaginationError,
  type ParseAs,
  ParseError,
  type PathsWith,
  paginate,
  type paths,
  ResponseTooLargeError,
  type Result,
  type Success,
  TimeoutError,
  unwrap,
  type WaitOptions,
  waitForOperations,
} from "@hosted-postgres/client";
import {
  AUTOSCALING_RANGE,
  COMPUTE_SIZES,
  type ComputeResources,
  computeResources,
  isComputeSize,
  maxConnections,
} from "@hosted-postgres/client/compute-sizes";
import { consoleLogger } from "@hosted-postgres/client/console-logger";
import {
  type NamedCall,
  type NamedCalls,
  type NamedOptions,
  withNamedCalls,
} from "@hosted-postgres/client/named-calls";
import type { components, operations } from "@hosted-postgres/types";
import { routes } from "@hosted-postgres/types/routes";

const options: ClientOptions = {
  baseUrl: "https://host.test/api/v2",
  apiKey: async () => "key",
  fetch: async (url: string, init: RequestInit) => new Response(`${init.method} ${url}`),
  timeoutMs: 1_000,
  attemptTimeoutMs: 500,
  maxResponseBytes: 1_000_000,
  retries: 1,
  userAgent: "test",
  allowInsecureHttp: false,
  onEvent: (event: ClientEvent) => void (event.type === "retry" && event.delayMs.toFixed()),
};
const api: ApiClient & NamedCalls = withNamedCalls(createClient(options));
const project_id = "project-1";

export async function calls(): Promise<Endpoint[]> {
  const settings: CallSettings = { headers: { "X-Trace": "1" }, timeoutMs: 5, retries: 0 };
  const get: Call<"get"> = api.GET;
  const listed: Result<Success<paths["/projects"]["get"]>> = await get("/projects", settings);
  if (listed.response.ok) listed.data?.projects.map(({ name }) => name);

  const named: CallOptions<operations["createEndpoint"], "json"> = {
    params: { path: { project_id } },
    body: { endpoint: { branch_id: "branch-1", type: "read_write" } },
  };
  const created = await unwrap(api.POST("/projects/{project_id}/endpoints", named));
  const same: NamedCall<operations["createEndpoint"]> = api.endpoints.createEndpoint;
  const both: NamedOptions<operations["createEndpoint"], "json"> = { project_id, body: named.body };
  const again = await unwrap(same(both));
  // @ts-expect-error: a path parameter is missing
  api.GET("/projects/{project_id}", { params: { path: {} } }).catch(() => {});
  // @ts-expect-error: no such path
  api.GET("/nothing").catch(() => {});
  return [created.endpoint, again.endpoint];
}

export const logging = createClient({ ...options, onEvent: consoleLogger() });

export async function pagesAndWaiting() {
  const path: PaginatedPath & PathsWith<"get"> = "/projects/{project_id}/operations";
  const settings: PageSettings = { prefetch: true, signal: new AbortController().signal };
  const walk: Paginated<components["schemas"]["OperationListResponse"]> = paginate(
    api,
    path,
    { path: { project_id }, query: { limit: 2 } },
    settings,
  );
  for await (const page of walk.pages()) {
    const items: Item<typeof page>[] = page.operations;
    const wait: WaitOptions = { timeoutMs: 1, onProgress: ({ action }: Operation) => void action };
    await waitForOperations(api, items, wait);
  }
  for await (const { id } of paginate(api.operations.listOperations, { project_id }))
    id.toUpperCase();
  const method: Method = "get";
  const as: ParseAs = "stream";
  return { method, as, route: routes.listOperations };
}

export function explain(error: unknown): string {
  if (!isClientError(error)) return "not ours";
  const ours: ClientError = error;
  if (error instanceof AuthenticationError) return `${error.status satisfies number}`;
  if (error instanceof HttpError)
    return `${error.status} ${error.detail} ${error.requestId} ${typeof error.body} ${error.headers.get("x")}`;
  if (error instanceof NetworkError) return error.reason;
  if (error instanceof TimeoutError) return `${error.timeoutMs}`;
  if (error instanceof ParseError) return `${error.status} ${error.requestId}`;
  if (error instanceof ResponseTooLargeError) return `${error.maxResponseBytes}`;
  if (error instanceof OperationFailedError) return `${error.failed.length}`;
  if (error instanceof OperationTimeoutError) return `${error.pending.length}`;
  if (error instanceof InvalidRequestError || error instanceof PaginationError) return error.code;
  return ours instanceof ClientError ? ours.code : "";
}

export function sizes(endpoint: Endpoint): number[] {
  const of = (cu: number): ComputeResources => computeResources(cu);
  const { max_cu } = AUTOSCALING_RANGE;
  return [...COMPUTE_SIZES.filter(isComputeSize), of(max_cu).vcpu, maxConnections(endpoint) ?? 0];
}
