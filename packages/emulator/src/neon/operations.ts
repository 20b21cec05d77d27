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

/** With its duration: until now while it runs. */
function shownOperation(world: World, operation: Operation) {
  const { created_at, updated_at } = operation;
  const isUnfinished = world.unfinished.get(operation.project_id)?.has(operation.id);
  const endMs = isUnfinished ? world.nowMs : Date.parse(updated_at);
  const total_duration_ms = Math.max(0, Math.round(endMs - Date.parse(created_at)));
  const { error } = world.operations.get(operation.id) ?? {};
  return { ...operation, ...(error !== undefined && { error }), total_duration_ms };
}
