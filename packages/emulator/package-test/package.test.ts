/** Packs the emulator and its types as they are published, and uses them in a new project. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn, install, pack } from "../../../scripts/packed.ts";
import { createEmulator } from "../src/index.ts";

const run = promisify(execFile);
const emulator = fileURLToPath(new URL("..", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "package-")));
const project = join(folder, "project");
const installed = join(project, "node_modules/@hosted-postgres/emulator");
const manifest = () => JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

beforeAll(async () => {
  const tarballs = await pack(["types", "emulator"], folder);
  // The database of a state directory, and the tools that compile and run the project.
  await install(tarballs, project, ["lmdb", "@types/node", "vitest"]);
  cpSync(join(emulator, "package-test/everything.ts"), join(project, "everything.ts"));
  const [, example = ""] =
    /```ts\n(.*?)```/s.exec(readFileSync(`${installed}/README.md`, "utf8")) ?? [];
  writeFileSync(join(project, "example.test.ts"), example);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed emulator", () => {
  test("has its modules, types, source maps, the spec, the page, README and LICENSE, and nothing else", () => {
    const sources = readdirSync(join(emulator, "src"), { recursive: true, encoding: "utf8" });
    const page = readdirSync(join(emulator, "page")).filter((name) => name !== "tsconfig.json");
    const modules = sources.flatMap((file) => (file.endsWith(".ts") ? file.slice(0, -3) : []));

    const files = filesIn(installed);

    const built = modules.flatMap((name) => [".d.ts", ".js", ".js.map"].map((end) => name + end));
    expect(files).toEqual(
      [
        ...["LICENSE", "README.md", "package.json"],
        ...["openapi.json", "openapi.neon.json", ...built].map((file) => `dist/${file}`),
        ...page.map((file) => `page/${file}`),
      ].sort(),
    );
  });

  test("depends only on published packages, in exact versions", () => {
    const { dependencies, private: isPrivate } = manifest();

    expect(Object.keys(dependencies).sort()).toEqual(["@hosted-postgres/types", "ajv"]);
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isPrivate).toBeUndefined();
  });

  test("passes the README's example, and compiles without skipLibCheck", async () => {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
      ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: ["node"] },
    };
    const config = join(project, "tsconfig.json");
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ["everything.ts"] }));
    const tsc = join(emulator, "node_modules/typescript/bin/tsc");
    const vitest = join(project, "node_modules/vitest/vitest.mjs");

    const compiled = run(process.execPath, [tsc, "-p", config]).catch((failed) => failed);
    const tested = run(process.execPath, [vitest, "run"], { cwd: project }).catch(
      (failed) => failed,
    );

    expect((await compiled).stdout).toBe("");
    expect((await tested).stdout).toContain("1 passed");
  });

  test("serves a state directory with its command, without a warning", async () => {
    const [[, script]] = Object.entries<string>(manifest().bin) as [[string, string]];
    const args = [join(installed, script), "--port", "0", "--state", join(folder, "state")];
    const child = spawn(process.execPath, args);
    let printed = "";
    child.stdout.on("data", (text) => (printed += text));
    child.stderr.on("data", (text) => (printed += `stderr: ${text}`));
    const { keys, ids } = createEmulator();

    await expect.poll(() => printed, { timeout: 10_000 }).toContain("listens at");
    const [url] = /http\S+/.exec(printed) ?? [];
    const answer = await fetch(`${url}/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
      body: '{ "endpoint": { "pooler_enabled": true } }',
    });
    const page = await fetch(new URL("/_emulator/page/main.js", url));
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");

    expect([answer.status, page.status, code]).toEqual([200, 200, 0]);
    expect(printed).not.toContain("stderr");
  });
});
