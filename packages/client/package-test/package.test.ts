/** Packs client and types as published, installs them in a new project and uses them there. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "@hosted-postgres/emulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn, install, pack } from "../../../scripts/packed.ts";

const run = promisify(execFile);
const client = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "package-"));
const project = join(folder, "project");

beforeAll(async () => {
  await install(await pack(["types", "client"], folder), project, ["@types/node"]);
  writeFileSync(join(project, "script.ts"), read("package-test/script.ts"));
  writeFileSync(join(project, "everything.ts"), read("package-test/everything.ts"));
  writeFileSync(join(project, "readme.ts"), codeOf(read("README.md")));
  writeFileSync(join(project, "types-readme.ts"), codeOf(read("../types/README.md")));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent.each(["client", "types"] as const)("the package of %s", (name) => {
  test("contains its modules, types, source maps, README and LICENSE, and nothing else", () => {
    const modules = readdirSync(join(client, "..", name, "src")).map((file) => file.slice(0, -3));

    const files = packed(name);

    expect(files).toEqual(
      [
        "LICENSE",
        "README.md",
        "package.json",
        ...modules.flatMap((module) =>
          [".d.ts", ".js", ".js.map"].map((end) => `dist/${module}${end}`),
        ),
      ].sort(),
    );
  });

  test("embeds the sources in its source maps", () => {
    const maps = packed(name).filter((file) => file.endsWith(".map"));

    const lacking = maps.filter((file) => {
      const { sourcesContent = [] } = JSON.parse(installed(name, file));
      return sourcesContent.length !== 1 || typeof sourcesContent[0] !== "string";
    });

    expect(maps.length).toBeGreaterThan(0);
    expect(lacking).toEqual([]);
  });

  test("declares ESM without side effects, and exact dependencies", () => {
    const manifest = JSON.parse(installed(name, "package.json"));

    expect(manifest).toMatchObject({ type: "module", sideEffects: false, license: "Apache-2.0" });
    for (const version of Object.values(manifest.dependencies ?? {})) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});

const dom = { lib: ["es2023", "dom", "dom.iterable"], types: [] };
const node = { lib: ["es2023"], types: ["node"] };
const variants = {
  "for Node, exactOptionalPropertyTypes": {
    ...node,
    module: "nodenext",
    exactOptionalPropertyTypes: true,
    files: ["everything.ts", "script.ts", "readme.ts", "types-readme.ts"],
  },
  "for browsers and bundlers": {
    ...dom,
    module: "esnext",
    moduleResolution: "bundler",
    files: ["everything.ts"],
  },
};

// Every run uses the fastest compiler; `pnpm run package-check` uses all of them.
const compilers = ["typescript-7"];
if (process.env.MODE === "package-check") compilers.push("typescript", "typescript-6");

describe.concurrent.each(compilers)("%s", (compiler) => {
  test.each(Object.entries(variants))(
    "compiles everything %s, without skipLibCheck",
    async (name, { files, ...options }) => {
      const config = join(
        project,
        `tsconfig.${compiler}.${Object.keys(variants).indexOf(name)}.json`,
      );
      const compilerOptions = {
        ...{ strict: true, skipLibCheck: false, noEmit: true, target: "es2023" },
        ...options,
      };
      writeFileSync(config, JSON.stringify({ compilerOptions, files }));

      const { stdout } = await run(process.execPath, [bin(compiler, "tsc"), "-p", config]).catch(
        (failed) => failed,
      );

      expect(stdout).toBe("");
    },
  );
});

describe("script.ts", () => {
  test("suspends and starts a compute", async () => {
    cpSync(join(project, "script.ts"), join(project, "script.js"));

    expect(await outputOf("script.js")).toMatch(/^ep-\S+ is active$/);
  });
});

describe.concurrent("everything.ts", () => {
  test("uses every public value", async () => {
    const script = `
    const names = [];
    for (const path of ["", "/named-calls", "/compute-sizes", "/console-logger"]) {
      names.push(...Object.keys(await import("@hosted-postgres/client" + path)));
    }
    console.log(JSON.stringify(names));`;

    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      cwd: project,
    });

    const names: string[] = JSON.parse(stdout);
    expect(names.length).toBeGreaterThan(20);
    const code = read("package-test/everything.ts");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

/** Runs a script of the project beside a new emulator. */
async function outputOf(script: string): Promise<string> {
  const { url, keys, close } = await startEmulator({ operationMs: 0 });
  try {
    const env = { BASE_URL: url, API_KEY: keys.admin };
    return (await run(process.execPath, [script], { cwd: project, env })).stdout.trim();
  } finally {
    await close();
  }
}

function packed(name: string): string[] {
  return filesIn(join(project, "node_modules/@hosted-postgres", name));
}

function installed(name: string, file: string): string {
  return readFileSync(join(project, "node_modules/@hosted-postgres", name, file), "utf8");
}

function read(file: string): string {
  return readFileSync(join(client, file), "utf8");
}

/** The TypeScript blocks of a README as one program that keeps its line numbers. */
function codeOf(readme: string): string {
  let inside = false;
  const lines = readme.split("\n").map((line) => {
    if (line.startsWith("```")) {
      inside = line === "```ts";
      return "";
    }
    return inside ? line : "";
  });
  return `${lines.join("\n")}\nexport {};\n`;
}

/** The script behind a command of a package, even if its `exports` hide it. */
function bin(name: string, command = name): string {
  const root = join(client, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return join(root, typeof manifest.bin === "string" ? manifest.bin : manifest.bin[command]);
}
