/** Project-scoped keys: who creates them, and that they open one project only. */
import assert from "node:assert/strict";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { send } from "../../run/send.ts";
import { route as routeOf } from "../../spec/routes.ts";
import {
  createKey,
  endpointToChange,
  listedProjects,
  ORGANIZATION_KEYS,
  projectsOpenTo,
  readWith,
  tryCreateKey,
  writeWith,
} from "../steps/api-keys.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import {
  command,
  createEndpoint,
  deleteEndpoint,
  ENDPOINT,
  ENDPOINTS,
  lasting,
  listEndpoints,
  suspend,
  untilState,
} from "../steps/endpoints.ts";
import { everyRoute, makers } from "../steps/every-route.ts";
import { listOperations, settle } from "../steps/operations.ts";
import { ABSENT_IDS } from "../steps/probes.ts";
import { clientOf, controlOf, idOf, keyNamed } from "../steps/target.ts";

/** Path parameters that name something in a project. */
const OF_PROJECT = ["branch_id", "endpoint_id", "operation_id"];

/** Valid bodies, where the example of the spec names unknown ids. */
const OWN_BODIES: Record<string, (ids: Context["target"]["ids"]) => object> = {
  [`POST ${ENDPOINTS}`]: ({ free_branch_id }) => ({
    endpoint: { branch_id: free_branch_id, type: "read_write" },
  }),
  [`PATCH ${ENDPOINT}`]: () => ({ endpoint: { pooler_enabled: true } }),
};

export const scopedRules: Rule[] = [
  {
    id: "key-scoped-by-any-member",
    level: "MUST",
    text: "any member creates a project-scoped key for any project of the organization",
    states: [
      "Authentication 7: any-member",
      "Resources and their fields, API key types: scoped-creation",
    ],
    needs: ["keys", "state"],
    async check(context) {
      for (const name of ["member", "admin"] as const) {
        const { key, project_id } = await createKey(context, clientOf(context, name));

        assert.equal(project_id, idOf(context, "project_id"));
        assertAccepted(await readWith(context, key), `a key created by the ${name}`);
      }
    },
  },
  {
    id: "key-scoped-to-own-organization",
    level: "MUST",
    text: "a project-scoped key is created only for a project of the organization",
    states: ["Authentication 7: any-member"],
    needs: ["keys", "state"],
    async check(context) {
      await createKey(context, clientOf(context, "member"));
      const project_id = idOf(context, "personal_project_id");
      for (const name of ["member", "admin"] as const) {
        const { data, response } = await tryCreateKey(context, clientOf(context, name), {
          project_id,
        });
        const opened = data && (await readWith(context, data.key, project_id));
        assert.ok(!opened?.ok, "the key opens a project outside the organization");
        assertDenied(response, `a key for a project of no organization, created by the ${name}`);
      }
    },
  },
  {
    id: "key-scoped-by-personal-key",
    level: "MUST",
    text: "a project-scoped key is created with a personal key",
    states: ["Authentication 7: personal-key"],
    needs: ["keys", "state"],
    async check(context) {
      await createKey(context, clientOf(context, "admin"));
      for (const name of ["organization", "project"] as const) {
        const project_id = idOf(context, "project_id");
        const { response } = await tryCreateKey(context, clientOf(context, name), { project_id });

        assertDenied(response, `a project-scoped key, created with a key of kind ${name}`);
      }
    },
  },
  {
    id: "key-scoped-own-project-only",
    level: "MUST",
    text: "a project-scoped key opens and manages its own project and no other",
    states: [
      "Authentication 7: own-project",
      "What the service does 6: kinds-of-key",
      "Resources and their fields, API key types: scoped-scope",
      "Errors, Implied refusals: scoped-key",
    ],
    needs: ["keys", "state"],
    beside: true,
    async check(context) {
      const { ids, routes: served } = context.target;
      const other = idsOfAnother(context);
      const endpoint_id = await endpointToChange(context);
      const made = await createKey(context, clientOf(context, "admin"));
      const byMember = await createKey(context, clientOf(context, "member"));

      for (const { key } of [keyNamed(context, "project"), made, byMember]) {
        const api = context.client({ apiKey: key });
        assertAccepted(await readWith(context, key), "reading its project");
        assertAccepted(await writeWith(context, key, endpoint_id), "writing to its project");
        const readable = served.filter(
          ({ method, path, pathParameters }) =>
            method === "GET" &&
            path.startsWith("/projects/{project_id}") &&
            pathParameters.every((name) => name in other),
        );
        for (const route of readable) {
          const { response } = await send(api, route, { ids: other });
          assertDenied(response, `${route.name} of another project`);
          if (!route.pathParameters.some((name) => OF_PROJECT.includes(name))) continue;
          const mixed = { ...other, project_id: idOf(context, "project_id") };
          const mixing = await send(api, route, { ids: mixed });
          assertDenied(mixing.response, `${route.name}, its project and another's ids`);
        }
        const others = (await projectsOpenTo(api)).filter((id) => id !== ids.project_id);
        assert.deepEqual(others, [], "another project is listed");
      }
    },
  },
  {
    id: "key-scoped-changes-no-other-project",
    level: "MUST",
    text: "a project-scoped key changes nothing of another project, whatever the route",
    states: ["Authentication 7: own-project"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const ids = { ...ABSENT_IDS, ...context.target.ids, ...idsOfAnother(context) };
      const endpoint = { branch_id: `${ids.free_branch_id}`, type: "read_write" };
      const params = { path: { project_id: `${ids.project_id}` } };
      const creating = await clientOf(context, "project").POST(ENDPOINTS, {
        params,
        body: { endpoint },
      });
      assertDenied(creating.response, "a compute of another project");

      const made = everyRoute(context, makers(), ids);
      let step = await made.next();
      while (!step.done) step = await made.next();
      const computes = await listEndpoints(context, `${ids.project_id}`);
      // Unlike the primary compute of the default branch, this one can be deleted.
      const endpoint_id = computes.find(({ branch_id }) => branch_id === ids.free_branch_id)?.id;
      const other: Context["target"]["ids"] = {
        ...step.value,
        ...(endpoint_id !== undefined && { endpoint_id }),
      };
      // Only an active compute restarts.
      await send(context.api, routeOf(`POST ${ENDPOINT}/start`), { ids: other });
      await context.pause(1_000);
      const before = await stateOf(context, `${other.project_id}`);
      const { key } = await createKey(context);
      const api = context.client({ apiKey: key });

      for (const route of context.target.routes) {
        const { method, name, path, pathParameters, body } = route;
        if (!path.startsWith("/projects/{project_id}")) continue;
        const valid = method === "GET" || !(name in OWN_BODIES) ? undefined : OWN_BODIES[name];
        const { response } = await send(api, route, { ids: other, body: valid?.(other) });
        assertDenied(response, `${name} of another project`);
        if (!pathParameters.some((name) => OF_PROJECT.includes(name))) continue;
        const mixed = { ...other, project_id: idOf(context, "project_id") };
        const mixing = await send(api, route, { ids: mixed, body: body && valid?.(other) });
        assertDenied(mixing.response, `${name}, its project and another's ids`);
      }
      const onOther = await api.POST(ENDPOINTS, {
        params: { path: { project_id: idOf(context, "project_id") } },
        body: { endpoint: { branch_id: `${other.free_branch_id}`, type: "read_write" } },
      });
      assertDenied(onOther.response, "a compute on a branch of another project");
      assertAccepted(
        await readWith(context, keyNamed(context, "admin").key, `${other.project_id}`),
        "the other project",
      );
      assert.deepEqual(await stateOf(context, `${other.project_id}`), before, "the other project");
    },
  },
  {
    id: "key-scoped-manages-its-project",
    level: "MUST",
    text: "a project-scoped key sees its project as an administrator does, and manages its computes",
    states: ["Authentication 7: own-project"],
    needs: ["keys", "state"],
    beside: true,
    async check(context) {
      const made = await createKey(context);
      for (const { key } of [keyNamed(context, "project"), made]) {
        const scoped = { ...context, api: context.client({ apiKey: key }) };
        const project = routeOf("GET /projects/{project_id}");
        assertAccepted((await send(scoped.api, project, context.target)).response, project.name);
        await assertManages(scoped, context);
      }
    },
  },
  {
    id: "key-of-the-organization-manages-its-project",
    level: "MUST",
    text: "an organization key, and a member's personal key, manage a project of the organization",
    states: [
      "Resources and their fields, API key types: organization-scope",
      "Resources and their fields, API key types: personal-scope",
    ],
    needs: ["keys", "state"],
    beside: true,
    async check(context) {
      for (const name of ["organization", "member"] as const) {
        await assertManages({ ...context, api: clientOf(context, name) }, context);
      }
    },
  },
  {
    id: "key-scoped-makes-no-wider-key",
    level: "MUST",
    text: "a project-scoped key creates no key that opens another project",
    states: ["Authentication 7: own-project"],
    needs: ["keys", "state"],
    async check(context) {
      const personal = idOf(context, "personal_project_id");
      const api = clientOf(context, "project");
      const made = [
        await api.POST("/api_keys", { body: { key_name: context.unique("wider") } }),
        await tryCreateKey(context, api, { project_id: personal }),
      ];
      for (const { data, response } of made) {
        const key = (data as { key?: unknown } | undefined)?.key;
        if (typeof key !== "string") {
          assertDenied(response, "a key created by a project-scoped key, without a secret,");
          continue;
        }
        assertDenied(await readWith(context, key, personal), "another project, with a key it made");
      }
      assertAccepted(await readWith(context, keyNamed(context, "project").key), "its project");
    },
  },
  {
    id: "key-scoped-cannot-delete-project",
    level: "MUST",
    text: "a project-scoped key cannot delete its project",
    states: ["Authentication 7: no-project-deletion"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const params = { path: { project_id: idOf(context, "project_id") } };
      const made = await createKey(context);

      for (const { key } of [keyNamed(context, "project"), made]) {
        const by = context.client({ apiKey: key });
        const { response } = await by.DELETE("/projects/{project_id}", { params });
        assertDenied(response, "deleting the project");
      }

      assertAccepted(await readWith(context, context.target.apiKey), "the project");
      const listed = await listedProjects(context, context.target.apiKey);
      assert.ok(listed.includes(params.path.project_id), "the project is no longer listed");
    },
  },
  {
    id: "key-scoped-cannot-create-project",
    level: "MUST",
    text: "a project-scoped key cannot create a project",
    states: ["Authentication 7: no-project-creation"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const before = await listedProjects(context, context.target.apiKey);
      const route = routeOf("POST /projects");
      const made = await createKey(context);

      for (const { key } of [keyNamed(context, "project"), made]) {
        const { response } = await send(context.client({ apiKey: key }), route, context.target);
        assertDenied(response, "creating a project");
      }

      assert.deepEqual(await listedProjects(context, context.target.apiKey), before, "projects");
      assertAccepted((await send(context.api, route, context.target)).response, "a personal key's");
    },
  },
  {
    id: "key-scoped-no-organization-action",
    level: "MUST",
    text: "a project-scoped key cannot act on the organization",
    states: ["Authentication 7: no-organization-action", "Errors, Implied refusals: scoped-key"],
    needs: ["disposable", "keys", "state"],
    async check(context) {
      const { target } = context;
      const { id: key_id } = await createKey(context);
      const acting = target.routes.filter(
        ({ method, path }) => method !== "GET" && path.startsWith("/organizations/"),
      );
      const project_id = idOf(context, "project_id");
      for (const route of acting) {
        const known = target.bodies?.[route.name];
        const body = route.path === ORGANIZATION_KEYS ? { key_name: "no", project_id } : known;
        const org_id = idOf(context, "org_id");
        const ids = { ...ABSENT_IDS, source_org_id: org_id, ...target.ids, key_id };
        const { response } = await send(clientOf(context, "project"), route, { ids, body });

        assertDenied(response, route.name);
      }
      const member = routeOf("GET /organizations/{org_id}/members/{member_id}");
      assertAccepted((await send(context.api, member, target)).response, "the member");
    },
  },
  {
    id: "key-scoped-ends-with-transfer",
    level: "MUST",
    text: "a project-scoped key stops working when its project leaves the organization",
    states: [
      "States and transitions, API key: project-leaves",
      "Resources and their fields, API key types: scoped-end",
      "Authentication 7: transfer",
    ],
    needs: ["control", "keys", "state"],
    async check(context) {
      const made = await createKey(context);
      const endpoint_id = idOf(context, "endpoint_id");
      const keys = [keyNamed(context, "project"), made];
      for (const { key } of keys)
        assertAccepted(await readWith(context, key), "before the transfer");

      await controlOf(context).transfer(idOf(context, "project_id"));

      for (const { key } of keys) {
        assertDenied(await readWith(context, key), "reading after the transfer");
        assertDenied(await writeWith(context, key, endpoint_id), "writing after the transfer");
        const api = context.client({ apiKey: key });
        for (const path of [
          "/projects/{project_id}",
          "/projects/{project_id}/operations",
        ] as const) {
          const { response } = await send(api, routeOf(`GET ${path}`), context.target);
          assertDenied(response, `GET ${path} after the transfer`);
        }
        assert.deepEqual(await projectsOpenTo(api), [], "it is listed after the transfer");
      }
      assertAccepted(
        await readWith(context, keyNamed(context, "admin").key),
        "reading as an administrator",
      );
    },
  },
];

/** Creates, suspends, starts and deletes a compute; each change and list is as the admin sees it. */
async function assertManages(scoped: Context, admin: Context) {
  const { endpoint, operations } = await createEndpoint(scoped);
  assert.equal(operations.length, 1, "operations of a creation");
  await settle(scoped, { operations });
  const { ids } = scoped.target;
  const reading = await send(scoped.api, routeOf(`GET ${ENDPOINT}`), {
    ids: { ...ids, endpoint_id: endpoint.id },
  });
  assertAccepted(reading.response, "a read");
  await suspend(scoped, endpoint.id);
  assertAccepted((await command(scoped, endpoint.id, "start")).response, "a start");
  await untilState(scoped, endpoint.id, "active");

  const listed = await listOperations(scoped);
  const known = (await listOperations(admin)).filter((it) => it.endpoint_id === endpoint.id);
  for (const { id, action } of known)
    assert.ok(
      listed.some((it) => it.id === id),
      `${action} is not listed`,
    );
  const { response } = await deleteEndpoint(scoped, endpoint.id);
  assertAccepted(response, "a deletion");
}

/** Reads what writes to a project would change: its computes and its operations. */
async function stateOf(context: Context, project_id: string) {
  const endpoints = await listEndpoints(context, project_id);
  return {
    // A list of computes has no order.
    computes: Object.fromEntries(
      endpoints.map((it) => [it.id, { ...lasting(it), current_state: it.current_state }]),
    ),
    // The control plane may start other operations at any time.
    operations: (await listOperations(context, project_id))
      .filter(({ action }) => /^(start|suspend|apply|create|delete)_/.test(action))
      .map(({ id }) => id),
  };
}

/** The ids of the fixtures' project outside the organization, named like path parameters. */
function idsOfAnother({ target }: Context): Record<string, string | number> {
  const of = (name: string) => target.ids[`personal_${name}`];
  const project_id = idOf({ target }, "personal_project_id");
  const others = ["branch_id", "endpoint_id", "free_branch_id"].flatMap((name) => {
    const found = of(name);
    return found === undefined ? [] : [[name, found] as const];
  });
  return { ...Object.fromEntries(others), project_id };
}
