/** What the client sends as body is accepted; a body that does not fit what is shown is not. */
import { describe, expect, inject, test } from "vitest";
import { assertBodyRefused } from "../suite/rules/steps/probes.ts";
import { createContext, createSession } from "../suite/run/context.ts";
import { send } from "../suite/run/send.ts";
import { createWatch } from "../suite/run/watch.ts";
import { routes } from "../suite/spec/routes.ts";
import { schemaErrors } from "../suite/spec/schema.ts";
import { mockTarget } from "../suite/targets/mock.ts";
import { wrongBodies } from "./wrong-bodies.ts";

const target = mockTarget(inject("mockUrl"));
const newContext = () => createContext(createSession(target, createWatch([], target.lacks)));

for (const route of routes) {
  const { name, body: documented, requestShown } = route;
  if (!documented) continue;
  const entries = Object.entries(documented.examples);

  describe(name, () => {
    for (const [example, body] of entries) {
      test(`accepts the body ${example || JSON.stringify(body)}`, async () => {
        const { api } = newContext();

        const { response } = await send(api, route, { ids: target.ids, body });

        expect(response.status).toBe(200);
        expect(schemaErrors(documented.schema, body)).toEqual([]);
      });
    }

    if (!requestShown) return;
    const [, valid] = entries[0] ?? [];

    for (const { what, body } of wrongBodies(documented.schema, valid)) {
      test(`refuses ${what}: ${JSON.stringify(body)}`, async () => {
        await assertBodyRefused(newContext(), name, body);
        expect(schemaErrors(documented.schema, body)).not.toEqual([]);
      });
    }

    test.each([
      ["text that is no JSON", "application/json", "{"],
      ["a form", "application/x-www-form-urlencoded", "endpoint=1"],
      ["no body", undefined, undefined],
    ])("refuses %s", async (_what, type, body) => {
      const context = newContext();
      const api = context.client({
        fetch: (url, init) => {
          const headers = new Headers(init.headers);
          headers.delete("content-type");
          if (type) headers.set("content-type", type);
          return context.fetch(url, { ...init, headers, body: body ?? null });
        },
      });

      await assertBodyRefused({ ...context, api }, name, valid);
    });
  });
}
