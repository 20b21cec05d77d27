/**
 * An assistant's tool server, driven over stdio as an assistant does. Left out, since they query a
 * Postgres: the tools that run, explain or tune SQL, migrate, list tables or slow queries, or describe a
 * branch.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { pathOf } from "./process.ts";
import type { Served } from "./served.ts";
import type { Call, Found } from "./steps.ts";

const SERVER = "node_modules/@neondatabase/mcp-server-neon/dist/index.js";

export function toolServerSteps(served: Served, found: Found): Record<string, Call> {
  const { emulator, url, env } = served;
  const client = new Client({ name: "clients", version: "0.1.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [pathOf(SERVER), "start", emulator.keys.admin, "--no-analytics"],
    env: { ...env, NEON_API_HOST: url, SENTRY_DSN: "" },
    stderr: "ignore",
  });
  const { org_id } = emulator.ids;
  const tool = (name: string, params: object, holds: RegExp) =>
    callTool(client, name, params, holds);
  const settled = async (call: Promise<string>) => {
    const text = await call;
    emulator.advance(5_000);
    return text;
  };
  const inProject = () => ({ projectId: found.project });
  const onBranch = () => ({ projectId: found.project, branchId: found.branch });
  return {
    connect: async () => {
      await client.connect(transport);
      return client.getServerVersion();
    },
    "tools/list": () => client.listTools(),
    list_organizations: () => tool("list_organizations", {}, /organization-1/),
    list_projects: () => tool("list_projects", { org_id }, /"shop"/),
    list_shared_projects: () => tool("list_shared_projects", {}, /^/),
    create_project: async () => {
      const text = await settled(tool("create_project", { name: "assistant", org_id }, CREATED));
      found.project = CREATED.exec(text)?.[1] ?? "";
      return text;
    },
    describe_project: () => tool("describe_project", inProject(), /assistant/),
    create_branch: async () => {
      const params = { ...inProject(), branchName: "try" };
      const text = await settled(tool("create_branch", params, BRANCH));
      found.branch = BRANCH.exec(text)?.[0] ?? "";
      return text;
    },
    list_branch_computes: () => tool("list_branch_computes", onBranch(), /"read_write"/),
    get_connection_string: () =>
      tool("get_connection_string", onBranch(), /postgresql:\/\/[^/]+@ep-[^/]+\/neondb/),
    reset_from_parent: () =>
      settled(tool("reset_from_parent", { ...inProject(), branchIdOrName: "try" }, /reset/i)),
    provision_neon_auth: () => settled(tool("provision_neon_auth", inProject(), /JWKS/)),
    delete_branch: () => settled(tool("delete_branch", onBranch(), /deleted/)),
    delete_project: () => tool("delete_project", inProject(), /deleted/),
    close: () => client.close().then(() => true),
  };
}

const CREATED = /The project_id is "([^"]+)"/;
const BRANCH = /br-[a-z0-9-]+/;

/** The text of a tool's answer, which has to hold something. */
async function callTool(client: Client, name: string, params: object, holds: RegExp) {
  const { isError, content } = await client.callTool({ name, arguments: { params } });
  const text = (content as { text: string }[]).map((part) => part.text).join("\n");
  if (isError) throw new Error(text);
  if (!holds.test(text)) throw new Error(`The answer lacks ${holds}`);
  return text;
}
