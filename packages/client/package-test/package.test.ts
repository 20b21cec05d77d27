/** Packs client and types as they are published, installs them in a new project and uses them there. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn, pack } from "../../../scripts/packed.ts";

const run = promisify(execFile);
const client = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "package-"));
const project = join(folder, "project");
const tarballs: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ["types", "client"]) tarballs[name] = await pack(name, folder);
  // Packed as well, so that the install needs no network.
  const openapiFetch = realpathSync(join(client, "node_modules/openapi-fetch"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    // Copies lose the hard links of pnpm's store, which `npm install` leaves out of a tarball.
    const source = join(folder, name);
    cpSync(realpathSync(join(openapiFetch, "..", name)), source, { recursive: true });
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const [{ filename }] = JSON.parse((await npm(args, source)).stdout);
    tarballs[source] = join(folder, filename);
  }
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  await npm(
    ["install", "--offline", "--no-audit", "--no-fund", ...Object.values(tarballs)],
    project,
  );
  mkdirSync(join(project, "node_modules/@types"));
  symlinkSync(
    dirname(resolve("@types/node/package.json")),
    join(project, "node_modules/@types/node"),
  );
  writeFileSync(join(project, "everything.ts"), read("package-test/everything.ts"));
  writeFileSync(join(project, "readme.ts"), codeOf(read("README.md")));
  writeFileSync(join(project, "types-readme.ts"), codeOf(read("../types/README.md")));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(["client", "types"])("the package of %s", (name) => {
  test("holds its modules, types, source maps, README and LICENSE, and nothing else", () => {
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

  test("has its sources in its source maps", () => {
    const maps = packed(name).filter((file) => file.endsWith(".map"));

    const lacking = maps.filter((file) => {
      const { sourcesContent = [] } = JSON.parse(installed(name, file));
      return sourcesContent.length !== 1 || typeof sourcesContent[0] !== "string";
    });

    expect(maps.length).toBeGreaterThan(0);
    expect(lacking).toEqual([]);
  });

  test("says that it is ESM without side effects, and has exact dependencies", () => {
    const manifest = JSON.parse(installed(name, "package.json"));

    expect(manifest).toMatchObject({ type: "module", sideEffects: false, license: "Apache-2.0" });
    for (const version of Object.values(manifest.dependencies ?? {})) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test("is clean to publint and to Are The Types Wrong", async () => {
    const tarball = tarballs[name] ?? "";

    const lint = run(process.execPath, [bin("publint"), tarball, "--strict"]);
    const types = run(process.execPath, [
      bin("@arethetypeswrong/cli", "attw"),
      ...["--profile", "esm-only", "--format", "table", tarball],
    ]);

    expect((await lint).stdout).toContain("All good!");
    expect((await types).stdout).toContain("🟢");
  }, 60_000);
});

const dom = { lib: ["es2023", "dom", "dom.iterable"], types: [] };
const node = { lib: ["es2023"], types: ["node"] };
const variants = {
  "for Node, exactOptionalPropertyTypes": {
    ...node,
    module: "nodenext",
    exactOptionalPropertyTypes: true,
    files: ["everything.ts", "readme.ts", "types-readme.ts"],
  },
  "for browsers and bundlers": {
    ...dom,
    module: "esnext",
    moduleResolution: "bundler",
    files: ["everything.ts"],
  },
};

// The fastest compiler decides on every run; `pnpm run package-check` asks all of them.
const compilers = ["typescript-7"];
if (process.env.MODE === "package-check") compilers.push("typescript", "typescript-6");

describe.each(compilers)("under %s", (compiler) => {
  test.each(Object.entries(variants))(
    "everything compiles %s, without skipLibCheck",
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
    60_000,
  );
});

test("the file that uses everything names every public value", async () => {
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

function npm(args: string[], cwd: string) {
  const env = { ...process.env, npm_config_user_agent: undefined, npm_config_loglevel: "error" };
  return run("npm", args, { cwd, env, shell: process.platform === "win32" });
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

/** The TypeScript of a README as one program, with its line numbers. */
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

/** The script behind a command of a package, which its own `exports` may hide. */
function bin(name: string, command = name): string {
  const root = join(client, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return join(root, typeof manifest.bin === "string" ? manifest.bin : manifest.bin[command]);
}
