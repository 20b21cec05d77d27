/** Providers that are wrong for keys of one kind, for one route, or from one key on. */
import type { KeyName } from "@hosted-postgres/contract-tests/run/target";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup, rowsOf } from "../../fault.ts";
import { answered, type Call, type Json, jsonOf, keyed } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  drop,
  editing,
  fresh,
  insteadOf,
  type On,
  refusal,
  set,
  stacked,
} from "../../verbs.ts";
import {
  accepting,
  asAdmin,
  isCreation,
  isOutOfScope,
  isRevocation,
  knowing,
  namedKey,
  opening,
  openingToScoped,
  rejecting,
} from "../api-keys/verbs.ts";
import { KEY, KEY_STATES, KEY_TYPES, SCOPED, SHAPES, UNAUTHORIZED } from "./sources.ts";

const { must } = inGroup("api-keys");
const auth = inGroup("auth");

const MINUTE_MS = 60_000;

/** Routes on another project that a scoped key can use. */
const OUT_OF_SCOPE: [id: keyof typeof routes, what: string][] = [
  ["getEndpoint", "read a compute of another project"],
  ["startEndpoint", "start a compute of another project"],
  ["suspendEndpoint", "suspend a compute of another project"],
  ["restartEndpoint", "restart a compute of another project"],
  ["createEndpoint", "create a compute in another project"],
  ["deleteEndpoint", "delete a compute of another project"],
  ["listOperations", "list the operations of another project"],
  ["getOperation", "read an operation of another project"],
  ["listBranches", "list the branches of another project"],
  ["createBranch", "create a branch in another project"],
  ["listBranchEndpoints", "list the computes of a branch of another project"],
  ["listProjectPermissions", "list who has access to another project"],
  ["updateProject", "update another project"],
  ["listSnapshots", "list the snapshots of another project"],
];

/** Routes of the organization that a scoped key can use. */
const OF_ORGANIZATION: [id: keyof typeof routes, what: string][] = [
  ["createOrganizationApiKey", "create keys of the organization"],
  ["revokeOrganizationApiKey", "revoke keys of the organization"],
  ["createOrganizationInvitations", "invite members"],
  ["updateOrganizationMember", "change the role of a member"],
  ["removeOrganizationMember", "remove members"],
  ["setSpendingLimit", "set the spending limit"],
];

/** Routes that stay open without a valid key. */
const PUBLIC: (keyof typeof routes)[] = [
  "listRegions",
  "getRequestAuth",
  "getOperation",
  "listAvailablePreloadLibraries",
  "getBranchAuthWebhooks",
  "downloadObject",
  "createLegacyAuthKeys",
  "listLogFieldValues",
];

const wordsOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Takes a key that is like a valid one, as `original` tells. */
const taking = (original: (key: string, valid: string) => unknown): Apply =>
  fresh(({ keys }) => {
    const valid = new Set<string>([keys.admin, keys.member, keys.organization, keys.project]);
    const likes = (key: string) => [...valid].find((one) => original(key, one));
    return between(async (call, pass) => {
      const key = `${call.key}`;
      const meant = valid.has(key) ? undefined : likes(key);
      const response = await pass(
        meant === undefined ? {} : { headers: keyed(call.headers, meant) },
      );
      if (isCreation(call) && response.ok) valid.add((await jsonOf(response)).key);
      return response;
    });
  });

const otherThan401 = (on: On, status: number): Apply => insteadOf(401, on, () => refusal(status));

/** Edits the answers to one key of the seeded world. */
const forKey = (name: KeyName, edit: (body: Json, call: Call) => void): Apply =>
  editing(({ key, emulator }) => key === emulator.keys[name], edit);

/** Edits the answer that has every n-th new key of the organization. */
const everyKey = (turn: number, edit: (body: Json) => void): Apply =>
  fresh(() => {
    let count = 0;
    return editing(routes.createOrganizationApiKey, (body) => {
      if (++count % turn === 0) edit(body);
    });
  });

export const keyFaults = [
  ...must(
    SCOPED,
    rowsOf(OUT_OF_SCOPE, ([id, what]) => [
      `scoped-${wordsOf(id)}-elsewhere`,
      `lets a project-scoped key ${what}`,
      opening((call, key) => call.name === routes[id] && isOutOfScope(call, key)),
    ]),
  ),
  ...must(
    SCOPED,
    rowsOf(OF_ORGANIZATION, ([id, what]) => [
      `scoped-${wordsOf(id)}`,
      `lets a project-scoped key ${what}`,
      openingToScoped((name) => name === routes[id]),
    ]),
  ),
  ...auth.must(
    UNAUTHORIZED,
    rowsOf(PUBLIC, (id) => [
      `public-${wordsOf(id)}`,
      `answers ${routes[id]} without a valid key`,
      between(async (call, pass) => {
        const response = await pass();
        if (call.name !== routes[id] || response.status !== 401) return response;
        return asAdmin(call, pass);
      }),
    ]),
  ),
  ...auth.must(UNAUTHORIZED, {
    "key-of-other-case": [
      "takes a key in upper case for the same key",
      taking((key, valid) => key.toUpperCase() === valid.toUpperCase()),
    ],
    "key-with-more-letters": [
      "takes a key with a letter after it for the same key",
      taking((key, valid) => key.startsWith(valid)),
    ],
    "key-cut-short": [
      "takes the first half of a key for the key",
      taking((key, valid) => key.length >= valid.length / 2 && valid.startsWith(key)),
    ],
    "wrong-key-is-not-found": [
      "answers 404 to a read of a compute with a revoked key",
      otherThan401(routes.getEndpoint, 404),
    ],
    "wrong-key-is-forbidden-for-keys": [
      "answers 403 to the creation of a key with a revoked key",
      otherThan401(routes.createOrganizationApiKey, 403),
    ],
  }),
  ...must(KEY_STATES, {
    "revoked-key-reads-operations": [
      "lets a revoked key read operations",
      accepting(({ name }) => name === routes.getOperation || name === routes.listOperations),
    ],
    "revoked-key-reads-itself": [
      "tells a revoked key how it is authenticated",
      accepting(({ name }) => name === routes.getRequestAuth),
    ],
    "revoked-scoped-key-works": [
      "lets a revoked project-scoped key work on",
      accepting((_, __, { kind }) => kind === "project"),
    ],
    "revoked-key-starts-computes": [
      "lets a revoked key start computes",
      accepting(({ name }) => name === routes.startEndpoint),
    ],
    "revoked-key-works-after-an-hour": [
      "lets a revoked key work again after an hour",
      accepting((_, sinceMs) => sinceMs >= 60 * MINUTE_MS),
    ],
    "revoked-key-works-after-new-key": [
      "lets a revoked key work again once another key was created",
      fresh(() => {
        let revoked = false;
        let renewed = false;
        const noticing = answering(ANY, (_, call) => {
          revoked ||= isRevocation(call);
          renewed ||= revoked && isCreation(call);
          return undefined;
        });
        return stacked(
          accepting(() => renewed),
          noticing,
        );
      }),
    ],
  }),
  ...must(KEY_TYPES, {
    "scoped-key-sees-no-computes": [
      "lists no compute to a project-scoped key",
      forKey("project", (body) => {
        body.endpoints &&= [];
      }),
    ],
    "scoped-key-sees-no-operations": [
      "lists no operation to a project-scoped key",
      forKey("project", (body, { method }) => {
        if (method === "GET") body.operations &&= [];
      }),
    ],
    "scoped-key-is-told-no-operations": [
      "lists no operations after a change by a project-scoped key",
      forKey("project", (body, { method }) => {
        if (method !== "GET") body.operations &&= [];
      }),
    ],
    "scoped-key-may-not-start": [
      "refuses a project-scoped key that starts a compute",
      rejecting(({ name }, { kind }) => kind === "project" && name === routes.startEndpoint),
    ],
    "scoped-key-may-not-create": [
      "refuses a project-scoped key that creates a compute",
      rejecting(({ name }, { kind }) => kind === "project" && name === routes.createEndpoint),
    ],
    "scoped-key-may-not-read-project": [
      "refuses a project-scoped key that reads its project",
      rejecting(({ name }, { kind }) => kind === "project" && name === routes.getProject),
    ],
    "organization-key-sees-no-project": [
      "lists no project to an organization key",
      forKey("organization", (body) => {
        body.projects &&= [];
      }),
    ],
    "organization-key-may-not-suspend": [
      "refuses an organization key that suspends a compute",
      rejecting(({ name }, { kind }) => kind === "organization" && name === routes.suspendEndpoint),
    ],
    "member-may-not-create-scoped-key": [
      "refuses a member who creates a project-scoped key",
      rejecting(
        ({ name, body, key, emulator }) =>
          name === routes.createOrganizationApiKey &&
          body?.project_id !== undefined &&
          key === emulator.keys.member,
      ),
    ],
    "member-may-not-read-organization-project": [
      "refuses a member who reads a compute of the organization",
      rejecting(
        ({ name, key, emulator }) => name === routes.getEndpoint && key === emulator.keys.member,
      ),
    ],
    "personal-project-is-hidden": [
      "leaves personal projects out of the list of their owner",
      set(routes.listProjects, "projects", (all: Json[], _: Json, { emulator }) =>
        all.filter(({ id }) => id !== emulator.ids.personal_project_id),
      ),
    ],
  }),
  ...must(KEY, {
    "third-key-without-secret": [
      "leaves the secret out of every third new key",
      everyKey(3, (body) => void delete body.key),
    ],
    "second-key-repeats-id": [
      "gives every key after the first the id of the first",
      fresh(() => {
        let first: number | undefined;
        return editing(routes.createOrganizationApiKey, (body) => {
          first ??= body.id;
          body.id = first;
        });
      }),
    ],
    "listed-keys-with-secrets": [
      "lists the secrets of the keys it created, under another name",
      fresh(() => {
        const secrets: string[] = [];
        return editing(
          [routes.createOrganizationApiKey, routes.listOrganizationApiKeys],
          (body, { method }) => {
            if (method === "POST") secrets.push(body.key);
            else body.tokens = secrets;
          },
        );
      }),
    ],
    "revocation-answers-secret": [
      "answers a revocation with the secret of the key",
      knowing(async (call, pass, keys) => {
        const secret = call.method === "DELETE" ? namedKey(call, keys)?.key : undefined;
        const response = await pass();
        if (!response.ok || secret === undefined) return response;
        return answered(200, { ...(await jsonOf(response)), key: secret });
      }),
    ],
  }),
  ...must(SHAPES, {
    "scoped-key-of-wrong-scope": [
      "makes an organization key of a request for a scoped one, and answers as asked",
      between(async (call, pass) => {
        const project_id = call.body?.project_id;
        if (call.name !== routes.createOrganizationApiKey || !project_id) return pass();
        const { key_name } = call.body;
        const admin = keyed(call.headers, call.emulator.keys.admin);
        const response = await pass({ body: { key_name }, headers: admin });
        return answered(response.status, { ...(await jsonOf(response)), project_id });
      }),
    ],
    "scoped-key-of-first-project": [
      "scopes every key to the first project, and answers as asked",
      between(async (call, pass) => {
        const project_id = call.body?.project_id;
        if (call.name !== routes.createOrganizationApiKey || !project_id) return pass();
        const response = await pass({
          body: { ...call.body, project_id: call.emulator.ids.project_id },
        });
        return response.ok
          ? answered(response.status, { ...(await jsonOf(response)), project_id })
          : response;
      }),
    ],
    "scoped-key-without-project": [
      "leaves the project out of a scoped key",
      drop(routes.createOrganizationApiKey, "project_id"),
    ],
  }),
];
