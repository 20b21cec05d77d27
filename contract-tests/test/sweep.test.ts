import { createEmulator, type Emulator } from "@hosted-postgres/emulator";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Ledger } from "../suite/run/ledger.ts";
import { sweep } from "../suite/run/sweep.ts";
import { serverTarget } from "../suite/targets/server.ts";

let emulator: Emulator;
let ledger: Ledger;

beforeEach(() => {
  emulator = createEmulator();
  ledger = new Ledger();
});

describe("a request that was never answered", () => {
  test("removes the key it created, and no other", async () => {
    ledger.ask({ path: "/api_keys", by: "ADMIN_KEY", name: "contract-1-ci-7" });
    const lost = await ask("POST", "/api_keys", { key_name: "contract-1-ci-7" });
    const other = await ask("POST", "/api_keys", { key_name: "contract-1-ci-70" });

    const { removed, left } = await swept();

    expect(removed).toEqual([`/api_keys/${lost.id}`]);
    expect(left).toEqual([]);
    expect(await namesOfKeys()).toContain("contract-1-ci-70");
    expect(await namesOfKeys()).not.toContain("contract-1-ci-7");
    expect(other.id).not.toBe(lost.id);
  });

  test("removes the compute it created on its branch", async () => {
    const { project_id, free_branch_id: branch_id } = emulator.ids;
    const path = `/projects/${project_id}/endpoints`;
    ledger.ask({ path, branch_id });
    const { endpoint } = await ask("POST", path, { endpoint: { branch_id, type: "read_write" } });

    const { removed } = await swept();

    expect(removed).toEqual([`${path}/${endpoint.id}`]);
  });

  test("removes its compute even when another was made on that branch in the same second", async () => {
    const { project_id, free_branch_id: branch_id } = emulator.ids;
    const path = `/projects/${project_id}/endpoints`;
    const body = { endpoint: { branch_id, type: "a-replica" } };
    const answered = await ask("POST", path, body);
    ledger.made(ledger.ask({ path, branch_id }), `${path}/${answered.endpoint.id}`);
    ledger.ask({ path, branch_id });
    const lost = await ask("POST", path, body);

    const { removed } = await swept();

    expect(removed.toSorted()).toEqual(
      [answered, lost].map(({ endpoint }) => `${path}/${endpoint.id}`).toSorted(),
    );
  });

  test("removes a compute that was made in its second, which cuts the time of the compute", async () => {
    const { project_id, free_branch_id: branch_id } = emulator.ids;
    const path = `/projects/${project_id}/endpoints`;
    ledger.ask({ path, branch_id });
    const { endpoint } = await ask("POST", path, { endpoint: { branch_id, type: "read_write" } });
    const [asked] = ledger.open();
    Object.assign(asked ?? {}, { atMs: Date.parse(endpoint.created_at) + 1_000 });

    const { removed } = await swept();

    expect(removed).toEqual([`${path}/${endpoint.id}`]);
  });

  test("stays open when the list that may name its result cannot be read", async () => {
    ledger.ask({ path: "/api_keys", name: "contract-1-ci-7" });
    emulator.inject({ on: ({ method }) => method === "GET", status: 503 });

    await expect(swept()).rejects.toThrow("GET /api_keys answered 503");

    expect(ledger.open()).toHaveLength(1);
  });

  test("is looked for with a request for JSON", async () => {
    ledger.ask({ path: "/api_keys", name: "contract-1-ci-7" });
    const accepted: (string | null)[] = [];

    await swept((url, init) => {
      accepted.push(new Headers(init?.headers).get("accept"));
      return emulator.fetch(url, init);
    });

    expect(accepted).toEqual(["application/json"]);
  });

  test("removes nothing if the compute on its branch is older", async () => {
    const { project_id, free_branch_id: branch_id } = emulator.ids;
    const path = `/projects/${project_id}/endpoints`;
    await ask("POST", path, { endpoint: { branch_id, type: "read_write" } });
    ledger.ask({ path, branch_id });
    const [asked] = ledger.open();
    Object.assign(asked ?? {}, { atMs: Date.now() + 60_000 });

    expect(await swept()).toEqual({ removed: [], left: [] });
  });

  test("removes no compute of another branch, which somebody else made since", async () => {
    const { project_id, free_branch_id, other_free_branch_id: branch_id } = emulator.ids;
    const path = `/projects/${project_id}/endpoints`;
    ledger.ask({ path, branch_id: free_branch_id });
    await ask("POST", path, { endpoint: { branch_id, type: "read_write" } });

    expect(await swept()).toEqual({ removed: [], left: [] });
  });

  test("is closed as refused, so a second sweep has nothing to do", async () => {
    const n = ledger.ask({ path: "/api_keys", name: "contract-1-ci-7" });
    const close = vi.spyOn(ledger, "close");

    await swept();

    expect(close.mock.calls).toEqual([[n, "refused"]]);
    expect(ledger.open()).toEqual([]);
    expect(await swept()).toEqual({ removed: [], left: [] });
  });
});

test("removes what another key made with that key", async () => {
  const { id } = await ask(
    "POST",
    "/api_keys",
    { key_name: "of the member" },
    emulator.keys.member,
  );
  ledger.made(ledger.ask({ path: "/api_keys", by: "MEMBER_KEY" }), `/api_keys/${id}`);

  expect(await swept()).toEqual({ removed: [`/api_keys/${id}`], left: [] });
});

test("counts what is already gone as removed", async () => {
  ledger.made(ledger.ask({ path: "/api_keys", by: "API_KEY" }), "/api_keys/123456");

  expect(await swept()).toEqual({ removed: ["/api_keys/123456"], left: [] });
});

test("reports what the server refuses to remove", async () => {
  const path = `/projects/${emulator.ids.personal_project_id}`;
  ledger.made(ledger.ask({ path: "/projects", by: "MEMBER_KEY" }), `${path}/branches/main`);
  emulator.inject({ on: ({ method }) => method === "DELETE", status: 503 });

  expect(await swept()).toEqual({ removed: [], left: [`${path}/branches/main`] });
});

function swept(fetch: Emulator["fetch"] = emulator.fetch) {
  const { url, keys, ids } = emulator;
  const owned = { admin: { id: ids.key_ids.admin, key: keys.admin } };
  const member = { id: ids.key_ids.member, key: keys.member };
  const target = serverTarget({ url, changes: "own", fixtures: { keys: { ...owned, member } } });
  return sweep({ ...target, fetch }, ledger);
}

interface Shown {
  id: number;
  endpoint: { id: string; created_at: string };
  api_keys: { name: string }[];
}

async function ask(
  method: string,
  path: string,
  body?: object,
  key = emulator.keys.admin,
): Promise<Shown> {
  const response = await emulator.fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  });
  return (await response.json()) as Shown;
}

async function namesOfKeys(): Promise<string[]> {
  const { api_keys } = await ask("GET", "/api_keys");
  return api_keys.map(({ name }) => name);
}
