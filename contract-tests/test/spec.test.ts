/** The mock and a second validator agree with the spec on every example and on wrong bodies. */
import { describe, expect, inject, test } from "vitest";
import { checking } from "../suite/profiles/schemas.ts";
import { assertBodyRefused } from "../suite/rules/steps/probes.ts";
import { createContext } from "../suite/run/context.ts";
import type { Fetch } from "../suite/run/exchange.ts";
import { send } from "../suite/run/send.ts";
import { spec } from "../suite/spec/bundle.ts";
import { exampleNames, routes } from "../suite/spec/routes.ts";
import { mockTarget } from "../suite/targets/mock.ts";
import { wrongBodies } from "./wrong-bodies.ts";

const target = mockTarget(inject("mockUrl"));

/** A second validator: Prism reads schemas as draft 7, this one as 2020-12, like OpenAPI 3.1. */
const violation = checking(
  Object.fromEntries(
    routes.flatMap(({ name, body, success }) => [
      [`request of ${name}`, body?.schema ?? true],
      [`response of ${name}`, success.schema],
    ]),
  ),
  spec.components,
);

for (const route of routes) {
  const { name, body: documented, requestShown } = route;
  if (!documented) continue;
  const entries = Object.entries(documented.examples);

  describe(name, () => {
    for (const [example, body] of entries) {
      test(`accepts the body ${example || JSON.stringify(body)}`, async () => {
        const { api } = createContext(target);

        const { response } = await send(api, route, { ids: target.ids, body });

        expect(response.status).toBe(200);
        expect(violation(`request of ${name}`, body)).toBeUndefined();
      });
    }

    if (!requestShown) return;
    const [, valid] = entries[0] ?? [];

    for (const { what, body } of wrongBodies(documented.schema, valid)) {
      test(`refuses ${what}: ${JSON.stringify(body)}`, async () => {
        await assertBodyRefused(createContext(target), name, body);
        expect(violation(`request of ${name}`, body)).toBeDefined();
      });
    }

    test.each([
      ["text that is not JSON", "application/json", "{"],
      ["a form", "application/x-www-form-urlencoded", "endpoint=1"],
      ["no body", undefined, undefined],
    ])("refuses %s", async (_what, type, body) => {
      const context = createContext(target);
      const fetchWrong: Fetch = (url, init) => {
        const headers = new Headers(init.headers);
        headers.delete("content-type");
        if (type) headers.set("content-type", type);
        return context.fetchWrong(url, { ...init, headers, body: body ?? null });
      };

      await assertBodyRefused({ ...context, fetchWrong }, name, valid);
    });
  });
}

for (const route of routes) {
  const names = exampleNames(route);
  if (names.length === 0 && !route.responseShown) continue;

  describe(route.name, () => {
    test("has named examples of its answer", () => {
      expect(names).not.toEqual([]);
    });

    for (const name of names) {
      test(`answers its example ${name} when asked`, async () => {
        const { api } = createContext(target);
        const headers = { Prefer: `example=${name}` };

        const { data, response } = await send(api, route, { ids: target.ids, headers });

        expect(response.status).toBe(200);
        expect(response.headers.get("sl-violations")).toBeNull();
        expect(data).toEqual(route.success.examples[name]);
        expect(violation(`response of ${route.name}`, data)).toBeUndefined();
      });
    }
  });
}
