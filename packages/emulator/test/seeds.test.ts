import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEmulator, type SeedBranch, type SeedData } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { seededWorld } from "../src/seed.ts";
import { readSeedFile } from "../src/seed-file.ts";
import { cli } from "./kill.ts";
import { allOperations, callsOf, createStill } from "./support.ts";

const FACES = [
  ["without a profile", {}],
  ["with neon", { profile: neon }],
] as const;

const name = fc.oneof(
  fc.constantFrom("main", "dev", "a b/c%", "__proto__", "constructor", "é", ""),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

function named<T>(item: fc.Arbitrary<T>, min = 0): fc.Arbitrary<(T & { name: string })[]> {
  const items = fc.array(fc.tuple(name, item), { minLength: min, maxLength: 4 });
  return items.map((all) =>
    [...new Map(all).entries()].map(([name, item]) => ({ name, ...(item as T) })),
  );
}

const computes = fc
  .tuple(fc.boolean(), fc.nat(2), fc.constantFrom(0.25, 1, 2))
  .map(([isPrimary, replicas, size]) =>
    [...(isPrimary ? ["read_write"] : []), ...Array<string>(replicas).fill("read_only")].map(
      (type) => ({
        type,
        autoscaling_limit_min_cu: size,
        autoscaling_limit_max_cu: size * 2,
      }),
    ),
  );

const content = fc.tuple(named(fc.constant({}), 1), named(fc.nat(9))).map(([roles, databases]) => ({
  roles: roles.map(({ name }) => ({ name })),
  databases: databases.map(({ name }, index) => ({
    name,
    owner_name: `${roles[index % roles.length]?.name}`,
  })),
}));

/** Parents come before and after their children. */
const branches = fc
  .tuple(named(fc.record({ content, computes, above: fc.option(fc.nat(3)) }), 1), fc.nat(3))
  .chain(([all, preset]) => {
    const made = all.map(({ name, above, content, computes }, index): SeedBranch => {
      const parent = above === null ? undefined : all[above % (index + 1)];
      return {
        name,
        ...(parent && parent !== all[index] && { parent: parent.name }),
        ...(index === preset % all.length && { default: true }),
        computes,
        ...content,
      };
    });
    return fc.shuffledSubarray(made, { minLength: made.length });
  });

const data: fc.Arbitrary<SeedData> = named(
  fc.record({
    owner: fc.constantFrom("org", "other_org", "user", "member_user"),
    branches,
  }),
).map((projects) => ({ projects: projects as SeedData["projects"] }));

/** The ids by the names of what they belong to. */
function idsIn(data: SeedData, options: object): Record<string, string> {
  const { world } = seededWorld({ ...options, seedData: data });
  return Object.fromEntries([
    ...[...world.projects.values()].map(({ project }) => [project.name, project.id]),
    ...[...world.branches.values()].map(({ project_id, name, id }) => [
      `${project_id} ${name}`,
      id,
    ]),
    ...[...world.endpoints.values()].map(({ endpoint: { id, branch_id, type } }) => [
      `${branch_id} ${type} ${id}`,
      id,
    ]),
  ]);
}

describe.each(FACES)("seed data %s", (_, options) => {
  test("comes out of an emulator as it went in", () => {
    fc.assert(
      fc.property(data, (seedData) => {
        expect(createEmulator({ ...options, seedData }).exportState()).toEqual(seedData);
      }),
      { numRuns: 100 },
    );
  });

  test("gives the same ids in any order and beside any others", () => {
    fc.assert(
      fc.property(data, data, (seedData, other) => {
        const taken = new Set(seedData.projects.map(({ name }) => name));
        const more = other.projects.filter(({ name }) => !taken.has(name));
        const reversed = seedData.projects.toReversed().map((project) => ({
          ...project,
          branches: project.branches?.toReversed() ?? [],
        }));
        const ids = idsIn(seedData, options);
        const { keys } = createEmulator({ ...options, seedData });

        expect(idsIn({ projects: [...more, ...reversed] }, options)).toMatchObject(ids);
        expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length);
        expect(createEmulator({ ...options, seedData: other }).keys).toEqual(keys);
      }),
      { numRuns: 50 },
    );
  });

  test("is what reset returns to", async () => {
    const seedData: SeedData = { projects: [{ name: "app", branches: [{ name: "dev" }] }] };
    const emulator = createEmulator({ ...options, seedData });
    const before = emulator.exportState();
    const { ids, keys } = emulator;
    const headers = { authorization: `Bearer ${keys.admin}` };
    const path = `${emulator.url}/projects/${ids.project_id}`;
    await emulator.fetch(`${path}/branches`, { method: "POST", headers });
    const changed = emulator.exportState();

    await emulator.reset();

    expect(changed.projects[0]?.branches).toHaveLength(2);
    expect(emulator.exportState()).toEqual(before);
    expect(emulator.ids).toEqual(ids);
  });

  test("gives a default world again", () => {
    const seedData = createEmulator(options).exportState();

    expect(createEmulator({ ...options, seedData }).exportState()).toEqual(seedData);
    expect(seedData.projects.map(({ name }) => name)).toEqual(["shop", "notes"]);
  });

  test("leaves out deleted projects", async () => {
    const { exportState, fetch, url, ids, keys } = createEmulator(options);
    const headers = { authorization: `Bearer ${keys.admin}` };

    await fetch(`${url}/projects/${ids.project_id}`, { method: "DELETE", headers });

    expect(exportState().projects.map(({ name }) => name)).toEqual(["notes"]);
  });
});

describe("seed data of names alone", () => {
  test("gives what a new project has, with active computes", async () => {
    const { ids, admin } = createStill({ seedData: { projects: [{ name: "app" }] } });
    const { body } = await admin("GET", `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`);

    expect(body.endpoint.current_state).toBe("active");
    expect(await allOperations(admin, ids.project_id)).toHaveLength(2);
    expect(ids.personal_project_id).toBe("");
  });

  test("gives a branch the roles, databases and passwords of its parent", async () => {
    const seedData: SeedData = {
      projects: [
        {
          name: "app",
          branches: [
            { name: "dev", parent: "main" },
            {
              name: "main",
              roles: [{ name: "web" }],
              databases: [{ name: "d", owner_name: "web" }],
            },
          ],
        },
      ],
    };
    const emulator = createEmulator({ profile: neon, seedData });
    const passwordIn = async (branch_id: string) => {
      const { fetch, url, keys, ids } = emulator;
      const role = `${url}/projects/${ids.project_id}/branches/${branch_id}/roles/web`;
      const headers = { authorization: `Bearer ${keys.admin}` };
      const response = await fetch(`${role}/reveal_password`, { headers });
      return ((await response.json()) as { password: string }).password;
    };

    const [dev, main] = emulator.exportState().projects[0]?.branches ?? [];
    expect(dev).toMatchObject({ roles: main?.roles, databases: main?.databases });
    expect(main).toMatchObject({ default: true, computes: [{ type: "read_write" }] });
    const { branch_id, free_branch_id } = emulator.ids;
    expect(await passwordIn(free_branch_id)).toMatch(/^npg_/);
    expect(await passwordIn(free_branch_id)).toBe(await passwordIn(branch_id));
  });

  test("is readable through the API without a profile", async () => {
    const branch = { name: "main", roles: [{ name: "r" }], databases: [{ name: "d" }] };
    const seedData = { projects: [{ name: "app", branches: [branch] }] };
    const { ids, admin } = createStill({ seedData });
    const path = `/projects/${ids.project_id}/branches/${ids.branch_id}`;

    expect((await admin("GET", `${path}/databases/d`)).body).toEqual({ database_name: "d" });
    expect((await admin("GET", `${path}/roles/r`)).body).toEqual({ role_name: "r" });
  });
});

const branchesOf = (...branches: unknown[]) => ({ projects: [{ name: "p", branches }] });

const BAD: [data: unknown, message: string][] = [
  [[], "the seed data: must be an object"],
  [{}, "projects: is missing"],
  [{ projects: {} }, "projects: must be a list"],
  [{ projects: [[]] }, "projects[0]: must be an object"],
  [{ projects: [{}] }, "projects[0].name: is missing"],
  [{ projects: [{ name: 1 }] }, "projects[0].name: must be a string"],
  [{ projects: [{ name: "\ud800" }] }, "projects[0].name: must be well-formed Unicode"],
  [{ projects: [{ name: "p" }, { name: "p" }] }, "projects[1].name: repeats projects[0].name"],
  [
    { projects: [{ name: "p", branch: [] }] },
    "projects[0].branch: is none of name, owner, branches",
  ],
  [
    { projects: [{ name: "p", owner: "me" }] },
    "projects[0].owner: must be one of org, other_org, user, member_user",
  ],
  [branchesOf(), "projects[0].branches: must have a branch"],
  [
    branchesOf({ name: "a" }, { name: "b", parent: "c" }),
    "projects[0].branches[1].parent: this project has no branch c",
  ],
  [
    branchesOf({ name: "a", parent: "b" }, { name: "b", parent: "a" }),
    "projects[0].branches[0].parent: a would descend from itself",
  ],
  [
    branchesOf({ name: "a", default: true }, { name: "b", default: true }),
    "projects[0].branches[1].default: is true for a already",
  ],
  [branchesOf({ name: "a", default: 1 }), "projects[0].branches[0].default: must be true or false"],
  [
    branchesOf({ name: "a", computes: [{}, { autoscaling_limit_min_cu: 0 }] }),
    "projects[0].branches[0].computes[1].autoscaling_limit_min_cu: must be a number above 0",
  ],
  [
    branchesOf({ name: "a", databases: [{ name: "d", owner_name: "r" }] }),
    "projects[0].branches[0].databases[0].owner_name: this branch has no role r",
  ],
];

describe("bad seed data", () => {
  test.each(BAD)("is refused by the path of the part at fault: %j", (seedData, message) => {
    const create = () => createEmulator({ seedData: seedData as SeedData });

    expect(create).toThrow(expect.objectContaining({ name: "SeedError", message }));
  });

  test.each([
    [[{}, {}], "computes[1]: branch .* already has a primary compute"],
    [
      [{ autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 1 }],
      "computes[0]: .* above the maximum size",
    ],
  ])("is refused by the compute that cannot be: %j", (computes, message) => {
    const seedData = branchesOf({ name: "a", computes }) as SeedData;
    const pattern = new RegExp(`^projects.0..branches.0..${message.replace(/[[\]]/g, ".")}`);

    expect(() => createEmulator({ seedData })).toThrow(pattern);
  });

  test("is refused by the file and the path in it", async () => {
    const file = fileWith("bad.yaml", "projects:\n  - name: 1\n");

    await expect(readSeedFile(file)).rejects.toThrow(`${file}: projects[0].name: must be a string`);
    await expect(readSeedFile(`${file}.json`)).rejects.toThrow("ENOENT");
  });

  test("is refused when two of a kind are to be exported", async () => {
    const emulator = createEmulator();
    const call = callsOf(emulator).admin;
    await call("POST", "/projects", { project: { name: "notes" } });

    expect(() => emulator.exportState()).toThrow("projects[2].name: repeats projects[1].name");
  });
});

describe("the command", () => {
  test("begins with the seed file of the README, and writes it when stopped", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, shown = ""] = /```yaml\n(projects:[^`]*)```/.exec(readme) ?? [];
    const file = fileWith("seed.yaml", shown);
    const written = join(file, "../out.json");
    const files = ["--seed-file", file, "--export-file", written];
    const args = [...cli(), "--port", "0", "--quiet", "--profile", "neon", ...files];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await once(child.stdout, "data");

    child.kill("SIGTERM");
    const [code] = await once(child, "exit");

    const { ids, exportState } = createEmulator({
      profile: neon,
      seedData: await readSeedFile(file),
    });
    expect(code).toBe(0);
    expect(`${text}`).toContain(ids.project_id);
    expect(await readSeedFile(written)).toEqual(exportState());
    expect(exportState().projects[0]?.branches?.map(({ name }) => name)).toEqual(["main", "dev"]);
  });
});

function fileWith(name: string, text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "seeds-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}
