import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Config, createConfig, lint, loadConfig } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import house from "../lint/plugin.js";
import { folder } from "../scripts/specs.ts";
import { mergePatch } from "./merge-patch.ts";

type Files = Record<string, unknown>;
type Fixture = {
  name: string;
  change?: Files;
  move?: Record<string, string>;
  says: string;
};

const fixtures = join(folder, "lint/fixtures");
const rules = Object.keys(house().rules.oas3);
const configPath = join(folder, "redocly.yaml");
const config = await loadConfig({ configPath });
const settings: Record<string, "error" | { severity: "error" }> = parse(
  readFileSync(configPath, "utf8"),
).rules;
/** Runs several times faster than all rules. */
const houseRules = await createConfig(
  {
    plugins: ["./lint/plugin.js"],
    rules: Object.fromEntries(
      Object.entries(settings).filter(([name]) => name.startsWith("house/")),
    ),
  },
  { configPath },
);
/** A fresh copy where YAML had aliases, so that a change stays where it is made. */
const tinySpec: Files = JSON.parse(JSON.stringify(fixture("clean")));

test("passes the tiny spec", async () => {
  expect(await problemsOfFiles(tinySpec, config)).toEqual([]);
});

test("makes every house rule an error, with a fixture", () => {
  const names = readdirSync(fixtures).filter((file) => file !== "clean.yaml");

  expect(names.map((file) => file.replace(".yaml", ""))).toEqual(rules);
  for (const rule of rules) {
    const setting = settings[`house/${rule}`];
    expect(typeof setting === "object" ? setting.severity : setting, rule).toBe("error");
  }
});

describe.each(rules)("%s", (rule) => {
  const cases = fixture(rule) as Fixture[];

  test.each(named(cases))("fires when %s", async (_, { change = {}, move = {}, says }) => {
    const files = mergePatch(tinySpec, change) as Files;
    for (const [from, to] of Object.entries(move)) {
      files[to] = files[from];
      delete files[from];
    }

    const problems = await problemsOfFiles(files, houseRules);

    const ofThisRule = problems.filter((problem) => problem.startsWith(`house/${rule}: `));
    expect(ofThisRule).toEqual([`house/${rule}: ${says}`]);
  });
});

function fixture(name: string): unknown {
  return parse(readFileSync(join(fixtures, `${name}.yaml`), "utf8"));
}

/** Vitest truncates `$name`, but not `%s`. */
function named(cases: Fixture[]): [string, Fixture][] {
  return cases.map((one) => [one.name, one]);
}

async function problemsOfFiles(files: Files, config: Config): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "spec-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), JSON.stringify(content));
    }
    return await problemsOf(join(root, "openapi.yaml"), config);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function problemsOf(ref: string, config: Config): Promise<string[]> {
  const problems = await lint({ ref, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
