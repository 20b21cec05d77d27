/** The reference of each package's exports, as Markdown, by TypeDoc. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, staged } from "./stage.ts";

interface Reference {
  folder: string;
  /** Source files by the name that users import. */
  entries: Record<string, string>;
  /** Whether it exports the shapes of the spec, whose names the compiler drops. */
  hasShapes: boolean;
}

export const REFERENCES: Record<string, Reference> = {
  client: {
    folder: "packages/client",
    entries: {
      "@hosted-postgres/client": "src/index.ts",
      "@hosted-postgres/client/named-calls": "src/named-calls.ts",
      "@hosted-postgres/client/compute-sizes": "src/compute-sizes.ts",
      "@hosted-postgres/client/console-logger": "src/console-logger.ts",
    },
    hasShapes: true,
  },
  emulator: {
    folder: "packages/emulator",
    entries: {
      "@hosted-postgres/emulator": "src/index.ts",
      "@hosted-postgres/emulator/neon": "src/neon/index.ts",
    },
    hasShapes: false,
  },
  types: {
    folder: "packages/types",
    entries: {
      "@hosted-postgres/types": "src/index.ts",
      "@hosted-postgres/types/routes": "src/routes.ts",
    },
    hasShapes: true,
  },
  postgres: {
    folder: "packages/postgres",
    entries: { "@hosted-postgres/postgres": "src/index.ts" },
    hasShapes: false,
  },
  "contract-tests": {
    folder: "contract-tests",
    entries: { "@hosted-postgres/contract-tests": "suite/main.ts" },
    hasShapes: false,
  },
};

const modules = join(root, "site/vitepress/node_modules");
/** As tables, what would be a heading for each property. */
const TABLES = [
  "parameters",
  "interfaceProperties",
  "classProperties",
  "typeAliasProperties",
  "typeDeclaration",
];
const SHARED = [
  ["--plugin", join(modules, "typedoc-plugin-markdown/dist/index.js")],
  ["--tsconfig", "tsconfig.build.json"],
  ["--readme", "none"],
  ["--outputFileStrategy", "modules"],
  [
    "--excludeExternals",
    "--excludePrivate",
    "--disableSources",
    "--useCodeBlocks",
    "--useHTMLAnchors",
  ],
  ["--hidePageHeader", "--hideBreadcrumbs", "--hidePageTitle"],
  TABLES.flatMap((kind) => [`--${kind}Format`, "table"]),
  ["--logLevel", "Error", "--alwaysCreateEntryPointModule"],
  // The package's own check of its reference names what is missing.
  ["--validation.notExported", "false", "--validation.invalidLink", "false"],
].flat();

/** Writes one page for each export of each package. */
export function writePackageReferences(): void {
  for (const [name, { folder, entries, hasShapes }] of Object.entries(REFERENCES)) {
    const out = join(staged, "reference", name);
    const shapes = join(root, "packages/client/reference/name-shapes.js");
    const files = Object.values(entries).flatMap((file) => ["--entryPoints", file]);
    const args = [...SHARED, ...(hasShapes ? ["--plugin", shapes] : []), ...files, "--out", out];
    const cwd = join(root, folder);
    const typedoc = join(modules, "typedoc/bin/typedoc");
    execFileSync(process.execPath, [typedoc, ...args], { cwd, stdio: "inherit" });
    // Its list of modules is our sidebar.
    rmSync(join(out, "README.md"));
    for (const [title, file] of Object.entries(entries)) {
      const page = join(out, `${pageOf(file)}.md`);
      writeFileSync(page, `# ${title}\n\n${readFileSync(page, "utf8")}`);
    }
  }
}

/** TypeDoc names the page of an inner folder's index after the folder. */
function pageOf(file: string): string {
  return file.replace(/^\w+\/|\.ts$/g, "").replace(/(.)\/index$/, "$1");
}
