import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lint, loadConfig } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import house from "../lint/plugin.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Files = { [name: string]: Json };
type Fixture = {
  name: string;
  change?: Files;
  move?: Record<string, string>;
  says: string;
};

const folder = join(import.meta.dirname, "..");
const fixtures = join(folder, "lint/fixtures");
const rules = Object.keys(house().rules.oas3);
const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });

test("the spec and the workflows have no problem", async () => {
  const workflows = readdirSync(join(folder, "arazzo")).map((file) => `arazzo/${file}`);

  for (const file of ["openapi.yaml", ...workflows]) {
    expect(await problemsOf(join(folder, file)), file).toEqual([]);
  }
});

test("the tiny spec has no problem", async () => {
  expect(await problemsOfFiles(tinySpec())).toEqual([]);
});

test("every rule of the house is on and has a fixture", () => {
  const names = readdirSync(fixtures).filter((file) => file !== "clean.yaml");

  expect(names.map((file) => file.replace(".yaml", ""))).toEqual(rules);
  const { rules: settings } = parse(readFileSync(join(folder, "redocly.yaml"), "utf8"));
  for (const rule of rules) {
    const setting = settings[`house/${rule}`];
    expect(setting?.severity ?? setting, rule).toBe("error");
  }
});

describe.each(rules)("%s", (rule) => {
  const cases: Fixture[] = parse(readFileSync(join(fixtures, `${rule}.yaml`), "utf8"));

  test.each(named(cases))("fires when %s", async (_, { change = {}, move = {}, says }) => {
    const files = patched(tinySpec(), change) as Files;
    for (const [from, to] of Object.entries(move)) {
      files[to] = files[from] as Json;
      delete files[from];
    }

    const problems = await problemsOfFiles(files);

    const ofThisRule = problems.filter((problem) => problem.startsWith(`house/${rule}: `));
    expect(ofThisRule).toEqual([`house/${rule}: ${says}`]);
  });
});

/** Vitest cuts a `$name` short, and a `%s` not. */
function named(cases: Fixture[]): [string, Fixture][] {
  return cases.map((fixture) => [fixture.name, fixture]);
}

/** A fresh copy: YAML aliases are one object, and a change must stay where it is made. */
function tinySpec(): Files {
  return JSON.parse(JSON.stringify(parse(readFileSync(join(fixtures, "clean.yaml"), "utf8"))));
}

/** JSON merge patch, RFC 7396: null takes a field away. */
function patched(value: Json | undefined, change: Json): Json {
  if (!isObject(change)) return change;
  const result = isObject(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete result[key];
    else result[key] = patched(result[key], part);
  }
  return result;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function problemsOfFiles(files: Files): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "spec-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), JSON.stringify(content));
    }
    return await problemsOf(join(root, "openapi.yaml"));
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function problemsOf(ref: string): Promise<string[]> {
  const problems = await lint({ ref, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
