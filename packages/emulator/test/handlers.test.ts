import { describe, expect, test } from "vitest";
import { addKey } from "../src/api-keys.ts";
import { type Handlers, handlerOf, handlers } from "../src/handlers.ts";
import { handleResource } from "../src/resources.ts";
import { documentedRoutes, type Route } from "../src/spec.ts";

describe("handlers", () => {
  test("accepts nothing but the handler of each operation", () => {
    // @ts-expect-error: no operation has the name of an internal function
    const renamed: Handlers = { ...handlers, addKey };
    // @ts-expect-error: an internal function does not take a request
    const internal: Handlers = { ...handlers, createApiKey: addKey };
    // @ts-expect-error: the body is not the one that the spec has for this route
    const misplaced: Handlers = { ...handlers, updateEndpoint: handlers.createEndpoint };
    // @ts-expect-error: the response is not the one that the spec has for this route
    const unfit: Handlers = { ...handlers, listProjectEndpoints: () => ({ endpoints: [{}] }) };

    expect([renamed, internal, misplaced, unfit]).not.toContain(handlers);
  });

  test("leaves the other routes to the generic handler", () => {
    const generic = documentedRoutes.filter((route) => handlerOf(route) === handleResource);

    expect(generic).toHaveLength(documentedRoutes.length - Object.keys(handlers).length);
    expect(handlerOf({ operationId: "toString" } as Route)).toBe(handleResource);
  });
});
