import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PREFIX } from "../src/http.ts";
import type { EmulatorOptions } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { seededWorld } from "../src/seed.ts";
import { respond } from "../src/service.ts";
import type { World } from "../src/world.ts";
import { type Body, NOON_MS } from "./support.ts";

type Ids = ReturnType<typeof seededWorld>["ids"];
type Send = (method: string, path: string, body?: object) => Body;

/** A seeded world, and requests to it that must succeed. */
function begin(options: EmulatorOptions = {}) {
  const { world, keys, ids } = seededWorld({ now: () => NOON_MS, ...options });
  const send: Send = (method, path, body) => {
    // Operations end before the next request, so that a change finds no transition.
    if (options.profile) world.advance(1_000);
    const request = {
      method,
      target: `${PREFIX}${path}`,
      authorization: `Bearer ${keys.admin}`,
      contentType: "application/json",
      body: body && JSON.stringify(body),
    };
    const reply = respond(world, request, options.profile);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.body}`);
    return reply.body === "" ? {} : JSON.parse(reply.body);
  };
  return { world, ids, send };
}

/** Each makes something and deletes it, or changes something and changes it back. */
const CYCLES: Record<string, (send: Send, ids: Ids) => unknown> = {
  compute(send, { project_id, free_branch_id: branch_id }) {
    const path = `/projects/${project_id}/endpoints`;
    const { endpoint } = send("POST", path, { endpoint: { branch_id, type: "read_write" } });
    send("DELETE", `${path}/${endpoint.id}`);
  },
  "moved compute"(send, { project_id, free_branch_id, other_free_branch_id }) {
    const path = `/projects/${project_id}/endpoints`;
    const { endpoint } = send("POST", path, {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    });
    const at = `${path}/${endpoint.id}`;
    send("PATCH", at, { endpoint: { branch_id: other_free_branch_id } });
    send("DELETE", at);
  },
  "personal key"(send) {
    send("DELETE", `/api_keys/${send("POST", "/api_keys", {}).id}`);
  },
  "organization key"(send, { org_id }) {
    const path = `/organizations/${org_id}/api_keys`;
    send("DELETE", `${path}/${send("POST", path, { key_name: "k" }).id}`);
  },
  "project-scoped key"(send, { org_id, project_id }) {
    const path = `/organizations/${org_id}/api_keys`;
    send("DELETE", `${path}/${send("POST", path, { key_name: "k", project_id }).id}`);
  },
  "branch with a compute and a bucket"(send, { project_id }) {
    const path = `/projects/${project_id}/branches`;
    const { id } = send("POST", path, {}).branch as { id: string };
    const endpoint = { branch_id: id, type: "read_write" };
    send("POST", `/projects/${project_id}/endpoints`, { endpoint });
    send("POST", `${path}/${id}/buckets`, { bucket_name: "b" });
    send("POST", `${path}/${id}/buckets/b/objects/o/presign`, {});
    send("DELETE", `${path}/${id}`);
  },
  "database and bucket"(send, { project_id, free_branch_id }) {
    const path = `/projects/${project_id}/branches/${free_branch_id}`;
    send("POST", `${path}/databases`, { database_name: "d" });
    send("POST", `${path}/buckets`, { bucket_name: "b" });
    send("POST", `${path}/buckets/b/objects/o/presign`, {});
    send("DELETE", `${path}/databases/d`);
    send("DELETE", `${path}/buckets/b`);
  },
  project(send, { org_id }) {
    const { project, endpoints } = send("POST", "/projects", { org_id });
    const { id } = project as { id: string };
    send("POST", `/organizations/${org_id}/api_keys`, { key_name: "k", project_id: id });
    send("POST", `/projects/${id}/transfer_requests`, {});
    send("POST", `/projects/${id}/jwks`, { jwks_id: "j" });
    send("PUT", `/projects/${id}/branches/${endpoints[0]?.branch_id}/backup_schedule`, {});
    send("DELETE", `/projects/${id}`);
  },
  "suspended and started compute"(send, { project_id, endpoint_id }) {
    send("POST", `/projects/${project_id}/endpoints/${endpoint_id}/suspend`);
    send("POST", `/projects/${project_id}/endpoints/${endpoint_id}/start`);
  },
  "transferred project"(send, { project_id, org_id, other_org_id }) {
    const move = (from: string, to: string) =>
      send("POST", `/organizations/${from}/projects/transfer`, {
        project_ids: [project_id],
        org_id: to,
      });
    send("POST", `/projects/${project_id}/transfer_requests`, {});
    move(org_id, other_org_id);
    move(other_org_id, org_id);
  },
};

/** The same with the profile, which locks no project here. */
const NEON_CYCLES: typeof CYCLES = {
  "branch with a compute, a role and a database"(send, { project_id }) {
    const path = `/projects/${project_id}/branches`;
    const { branch } = send("POST", path, { endpoints: [{ type: "read_write" }] });
    const at = `${path}/${(branch as { id: string }).id}`;
    send("POST", `${at}/roles`, { role: { name: "r" } });
    send("POST", `${at}/databases`, { database: { name: "d", owner_name: "r" } });
    send("POST", `${at}/functions/f/deployments`);
    send("POST", `${at}/buckets`, { name: "b", access_level: "private" });
    send("POST", `${at}/auth`, { auth_provider: "mock" });
    send("DELETE", at);
  },
  "role and database"(send, { project_id, branch_id }) {
    const at = `/projects/${project_id}/branches/${branch_id}`;
    send("POST", `${at}/roles`, { role: { name: "r" } });
    send("POST", `${at}/databases`, { database: { name: "d", owner_name: "r" } });
    send("POST", `${at}/roles/r/reset_password`);
    send("DELETE", `${at}/databases/d`);
    send("DELETE", `${at}/roles/r`);
  },
  "moved and deleted compute"(send, { project_id, free_branch_id, other_free_branch_id }) {
    const path = `/projects/${project_id}/endpoints`;
    const { endpoint } = send("POST", path, {
      endpoint: { branch_id: free_branch_id, type: "read_write", suspend_timeout_seconds: 60 },
    });
    const at = `${path}/${endpoint.id}`;
    send("PATCH", at, { endpoint: { branch_id: other_free_branch_id } });
    send("DELETE", at);
  },
  snapshot(send, { project_id, branch_id }) {
    const project = `/projects/${project_id}`;
    const { snapshot } = send("POST", `${project}/branches/${branch_id}/snapshot`);
    const at = `${project}/snapshots/${(snapshot as { id: string }).id}`;
    const { branch } = send("POST", `${at}/restore`, { name: "restored" });
    send("DELETE", `${project}/branches/${(branch as { id: string }).id}`);
    send("DELETE", at);
  },
  project(send, { org_id }) {
    const { project, branch } = send("POST", "/projects", { project: { org_id } });
    const at = `/projects/${(project as { id: string }).id}`;
    send("POST", `${at}/branches/${(branch as { id: string }).id}/snapshot`);
    send("POST", `${at}/permissions`, { email: "a@example.com" });
    send("DELETE", at);
  },
};

/** Everything in a world, with ids, times and hashes of one length. */
function sizes({ tables, operationLists, queues, agenda }: World): Record<string, number> {
  const text = (value: unknown) =>
    JSON.stringify(value).replace(
      /"hash":"[^"]*"|npg_[0-9a-f]+|0\/[0-9A-F]+|[a-z]+-[a-z]+-\d{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|\d+-[0-9a-f]{8}|\d+/g,
      "0",
    ).length;
  return {
    ...Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [name, text([...table.values()])]),
    ),
    operationLists: text([...operationLists.values()]),
    projectsWithOperations: operationLists.size,
    queues: queues.size,
    agenda: agenda.size,
  };
}

const FACES: [string, typeof CYCLES, EmulatorOptions][] = [
  ["without a profile", CYCLES, {}],
  ["with neon", NEON_CYCLES, { profile: neon, idleMs: null }],
];
const EVERY = FACES.flatMap(([face, all, options]) =>
  Object.entries(all).map(([kind, cycle]) => ({ face, kind, cycle, options })),
);

describe.each(FACES)("a world with a bounded history %s", (_, all, options) => {
  test("is as large after any cycles of creation and deletion as after the first", () => {
    const cycles = fc.array(fc.constantFrom(...Object.keys(all)), { minLength: 1, maxLength: 12 });
    const history = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(cycles, history, fc.boolean(), (cycles, history, isSlow) => {
        const { world, ids, send } = begin({ history, ...options });
        const turn = () => {
          for (const kind of cycles) {
            all[kind]?.(send, ids);
            if (isSlow) world.advance(1_000);
          }
        };
        const after = [1, 2, 3, 4, 5, 6].map(() => {
          turn();
          world.advance(10_000);
          return sizes(world);
        });

        // The first turns fill the history.
        expect(after.slice(4)).toEqual([after[3], after[3]]);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a world with all of its history", () => {
  test.each(EVERY)("keeps nothing but history after 10 cycles $face: $kind", (cycles) => {
    const { kind, cycle, options } = cycles;
    const { world, ids, send } = begin({ idleMs: null, ...options });
    // The first transfer voids the seeded key of the project; the first use adds counters.
    if (kind === "transferred project" || (options.profile && kind !== "project")) cycle(send, ids);
    world.advance(60_000);
    const before = sizes(world);
    const deleted = () => world.projects.where("deleted", "true").length;

    for (let turn = 0; turn < 10; turn++) cycle(send, ids);
    world.advance(60_000);

    const after = sizes(world);
    const history = ["operations", "operationLists", "projectsWithOperations"];
    const ofDeleted = [
      "projects",
      "branches",
      "endpoints",
      "resources",
      "keys",
      "transferRequests",
    ];
    const grown = Object.keys(after).filter((name) => after[name] !== before[name]);
    // The list of branches can show deleted ones too.
    const ofBranches = options.profile && /branch|snapshot/.test(kind) ? ["resources"] : [];
    const allowed = [...history, ...(kind === "project" ? ofDeleted : ofBranches)];
    expect(grown.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(deleted()).toBe(kind === "project" ? 10 : 0);
  });
});
