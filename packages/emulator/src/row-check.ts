/** Checks the rows of a store: what the code relies on must be there, and of the right type. */

/** By table, the type at each path in a row; a question mark allows it to be absent. */
const FIELDS: Record<string, Record<string, string>> = {
  users: { id: "string" },
  organizations: { id: "string" },
  members: { id: "string", org_id: "string", user_id: "string", role: "string" },
  keys: {
    id: "number",
    name: "string",
    kind: "string",
    hash: "string",
    owner_id: "string",
    project_id: "string?",
  },
  projects: {
    "project.id": "string",
    "project.region_id": "string",
    owner_id: "string",
    deleted: "boolean",
    usedAtMs: "number",
    detached: "boolean",
  },
  branches: {
    id: "string",
    project_id: "string",
    name: "string",
    default: "boolean",
    attributes: "object",
    checkAtMs: "number?",
  },
  endpoints: {
    "endpoint.id": "string",
    "endpoint.project_id": "string",
    "endpoint.branch_id": "string",
    "endpoint.type": "string",
    "endpoint.current_state": "string",
    suspendAtMs: "number?",
    failure: "string?",
  },
  operations: {
    "operation.id": "string",
    "operation.project_id": "string",
    "operation.branch_id": "string",
    "operation.endpoint_id": "string?",
    "operation.action": "string",
    "operation.status": "string",
    "operation.failures_count": "number",
    atUs: "number",
    dueMs: "number?",
  },
  resources: { path: "string", parent: "string", body: "object" },
  transferRequests: { id: "string", project_id: "string" },
};

/** @throws {Error} naming the first field that is not as expected */
export function checkRow(table: string, row: object): void {
  for (const [path, expected] of Object.entries(FIELDS[table] ?? {})) {
    const value = path.split(".").reduce(partOf, row as unknown);
    if (value === undefined && expected.endsWith("?")) continue;
    const type = expected.replace("?", "");
    if (value === null || typeof value !== type) throw new Error(`${path} is not of type ${type}`);
  }
}

function partOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
