/** Reads computes past a fault, and recognizes calls and answers about them. */
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import type { Apply } from "../../fault.ts";
import { ask, type Call, edited, type Json } from "../../provider.ts";
import { ANY, between, each, fresh, insteadOf, type On, refusing, stacked } from "../../verbs.ts";

const { createEndpoint: CREATE, updateEndpoint: UPDATE } = routes;

export const PRIMARY = "read_write";
export const MIN = "autoscaling_limit_min_cu";
export const MAX = "autoscaling_limit_max_cu";
export const MINUTE_MS = 60_000;

/** The places of computes in answers. */
export const COMPUTES = ["endpoint", "endpoints.*"];

/** The places of a field of computes in answers. */
export const fieldOf = (name: string) => COMPUTES.map((path) => `${path}.${name}`);

export const isReplica = ({ type }: Json) => type !== PRIMARY;
export const isPrimary = ({ type }: Json) => type === PRIMARY;
export const isIdle = ({ current_state }: Json) => current_state === "idle";
export const isStarting = ({ current_state }: Json) => current_state === "init";

export const isMove = ({ name, body }: Call) =>
  name === UPDATE && body?.endpoint?.branch_id !== undefined;

export const isPlainUpdate = (call: Call) => call.name === UPDATE && !isMove(call);

/** The computes of a project, by default of the first one. */
export async function computesOf(
  emulator: Emulator,
  project_id = emulator.ids.project_id,
): Promise<Json[]> {
  return (await ask(emulator, `GET /projects/${project_id}/endpoints`)).endpoints ?? [];
}

/** The compute that the path of a call names. */
export async function computeOf({ emulator, ids }: Call): Promise<Json> {
  return (await computesOf(emulator, ids.project_id)).find(({ id }) => id === ids.endpoint_id);
}

/** The primary compute of the branch that the body of a call names. */
export async function primaryOf({ emulator, body }: Call): Promise<Json> {
  const { branch_id } = body.endpoint;
  return (await computesOf(emulator)).find((it) => it.branch_id === branch_id && isPrimary(it));
}

/** Whether a call is about a read replica, or about no compute that exists. */
export const isOfReplica = async (call: Call) => isReplica((await computeOf(call)) ?? {});

/** Fields that a provider shows otherwise than the emulator, by the id of the compute. */
export type Shown = Map<string, Json>;

/** Shows computes with these fields in every answer. */
export const showing = (shown: Shown): Apply =>
  each(ANY, COMPUTES, (it) => void Object.assign(it, shown.get(it.id)));

/** Takes updates that the emulator refuses with this status, and shows their compute with `shown`. */
export const takingUpdates = (
  status: number,
  on: On,
  shown: (asked: Json) => Json,
  answer?: () => Response,
): Apply =>
  fresh(() => {
    const all: Shown = new Map();
    const taking = insteadOf(status, on, async (_, call, pass) => {
      all.set(`${call.ids.endpoint_id}`, shown(call.body.endpoint));
      const response = await pass({ body: { endpoint: { disabled: false } } });
      return answer?.() ?? response;
    });
    return stacked(taking, showing(all));
  });

/** Changes 2xx answers, given the compute as it was before the call. */
export const knowingBefore = (
  on: (call: Call) => unknown,
  answer: (response: Response, before: Json, call: Call) => unknown,
): Apply =>
  between(async (call, pass) => {
    const before = on(call) ? await computeOf(call) : undefined;
    const response = await pass();
    if (!before || !response.ok) return response;
    const changed = await answer(response, before, call);
    return changed instanceof Response ? changed : response;
  });

/** Refuses a primary compute on branches that a call has taken one away from. */
export const leavingBranchTaken = (leaves: (call: Call) => boolean): Apply =>
  fresh(() => {
    const left = new Set<string>();
    const isRefused = ({ name, body }: Call) =>
      name === CREATE && isPrimary(body?.endpoint ?? {}) && left.has(body.endpoint.branch_id);
    return stacked(
      knowingBefore(leaves, (_, { branch_id }) => left.add(branch_id)),
      refusing(isRefused),
    );
  });

/** Stores an update otherwise than it was asked for, and answers as it was asked. */
export const storingUpdates = (
  stored: (asked: Json) => Json,
  of: (compute: Json) => boolean = () => true,
): Apply =>
  between(async (call, pass) => {
    const asked = call.body?.endpoint;
    const compute = call.name === UPDATE && asked !== undefined ? await computeOf(call) : undefined;
    if (!compute || !of(compute)) return pass();
    const changes = stored({ ...asked });
    // An update that changes nothing starts no operation.
    const isEmpty = Object.keys(changes).length === 0;
    const body = { endpoint: isEmpty ? { disabled: compute.disabled } : changes };
    return edited(await pass({ body }), ({ endpoint }) => void Object.assign(endpoint, asked));
  });
