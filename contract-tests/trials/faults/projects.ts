/** Providers whose projects are not what the document says. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../fault.ts";
import { answered, ask, type Call, edited, type Json } from "../provider.ts";
import { between, drop, each, editing, fresh, insteadOf, set, stacked, without } from "../verbs.ts";

const { must, benign } = inGroup("projects");

const { listProjects: LIST, listProjectEndpoints: ENDPOINTS, createProject: CREATE } = routes;
const SET_DEFAULT = "POST /projects/{project_id}/branches/{branch_id}/set_as_default";
const FIELDS = "Resources and their fields, Project";
const SHAPES = "Endpoints, Detailed shapes";
const PRIMARY = "What the service does 3";

const WRONG_FIELDS: [field: string, what: string, wrong: (value: Json) => unknown][] = [
  ["name", "null", () => null],
  ["platform_id", "a number", () => 1],
  ["region_id", "an object", (id) => ({ id })],
  ["provisioner", "null", () => null],
  ["pg_version", "text", (version) => `${version}`],
  ["pg_version", "a fraction", (version) => version + 0.4],
  ["locked", "text", (locked) => `${locked}`],
  ["locked", "a number", (locked) => Number(locked)],
  ["cpu_used_sec", "a fraction", (seconds) => seconds + 0.5],
  ["branch_logical_size_limit", "text", (limit) => `${limit}`],
  ["proxy_host", "null", () => null],
  ["updated_at", "null", () => null],
];

const hyphens = (text: string) => text.replaceAll(/[_ ]/g, "-");

/** Edits the list of projects. */
const inLists = (edit: (projects: Json[]) => Json[]): Apply =>
  editing(LIST, (body) => ({ ...body, projects: edit(body.projects) }));

const onLast = (edit: (project: Json) => Json): Apply =>
  inLists((projects) => [...projects.slice(0, -1), ...projects.slice(-1).map(edit)]);

/** Reads the id of the project that a call created. */
async function createdBy({ name }: Call, response: Response): Promise<string | undefined> {
  if (name !== CREATE || !response.ok) return undefined;
  return ((await response.clone().json()) as Json).project.id;
}

/** Edits the lists that follow the creation of a project: `looks` counts them. */
const afterCreation = (edit: (projects: Json[], newest: string, looks: number) => Json[]): Apply =>
  fresh(() => {
    let newest: string | undefined;
    let looks = 0;
    return between(async (call, pass) => {
      const response = await pass();
      const id = await createdBy(call, response);
      if (id !== undefined) {
        newest = id;
        looks = 0;
      }
      if (call.name !== LIST || newest === undefined) return response;
      looks += 1;
      const created = newest;
      return edited(response, ({ projects }) => ({ projects: edit(projects, created, looks) }));
    });
  });

/** Changes the computes of new projects: `place` counts the projects in the order of their creation. */
const inNewProjects = (
  change: (response: Response, place: number) => Response | Promise<Response>,
): Apply =>
  fresh(() => {
    const created: string[] = [];
    return between(async (call, pass) => {
      const response = await pass();
      const id = await createdBy(call, response);
      if (id !== undefined) created.push(id);
      const place = created.indexOf(`${call.ids.project_id}`);
      return call.name === ENDPOINTS && place >= 0 ? change(response, place) : response;
    });
  });

/** Accepts a change that takes the primary compute from a default branch, and no longer lists it. */
const losingPrimary = (method: string, isIt: (call: Call) => boolean): Apply =>
  fresh(() => {
    const lost = new Set<string>();
    const losing = between(async (call, pass) => {
      const response = await pass();
      const { endpoint_id } = call.ids;
      const isRefused = response.status === 409 && call.method === method && isIt(call);
      if (!isRefused || endpoint_id === undefined) return response;
      lost.add(endpoint_id);
      const { endpoints } = await ask(
        call.emulator,
        `GET /projects/${call.ids.project_id}/endpoints`,
      );
      const endpoint = endpoints.find(({ id }: Json) => id === endpoint_id);
      return answered(200, { endpoint, operations: [] });
    });
    return stacked(
      losing,
      without(ENDPOINTS, "endpoints", ({ id }) => lost.has(id)),
    );
  });

export const projectFaults: Fault[] = [
  ...must(
    FIELDS,
    rowsOf(WRONG_FIELDS, ([field, what, wrong]) => [
      `project-${hyphens(field)}-${hyphens(what)}`,
      `writes ${field} of the last project as ${what}`,
      onLast((project) => ({ ...project, [field]: wrong(project[field]) })),
    ]),
  ),
  ...must(
    FIELDS,
    rowsOf(["id", "proxy_host", "branch_logical_size_limit", "created_at"], (field) => [
      `project-without-${hyphens(field)}`,
      `leaves ${field} out of projects`,
      drop(LIST, `projects.*.${field}`),
    ]),
  ),
  ...must(SHAPES, {
    "project-list-bare": [
      "answers the list of projects as a bare array",
      editing(LIST, ({ projects }) => projects),
    ],
    "project-list-as-data": [
      "answers the list of projects under data",
      editing(LIST, ({ projects }) => ({ data: projects })),
    ],
    "project-list-by-id": [
      "lists projects as an object by id",
      editing(LIST, ({ projects }) => ({
        projects: Object.fromEntries(projects.map((project: Json) => [project.id, project])),
      })),
    ],
    "project-listed-twice": [
      "lists a project twice",
      inLists((projects) => [...projects, ...projects.slice(0, 1)]),
    ],
    "project-list-cut": [
      "lists only the first four projects",
      inLists((projects) => projects.slice(0, 4)),
    ],
    "project-list-newest-only": [
      "lists only the three newest projects",
      inLists((projects) => projects.slice(-3)),
    ],
    "project-created-not-listed": [
      "lists a new project only from the second request on",
      afterCreation((projects, newest, looks) =>
        looks > 1 ? projects : projects.filter(({ id }) => id !== newest),
      ),
    ],
    "project-renamed-by-creation": [
      "gives every project the name of the newest",
      afterCreation((projects, newest) => {
        const named = projects.find(({ id }) => id === newest);
        return projects.map((project) => ({ ...project, name: named?.name ?? project.name }));
      }),
    ],
  }),
  ...must(PRIMARY, {
    "project-without-primary": [
      "creates a project without a compute",
      inNewProjects((response) => edited(response, () => ({ endpoints: [] }))),
    ],
    "project-with-replica-only": [
      "creates a project with a read replica only",
      inNewProjects((response) =>
        edited(response, ({ endpoints }) => ({
          endpoints: endpoints.map((endpoint: Json) => ({ ...endpoint, type: "a-replica" })),
        })),
      ),
    ],
    "project-second-without-primary": [
      "creates a compute only with the first new project",
      inNewProjects((response, place) => (place > 0 ? answered(200, { endpoints: [] }) : response)),
    ],
    "project-primary-elsewhere": [
      "creates the primary compute of a new project on another branch than the default one",
      inNewProjects((response) =>
        edited(response, ({ endpoints }) => ({
          endpoints: endpoints.map((endpoint: Json) => ({ ...endpoint, branch_id: "br-other" })),
        })),
      ),
    ],
    "project-loses-primary": [
      "deletes the primary compute of a default branch",
      losingPrimary("DELETE", () => true),
    ],
    "project-primary-moves-away": [
      "moves the primary compute of a default branch to another branch",
      losingPrimary("PATCH", ({ body }) => body?.endpoint?.branch_id !== undefined),
    ],
    "project-default-without-primary": [
      "sets a branch as default that has no compute",
      insteadOf(409, SET_DEFAULT, () => answered(200, { operations: [] })),
    ],
    "project-default-refused-with-500": [
      "answers 500 to setting a branch as default that has no compute",
      insteadOf(409, SET_DEFAULT, () => answered(500, {})),
    ],
    "project-with-two-primaries": [
      "creates two primary computes on the branch of a new project",
      set(
        ENDPOINTS,
        "endpoints",
        ([first]) => [first, { ...first, id: `${first.id}-2` }],
        ({ endpoints }) => endpoints.length === 1,
      ),
    ],
  }),

  // Freedoms
  ...benign(SHAPES, {
    "project-list-paged": [
      "adds a pagination and other fields to the whole list of projects",
      editing(LIST, (body) => ({
        ...body,
        hidden: [],
        pagination: { cursor: "2025-01-01T00:00:00.000001Z" },
        projects: body.projects.map((project: Json) => ({
          ...project,
          retention: 86_400,
        })),
      })),
    ],
  }),
  ...benign(FIELDS, {
    "project-large-numbers": [
      "writes large numbers and locks its projects",
      each(LIST, "projects.*", (project) => {
        project.cpu_used_sec = 10_000_000_000;
        project.branch_logical_size_limit = 2 ** 50;
        project.locked = true;
      }),
    ],
    "benign-big-integers": [
      "writes the largest safe integers",
      set(
        LIST,
        ["projects.*.cpu_used_sec", "projects.*.branch_logical_size_limit"],
        Number.MAX_SAFE_INTEGER,
      ),
    ],
  }),
];
