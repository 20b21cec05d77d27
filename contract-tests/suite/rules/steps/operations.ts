/** Steps with operations: list, read, wait until they end. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type Operation, OperationFailedError, paginate, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import { OutOfTime } from "../../run/bounds.ts";
import type { Context } from "../../run/context.ts";
import { atLeastOne } from "./asserts.ts";
import { idOf } from "./target.ts";

export const OPERATION = "/projects/{project_id}/operations/{operation_id}";

export const OPERATIONS = "/projects/{project_id}/operations";

/** More operations than a check starts or waits for. */
const MANY_OPERATIONS = 400;

/** Lists the operations of a project, newest first; stops early in a long list. */
export async function listOperations(
  { api, target }: Pick<Context, "api" | "target">,
  project_id = idOf({ target }, "project_id"),
): Promise<Operation[]> {
  const found: Operation[] = [];
  const params = { path: { project_id }, query: { limit: 100 } };
  let pages = 0;
  for await (const { operations } of paginate(api, OPERATIONS, params).pages()) {
    found.push(...operations);
    if (found.length >= MANY_OPERATIONS) break;
    assert.ok(++pages < MANY_OPERATIONS, "the list of operations does not end");
  }
  return found;
}

/**
 * Waits until the operations that a request started are finished. Whether `failed` is final is
 * undocumented, so one that failed may still finish.
 *
 * @throws {OperationFailedError} when one stays failed
 */
export async function settle(
  context: Context,
  mutation: { operations: Operation[] },
): Promise<Operation[]> {
  let last = mutation.operations;
  const seen = () => last.map(({ action, status }) => `${action} is ${status}`).join(", ");
  const look = async () => {
    last = await Promise.all(last.map((operation) => latest(context, operation)));
    return last.every(({ status }) => status === "finished") ? last : undefined;
  };
  return context.until("an operation to end", look, seen).catch((error) => {
    const failed = last.filter(({ status }) => status === "failed");
    const hasFailed = error instanceof OutOfTime && failed.length > 0;
    throw hasFailed ? new OperationFailedError(last, failed) : error;
  });
}

/** Waits until operations that cannot complete have failed, which they may do for a moment only. */
export function untilFailed(context: Context, operations: Operation[]): Promise<Operation[]> {
  let last = operations;
  const seen = () => last.map(({ action, status }) => `${action} is ${status}`).join(", ");
  const look = async () => {
    last = await Promise.all(operations.map((operation) => readOperation(context, operation)));
    const failed = last.filter(({ status }) => status === "failed");
    return failed.length > 0 ? failed : undefined;
  };
  return context.until("an operation that cannot complete to fail", look, seen);
}

/** Reads an operation that is not finished; the same one if the server is at fault for a moment. */
async function latest(context: Context, operation: Operation): Promise<Operation> {
  if (operation.status === "finished") return operation;
  const result = await tryReadOperation(context, operation);
  if (result.response.status >= 500) return operation;
  return (await unwrap(Promise.resolve(result))).operation;
}

/** Returns the operations listed since `before`. */
export async function newOperations(
  context: Context,
  before: Operation[],
  project_id?: string,
): Promise<Operation[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await listOperations(context, project_id)).filter(({ id }) => !known.has(id));
}

export async function newOfEndpoint(context: Context, before: Operation[], endpoint_id: string) {
  return (await newOperations(context, before)).filter(
    (operation) => operation.endpoint_id === endpoint_id,
  );
}

export async function readOperation(context: Context, operation: Operation): Promise<Operation> {
  return (await unwrap(tryReadOperation(context, operation))).operation;
}

export function tryReadOperation({ api }: Context, { project_id, id }: Operation) {
  return api.GET(OPERATION, { params: { path: { project_id, operation_id: id } } });
}

/** The fields of an operation that never change. */
export function identity(operation: Operation) {
  const { id, project_id, branch_id, endpoint_id, action, created_at } = operation;
  return { id, project_id, branch_id, endpoint_id, action, created_at };
}

/** The documented fields. */
export function shownFields({ status, failures_count, updated_at, ...operation }: Operation) {
  return { ...identity(operation as Operation), status, failures_count, updated_at };
}

/**
 * The list shows each operation as it reads by id; one that changes meanwhile is not judged. Blocks
 * the check when none is.
 */
export async function assertAgree(context: Context, operations: Operation[]) {
  let judged = 0;
  for (const operation of atLeastOne(operations, "no operation is known")) {
    const before = shownFields(await readOperation(context, operation));
    const found = (await listOperations(context)).find(({ id }) => id === operation.id);
    const after = shownFields(await readOperation(context, operation));
    assert.ok(found, `${operation.action} is not listed`);
    if (!isDeepStrictEqual(before, after)) continue;
    assert.deepEqual(shownFields(found), after);
    judged += 1;
  }
  if (judged === 0) throw new Blocked("every operation changed while it was read");
}
