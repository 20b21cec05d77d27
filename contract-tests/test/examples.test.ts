/** Every example of the spec can be asked for by its name, and fits under a second validator. */
import { describe, expect, inject, test } from "vitest";
import { createContext, createSession } from "../suite/run/context.ts";
import { send } from "../suite/run/send.ts";
import { createWatch } from "../suite/run/watch.ts";
import { exampleNames, routes } from "../suite/spec/routes.ts";
import { schemaErrors } from "../suite/spec/schema.ts";
import { mockTarget } from "../suite/targets/mock.ts";

const target = mockTarget(inject("mockUrl"));
const newContext = () => createContext(createSession(target, createWatch([], target.lacks)));

describe("examples of answers", () => {
  for (const route of routes) {
    for (const name of exampleNames(route)) {
      test(`${route.name} answers its example ${name} when asked`, async () => {
        const { api } = newContext();
        const headers = { Prefer: `example=${name}` };

        const { data, response } = await send(api, route, { ids: target.ids, headers });

        expect(response.status).toBe(200);
        expect(response.headers.get("sl-violations")).toBeNull();
        expect(data).toEqual(route.success.examples[name]);
        expect(schemaErrors(route.success.schema, data)).toEqual([]);
      });
    }
  }

  test("all answers whose shape is shown have named ones", () => {
    const unnamed = routes.filter(
      (route) => route.responseShown && exampleNames(route).length === 0,
    );

    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });
});
