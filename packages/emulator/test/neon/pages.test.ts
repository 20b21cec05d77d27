import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { requestTo, routesInOrder } from "./requests.ts";
import { createNeon } from "./support.ts";

interface Places {
  org_id: string;
  /** The project with five more branches. */
  project: string;
  /** The branch with a bucket and five functions. */
  branch: string;
  /** The ids of six projects, with commas. */
  project_ids: string;
}

interface List {
  /** The path, with the query that the list needs. */
  target: (places: Places) => string;
  /** The list in the answer, and what names an item. */
  items: string;
  id: string[];
  /** The number of items in the list. */
  count: number;
}

const PERIOD = "from=2026-02-20T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=daily";
const METRICS = `${PERIOD}&metrics=compute_time_seconds,active_time_seconds`;
const COSTS = "/consumption_history";

/** Every list that pages, by its dialect and its operationId. */
const CURSOR: Record<string, List> = {
  listProjects: {
    target: ({ org_id }) => `/projects?org_id=${org_id}`,
    items: "projects",
    id: ["id"],
    count: 6,
  },
  listSharedProjects: {
    target: () => "/projects/shared?",
    items: "projects",
    id: ["id"],
    count: 0,
  },
  listOperations: {
    target: ({ project }) => `${project}/operations?`,
    items: "operations",
    id: ["id"],
    count: 7,
  },
  listLegacyProjectConsumption: {
    target: ({ project_ids }) => `${COSTS}/projects?${PERIOD}&project_ids=${project_ids}`,
    items: "projects",
    id: ["project_id"],
    count: 6,
  },
  listProjectConsumption: {
    target: ({ org_id }) => `${COSTS}/v2/projects?org_id=${org_id}&${METRICS}`,
    items: "projects",
    id: ["project_id"],
    count: 6,
  },
  listBranchConsumption: {
    target: ({ org_id, project_ids }) =>
      `${COSTS}/v2/branches?org_id=${org_id}&${METRICS}&project_ids=${project_ids}`,
    items: "branches",
    id: ["branch_id"],
    count: 13,
  },
};

const NEXT: Record<string, List> = {
  listBranches: {
    target: ({ project }) => `${project}/branches?sort_by=name&sort_order=asc`,
    items: "branches",
    id: ["id"],
    count: 8,
  },
  listOrganizationMembers: {
    target: ({ org_id }) => `/organizations/${org_id}/members?sort_by=email&sort_order=asc`,
    items: "members",
    id: ["member", "id"],
    count: 2,
  },
  listProjectMembers: {
    target: ({ project }) => `${project}/members?`,
    items: "project_members",
    id: ["member_id"],
    count: 2,
  },
  listFunctions: {
    target: ({ branch }) => `${branch}/functions?`,
    items: "functions",
    id: ["slug"],
    count: 5,
  },
};

const NEXT_CURSOR: Record<string, List> = {
  listObjects: {
    target: ({ branch }) => `${branch}/buckets/b/objects?prefix=logs/`,
    items: "objects",
    id: ["key"],
    count: 5,
  },
};

const LISTS = { ...CURSOR, ...NEXT, ...NEXT_CURSOR };

async function filled() {
  const { admin, ids } = createNeon({ lockMs: 0 });
  const { org_id, project_id, branch_id } = ids;
  const project = `/projects/${project_id}`;
  const branch = `${project}/branches/${branch_id}`;
  await admin("POST", `${branch}/buckets`, { name: "b", access_level: "private" });
  const projects = [project_id];
  for (const name of ["a", "b", "c", "d", "e"]) {
    const { body } = await admin("POST", "/projects", { project: { name, org_id } });
    projects.push(body.project.id);
    await admin("POST", `${project}/branches`, { branch: { name } });
    await admin("POST", `${branch}/functions/${name}/deployments`);
    const object = `${branch}/buckets/b/objects/logs%2F${name}`;
    await admin("POST", `${object}/presign`, { operation: "upload" });
  }
  const places: Places = { org_id, project, branch, project_ids: projects.join(",") };
  const read = async ({ target, items, id }: List, query: string) => {
    const { status, body } = await admin("GET", `${target(places)}&${query}`);
    const ids: string[] = (body[items] ?? []).map((item: unknown) =>
      id.reduce((at, name) => (at as Record<string, unknown>)[name], item),
    );
    return { status, body, ids };
  };
  return { admin, places, read, projects };
}

/** Follows the cursors of a list to its last page. */
async function walk(list: List, nextOf: (body: never) => string | undefined, limit: number) {
  const { read } = await filled();
  const pages: string[][] = [];
  let query = `limit=${limit}`;
  for (;;) {
    const { body, ids, status } = await read(list, query);
    expect(status).toBe(200);
    pages.push(ids);
    const next = nextOf(body as never);
    if (next === undefined || ids.length === 0) return { pages, body };
    query = `limit=${limit}&cursor=${encodeURIComponent(next)}`;
  }
}

/** Both: pages of two items where there are more, and the whole list at once. */
async function walked(list: List, nextOf: (body: never) => string | undefined) {
  const limit = list.count > 2 ? 2 : 1;
  const { pages, body } = await walk(list, nextOf, limit);
  const { read } = await filled();
  const { ids } = await read(list, "limit=10000");
  return { pages, body, limit, ids };
}

const cursorIn = (body: { pagination?: { cursor?: string } }) => body.pagination?.cursor;
const nextIn = (body: { pagination?: { next?: string } }) => body.pagination?.next;
const nextCursorIn = (body: { next_cursor?: string }) => body.next_cursor;

describe("the lists that page", () => {
  it("are those that the profile says", () => {
    const file = createRequire(import.meta.url).resolve("#openapi.neon.json");
    const { paths } = JSON.parse(readFileSync(file, "utf8"));
    const said = Object.values<Record<string, Record<string, unknown>>>(paths)
      .flatMap((item) => Object.values(item))
      .filter((operation) => operation["x-pages"])
      .map(({ operationId }) => operationId);

    // No log is ever written, so their list has no page to follow.
    expect([...Object.keys(LISTS), "queryLogs"].sort()).toEqual(said.sort());
  });

  it.each(Object.keys(CURSOR))(
    "end with an empty page that repeats the cursor: %s",
    async (name) => {
      const list = CURSOR[name] as List;
      const { pages, body, limit, ids } = await walked(list, cursorIn);

      expect(ids).toHaveLength(list.count);
      expect(pages.flat()).toEqual(ids);
      expect(pages.at(-1)).toEqual([]);
      expect(pages.slice(0, -2).every((page) => page.length === limit)).toBe(true);
      if (list.count > 0) expect(cursorIn(body)).toBeDefined();
    },
  );

  it.each(Object.keys(NEXT))("end with a page without next: %s", async (name) => {
    const list = NEXT[name] as List;
    const { pages, limit, ids } = await walked(list, nextIn);

    expect(ids).toHaveLength(list.count);
    expect(pages.flat()).toEqual(ids);
    expect(pages).toHaveLength(Math.ceil(list.count / limit));
  });

  it.each(Object.keys(NEXT_CURSOR))("end with a page that is not truncated: %s", async (name) => {
    const list = NEXT_CURSOR[name] as List;
    const { pages, body, ids } = await walked(list, nextCursorIn);

    expect(ids).toHaveLength(list.count);
    expect(pages.flat()).toEqual(ids);
    expect(body).toMatchObject({ is_truncated: false });
  });

  it.each(Object.keys(LISTS))(
    "refuse a limit below 1 and one that is no number: %s",
    async (name) => {
      const list = LISTS[name] as List;
      const { read } = await filled();
      const statuses = await Promise.all(
        ["0", "-1", "x", "", "1e3"].map(
          async (limit) => (await read(list, `limit=${limit}`)).status,
        ),
      );

      // One list takes any number.
      const isNumber = name === "listProjectMembers";
      expect(statuses).toEqual([400, 400, 400, 400, isNumber ? 200 : 400]);
    },
  );

  it.each(Object.keys({ ...CURSOR, ...NEXT }))(
    "refuse a cursor of another list: %s",
    async (name) => {
      const { read } = await filled();

      expect((await read(LISTS[name] as List, "cursor=nothing")).status).toBe(400);
    },
  );
});

describe("a required parameter", () => {
  const required = routesInOrder().flatMap((route) =>
    route.required.map((name) => ({ route, name, id: route.operationId })),
  );

  it.each(required)("is asked for by its name: $id $name", async ({ route, name }) => {
    const { admin, ids } = createNeon();
    const { key_ids, ...known } = ids;
    const names = { database_name: "neondb", role_name: "neondb_owner" };
    const { method, target } = requestTo(route, { ...known, ...names });
    const [path = "", query] = target.split("?");
    const given = new URLSearchParams(query);
    for (const value of ["", undefined]) {
      if (value === undefined) given.delete(name);
      else given.set(name, value);
      const { status, body } = await admin(method, `${path}?${given}`);

      expect(status).toBe(400);
      expect(body.message).toMatch(new RegExp(`^${name} is required`));
    }
  });
});

describe("the parameters of lists", () => {
  it.each([
    ["updated_at", "desc", "sort_by=updated_at&sort_order=desc"],
    ["name", "asc", "sort_by=name&sort_order=asc"],
    ["name", "desc", "sort_by=name"],
    ["updated_at", "desc", "sort_by=size&sort_order=sideways"],
  ])("sort branches by %s, %s: %s", async (sort_by, sort_order, query) => {
    const { admin, places } = await filled();
    const { body } = await admin("GET", `${places.project}/branches?${query}`);
    const values = body.branches.map((branch: Record<string, string>) => branch[sort_by]);

    expect(body.pagination).toMatchObject({ sort_by, sort_order });
    const sorted = values.toSorted();
    expect(values).toEqual(sort_order === "asc" ? sorted : sorted.reverse());
  });

  it.each(["joined_at", "email", "role"])("sort members by %s, both ways", async (sort_by) => {
    const { read } = await filled();
    const list = { ...(LISTS.listOrganizationMembers as List) };
    list.target = ({ org_id }) => `/organizations/${org_id}/members?sort_by=${sort_by}`;
    const up = await read(list, "sort_order=asc");
    const down = await read(list, "sort_order=desc");

    expect(down.ids).toEqual(up.ids.toReversed());
    expect(up.body.pagination).toEqual({ sort_by, sort_order: "asc" });
  });

  it.each(["true", "True", "TRUE", "1"])("take a boolean as %s", async (flag) => {
    const { admin, places, projects } = await filled();
    await admin("DELETE", `/projects/${projects[1]}`);
    const { body } = await admin("GET", `/projects?org_id=${places.org_id}&recoverable=${flag}`);

    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual([projects[1]]);
  });

  it.each([
    ["with commas", "project_ids="],
    ["given more than once", "&project_ids="],
  ])("take a list %s", async (_, glue) => {
    const { admin, projects } = await filled();
    const two = projects.slice(0, 2);
    const ids = glue.startsWith("&") ? two.map((id) => `${glue}${id}`).join("") : `&${glue}${two}`;
    const { body } = await admin("GET", `${COSTS}/projects?${PERIOD}${ids}`);

    expect(body.projects.map((it: { project_id: string }) => it.project_id)).toEqual(two);
  });

  it("search projects and branches by a part of their name", async () => {
    const { admin, places } = await filled();
    const named = async (path: string) => (await admin("GET", path)).body;

    const { projects } = await named(`/projects?org_id=${places.org_id}&search=sho`);
    const { branches } = await named(`${places.project}/branches?search=main-2`);
    expect(
      [projects, branches].map((all) => all.map(({ name }: { name: string }) => name)),
    ).toEqual([["shop"], ["main-2"]]);
    expect(await named(`${places.project}/branches/count?search=main`)).toEqual({ count: 3 });
  });

  it.each(["from=x&to=2026-03-01", "to=2026-03-01", "from=-271821-04-20&to=2026-03-01"])(
    "refuse a period without its times: %s",
    async (period) => {
      const { admin } = await filled();

      expect((await admin("GET", `${COSTS}/projects?granularity=monthly&${period}`)).status).toBe(
        400,
      );
    },
  );
});
