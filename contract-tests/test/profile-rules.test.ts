/** The rules of a profile: what they catch, what they let pass, and what a known deviation excuses. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "@hosted-postgres/emulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { excused } from "../suite/profiles/deviations.ts";
import { neonSpec, type Profile, readProfile } from "../suite/profiles/read.ts";
import { operationsOf } from "../suite/profiles/spec.ts";
import { rules } from "../suite/rules/index.ts";
import { everyRoute, inOrder } from "../suite/rules/steps/every-route.ts";
import { createContext } from "../suite/run/context.ts";
import type { Answer, Fetch } from "../suite/run/exchange.ts";
import { seededRandom } from "../suite/run/random.ts";
import type { Rule } from "../suite/run/rule.ts";
import { runOn } from "../suite/run/run.ts";
import type { Target } from "../suite/run/target.ts";
import { targetOf } from "../suite/targets/emulator.ts";
import { NEON_OPTIONS } from "../suite/targets/neon.ts";
import { failure } from "./reports/build.ts";

// biome-ignore lint/suspicious/noExplicitAny: schemas and bodies are read by name.
type Tree = any;

let profile: Profile;
let target: Target;
/** A success of each route. */
const answers = new Map<string, Answer>();

beforeAll(async () => {
  profile = await readProfile("neon");
  target = await inProcess();
  const context = createContext(target);
  for await (const _ of everyRoute(context, inOrder(target.routes)));
  for (const exchange of context.exchanges as Answer[]) {
    if (exchange.route && exchange.answer?.ok) answers.set(exchange.route.name, exchange);
  }
});

/** The emulator as neon without a socket, since its server is the same as without a profile. */
async function inProcess(): Promise<Target> {
  const startedMs = Date.now();
  const emulator = createEmulator({ ...NEON_OPTIONS, now: () => startedMs });
  const fetch: Fetch = (url, init) => emulator.fetch(url, init);
  return { ...(await targetOf(emulator, fetch, {}, "neon")), fresh: inProcess };
}

describe("the rules of the profile neon", () => {
  test("are one for each route, apart from those of the document", () => {
    expect(profile.rules).toHaveLength(168);
    expect(profile.rules.filter(({ id }) => rules.some((rule) => rule.id === id))).toEqual([]);
  });

  test("hold on every answer of the emulator as neon", () => {
    expect(answers.size).toBe(168);
    expect([...answers.values()].filter((answer) => violationOf(answer) !== undefined)).toEqual([]);
  });

  test("catch each of 50 sampled mutations, and name the place", () => {
    const mutations = mutationsOf(answers);
    const random = seededRandom(13);
    const sample = Array.from({ length: 50 }, () => {
      const [mutation] = mutations.splice(Math.floor(random() * mutations.length), 1);
      return mutation as Mutation;
    });

    const missed = sample.filter(({ name, pointer, mutate }) => {
      const answer = answers.get(name) as Answer;
      const json = structuredClone(answer.json);
      mutate(json);
      return !violationOf({ ...answer, json })?.includes(`#${pointer}`);
    });

    expect(mutations.length).toBeGreaterThan(1_000);
    expect(missed).toEqual([]);
  });

  test.each([
    [202, "which is not one of 200, 401, default"],
    [204, "which is not one of 200, 401, default"],
    [404, 'answered 404 with another body: #: Instance does not have required property "code"'],
  ])("catch the status %i", (status, message) => {
    const answer = answers.get("GET /projects") as Answer;

    expect(violationOf({ ...answer, status })).toContain(message);
  });

  test("catch a body that is missing, or is not JSON", () => {
    const answer = answers.get("GET /projects") as Answer;

    expect(violationOf({ ...answer, text: "", json: undefined })).toContain("without a body");
    expect(violationOf({ ...answer, text: "<p>", json: undefined })).toContain("not JSON");
  });

  test("let further fields and new values of an open list pass", () => {
    const answer = answers.get("GET /projects/{project_id}/endpoints") as Answer;
    const json = structuredClone(answer.json) as Tree;
    Object.assign(json.endpoints[0], { type: "read_never", current_state: "dreaming", more: [] });

    expect(violationOf({ ...answer, json })).toBeUndefined();
  });
});

describe("a rule that the provider is known to break", () => {
  const broken = (states: Rule["states"], profile?: string): Rule => ({
    ...{ id: "broken", level: "MUST", text: "it holds", states, profile },
    check: () => {},
  });

  test("names the deviations that know of it, and any other rule none", () => {
    const known = broken(["Endpoints, Rules 3: restart-needs-active"]);
    const unknown = broken(["Authentication 8: immediate"]);
    const told = (rule: Rule) => excused(profile.deviations, rule, failure());

    expect(told(known)).toEqual({ ...failure(), deviations: ["restart-of-idle"] });
    expect(told(unknown)).toEqual(failure());
    expect(told(broken(known.states, "neon"))).toEqual(failure());
  });
});

describe("the emulator as neon", () => {
  test("breaks no rule but those that the provider is known to break", async () => {
    const { deviations } = profile;
    const all = [...rules, ...profile.rules];
    const { outcomes } = await runOn(target, all, { deviations, seed: 1 });

    const found = [...outcomes].filter(([, { kind }]) => kind === "failed");
    const failed = found.filter(([, it]) => !("deviations" in it));
    const judged = [...outcomes.values()].filter(({ kind }) => /passed|failed/.test(kind));
    expect(failed).toEqual([]);
    expect(found.map(([id]) => id).toSorted()).toEqual(KNOWN);
    expect(judged.length).toBeGreaterThan(350);
  }, 300_000);
});

/** The documented rules that the emulator breaks as neon does. */
const KNOWN = [
  "endpoint-create-defaults",
  "endpoint-delete-answer",
  "endpoint-list-without-pending-state",
  "endpoint-of-another-project",
  "endpoint-restart-needs-active",
  "endpoint-unknown-refused",
  "json-answers",
  "key-personal-scope",
  "mutation-answer-has-operations",
  "operation-action-of-the-set",
  "operation-delete-tenant-by-project",
  "project-fields",
];

describe("a profile from a file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "profile-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("has a rule for each route of the file, and catches what differs", async () => {
    const own = await read("/regions", { type: "object", required: ["zones"] });

    expect(own.rules.map(({ id }) => id)).toEqual(["profile-listRegions"]);
    expect(violationOf(answers.get("GET /regions") as Answer, own)).toContain('property "zones"');
  });

  test("is refused where it contradicts the document", async () => {
    await expect(read("/projects", { type: "array" })).rejects.toThrow(
      /contradicts the document\nGET \/projects: the profile/,
    );
  });

  function read(path: string, schema: object) {
    const responses = { 200: { description: "", content: { "application/json": { schema } } } };
    const file = join(folder, "their.json");
    const info = { title: "theirs", version: "1" };
    const paths = { [path]: { get: { operationId: "theirs", responses } } };
    writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths }));
    return readProfile("their.json", () => file);
  }
});

function violationOf(answer: Answer, { rules } = profile): string | undefined {
  try {
    for (const rule of rules) rule.observe?.(answer, target);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface Mutation {
  name: string;
  /** The place of the violation. */
  pointer: string;
  mutate: (json: Tree) => void;
}

/** Drops each required property of each answer, and changes the type of each typed one. */
function mutationsOf(all: Map<string, Answer>): Mutation[] {
  const spec = neonSpec();
  return operationsOf(spec).flatMap(({ name, operation }) => {
    const { status, json } = all.get(name) as Answer;
    const schema = operation.responses[status]?.content?.["application/json"]?.schema;
    return mutationsIn(spec, schema, json, []).map((mutation) => ({ name, ...mutation }));
  });
}

function mutationsIn(
  spec: Tree,
  node: Tree,
  value: Tree,
  path: string[],
): Omit<Mutation, "name">[] {
  const schema = resolved(spec, node);
  if (schema?.allOf) {
    return schema.allOf.flatMap((part: Tree) => mutationsIn(spec, part, value, path));
  }
  if (Array.isArray(value)) return mutationsIn(spec, schema?.items, value[0], [...path, "0"]);
  return Object.entries<Tree>(schema?.properties ?? {}).flatMap(([property, part]) => {
    if (Object(value)[property] === undefined) return [];
    const at = (json: Tree) => path.reduce((inner, step) => inner[step], json);
    const inside = [...path, property];
    const { type } = resolved(spec, part);
    const dropped = (json: Tree) => void delete at(json)[property];
    const changed = (json: Tree) => Object.assign(at(json), { [property]: otherThan(type) });
    return [
      ...(schema.required?.includes(property)
        ? [{ pointer: pointerTo(path), mutate: dropped }]
        : []),
      ...(typeof type === "string" ? [{ pointer: pointerTo(inside), mutate: changed }] : []),
      ...mutationsIn(spec, part, value[property], inside),
    ];
  });
}

function otherThan(type: string): unknown {
  return type === "string" ? 7 : "another type";
}

function pointerTo(path: string[]): string {
  return path.map((step) => `/${step}`).join("");
}

function resolved(spec: Tree, node: Tree): Tree {
  const steps = node?.$ref?.slice(2).split("/");
  return steps
    ? resolved(
        spec,
        steps.reduce((at: Tree, step: string) => at[step], spec),
      )
    : node;
}
