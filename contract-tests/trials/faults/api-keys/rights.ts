/** Providers whose keys open too much or too little. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, rowsOf } from "../../fault.ts";
import { answered, type Call, edited, keyed } from "../../provider.ts";
import { ANY, answering, fresh, insteadOf, replacing } from "../../verbs.ts";
import {
  asAdmin,
  BY_ADMINS,
  benign,
  CREATE,
  CREATE_PERSONAL,
  isOutOfScope,
  isRead,
  type Key,
  knowing,
  listingAllTo,
  must,
  opening,
  openingToScoped,
  PROJECTS,
  REVOKE,
  rejecting,
  SCOPED,
  STATES,
  TYPES,
  type When,
} from "./verbs.ts";

const REFUSALS = "Errors, Implied refusals";
const ENDPOINTS = "/projects/{project_id}/endpoints";
const DELETE_PROJECT = "DELETE /projects/{project_id}";

const asksForOrganizationKey = ({ name, body }: Call) => name === CREATE && !body?.project_id;
const asksForScopedKey = ({ name, body }: Call) => name === CREATE && body?.project_id;

const isInOrganization = ({ ids, emulator }: Call) => ids.project_id === emulator.ids.project_id;
const isInPersonalProject = ({ ids, emulator }: Call) =>
  ids.project_id === emulator.ids.personal_project_id;
const isByMember = ({ key, emulator }: Call) => key === emulator.keys.member;

/** Accepts personal keys below the organization's project, where only those who left are refused. */
const afterLeaving = (when: When = ANY): Apply =>
  opening(
    (call, key, keys) =>
      key.kind === "personal" &&
      when(call, key, keys) &&
      "project_id" in call.ids &&
      !isInPersonalProject(call),
  );

/** Rejects some keys from the moment a member leaves the organization. */
const endingWithMembership = (when: (call: Call, key: Key | undefined) => boolean): Apply =>
  fresh(() => {
    let hasLeft = false;
    return knowing(async (call, pass, { all }) => {
      if (hasLeft && when(call, all.get(`${call.key}`))) return answered(401, {});
      const response = await pass();
      if (response.ok && call.name === routes.removeOrganizationMember) hasLeft = true;
      return response;
    });
  });

/** The routes on which a key's scope can be ignored, with the word that names each in an id. */
const SCOPED_ROUTES: [word: string, route: string][] = [
  ["branches", "GET /projects/{project_id}/branches"],
  ["operations", "GET /projects/{project_id}/operations"],
  ["operation", "GET /projects/{project_id}/operations/{operation_id}"],
  ["project", "GET /projects/{project_id}"],
  ["compute", `GET ${ENDPOINTS}/{endpoint_id}`],
  ["database", "GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}"],
  ["password", "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password"],
  ["uri", "GET /projects/{project_id}/connection_uri"],
  ["create-compute", `POST ${ENDPOINTS}`],
  ["update-compute", `PATCH ${ENDPOINTS}/{endpoint_id}`],
  ["delete-compute", `DELETE ${ENDPOINTS}/{endpoint_id}`],
  ["start-compute", `POST ${ENDPOINTS}/{endpoint_id}/start`],
  ["delete-project", DELETE_PROJECT],
  ["update-project", "PATCH /projects/{project_id}"],
  ["grant", "POST /projects/{project_id}/permissions"],
  ["snapshot", "PATCH /projects/{project_id}/snapshots/{snapshot_id}"],
  ["bucket", "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}"],
  ["credentials", "POST /projects/{project_id}/branches/{branch_id}/credentials"],
];

export const rightFaults: Fault[] = [
  // Rights to create a key
  ...must(BY_ADMINS, {
    "key-organization-by-member": [
      "lets a member create an organization key",
      opening((call, { kind }) => asksForOrganizationKey(call) && kind === "personal"),
    ],
    "key-organization-by-new-member-key": [
      "lets a member's new key create an organization key",
      opening(
        (call, { kind, by }) =>
          asksForOrganizationKey(call) && kind === "personal" && by !== undefined,
      ),
    ],
    "key-organization-by-organization-key": [
      "lets an organization key create another",
      opening((call, { kind }) => asksForOrganizationKey(call) && kind === "organization"),
    ],
    "key-organization-by-scoped-key": [
      "lets a project-scoped key create an organization key",
      opening((call, { kind }) => asksForOrganizationKey(call) && kind === "project"),
    ],
    "key-organization-created-then-refused": [
      "creates an organization key although it refuses the member who asks",
      insteadOf(403, CREATE, async (response, call, pass) => {
        await asAdmin(call, pass);
        return response;
      }),
    ],
  }),
  ...must(SCOPED, {
    "key-scoped-list-500": [
      "answers 500 to a project-scoped key that lists projects",
      rejecting(({ name }, { kind }) => kind === "project" && name === PROJECTS, 500),
    ],
    "key-scoped-by-organization-key": [
      "lets an organization key create project-scoped keys",
      opening((call, { kind }) => asksForScopedKey(call) && kind === "organization"),
    ],
    "key-scoped-by-scoped-key": [
      "lets a project-scoped key create another for its project",
      opening((call, { kind }) => asksForScopedKey(call) && kind === "project"),
    ],
    "key-scoped-not-by-member": [
      "lets only administrators create project-scoped keys",
      rejecting((call) => asksForScopedKey(call) && isByMember(call)),
    ],
    "key-scoped-to-foreign-project": [
      "scopes a key to a project outside the organization",
      knowing(async (call, pass, { all }) => {
        const { project_id, personal_project_id } = call.emulator.ids;
        if (!asksForScopedKey(call) || call.body.project_id !== personal_project_id) return pass();
        const response = await pass({ body: { ...call.body, project_id } });
        return edited(response, (body) => {
          const { id, key } = body;
          const scope = { project_id: personal_project_id };
          all.set(key, { id, key, kind: "project", by: call.key, ...scope });
          return { ...body, ...scope };
        });
      }),
    ],
  }),
  ...must(TYPES, {
    "key-personal-not-by-member": [
      "lets only administrators create personal keys",
      rejecting((call) => call.name === CREATE_PERSONAL && isByMember(call)),
    ],
  }),

  // Project-scoped keys
  ...must(SCOPED, {
    "key-scope-ignored": ["ignores the scope of a key", opening(isOutOfScope)],
    "key-scope-ignored-for-reads": [
      "ignores the scope of a key for reads",
      opening((call, key) => isOutOfScope(call, key) && isRead(call)),
    ],
    "key-scope-ignored-for-new": [
      "ignores the scope of new keys",
      opening((call, key) => isOutOfScope(call, key) && key.by !== undefined),
    ],
    "key-scope-ignored-by-member": [
      "ignores the scope of keys that a member created",
      opening((call, key) => isOutOfScope(call, key) && key.by === call.emulator.keys.member),
    ],
  }),
  ...must(
    SCOPED,
    rowsOf(SCOPED_ROUTES, ([word, route]) => [
      `key-scope-ignored-on-${word}`,
      `ignores the scope of a key for ${route}`,
      opening((call, key) => isOutOfScope(call, key) && call.name === route),
    ]),
  ),
  ...must(SCOPED, {
    "key-scope-of-path-only": [
      "checks the scope against the project of the path, not of the compute",
      knowing(async (call, pass, { all }) => {
        const { emulator, ids, url } = call;
        const { personal_endpoint_id, personal_project_id, project_id } = emulator.ids;
        const isScoped = all.get(`${call.key}`)?.kind === "project";
        if (!isScoped || ids.endpoint_id !== personal_endpoint_id) return pass();
        return pass({
          url: url.replace(project_id, personal_project_id),
          headers: keyed(call.headers, emulator.keys.admin),
        });
      }),
    ],
    "key-scoped-lists-all": [
      "lists every project to a project-scoped key",
      listingAllTo("project"),
    ],
    "key-scoped-creates-project": [
      "lets a project-scoped key create a project",
      openingToScoped((name) => name === routes.createProject),
    ],
    "key-scoped-creates-then-refuses": [
      "creates a project although it refuses the project-scoped key that asks",
      knowing(async (call, pass, { all }) => {
        const response = await pass();
        const isScoped = all.get(`${call.key}`)?.kind === "project";
        if (isScoped && call.name === routes.createProject) await asAdmin(call, pass);
        return response;
      }),
    ],
    "key-scoped-deletes-project": [
      "lets a project-scoped key delete its project",
      opening(
        ({ name, ids }, { project_id }) => name === DELETE_PROJECT && ids.project_id === project_id,
      ),
    ],
    "key-scoped-reads-only": [
      "lets project-scoped keys only read",
      rejecting((call, { kind }) => kind === "project" && !isRead(call)),
    ],
    "key-scoped-invites": [
      "lets a project-scoped key invite to the organization",
      openingToScoped((name) => name.endsWith("/invitations")),
    ],
    "key-scoped-removes-member": [
      "lets a project-scoped key remove a member",
      openingToScoped((name) => name === routes.removeOrganizationMember),
    ],
    "key-scoped-sets-limit": [
      "lets a project-scoped key set the spending limit",
      openingToScoped((name) => name === routes.setSpendingLimit),
    ],
    "key-scoped-transfers": [
      "lets a project-scoped key transfer projects",
      openingToScoped((name) => name.endsWith("/projects/transfer")),
    ],
    "key-scoped-makes-personal": [
      "lets a project-scoped key create a personal key",
      openingToScoped((name) => name === CREATE_PERSONAL),
    ],
  }),

  // Organization keys
  ...must(TYPES, {
    "key-organization-reads-personal": [
      "opens a personal project to an organization key",
      opening((call, { kind }) => kind === "organization" && isInPersonalProject(call)),
    ],
    "key-organization-lists-all": [
      "lists personal projects to an organization key",
      listingAllTo("organization"),
    ],
  }),
  ...must(BY_ADMINS, {
    "key-organization-writes-personal": [
      "lets an organization key write to personal projects",
      opening(
        (call, { kind }) => kind === "organization" && !isRead(call) && isInPersonalProject(call),
      ),
    ],
    "key-organization-no-administrator": [
      "gives an organization key only the rights of a member",
      rejecting(({ name }, { kind }) => kind === "organization" && name === REVOKE),
    ],
    "key-organization-reads-only": [
      "lets organization keys only read",
      rejecting((call, { kind }) => kind === "organization" && !isRead(call)),
    ],
    "key-organization-not-members": [
      "hides the members from organization keys",
      rejecting(({ name }, { kind }) => kind === "organization" && name.includes("/members"), 404),
    ],
  }),

  // Personal keys
  ...must(TYPES, {
    "key-personal-own-only": [
      "opens only own projects to a personal key",
      rejecting(
        (call, { kind }) =>
          kind === "personal" && call.key !== call.emulator.keys.admin && isInOrganization(call),
      ),
    ],
    "key-member-reads-personal": [
      "opens another user's project to a member",
      opening((call) => isByMember(call) && isInPersonalProject(call)),
    ],
    "key-member-lists-personal": [
      "lists another user's projects to a member",
      knowing(async (call, pass) =>
        call.name === PROJECTS && isByMember(call) ? asAdmin(call, pass) : pass(),
      ),
    ],
    "key-member-lacks-organization": [
      "lists only own projects to a member",
      replacing(
        ANY,
        (call) => call.name === PROJECTS && isByMember(call),
        () => answered(200, { projects: [] }),
      ),
    ],
  }),

  // After a member left
  ...must(STATES, {
    "key-personal-after-leaving": ["accepts a personal key after its user left", afterLeaving()],
    "key-personal-reads-after-leaving": [
      "lets a personal key read after its user left",
      afterLeaving(isRead),
    ],
    "key-personal-writes-after-leaving": [
      "lets a personal key write after its user left",
      afterLeaving((call) => !isRead(call)),
    ],
    "key-personal-operations-after-leaving": [
      "lets a member who left read operations",
      afterLeaving(({ name }) => name.includes("/operations")),
    ],
    "key-second-personal-after-leaving": [
      "revokes only one key of a member who left",
      afterLeaving((_call, { by }) => by !== undefined),
    ],
    "key-creates-after-leaving": [
      "lets a member who left create project-scoped keys",
      opening((call, { kind }) => asksForScopedKey(call) && kind === "personal"),
    ],
    "key-scoped-dies-with-creator": [
      "revokes project-scoped keys when their creator leaves",
      endingWithMembership(
        ({ emulator }, key) => key?.kind === "project" && key.by === emulator.keys.member,
      ),
    ],
    "key-personal-dies-when-leaving": [
      "revokes the personal keys of a member who leaves",
      endingWithMembership(isByMember),
    ],
  }),

  // After a project was transferred
  ...must(STATES, {
    "key-scoped-after-transfer": [
      "accepts a project-scoped key after the transfer",
      opening(({ ids }, { kind }) => kind === "project" && "project_id" in ids),
    ],
    "key-scoped-reads-after-transfer": [
      "lets a project-scoped key read its project after the transfer",
      opening(
        ({ name, ids }, { kind, project_id }) =>
          name === "GET /projects/{project_id}" &&
          kind === "project" &&
          ids.project_id === project_id,
      ),
    ],
    "key-new-scoped-after-transfer": [
      "revokes only the first project-scoped key at the transfer",
      opening(
        ({ ids }, { kind, by, project_id }) =>
          kind === "project" && by !== undefined && ids.project_id === project_id,
      ),
    ],
  }),
  ...must(TYPES, {
    "key-organization-after-transfer": [
      "lets an organization key open a project that left the organization",
      opening((call, { kind }) => kind === "organization" && isInOrganization(call)),
    ],
    "key-member-after-transfer": [
      "lets a member read a project that left the organization",
      opening((call) => isByMember(call) && isRead(call) && isInOrganization(call)),
    ],
  }),

  // Freedoms
  ...benign("Endpoints, Rules 6", {
    "key-organization-refused": [
      "refuses a key without a project",
      answering(CREATE, (_response, call) =>
        asksForOrganizationKey(call) ? answered(400, {}) : undefined,
      ),
    ],
  }),
  ...benign("Authentication 11", {
    "key-scoped-sees-no-list": [
      "refuses the list of projects to a project-scoped key",
      rejecting(({ name }, { kind }) => kind === "project" && name === PROJECTS),
    ],
  }),
  ...benign(REFUSALS, {
    "key-refusals-404": [
      "answers 404 in place of 403",
      insteadOf(403, ANY, () => answered(404, {})),
    ],
    "key-refusals-422": [
      "answers 422 to everything it refuses",
      replacing(
        ({ status }) => [400, 403, 404, 409].includes(status),
        ANY,
        () => answered(422, { errors: [] }),
      ),
    ],
  }),
  ...benign(
    REFUSALS,
    rowsOf([404, 400, 401, 409, 303], (status) => [
      `benign-forbidden-${status}`,
      `answers ${status} in place of 403, with the same body`,
      insteadOf(403, ANY, ({ body, headers }) => new Response(body, { status, headers })),
    ]),
  ),
];
