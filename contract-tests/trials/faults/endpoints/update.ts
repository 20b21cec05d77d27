/** Providers that are wrong about updating computes, or unusual. */
import { setImmediate as turn } from "node:timers/promises";
import { routes } from "@hosted-postgres/types/routes";
import { type Fault, inGroup } from "../../fault.ts";
import { edited, type Json, secondOf } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  drop,
  editing,
  fresh,
  insteadOf,
  set,
  stacked,
} from "../../verbs.ts";
import {
  computeOf,
  fieldOf,
  isPlainUpdate,
  isReplica,
  knowingBefore,
  MAX,
  MIN,
  storingUpdates,
} from "./computes.ts";

const { must, should, benign } = inGroup("endpoints");

const { listProjectEndpoints: LIST, updateEndpoint: UPDATE } = routes;

const FIELDS = "Resources and their fields, Compute endpoint";
const SHAPES = "Endpoints, Detailed shapes";
const UPDATES = "Endpoints, Rules 2";
const HOUR_MS = 3_600_000;

const changingAll = () => {
  const changed: Json = {};
  return stacked(
    answering(isPlainUpdate, (_, { body }) => void Object.assign(changed, body.endpoint)),
    editing(LIST, ({ endpoints }) => {
      for (const it of endpoints) Object.assign(it, changed);
    }),
  );
};

/** Writes back all it read of a compute with each update, so that one of two at once is lost. */
const losingUpdates = () => {
  const inFlight = new Map<string, Json>();
  return between(async (call, pass) => {
    if (!isPlainUpdate(call)) return pass();
    const id = `${call.ids.endpoint_id}`;
    const before = inFlight.get(id) ?? (await computeOf(call));
    inFlight.set(id, before);
    await turn();
    if (!before) return pass();
    const { pooler_enabled, passwordless_access, [MIN]: min, [MAX]: max } = before;
    const whole = { pooler_enabled, passwordless_access, [MIN]: min, [MAX]: max };
    const response = await pass({ body: { endpoint: { ...whole, ...call.body?.endpoint } } });
    await turn();
    inFlight.delete(id);
    return response;
  });
};

const movingCreatedAt = () => {
  const updatedAt = new Map<string, string>();
  return stacked(
    answering(UPDATE, (_, { ids, emulator }) => {
      updatedAt.set(`${ids.endpoint_id}`, secondOf(emulator.now() + 1_000));
      return undefined;
    }),
    set(ANY, fieldOf("created_at"), (at, { id }) => updatedAt.get(id) ?? at),
  );
};

const changingHosts = () => {
  const resized = new Map<string, number>();
  return stacked(
    answering(UPDATE, (_, { body, ids }) => {
      const id = `${ids.endpoint_id}`;
      if (MAX in body.endpoint) resized.set(id, (resized.get(id) ?? 0) + 1);
      return undefined;
    }),
    set(
      ANY,
      fieldOf("host"),
      (host, { id }) => `${resized.get(id)}.${host}`,
      ({ id }) => resized.has(id),
    ),
  );
};

const takingOneAtATime = () => {
  const inFlight = new Set<string>();
  return between(async (call, pass) => {
    if (call.name !== UPDATE) return pass();
    if (inFlight.has(call.url)) return pass({ body: { endpoint: { [MAX]: -1 } } });
    inFlight.add(call.url);
    await turn();
    return pass().finally(() => inFlight.delete(call.url));
  });
};

export const updateFaults: Fault[] = [
  ...must(UPDATES, {
    "update-not-stored": [
      "answers an update of sizes and does not store it",
      storingUpdates(({ [MIN]: _, [MAX]: __, ...rest }) => rest),
    ],
    "update-pooler-not-stored": [
      "answers an update of pooler_enabled and does not store it",
      storingUpdates(({ pooler_enabled, ...rest }) => rest),
    ],
    "update-passwordless-not-stored": [
      "answers an update of passwordless_access and does not store it",
      storingUpdates(({ passwordless_access, ...rest }) => rest),
    ],
    "update-minimum-not-stored": [
      "answers an update of the minimum alone and does not store it",
      storingUpdates(({ [MIN]: min, ...rest }) => (MAX in rest ? { [MIN]: min, ...rest } : rest)),
    ],
    "update-of-replica-not-stored": [
      "answers an update of a read replica and does not store it",
      storingUpdates(() => ({}), isReplica),
    ],
    "update-of-false-not-stored": [
      "stores no attribute that an update sets to false",
      storingUpdates((asked) =>
        Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== false)),
      ),
    ],
    "update-first-attribute-only": [
      "stores only the first of several attributes",
      storingUpdates((asked) =>
        MIN in asked ? asked : Object.fromEntries(Object.entries(asked).slice(0, 1)),
      ),
    ],
    "update-resets-size": [
      "resets the sizes in an update without them",
      storingUpdates((asked) => ({ [MIN]: 1, [MAX]: 1, ...asked })),
    ],
    "update-resets-pooler": [
      "resets pooler_enabled in an update without it",
      storingUpdates((asked) => ({ pooler_enabled: false, ...asked })),
    ],
    "update-resets-passwordless-access": [
      "resets passwordless_access in an update without it",
      storingUpdates((asked) => ({ passwordless_access: true, ...asked })),
    ],
    "update-of-all-computes": [
      "changes all computes of a project in an update of one",
      fresh(changingAll),
    ],
    "update-answers-old-values": [
      "answers an update with the compute as it was before",
      knowingBefore(isPlainUpdate, (response, before) =>
        edited(response, ({ endpoint }) => void Object.assign(endpoint, before)),
      ),
    ],
    "updates-at-once-lost": [
      "loses one of two updates that are made at the same time",
      fresh(losingUpdates),
    ],
    "update-moves-created-at": ["changes created_at in an update", fresh(movingCreatedAt)],
    "update-changes-host": [
      "gives a compute another host when its size is updated",
      fresh(changingHosts),
    ],
  }),
  ...must(FIELDS, {
    "update-without-pending-state": [
      "answers an update that is not a move without pending_state",
      drop(isPlainUpdate, "endpoint.pending_state"),
    ],
  }),
  ...must(SHAPES, {
    "update-without-operations": [
      "answers an update that is not a move without a list of operations",
      drop(isPlainUpdate, "operations"),
    ],
  }),
  ...should(FIELDS, {
    "update-leaves-updated-at": [
      "lists created_at as updated_at",
      set(LIST, "endpoints.*.updated_at", (_, { created_at }) => created_at),
    ],
    "updated-before-created": [
      "lists an updated_at an hour before created_at",
      set(LIST, "endpoints.*.updated_at", (_, { created_at }) =>
        secondOf(Date.parse(created_at) - HOUR_MS),
      ),
    ],
  }),
  ...should(SHAPES, {
    "update-without-endpoint-accepted": [
      "answers an update without endpoint as one of nothing",
      insteadOf(400, UPDATE, (_, { body }, pass) =>
        body?.endpoint ? undefined : pass({ body: { endpoint: { disabled: false } } }),
      ),
    ],
  }),
  ...benign(UPDATES, {
    "benign-updates-at-once-refused": [
      "refuses all but one of the updates that are made at the same time",
      fresh(takingOneAtATime),
    ],
  }),
];
