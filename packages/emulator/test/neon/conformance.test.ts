/** Every answer under the profile fits the provider's schemas, by a validator of its own. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Schema as JsonSchema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { neon } from "../../src/neon/index.ts";
import type { Route } from "../../src/spec.ts";
import { type Ids, learnedFrom, requestTo, routesInOrder } from "./requests.ts";

const spec = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("#openapi.neon.json"), "utf8"),
);

describe("the emulator as neon", () => {
  it("answers every route with the provider's status and shape", async () => {
    const { walk, misfits, refused } = newWalk();
    for (const route of routesInOrder()) await walk(route);
    expect({ misfits, refused }).toEqual({ misfits: [], refused: [] });
  });
});

function newWalk() {
  const emulator = createEmulator({ profile: neon, now: () => Date.parse("2026-11-22T10:00:00Z") });
  const ids: Ids = {
    ...(emulator.ids as unknown as Ids),
    source_org_id: emulator.ids.org_id,
    deleted_project_id: emulator.ids.project_id,
    role_name: "neondb_owner",
    database_name: "neondb",
    region_id: "region-1",
    vpc_endpoint_id: "vpce-1",
    slug: "hello",
    object_key: "logs/1",
    oauth_provider_id: "google",
    auth_provider: "mock",
    field_name: "message",
  };
  const misfits: string[] = [];
  const refused: string[] = [];

  async function walk(route: Route) {
    emulator.advance(10_000);
    const sent = requestTo(route, ids);
    const response = await emulator.fetch(`${emulator.url}${sent.target}`, {
      method: sent.method,
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
    const text = await response.text();
    const { operationId } = route;
    if (!response.ok) refused.push(`${operationId} ${JSON.stringify(sent)}: ${text}`);
    const errors = misfitsOf(route, response.status, text);
    if (errors.length > 0) misfits.push(`${operationId} ${response.status} ${errors}: ${text}`);
    else if (response.ok && text.startsWith("{")) {
      Object.assign(ids, learnedFrom(route, JSON.parse(text)));
    }
  }
  return { walk, misfits, refused };
}

function misfitsOf({ path, method }: Route, status: number, text: string): string[] {
  const { responses } = spec.paths[path][method.toLowerCase()];
  const shown = responses[status] ?? responses.default;
  const { content } = shown.$ref ? spec.components.responses[shown.$ref.split("/").pop()] : shown;
  if (!content) return text === "" || text === "{}" ? [] : ["a body where none is shown"];
  const schema = content["application/json"]?.schema;
  if (!schema) return [];
  const { components } = spec;
  const validator = new Validator({ ...schema, components } as JsonSchema, "2020-12", true);
  const { errors } = validator.validate(JSON.parse(text));
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}
