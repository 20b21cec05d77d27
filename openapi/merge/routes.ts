/** Completes a route of the document with what a profile has for it. */
import {
  type Body,
  type Content,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  resolved,
  type Spec,
} from "../compare/openapi.ts";
import type { Contradiction } from "./deviations.ts";
import { borrowed, type Names } from "./names.ts";
import { completeSchema, type Walk } from "./schemas.ts";
import { type Place, schemaAt, shapeOf, within } from "./shape.ts";

/** A route of both documents. */
export interface BothRoutes {
  document: Spec;
  profile: Spec;
  ours: Operation;
  theirs: Operation;
  /** Parameters that the profile gives the whole path. */
  theirItem: PathItem;
  /** `#/paths/~1projects/get` */
  at: string;
  names: Names;
  contradict: (found: Omit<Contradiction, "route">) => void;
}

/** Every mutating response may list operations, even one that is not shown. */
const OPERATIONS = "#/components/schemas/UndocumentedMutation/properties/operations";

/** Whether a part of the route is documented, observed in the profile, or neither. */
export type Origin = "documented" | "observed" | "not known";

export function completeRequest(both: BothRoutes): Origin {
  const { ours, theirs, profile, at, contradict } = both;
  const parameters = sentParameters(both);
  const body = theirs.requestBody && resolved(profile, theirs.requestBody);
  if (ours["x-documented"]?.request === "not-shown") {
    ours.parameters = borrowed(parameters);
    delete ours.requestBody;
    if (body) ours.requestBody = borrowed(body);
    return "observed";
  }
  completeParameters(both, parameters);
  const our = ours.requestBody && resolved(both.document, ours.requestBody);
  const settle = () => {
    if (body) ours.requestBody = borrowed(body);
    else delete ours.requestBody;
  };
  const place = `${at}/requestBody`;
  if (our && body) completeContent(both, "request", our, body, place);
  else if (our ?? body) {
    contradict({ at: place, says: `takes ${body ? "a" : "no"} body`, settle });
  }
  return "documented";
}

/** The parameters beside those of the path. */
function sentParameters({ profile, theirs, theirItem }: BothRoutes): Parameter[] {
  const parameters = [...(theirItem.parameters ?? []), ...(theirs.parameters ?? [])];
  return parameters
    .map((one) => resolved(profile, one))
    .filter(({ in: where }) => where === "query" || where === "header");
}

function completeParameters(both: BothRoutes, theirs: Parameter[]) {
  const { ours, document, contradict } = both;
  const at = `${both.at}/parameters`;
  const own = (ours.parameters ?? []).map((one) => resolved(document, one));
  for (const [index, parameter] of own.entries()) {
    const their = theirs.find(({ name }) => name === parameter.name);
    const settle = () => remove(ours.parameters, index);
    if (!their) contradict({ at: `${at}/${index}`, says: `takes no ${parameter.name}`, settle });
    else compare(both, "request", parameter, their, `${at}/${index}`);
  }
  const added = theirs.filter(({ name }) => own.every((one) => one.name !== name));
  if (added.length === 0) return;
  const add = () => {
    const more = borrowed(added).map((one) => ({ ...one, "x-profile": true }));
    ours.parameters = [...(ours.parameters ?? []), ...more];
  };
  const isOpen = ours["x-documented"]?.request === "shown" && added.every((one) => !one.required);
  if (isOpen) return add();
  const says = `takes ${added.map(({ name }) => name).join(", ")} in its query`;
  contradict({ at, says, settle: add });
}

export function completeResponses(both: BothRoutes): Origin {
  const { ours, theirs } = both;
  const { responses = {} } = ours;
  ours.responses = responses;
  const isSuccess = ([status]: [string, unknown]) => status.startsWith("2");
  const [success, others] = split(Object.entries(theirs.responses ?? {}), isSuccess);
  for (const [status, response] of others) responses[status] = borrowed(response);
  if (success.length === 0)
    return ours["x-documented"]?.response === "shown" ? "documented" : "not known";
  const shown = responses["2XX"];
  delete responses["2XX"];
  if (ours["x-documented"]?.response === "shown" && shown) {
    completeShown(both, shown, success);
    return "documented";
  }
  for (const [status, response] of success) responses[status] = borrowed(response);
  if (!isGet(both)) checkOperations(both, success);
  return "observed";
}

function completeShown(both: BothRoutes, shown: Response | Reference, success: Answer[]) {
  const { ours, document, profile, contradict } = both;
  const at = `${both.at}/responses/2XX`;
  const answers = success.map(([status, one]) => ({ status, response: resolved(profile, one) }));
  const main = answers.find(({ response }) => response.content) ?? answers[0];
  const status = main?.status ?? "2XX";
  ours.responses = { [status]: shown, ...ours.responses };
  const more = answers.filter((answer) => answer !== main);
  if (more.length > 0) {
    const settle = () => {
      for (const answer of more) {
        ours.responses = { [answer.status]: borrowed(answer.response), ...ours.responses };
      }
    };
    const says = `answers ${more.map((answer) => answer.status).join(", ")} beside ${status}`;
    contradict({ at, says, settle });
  }
  if (main) completeContent(both, "response", resolved(document, shown), main.response, at);
}

type Answer = [status: string, response: Response | Reference];

function checkOperations({ profile, contradict }: BothRoutes, success: Answer[]) {
  const lists = success.some(([status, one]) => {
    const { content = {} } = resolved(profile, one);
    return Object.entries(content).some(([type, media]) => {
      const place = within(media, "schema", `${status}/${type}`);
      return shapeOf(profile, place).properties.has("operations");
    });
  });
  if (lists) return;
  contradict({ at: OPERATIONS, says: "lists no operations", settle: () => {} });
}

type HasContent = Body | Response;

function completeContent(
  both: BothRoutes,
  direction: Walk["direction"],
  our: HasContent,
  their: HasContent,
  at: string,
) {
  for (const [type, media] of Object.entries(our.content ?? {})) {
    const other = their.content?.[type];
    const settle = () => {
      our.content = borrowed(their.content ?? {}) as Content;
    };
    if (other) compare(both, direction, media, other, at);
    else both.contradict({ at, says: `has no ${type}`, settle });
  }
}

/** Compares the schemas of two parameters or contents. */
function compare(
  both: BothRoutes,
  direction: Walk["direction"],
  ours: object,
  theirs: object,
  at: string,
) {
  const place = (holder: object): Place => within(holder, "schema", at);
  if (!schemaAt(place(ours)) || !schemaAt(place(theirs))) return;
  completeSchema({ ...both, direction, seen: new Set() }, place(ours), place(theirs));
}

function isGet({ at }: BothRoutes): boolean {
  return at.endsWith("/get");
}

function remove(list: unknown[] = [], index: number) {
  list.splice(index, 1);
}

function split<Item>(items: Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
