import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FAILED, REFUSED } from "../src/assumptions.ts";
import * as emulator from "../src/index.ts";
import { controlRoutes } from "./control.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const sources = readdirSync(new URL("../src/", import.meta.url), {
  recursive: true,
  encoding: "utf8",
}).filter((file) => file.endsWith(".ts") && !/^control.(schema|spec).ts$/.test(file));
const source = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");

describe("the README", () => {
  test("opens with an example that runs here as a test", () => {
    const example = readFileSync(new URL("./example.test.ts", import.meta.url), "utf8");

    expect(readme.slice(0, 1_200)).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  test("names every key, every id and every member of the handle", () => {
    const handle = emulator.createEmulator();
    const names = [handle, handle.keys, handle.ids].flatMap((part) => Object.keys(part));

    expect(names.filter((name) => !readme.includes(name))).toEqual([]);
  });
});

describe("the README's table of control routes", () => {
  test("has each route with its summary, in the order of the spec", () => {
    const rows = [...readme.matchAll(/^\| `([A-Z]+) (\/\S*)` +\| (.*?) +\|$/gm)];

    expect(rows.map(([, method, path, text]) => [method, `/_emulator${path}`, text])).toEqual(
      controlRoutes.map(({ method, path, summary }) => [method, path, summary]),
    );
  });

  test("is followed by recipes that exist", () => {
    const recipes = [...readme.matchAll(/\]\((recipes\/\S+)\)/g)].map(([, file]) => `${file}`);

    expect(recipes).toHaveLength(10);
    expect(recipes.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual(
      [],
    );
  });
});

describe("the assumptions", () => {
  test("are each used, and described by the sentence they stand in for", () => {
    const assumptions = source("assumptions.ts");
    const rest = sources
      .filter((file) => file !== "assumptions.ts")
      .map(source)
      .join("\n");

    const names = [...assumptions.matchAll(/^export const (\w+)/gm)].map(([, name]) => `${name}`);

    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(rest))).toEqual([]);
    const undescribed = [...assumptions.matchAll(/(.*)\nexport const (\w+)/g)]
      .filter(([, above]) => !/\*\/$/.test(`${above}`) && !/^export/.test(`${above}`))
      .map(([, , name]) => name);
    expect(undescribed).toEqual([]);
  });

  test("have every status of a refusal", () => {
    const statuses = Object.values({ ...REFUSED, ...FAILED });
    // A profile has the statuses of its provider.
    const others = sources.filter((file) => file !== "assumptions.ts" && !file.startsWith("neon/"));
    const repeated = others.flatMap((file) => {
      const code = source(file).replace(/\/\/.*|^ *\/?\*.*/gm, "");
      return statuses
        .filter((status) => code.includes(`${status}`))
        .map((status) => [file, status]);
    });

    expect(repeated).toEqual([]);
  });
});

describe("the sources", () => {
  test("import nothing of the client", () => {
    expect(sources.filter((file) => source(file).includes("@hosted-postgres/client"))).toEqual([]);
  });
});
