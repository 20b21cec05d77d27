/** Copies of the workflows of the spec, which can be run together, and of the spec they read. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { ANY_SUCCESS, concreteSpec, type Json } from "./spec.ts";

const FOLDER = new URL("../../openapi/arazzo/", import.meta.url);

/** In place of the document's 5 seconds, which are for a service, and 60 tries. */
const POLL = { retryAfter: 0.2, retryLimit: 15 };

/** What a workflow calls by a name that another one uses for something else. */
const RENAMED: Record<string, Record<string, string>> = {
  "move-compute": { branch_id: "other_free_branch_id" },
  "create-and-wait": { branch_id: "free_branch_id" },
  unauthorized: { api_key: "bad_api_key" },
};

/** Writes both and returns the names of the files with workflows. */
export function writeWorkflows(folder: string): string[] {
  const spec = withOpenObjects(concreteSpec({ statuses: ANY_SUCCESS }));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(spec));
  return readdirSync(FOLDER).map((name) => {
    const { sourceDescriptions, workflows, ...file } = parse(
      readFileSync(new URL(name, FOLDER), "utf8"),
    );
    file.sourceDescriptions = [{ ...sourceDescriptions[0], url: "openapi.json" }];
    file.workflows = workflows.map(withOwnInputs);
    writeFileSync(join(folder, name), stringify(file));
    return name;
  });
}

function withOwnInputs(workflow: Json): Json {
  let text = JSON.stringify(workflow, (name, value) =>
    name in POLL ? POLL[name as "retryAfter"] : value,
  );
  for (const [from, to] of Object.entries(RENAMED[workflow.workflowId] ?? {}))
    text = text
      .replaceAll(`$inputs.${from}`, `$inputs.${to}`)
      .replaceAll(`"${from}":{`, `"${to}":{`);
  const own = JSON.parse(text);
  own.inputs.required = Object.keys(own.inputs.properties);
  return own;
}

/** Respect takes what a schema does not name as an error, unless it says that more is allowed. */
function withOpenObjects(node: Json): Json {
  if (Array.isArray(node)) return node.map(withOpenObjects);
  if (typeof node !== "object" || node === null) return node;
  const open = Object.fromEntries(
    Object.entries<Json>(node).map(([name, value]) => [name, withOpenObjects(value)]),
  );
  if (node.type === "object" && node.additionalProperties === undefined)
    open.additionalProperties = true;
  return open;
}
