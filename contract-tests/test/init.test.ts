import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../suite/main.ts";
import { routes } from "../suite/spec/routes.ts";
import type { Fixtures } from "../suite/targets/server.ts";
import { SMALL_ROUTES, type SmallProvider, startSmallProvider } from "./small-provider.ts";

let folder: string;
let provider: SmallProvider;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "contract-init-"));
  file = join(folder, "fixtures.json");
  provider = await startSmallProvider();
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

const ENDPOINTS = "/projects/{project_id}/endpoints";

const isRead = (name: string) => name.startsWith("GET ");
const written = () => JSON.parse(readFileSync(file, "utf8")) as Fixtures;

async function init(...args: string[]) {
  const { keys } = provider.emulator;
  const ended = { stdout: "", stderr: "" };
  const code = await main(["init", "--target", provider.url, "--fixtures", file, ...args], {
    stdout: { write: (text) => (ended.stdout += text) },
    stderr: { write: (text) => (ended.stderr += text) },
    env: { CONTRACT_ADMIN_KEY: keys.admin, CONTRACT_MEMBER_KEY: keys.member },
  });
  return { ...ended, code };
}

describe("contract init", () => {
  test("writes the routes that answer, the ids that answers show, and keys by name only", async () => {
    const { code, stdout } = await init();

    const { ids, keys, routes: named } = written();
    const { emulator, log } = provider;
    expect(code).toBe(0);
    expect(log.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(Object.keys(ids ?? {})).toEqual([
      "branch_id",
      "endpoint_id",
      "operation_id",
      "project_id",
      "region_id",
    ]);
    const projects = [emulator.ids.project_id, emulator.ids.personal_project_id];
    expect(projects).toContain(ids?.project_id);
    const { project_id, endpoint_id, branch_id } = ids ?? {};
    expect(stdout).toContain(
      `\nThe ids are of ${project_id}, with its compute ${endpoint_id} on ${branch_id}. It is the first with a compute;`,
    );
    expect(keys).toEqual({
      admin: { key: "$CONTRACT_ADMIN_KEY" },
      member: { key: "$CONTRACT_MEMBER_KEY" },
    });
    expect(named?.toSorted()).toEqual(SMALL_ROUTES.filter(isRead).toSorted());
    expect(stdout).toContain(`  ${SMALL_ROUTES.filter(isRead).length} served\n`);
    expect(stdout.startsWith(`${file}: `)).toBe(true);
    expect(stdout).toContain("ids.free_branch_id: a branch of the project without a compute");
    for (const key of Object.values(emulator.keys)) {
      expect(stdout + readFileSync(file, "utf8")).not.toContain(key);
    }
  });

  test("finds exactly the 24 routes with the organization's id and permission to ask all", async () => {
    const { org_id, project_id } = provider.emulator.ids;
    writeFileSync(file, JSON.stringify({ ids: { org_id, project_id }, replica_type: "a-replica" }));

    const { stdout } = await init("--force", "--changes", "own");

    expect(written().routes?.toSorted()).toEqual(SMALL_ROUTES.toSorted());
    const { branch_id, endpoint_id } = provider.emulator.ids;
    expect(written()).toMatchObject({
      ids: { org_id, project_id, branch_id, endpoint_id },
      replica_type: "a-replica",
    });
    expect(stdout).toContain(
      `\nThe ids are of ${project_id}, with its compute ${endpoint_id} on ${branch_id}.\n`,
    );
    expect(stdout).toContain("    connection_uri: ");
    expect(stdout).not.toContain("    replica_type: ");
    const others = provider.log.filter(({ method }) => method !== "GET");
    expect(others.length).toBe(routes.filter(({ method }) => method !== "GET").length);
    expect(others.filter(({ status }) => status !== 401 && status !== 404)).toEqual([]);
    const ids = Object.values(provider.emulator.ids).map(String);
    expect(others.filter(({ path }) => ids.some((id) => path.includes(id)))).toEqual([]);
  });

  test("takes as served what it cannot tell, on a server that refuses before it looks", async () => {
    provider.isStrict = true;

    const { stdout } = await init("--changes", "own");

    expect(written().routes).toEqual(expect.arrayContaining([`POST ${ENDPOINTS}`]));
    expect(written().routes).not.toContain("GET /projects/shared");
    expect(stdout).toContain(" taken as served, since this server answers alike on every path");
  });

  test("keeps a file that exists, unless it is told otherwise", async () => {
    writeFileSync(file, "{}");

    const { code, stderr } = await init();

    expect(stderr).toContain("fixtures.json exists; --force asks the server again");
    expect(code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  test.each([
    ["an address that is not this API", () => ["--target", `${provider.url}/v3`], "one --target"],
    ["a target that is no server", () => ["--target", "mock"], "one --target"],
    ["changes it does not know", () => ["--changes", "some"], "--changes must be"],
  ])("refuses %s and writes nothing", async (_, args, message) => {
    const { code, stderr } = await init(...args());

    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  test("writes nothing for an address that is not this API", async () => {
    provider.url = `${provider.url}/v3`;

    const { code, stderr } = await init();

    expect(stderr).toContain("does the address lack its version prefix?");
    expect(code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });
});
