/** Providers whose projects are not what the document says. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf } from "../fault.ts";
import { answered, ask, editAnswers, edited, front, type Json } from "../provider.ts";

const { must } = faultsOf("projects");

const { listProjects: LIST, listProjectEndpoints: ENDPOINTS } = routes;
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

function inLists(edit: (projects: Json[]) => Json[]) {
  return editAnswers(LIST, (body) => ({ ...body, projects: edit(body.projects) }));
}

function onLast(edit: (project: Json) => Json) {
  return inLists((projects) => [...projects.slice(0, -1), ...projects.slice(-1).map(edit)]);
}

/** Edits lists that come after a project was created. */
function afterCreation(edit: (projects: Json[], id: string, looks: number) => Json[]): Apply {
  return (emulator) => {
    let id: string | undefined;
    let looks = 0;
    return front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name === "POST /projects" && response.ok) {
        id = ((await response.clone().json()) as Json).project.id;
        looks = 0;
      }
      if (call.name !== LIST || id === undefined) return response;
      looks += 1;
      const newest = id;
      return edited(response, ({ projects }) => ({ projects: edit(projects, newest, looks) }));
    });
  };
}

export const projectFaults: Fault[] = [
  ...WRONG_FIELDS.map(([field, what, wrong]) =>
    must(
      `project-${field.replaceAll("_", "-")}-${what.replaceAll(" ", "-")}`,
      FIELDS,
      `writes ${field} of the last project as ${what}`,
      onLast((project) => ({ ...project, [field]: wrong(project[field]) })),
    ),
  ),
  ...["id", "proxy_host", "branch_logical_size_limit", "created_at"].map((field) =>
    must(
      `project-without-${field.replaceAll("_", "-")}`,
      FIELDS,
      `leaves ${field} out of projects`,
      inLists((projects) => projects.map(({ [field]: _, ...project }) => project)),
    ),
  ),
  must(
    "project-list-bare",
    SHAPES,
    "answers the list of projects as a bare array",
    editAnswers(LIST, ({ projects }) => projects),
  ),
  must(
    "project-list-as-data",
    SHAPES,
    "answers the list of projects under data",
    editAnswers(LIST, ({ projects }) => ({ data: projects })),
  ),
  must(
    "project-list-by-id",
    SHAPES,
    "answers projects as an object by id",
    editAnswers(LIST, ({ projects }) => ({
      projects: Object.fromEntries(projects.map((project: Json) => [project.id, project])),
    })),
  ),
  must(
    "project-listed-twice",
    SHAPES,
    "lists the organization's projects twice",
    inLists((projects) => [...projects, ...projects.slice(0, 1)]),
  ),
  must(
    "project-list-cut",
    SHAPES,
    "lists four projects and no more",
    inLists((projects) => projects.slice(0, 4)),
  ),
  must(
    "project-list-newest-only",
    SHAPES,
    "lists the newest projects only",
    inLists((projects) => projects.slice(-3)),
  ),
  must(
    "project-created-not-listed",
    SHAPES,
    "lists a new project from the second look on",
    afterCreation((projects, id, looks) => {
      return looks > 1 ? projects : projects.filter((project) => project.id !== id);
    }),
  ),
  must(
    "project-renamed-by-creation",
    SHAPES,
    "gives every project the name of the newest",
    afterCreation((projects, id) => {
      const newest = projects.find((project) => project.id === id);
      return projects.map((project) => ({ ...project, name: newest?.name ?? project.name }));
    }),
  ),
  must("project-without-primary", PRIMARY, "creates a project without a compute", (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      if (call.name !== "POST /projects" || !response.ok) return response;
      const { project, endpoints } = (await response.clone().json()) as Json;
      await ask(emulator, `DELETE /projects/${project.id}/endpoints/${endpoints[0].id}`);
      return response;
    }),
  ),
  must(
    "project-with-replica-only",
    PRIMARY,
    "gives a new project a read replica alone",
    (emulator) => {
      const created = new Set<string>();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name === "POST /projects" && response.ok)
          created.add(((await response.clone().json()) as Json).project.id);
        if (call.name !== ENDPOINTS || !created.has(`${call.ids.project_id}`)) return response;
        return edited(response, ({ endpoints }) => ({
          endpoints: endpoints.map((endpoint: Json) => ({ ...endpoint, type: "read_only" })),
        }));
      });
    },
  ),
  must(
    "project-second-without-primary",
    PRIMARY,
    "gives only the first new project a compute",
    (emulator) => {
      const created: string[] = [];
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name === "POST /projects" && response.ok)
          created.push(((await response.clone().json()) as Json).project.id);
        const isLater = created.indexOf(`${call.ids.project_id}`) > 0;
        return call.name === ENDPOINTS && isLater ? answered(200, { endpoints: [] }) : response;
      });
    },
  ),
  must(
    "project-with-two-primaries",
    PRIMARY,
    "gives a new project two primary computes on its branch",
    editAnswers(ENDPOINTS, ({ endpoints }) => {
      const [first] = endpoints;
      return endpoints.length === 1
        ? { endpoints: [first, { ...first, id: `${first.id}-2` }] }
        : undefined;
    }),
  ),
  {
    ...must(
      "project-list-paged",
      SHAPES,
      "has a pagination beside all projects, and more fields",
      editAnswers(LIST, (body) => ({
        ...body,
        unavailable_project_ids: [],
        pagination: { cursor: "2025-01-01T00:00:00.000001Z" },
        projects: body.projects.map((project: Json) => ({
          ...project,
          history_retention_seconds: 86_400,
        })),
      })),
    ),
    level: "benign",
  },
  {
    ...must(
      "project-large-numbers",
      FIELDS,
      "has projects with large numbers",
      inLists((projects) =>
        projects.map((project) => ({
          ...project,
          cpu_used_sec: 10_000_000_000,
          branch_logical_size_limit: 2 ** 50,
          locked: true,
        })),
      ),
    ),
    level: "benign",
  },
];
