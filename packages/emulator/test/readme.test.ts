import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as emulator from "../src/index.ts";
import { documentedRoutes } from "../src/spec.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const source = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");

test("the README's number of routes is that of the spec", () => {
  expect(readme).toContain(`all ${documentedRoutes.length} documented routes`);
});

test("the README's first lines of code are a test that runs here", () => {
  const example = readFileSync(new URL("./example.test.ts", import.meta.url), "utf8");

  expect(readme.slice(0, 1_200)).toContain(`\`\`\`ts\n${example}\`\`\``);
});

test("the README names every key, id and member of the handle", () => {
  const handle = emulator.createEmulator();
  const names = [handle, handle.keys, handle.ids].flatMap((part) => Object.keys(part));

  expect(names.filter((name) => !readme.includes(name))).toEqual([]);
});

test("every assumption decides something, and quotes or names what it stands in for", () => {
  const assumptions = source("assumptions.ts");
  const files = readdirSync(new URL("../src/", import.meta.url));
  const rest = files
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

test("the emulator imports nothing of the client", () => {
  const files = readdirSync(new URL("../src/", import.meta.url));

  expect(files.filter((file) => source(file).includes("@hosted-postgres/client"))).toEqual([]);
});
