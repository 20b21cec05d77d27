/** The verbs of the fault tables: each makes a provider that differs from the emulator in one way. */

import type { Connection } from "@hosted-postgres/contract-tests/run/target";
import type { Emulator } from "@hosted-postgres/emulator";
import type { Apply } from "./fault.ts";
import {
  type Call,
  type Changes,
  edited,
  front,
  type Json,
  type Pass,
  withBody,
} from "./provider.ts";

/** The calls a verb applies to: a route, several, or a predicate, which is asked before the call. */
export type On = string | readonly string[] | ((call: Call) => unknown);

/** Property names joined by dots, `*` for each item of an array: `endpoints.*.host`. Or several. */
export type Path = string | readonly string[];

/** Limits an edit to some objects: called with the object that owns the property. */
export type When = (owner: Json, call: Call) => unknown;

type Value =
  | ((value: Json, owner: Json, call: Call) => unknown)
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

type Answer = (
  response: Response,
  call: Call,
  pass: Pass,
) => Response | undefined | Promise<Response | undefined>;

/** Every call. */
export const ANY = () => true;

/** Handles every call itself; `pass` asks the emulator. */
export const between =
  (handle: (call: Call, pass: Pass) => Promise<Response>): Apply =>
  (emulator) =>
    front(emulator, handle);

/** Makes the fault anew for each emulator, so that it can keep state in a closure. */
export const fresh =
  (make: (emulator: Emulator) => Apply): Apply =>
  (emulator) =>
    make(emulator)(emulator);

/** Replaces 2xx answers; undefined keeps one. */
export const answering = (on: On, answer: Answer): Apply => replacing(({ ok }) => ok, on, answer);

/** Replaces answers that have this status; undefined keeps one. */
export const insteadOf = (status: number, on: On, answer: Answer): Apply =>
  replacing((response) => response.status === status, on, answer);

/** Edits the JSON of 2xx answers, in place or by returning another body. */
export const editing = (on: On, edit: (body: Json, call: Call) => unknown): Apply =>
  answering(on, (response, call) => edited(response, (body) => edit(body, call)));

/** Sets a property in 2xx answers to a value, or to the result of a function of the present one. */
export function set(on: On, path: Path, value: Value, when: When = ANY): Apply {
  const make = typeof value === "function" ? value : () => value;
  return changing(on, path, (owner, name, call) => {
    if (when(owner, call)) owner[name] = make(owner[name], owner, call);
  });
}

/** Leaves a property out of 2xx answers. */
export const drop = (on: On, path: Path, when: When = ANY): Apply =>
  changing(on, path, (owner, name, call) => {
    if (when(owner, call)) delete owner[name];
  });

/** Gives a property of 2xx answers another name. */
export const rename = (on: On, path: Path, newName: string): Apply =>
  changing(on, path, (owner, name) => {
    if (!(name in owner)) return;
    owner[newName] = owner[name];
    delete owner[name];
  });

/** Edits each object at a path of 2xx answers in place. */
export const each = (on: On, path: Path, edit: (it: Json, call: Call) => void): Apply =>
  changing(on, path, (owner, name, call) => {
    if (owner[name] !== undefined) edit(owner[name], call);
  });

/** Leaves matching items out of the list at a path of 2xx answers, or a matching object out. */
export const without = (on: On, path: Path, matches: (it: Json, call: Call) => unknown): Apply =>
  changing(on, path, (owner, name, call) => {
    const it = owner[name];
    if (Array.isArray(it)) owner[name] = it.filter((item) => !matches(item, call));
    else if (it !== undefined && matches(it, call)) delete owner[name];
  });

/** Refuses calls without effect, but leaves the 401 of a wrong key to the emulator. */
export const refusing = (on: On, answer: (call: Call) => Response = () => refusal()): Apply =>
  between(async (call, pass) => {
    if (!(await isOn(on, call))) return pass();
    const { url, fetch } = call.emulator;
    const { status } = await fetch(`${url}/projects`, { headers: call.headers });
    return status === 401 ? pass() : answer(call);
  });

/** Passes calls on with another URL, other headers or another body; undefined changes nothing. */
export const sending = (
  on: On,
  change: (call: Call) => Changes | undefined | Promise<Changes | undefined>,
): Apply => between(async (call, pass) => pass((await isOn(on, call)) ? await change(call) : {}));

/** Acts before it passes a call on. */
export const onCall = (on: On, act: (call: Call) => unknown): Apply =>
  sending(on, async (call) => {
    await act(call);
    return undefined;
  });

/** Replaces connections to computes. */
export const connecting =
  (connect: (endpoint_id: string, emulator: Emulator) => Connection): Apply =>
  (emulator) => ({ control: { connect: (id) => connect(id, emulator) } });

/** Acts before every third request if that is a read; `turn` counts them. */
export const meanwhile = (act: (emulator: Emulator, turn: number) => unknown): Apply =>
  fresh(() => {
    let count = 0;
    return onCall(ANY, async ({ method, emulator }) => {
      if (++count % 3 === 0 && method === "GET") await act(emulator, count / 3);
    });
  });

/** Renames ids in answers, and renames them back in requests. */
export const renamingIds =
  (pattern: RegExp, outside: (id: string) => string): Apply =>
  (emulator) => {
    const insides = new Map<string, string>();
    const inside = (id: string) => insides.get(id) ?? id;
    const toOutside = (text: string) =>
      text.replace(pattern, (id) => {
        insides.set(outside(id), id);
        return outside(id);
      });
    const provider = front(emulator, async ({ url, text }, pass) => {
      const toInside = (sent: string, as: (id: string) => string) =>
        [...insides].reduce((rest, [name, id]) => rest.replaceAll(as(name), as(id)), sent);
      const response = await pass({
        url: toInside(url, encodeURIComponent),
        ...(text && { text: toInside(text, JSON.stringify) }),
      });
      return isJson(response) ? withBody(response, toOutside(await response.text())) : response;
    });
    const control = {
      connect: (id: string) => emulator.connect(inside(id)),
      disableScaleToZero: (id: string) => emulator.setIdleMs(inside(id), null),
    };
    return { ...provider, control, ids: JSON.parse(toOutside(JSON.stringify(emulator.ids))) };
  };

/** Puts the inner fault behind the outer one, which sees a request first and its answer last. */
export const stacked =
  (inner: Apply, outer: Apply): Apply =>
  (emulator) => {
    const { fetch, ...rest } = inner(emulator);
    const behind: Emulator = fetch
      ? { ...emulator, fetch: (url, init = {}) => fetch(String(url), init) }
      : emulator;
    const { control, ...wrong } = outer(behind);
    return { ...rest, ...(fetch && { fetch }), ...wrong, control: { ...rest.control, ...control } };
  };

/** A refusal with an undocumented body. */
export const refusal = (status = 409, message = "no"): Response =>
  Response.json({ message }, { status });

/** Visits whatever stands at the path: `edit` gets the object or the array that owns it. */
export function at(
  body: Json,
  [name, ...rest]: readonly string[],
  edit: (owner: Json, name: string) => void,
): void {
  if (typeof body !== "object" || body === null || name === undefined) return;
  for (const key of name === "*" ? Object.keys(body) : [name])
    if (rest.length > 0) at(body[key], rest, edit);
    else edit(body, key);
}

/** Whether an answer has a body of JSON. */
export const isJson = ({ headers, body }: Response) =>
  body !== null && /json/.test(headers.get("content-type") ?? "");

async function isOn(on: On, call: Call): Promise<unknown> {
  return typeof on === "function" ? on(call) : [on].flat().includes(call.name);
}

/** Replaces the answers that `is` selects; undefined keeps one. */
export function replacing(is: (response: Response) => boolean, on: On, answer: Answer): Apply {
  return between(async (call, pass) => {
    const applies = await isOn(on, call);
    const response = await pass();
    if (!applies || !is(response)) return response;
    return (await answer(response, call, pass)) ?? response;
  });
}

function changing(
  on: On,
  path: Path,
  change: (owner: Json, name: string, call: Call) => void,
): Apply {
  const paths = [path].flat().map((one) => one.split("."));
  return editing(on, (body, call) => {
    for (const one of paths) at(body, one, (owner, name) => change(owner, name, call));
  });
}
