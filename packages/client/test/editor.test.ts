/** The texts and completions that an editor shows, as the language service gives them. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** By `import`, Node would read its nine megabytes twice more to find its exports. */
const ts: typeof import("typescript") = createRequire(import.meta.url)("typescript");

const folder = join(import.meta.dirname, "..");
const file = join(folder, "test/in-the-editor.ts");
/** Each `/*n*\/` is a place that a test asks about. */
const source = `
import { createClient, unwrap } from "../src/index.ts";
import { withNamedCalls } from "../src/named-calls.ts";
import type { operations, paths } from "../../types/src/neon.ts";

const options = { baseUrl: "https://host.test/api/v2", apiKey: "key" };
const api = withNamedCalls(createClient(options));
const neon = withNamedCalls<operations, paths>(createClient<paths>(options));
const project_id = "p";

api./*tags*/branches./*calls*/listBranches({ project_id });
api.branches.createBranch({ project_id, body: { /*unknown body*/ } });
neon.branches.createBranch({ project_id, body: { /*shown body*/ } });
const { endpoints } = await unwrap(api.endpoints.listProjectEndpoints({ project_id }));
endpoints[0]?./*field*/current_state;
api.endpoints.getEndpoint({ /*parameters*/ });
`;
const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
    ...{ target: ts.ScriptTarget.ES2022, lib: ["lib.es2023.d.ts"], types: ["node"] },
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const text = name === file ? source : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile },
  ...{ readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists },
});

function at(place: string): number {
  const mark = `/*${place}*/`;
  return source.indexOf(mark) + mark.length;
}

/** The names that the editor offers at a place, without keywords and globals. */
function completionsAt(place: string): string[] {
  const { entries = [] } = service.getCompletionsAtPosition(file, at(place), {}) ?? {};
  const { property, method } = { property: "property", method: "method" };
  return entries.filter(({ kind }) => kind === property || kind === method).map(({ name }) => name);
}

/** The text that the editor shows for a name. */
function textAt(place: string): string {
  const { documentation, tags } = service.getQuickInfoAtPosition(file, at(place)) ?? {};
  expect(tags?.filter(({ name }) => name === "description") ?? []).toEqual([]);
  return ts.displayPartsToString(documentation);
}

describe("an editor", () => {
  test("lists the tags, and the calls of a tag alone", () => {
    expect(completionsAt("tags")).toEqual(expect.arrayContaining(["GET", "branches", "endpoints"]));
    expect(completionsAt("tags").length).toBeLessThan(40);
    expect(completionsAt("calls")).toContain("createBranch");
    expect(completionsAt("calls")).not.toContain("createEndpoint");
  });

  test("shows the text of a call where it is made", () => {
    expect(textAt("calls")).toMatch(/^List branches\n\n\w/);
  });

  test("shows the text of a field", () => {
    expect(textAt("field")).toMatch(/^State of a compute/);
  });

  test("offers the parameters of a call and its settings, and names those that are missing", () => {
    const problems = service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));

    expect(completionsAt("parameters")).toEqual(
      expect.arrayContaining(["project_id", "endpoint_id", "signal", "timeoutMs"]),
    );
    expect(problems).toEqual([
      expect.stringContaining(
        "properties from type '{ project_id: string; endpoint_id: string; }'",
      ),
    ]);
  });

  test("offers nothing in a body that is not shown, and only the fields of one that is", () => {
    expect(completionsAt("unknown body")).toEqual([]);
    expect(completionsAt("shown body")).toContain("branch");
    expect(completionsAt("shown body")).not.toContain("append");
  });
});
