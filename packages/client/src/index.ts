export type * from "@hosted-postgres/types";
export type { Middleware } from "openapi-fetch";
export type {
  AnyClient,
  ApiClient,
  Call,
  CallOptions,
  CallSettings,
  Failure,
  Method,
  ParseAs,
  PathsWith,
  Result,
  RouteOf,
  Success,
} from "./api-client.ts";
export { createClient } from "./create-client.ts";
export {
  AuthenticationError,
  ClientError,
  HttpError,
  InvalidRequestError,
  isClientError,
  NetworkError,
  OperationFailedError,
  OperationTimeoutError,
  PaginationError,
  ParseError,
  ResponseTooLargeError,
  TimeoutError,
} from "./errors.ts";
export type { ClientEvent, ClientOptions } from "./options.ts";
export {
  type Item,
  type PageDialect,
  type PageSettings,
  type Paginated,
  type PaginatedPath,
  paginate,
} from "./paginate.ts";
export { unwrap } from "./unwrap.ts";
export {
  type AnyOperation,
  type Outcomes,
  type WaitOptions,
  waitForOperations,
} from "./wait-for-operations.ts";
