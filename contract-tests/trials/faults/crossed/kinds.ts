/** Fields of the right type and the wrong kind: no host name, no date, the id of something else. */
import { routes } from "@hosted-postgres/types/routes";
import { inGroup, rowsOf } from "../../fault.ts";
import { type Json, operationsOf, secondOf } from "../../provider.ts";
import { ANY, drop, each, editing, set } from "../../verbs.ts";
import {
  COMPUTES,
  isPrimary,
  isReplica,
  MAX,
  MIN,
  fieldOf as ofCompute,
} from "../endpoints/computes.ts";
import { OPERATIONS, fieldOf as ofOperation } from "../operations/operations.ts";
import { ACTIONS, COMPUTE, CONVENTIONS, KEY, OPERATION, PROJECT, SIZES } from "./sources.ts";

const endpoints = inGroup("endpoints");
const operations = inGroup("operations");
const projects = inGroup("projects");
const apiKeys = inGroup("api-keys");
const conventions = inGroup("conventions");

const KEYS = [routes.createApiKey, routes.createOrganizationApiKey];
const PROJECTS = "projects.*";

const BAD_HOSTS: [id: string, what: string, write: (host: string) => string][] = [
  ["url", "a URL", (host) => `https://${host}`],
  ["port", "a host and a port", (host) => `${host}:5432`],
  ["path", "a host and a path", (host) => `${host}/postgres`],
  ["connection-string", "a connection string", (host) => `postgresql://user@${host}/db`],
  ["empty", "an empty string", () => ""],
  ["space", "a text of two words", () => "not ready"],
  ["empty-label", "a name with an empty label", (host) => host.replace(".", "..")],
  ["hyphen", "a label that begins with a hyphen", (host) => `-${host}`],
  ["long-label", "a label of 64 letters", (host) => `${"a".repeat(64)}.${host}`],
];

const BAD_TIMES: [id: string, what: string, write: (time: string) => string][] = [
  ["february-30", "the 30th of February", (time) => time.replace(/-\d\d-\d\dT/, "-02-30T")],
  ["month-13", "a 13th month", (time) => time.replace(/-\d\d-/, "-13-")],
  ["hour-25", "a 25th hour", (time) => time.replace(/T\d\d/, "T25")],
  ["second-61", "a 62nd second", (time) => time.replace(/\d\dZ$/, "61Z")],
  ["short-year", "a year of two digits", (time) => time.slice(2)],
  ["space", "a space for the T", (time) => time.replace("T", " ")],
  ["lower-case", "a lower-case z", (time) => time.toLowerCase()],
];

const BAD_UUIDS: [id: string, what: string, write: (id: string) => string][] = [
  ["braced", "in braces", (id) => `{${id}}`],
  ["bare", "without hyphens", (id) => id.replaceAll("-", "")],
  ["urn", "as a URN", (id) => `urn:uuid:${id}`],
  ["long", "with a digit too many", (id) => `${id}0`],
  ["not-hexadecimal", "with a letter that is no digit", (id) => id.replace(/^./, "g")],
];

const BAD_SIZES: [id: string, what: string, min: number, max: number][] = [
  ["reversed", "a minimum above the maximum", 2, 1],
  ["zero", "a minimum of zero", 0, 1],
  ["negative", "a negative size", -1, -1],
  ["third", "a size of 0.3 units", 0.3, 0.3],
  ["seventeen", "a fixed size of 17 units", 17, 17],
  ["fifty-eight", "a fixed size of 58 units", 58, 58],
  ["wide", "a range up to 18 units", 1, 18],
  ["fraction", "a size of 1.5 units", 1.5, 1.5],
];

export const kindFaults = [
  ...endpoints.must(
    COMPUTE,
    rowsOf(BAD_HOSTS, ([id, what, write]) => [
      `kind-host-${id}`,
      `answers ${what} as the host of a compute`,
      set(ANY, ofCompute("host"), write),
    ]),
  ),
  ...endpoints.must(
    COMPUTE,
    rowsOf(BAD_HOSTS.slice(0, 5), ([id, what, write]) => [
      `kind-compute-proxy-${id}`,
      `answers ${what} as the proxy host of a compute`,
      set(ANY, ofCompute("proxy_host"), write),
    ]),
  ),
  ...projects.must(
    PROJECT,
    rowsOf(BAD_HOSTS.slice(0, 5), ([id, what, write]) => [
      `kind-project-proxy-${id}`,
      `answers ${what} as the proxy host of a project`,
      set(routes.listProjects, `${PROJECTS}.proxy_host`, write),
    ]),
  ),
  ...conventions.must(
    CONVENTIONS,
    rowsOf(BAD_TIMES, ([id, what, write]) => [
      `kind-listed-time-${id}`,
      `writes ${what} in the listed creation times of computes`,
      set(routes.listProjectEndpoints, "endpoints.*.created_at", write),
    ]),
  ),
  ...operations.must(
    OPERATION,
    rowsOf(BAD_UUIDS, ([id, what, write]) => [
      `kind-uuid-${id}`,
      `writes the listed ids of operations ${what}`,
      set(routes.listOperations, "operations.*.id", write),
    ]),
  ),
  ...endpoints.must(
    SIZES,
    rowsOf(BAD_SIZES, ([id, what, min, max]) => [
      `kind-replica-size-${id}`,
      `answers ${what} for read replicas`,
      each(ANY, COMPUTES, (it) => {
        if (isReplica(it)) Object.assign(it, { [MIN]: min, [MAX]: max });
      }),
    ]),
  ),
  ...endpoints.must(COMPUTE, {
    "kind-id-upper-case": [
      "lists the ids of computes in upper case",
      set(routes.listProjectEndpoints, "endpoints.*.id", (id: string) => id.toUpperCase()),
    ],
    "kind-branch-of-project": [
      "answers the id of the project as the branch of a compute",
      each(ANY, COMPUTES, (it) => {
        it.branch_id = it.project_id;
      }),
    ],
    "kind-branch-of-project-in-lists": [
      "lists computes under the id of their project as the branch",
      set(routes.listProjectEndpoints, "endpoints.*.branch_id", (_: Json, it) => it.project_id),
    ],
    "kind-replica-on-other-branch": [
      "answers the default branch as the branch of every read replica",
      set(
        ANY,
        ofCompute("branch_id"),
        (_: Json, __: Json, { emulator }) => emulator.ids.branch_id,
        isReplica,
      ),
    ],
    "kind-project-of-organization": [
      "answers the id of the organization as the project of a compute",
      set(ANY, ofCompute("project_id"), (_: Json, __: Json, { emulator }) => emulator.ids.org_id),
    ],
    "kind-empty-region": [
      "answers an empty region for read replicas",
      set(ANY, ofCompute("region_id"), "", isReplica),
    ],
    "kind-type-upper-case": [
      "lists primary computes as READ_WRITE",
      set(routes.listProjectEndpoints, "endpoints.*.type", "READ_WRITE", isPrimary),
    ],
    "kind-type-empty": [
      "answers an empty type for read replicas",
      set(ANY, ofCompute("type"), "", isReplica),
    ],
    "kind-state-displayed": [
      "lists the states of computes as the console shows them",
      set(
        routes.listProjectEndpoints,
        "endpoints.*.current_state",
        (state: string) => `${state.charAt(0).toUpperCase()}${state.slice(1)}`,
      ),
    ],
  }),
  ...endpoints.should(COMPUTE, {
    "kind-created-tomorrow": [
      "dates a new compute one day ahead",
      set(ANY, ofCompute("created_at"), (time: string) => secondOf(Date.parse(time) + 86_400_000)),
    ],
    "kind-updated-before-created": [
      "dates the update of a compute an hour before its creation",
      each(ANY, COMPUTES, (it) => {
        it.updated_at = secondOf(Date.parse(it.created_at) - 3_600_000);
      }),
    ],
    "kind-active-before-created": [
      "dates the last activity of a compute an hour before its creation",
      each(ANY, COMPUTES, (it) => {
        if (it.last_active) it.last_active = secondOf(Date.parse(it.created_at) - 3_600_000);
      }),
    ],
    "kind-host-shared": [
      "answers the same host for every compute",
      set(ANY, ofCompute("host"), "compute.example.com"),
    ],
  }),
  ...operations.must(OPERATION, {
    "kind-operation-branch-of-compute": [
      "answers the id of the compute as the branch of an operation",
      each(ANY, OPERATIONS, (it) => {
        it.branch_id = it.endpoint_id ?? it.branch_id;
      }),
    ],
    "kind-operation-compute-of-branch": [
      "answers the id of the branch as the compute of an operation",
      set(
        ANY,
        ofOperation("endpoint_id"),
        (_: Json, it) => it.branch_id,
        ({ endpoint_id }) => endpoint_id !== undefined,
      ),
    ],
    "kind-operation-project-of-branch": [
      "answers the id of the branch as the project of an operation",
      each(ANY, OPERATIONS, (it) => {
        it.project_id = it.branch_id;
      }),
    ],
    "kind-operations-of-one-compute": [
      "answers the first compute of the project for every operation of a replica",
      editing([routes.createEndpoint], (body, { emulator }) => {
        if (isReplica(body.endpoint))
          for (const it of operationsOf(body)) it.endpoint_id = emulator.ids.endpoint_id;
      }),
    ],
    "kind-failures-fraction": [
      "answers half a failure",
      set(ANY, ofOperation("failures_count"), 0.5),
    ],
  }),
  ...operations.should(OPERATION, {
    "kind-failures-negative": [
      "answers a negative number of failures",
      set(ANY, ofOperation("failures_count"), -1),
    ],
    "kind-operation-updated-before-created": [
      "dates the update of an operation before its creation",
      each(ANY, OPERATIONS, (it) => {
        it.updated_at = secondOf(Date.parse(it.created_at) - 3_600_000);
      }),
    ],
    "kind-operation-from-last-year": [
      "dates a new operation a year before the request",
      each(ANY, OPERATIONS, (it) => {
        it.created_at = secondOf(Date.parse(it.created_at) - 365 * 86_400_000);
      }),
    ],
  }),
  ...operations.must(ACTIONS, {
    "kind-action-displayed": [
      "calls the operation of a new branch Create branch",
      set(ANY, ofOperation("action"), "Create branch", ({ action }) => action === "create_branch"),
    ],
    "kind-action-hyphenated": [
      "calls suspensions suspend-compute",
      set(
        ANY,
        ofOperation("action"),
        "suspend-compute",
        ({ action }) => action === "suspend_compute",
      ),
    ],
    "kind-action-empty": [
      "answers an empty action for the operation of an availability check",
      set(ANY, ofOperation("action"), "", ({ action }) => action === "check_availability"),
    ],
  }),
  ...projects.must(PROJECT, {
    "kind-pg-version-minor": [
      "answers a minor version of Postgres",
      set(routes.listProjects, `${PROJECTS}.pg_version`, 17.2),
    ],
    "kind-cpu-fraction": [
      "answers a fraction of a second of CPU",
      set(routes.listProjects, `${PROJECTS}.cpu_used_sec`, 0.5),
    ],
    "kind-locked-null": [
      "answers null for a project that is not locked",
      set(routes.listProjects, `${PROJECTS}.locked`, null),
    ],
    "kind-second-project-version-string": [
      "answers the version of every project after the first as a string",
      editing(routes.listProjects, ({ projects }) => {
        for (const it of projects.slice(1)) it.pg_version = `${it.pg_version}`;
      }),
    ],
    "kind-second-project-without-proxy": [
      "leaves the proxy host out of every project after the first",
      editing(routes.listProjects, ({ projects }) => {
        for (const it of projects.slice(1)) delete it.proxy_host;
      }),
    ],
    "kind-projects-share-id": [
      "lists every project under the id of the first",
      editing(routes.listProjects, ({ projects }) => {
        for (const it of projects) it.id = projects[0].id;
      }),
    ],
    "kind-project-id-empty": [
      "lists the last project with an empty id",
      editing(routes.listProjects, ({ projects }) => {
        if (projects.length > 0) projects.at(-1).id = "";
      }),
    ],
  }),
  ...projects.should(PROJECT, {
    "kind-pg-version-number": [
      "answers the whole version number of Postgres",
      set(routes.listProjects, `${PROJECTS}.pg_version`, 170_004),
    ],
    "kind-cpu-negative": [
      "answers a negative time of CPU",
      set(routes.listProjects, `${PROJECTS}.cpu_used_sec`, -1),
    ],
    "kind-project-updated-before-created": [
      "dates the update of a project before its creation",
      editing(routes.listProjects, ({ projects }) => {
        for (const it of projects) it.updated_at = "2001-01-01T00:00:00Z";
      }),
    ],
  }),
  ...apiKeys.must(KEY, {
    "kind-key-id-numeric-string": [
      "answers the id of a scoped key as a string of digits",
      set(
        KEYS,
        "id",
        (id: number) => `${id}`,
        ({ project_id }) => project_id !== undefined,
      ),
    ],
    "kind-key-id-fraction": ["answers a fraction as the id of a key", set(KEYS, "id", 1.5)],
    "kind-key-of-name": [
      "answers the name of a key as its secret",
      set(KEYS, "key", (_: Json, { name }: Json) => name),
    ],
    "kind-key-creator-empty": [
      "answers an empty string as the creator of a key",
      set(KEYS, "created_by", ""),
    ],
    "kind-key-creator-organization": [
      "answers the organization as the creator of a key",
      set(
        routes.createOrganizationApiKey,
        "created_by",
        (_: Json, __: Json, { ids }) => ids.org_id,
      ),
    ],
    "kind-key-of-other-project": [
      "answers another project than the one of a scoped key",
      set(
        routes.createOrganizationApiKey,
        "project_id",
        (_: Json, __: Json, { emulator }) => emulator.ids.personal_project_id,
        ({ project_id }) => project_id !== undefined,
      ),
    ],
    "kind-key-with-null-project": [
      "answers an empty project for a scoped key",
      set(KEYS, "project_id", "", ({ project_id }) => project_id !== undefined),
    ],
  }),
  ...apiKeys.should(KEY, {
    "kind-key-empty": [
      "answers an empty secret for a personal key",
      set(routes.createApiKey, "key", ""),
    ],
    "kind-key-creator-number": [
      "answers a number as the creator of a personal key",
      set(routes.createApiKey, "created_by", 1),
    ],
    "kind-personal-key-time": [
      "dates a personal key in milliseconds since 1970",
      set(routes.createApiKey, "created_at", (time: string) => Date.parse(time)),
    ],
    "kind-personal-key-without-creator": [
      "leaves the creator out of a personal key",
      drop(routes.createApiKey, "created_by"),
    ],
    "kind-key-name-empty": [
      "answers an empty name for a new key",
      set(routes.createOrganizationApiKey, "name", ""),
    ],
    "kind-key-name-lower-case": [
      "answers the name of a key in lower case",
      set(KEYS, "name", (name: string) => name.toLowerCase()),
    ],
    "kind-key-name-numbered": [
      "adds a number to the name of a key",
      set(KEYS, "name", (name: string) => `${name}-1`),
    ],
  }),
];
