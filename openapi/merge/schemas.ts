/** Completes a shape that the document shows with what a profile adds, and finds contradictions. */
import type { Schema, Spec } from "../compare/openapi.ts";
import type { Contradiction } from "./deviations.ts";
import { borrowed, type Names, pair } from "./names.ts";
import { componentName, homeOf, type Place, type Shape, schemaAt, shapeOf } from "./shape.ts";

/** The comparison of a shown request or response. */
export interface Walk {
  document: Spec;
  profile: Spec;
  direction: "request" | "response";
  names: Names;
  contradict: (found: Omit<Contradiction, "route">) => void;
  /** Pairs of schemas under comparison, so that a schema may contain itself. */
  seen: Set<string>;
}

interface Both {
  ours: Shape;
  theirs: Shape;
}

/** Compares a schema of the document with the profile's, and adds what only the profile has. */
export function completeSchema(walk: Walk, our: Place, their: Place) {
  if (isAdded(our)) return;
  const [home, source] = [homeOf(walk.document, our), homeOf(walk.profile, their)];
  const [schema, other] = [schemaAt(home), schemaAt(source)];
  if (typeof schema === "boolean" || typeof other === "boolean") return;
  if (walk.seen.has(`${home.at} ${source.at}`)) return;
  walk.seen.add(`${home.at} ${source.at}`);
  const ours = shapeOf(walk.document, home);
  const theirs = shapeOf(walk.profile, source);
  for (const name of ours.parts.map(componentName)) pair(walk.names, name, componentName(source));
  const id = other["x-deviation"] as string | undefined;
  const says = id ? "contradicts it" : difference(walk, { ours, theirs });
  if (says) {
    const settle = (line: string) => stand(home, other, line);
    walk.contradict({ at: home.at, says, id, settle });
    return;
  }
  addValues(ours, theirs);
  if (ours.properties.size > 0) completeProperties(walk, { ours, theirs });
  if (ours.items && theirs.items) completeSchema(walk, ours.items, theirs.items);
}

/** Says how types or values differ, unless the profile keeps the document's promise. */
function difference({ direction }: Walk, { ours, theirs }: Both): string | undefined {
  const isAnswer = direction === "response";
  const [promised, given] = isAnswer ? [ours, theirs] : [theirs, ours];
  const types = given.types.filter((type) => !covers(promised.types, type));
  if (promised.types.length > 0 && types.length > 0) {
    const [verb, not] = isAnswer ? ["answers", "not"] : ["takes", "and not"];
    return `${verb} ${theirs.types.join(" or ")}, ${not} ${ours.types.join(" or ")}`;
  }
  const values = [...(given.values ?? given.known)].filter(
    (one) => !promised.values?.includes(one),
  );
  if (promised.values && values.length > 0) {
    return isAnswer ? `answers ${values.join(", ")}` : `does not take ${values.join(", ")}`;
  }
  const formats = [ours, theirs].map(({ format }) => format);
  if (formats[0] && formats[1] && formats[0] !== formats[1]) return `has the format ${formats[1]}`;
  return undefined;
}

function covers(types: string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Extends an open list of values. */
function addValues({ parts, values, known }: Shape, theirs: Shape) {
  const more = [...theirs.known, ...(theirs.values ?? [])].filter((one) => !known.includes(one));
  if (values || known.length === 0 || more.length === 0) return;
  for (const part of parts) {
    const { anyOf = [] } = schemaAt(part) as Schema;
    const list = anyOf.find((one) => typeof one === "object" && one.enum) as Schema | undefined;
    if (list?.enum) list.enum = [...new Set([...list.enum, ...more])];
  }
}

function completeProperties(walk: Walk, both: Both) {
  const { ours, theirs } = both;
  for (const [name, places] of ours.properties) {
    const [their] = theirs.properties.get(name) ?? [];
    if (their) completeProperty(walk, both, name, places, their);
    else missProperty(walk, ours, name, places);
  }
  for (const [name, [their]] of theirs.properties) {
    if (their && !ours.properties.has(name)) addProperty(walk, both, name, their);
  }
}

function completeProperty(walk: Walk, both: Both, name: string, places: Place[], their: Place) {
  // The last one is the strictest: a part of the shape itself, not of what it refers to.
  const our = places.at(-1) as Place;
  if (isAdded(our)) return;
  const isAnswer = walk.direction === "response";
  for (const place of places) {
    if (schemaAt(place) === false) {
      const settle = (id: string) => stand(place, schemaAt(their) as Schema, id);
      walk.contradict({ at: place.at, says: `may answer ${name}`, settle });
    } else completeSchema(walk, place, their);
  }
  const [isOurs, isTheirs] = [both.ours.required.has(name), both.theirs.required.has(name)];
  if (isOurs !== isTheirs && isOurs === isAnswer) {
    const says = isAnswer ? `may leave out ${name}` : `requires ${name}`;
    const settle = (id: string) => {
      setRequired(both.ours, name, !isAnswer);
      mark(our, { "x-deviation": id });
    };
    walk.contradict({ at: our.at, says, settle });
  }
  if (isDeprecated(walk.profile, their) && !isDeprecated(walk.document, our)) {
    const settle = (id: string) => mark(our, { deprecated: true, "x-deviation": id });
    walk.contradict({ at: our.at, says: `deprecates ${name}`, settle });
  }
}

/** The profile lacks a property that the document shows. */
function missProperty(walk: Walk, ours: Shape, name: string, places: Place[]) {
  const our = places.at(-1) as Place;
  const isAnswer = walk.direction === "response";
  if (isAdded(our) || (isAnswer && !ours.required.has(name))) return;
  const settle = (id: string) => {
    setRequired(ours, name, false);
    mark(our, { "x-deviation": id });
  };
  const says = isAnswer ? `never answers ${name}` : `does not take ${name}`;
  walk.contradict({ at: our.at, says, settle });
}

function addProperty(walk: Walk, { ours, theirs }: Both, name: string, their: Place) {
  const base = ours.parts.find((part) => (schemaAt(part) as Schema).properties) as Place;
  const { properties = {} } = schemaAt(base) as Schema;
  const at = `${base.at}/properties/${name}`;
  const add = (extra: Schema) => {
    properties[name] = { ...borrowed(schemaAt(their) as Schema), "x-profile": true, ...extra };
  };
  if (walk.direction === "response" || !theirs.required.has(name)) return add({});
  const settle = (id: string) => {
    add({ "x-deviation": id });
    setRequired(ours, name, true);
  };
  walk.contradict({ at, says: `requires ${name}`, settle });
}

function setRequired({ parts }: Shape, name: string, required: boolean) {
  for (const part of parts) {
    const schema = schemaAt(part) as Schema;
    schema.required = schema.required?.filter((one) => one !== name) ?? [];
    if (schema.required.length === 0) delete schema.required;
    if (!required || !schema.properties?.[name]) continue;
    schema.required = [...(schema.required ?? []), name];
  }
}

/** Puts the profile's schema in place of the document's. */
function stand({ holder, key }: Place, schema: Schema, id: string) {
  holder[key] = { ...borrowed(schema), "x-deviation": id };
}

function mark(place: Place, marks: Schema) {
  Object.assign(schemaAt(place), marks);
}

function isAdded(place: Place): boolean {
  return Boolean((schemaAt(place) as Schema)["x-profile"]);
}

function isDeprecated(spec: Spec, place: Place): boolean {
  const schemas = [schemaAt(place), schemaAt(homeOf(spec, place))] as Schema[];
  return schemas.some(({ deprecated }) => deprecated);
}
