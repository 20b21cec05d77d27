/** The routes of operations. */
import type { Operation } from "@hosted-postgres/types";
import * as documented from "../operations.ts";
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";

export function listOperations(request: RoutedRequest) {
  const { operations, pagination } = documented.listOperations(request);
  return { operations: shownOperations(request.world, operations), pagination };
}

export function getOperation(request: RoutedRequest) {
  const { operation } = documented.getOperation(request);
  return { operation: shownOperation(request.world, operation) };
}

export function shownOperations(world: World, operations: Operation[]) {
  return operations.map((operation) => shownOperation(world, operation));
}

interface Timed extends Operation {
  total_duration_ms?: number;
  error?: string;
}

/** Keeps how long an ended operation took, and why it failed. */
export function settleDuration(world: World, operation: Timed): void {
  operation.total_duration_ms = durationMs(world, operation);
  const error = world.operations.get(operation.id)?.error;
  if (error !== undefined) operation.error = error;
}

/** With its duration: until now while it runs. */
function shownOperation(world: World, operation: Timed): Operation {
  if (operation.total_duration_ms !== undefined) return operation;
  const total_duration_ms = durationMs(world, operation);
  // First, since adding a property after a spread takes three times as long.
  return { total_duration_ms, ...operation } as Operation;
}

function durationMs(world: World, { id }: Operation): number {
  const record = world.operations.get(id);
  // An operation may begin a hair after now, since no two have the same time.
  return record ? Math.max(0, Math.round(world.nowMs - record.atUs / 1_000)) : 0;
}
