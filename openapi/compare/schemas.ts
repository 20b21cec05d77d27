/**
 * Compares the values that two schemas allow. A request may come to allow more and a response to
 * promise more; the reverse is breaking. A difference that cannot be judged counts as breaking.
 */
import { compareBounds } from "./bounds.ts";
import { changed, fromTo, narrowed, type RouteChange, type Side, widened } from "./change.ts";
import { matchForms } from "./match-forms.ts";
import type { AnySchema } from "./openapi.ts";
import { type Form, isFree, showTypes } from "./schema/form.ts";
import { homeOf, nodeOf, type SchemaNode, whereIs } from "./schema/node.ts";
import { read, type SchemaReader } from "./schema/read.ts";
import {
  compareDefaults,
  compareOthers,
  compareTexts,
  compareTypes,
  compareValues,
} from "./values.ts";

/** The comparison of one side of one route. */
export interface Comparison {
  side: Side;
  before: SchemaReader;
  after: SchemaReader;
  /** The pairs of schemas that were compared; each is compared once, for schemas may contain themselves. */
  compared: Set<string>;
}

export function compareSchemas(
  comparison: Comparison,
  before: AnySchema,
  after: AnySchema,
  at: string,
): RouteChange[] {
  return compareNodes(comparison, nodeOf(before, at), nodeOf(after, at));
}

function compareNodes(comparison: Comparison, b: SchemaNode, a: SchemaNode): RouteChange[] {
  const { side, before, after, compared } = comparison;
  const pair = `${b.key} ${a.key}`;
  if (compared.has(pair)) return [];
  compared.add(pair);
  const [old, now] = [read(before, b), read(after, a)];
  const at = homeOf(after.spec, a);
  return [
    ...compareDefaults(old.default, now.default, { side, at }),
    ...compareForms(comparison, old.forms, now.forms, at),
  ];
}

function compareForms(comparison: Comparison, old: Form[], now: Form[], at: string): RouteChange[] {
  const place = { side: comparison.side, at };
  const [wasFree, isFreeNow] = [old.some(isFree), now.some(isFree)];
  if (wasFree && isFreeNow) return [];
  if (wasFree) {
    const what = fromTo("anything", showTypes(now));
    if (place.side === "response") return [changed("response-refined", false, what, at)];
    return [narrowed("type-narrowed", what, place)];
  }
  if (isFreeNow) return [widened("type-widened", fromTo(showTypes(old), "anything"), place)];

  // Forms that are only tried as partners do not count as compared.
  const differences = (b: Form, a: Form) =>
    compareForm({ ...comparison, compared: new Set(comparison.compared) }, b, a, at).length;
  const { pairs, gone, added } = matchForms(old, now, differences);
  const changes = pairs.flatMap(([b, a]) => compareForm(comparison, b, a, at));
  if (gone.length > 0 && added.length > 0) {
    const what = fromTo(showTypes(gone), showTypes(added));
    changes.push(changed(`${place.side}-type-changed`, true, what, at));
  } else if (gone.length > 0) {
    changes.push(narrowed("type-narrowed", `no longer allows ${showTypes(gone)}`, place));
  } else if (added.length > 0) {
    changes.push(widened("type-widened", `now also allows ${showTypes(added)}`, place));
  }
  return changes;
}

function compareForm(comparison: Comparison, b: Form, a: Form, at: string): RouteChange[] {
  const place = { side: comparison.side, at };
  return [
    ...compareTypes(b, a, place),
    ...compareValues(b, a, place),
    ...compareTexts(b, a, place),
    ...compareBounds(b.bounds, a.bounds, place),
    ...compareProperties(comparison, b, a, at),
    ...compareParts(comparison, b, a, at),
    ...compareOthers(b, a, place),
  ];
}

function compareProperties(comparison: Comparison, b: Form, a: Form, at: string): RouteChange[] {
  const { side, before, after } = comparison;
  const [old, now] = [propertiesOf(b, before, side, at), propertiesOf(a, after, side, at)];
  const changes: RouteChange[] = [];
  for (const [name, node] of old) {
    const next = now.get(name);
    if (next) {
      const place = { side, at: whereIs(next) };
      const [was, is] = [b.required.has(name), a.required.has(name)];
      if (!was && is) changes.push(narrowed("property-required", "became required", place));
      if (was && !is) changes.push(widened("property-optional", "became optional", place));
      changes.push(...compareNodes(comparison, node, next));
    } else {
      changes.push(changed(`${side}-property-removed`, true, "was removed", whereIs(node)));
    }
  }
  const added = [...now].filter(([name]) => !old.has(name));
  return [...changes, ...added.map(([name, node]) => addedProperty(comparison, b, a, name, node))];
}

function addedProperty(
  { side, before }: Comparison,
  b: Form,
  a: Form,
  name: string,
  node: SchemaNode,
): RouteChange {
  if (side === "request" && a.required.has(name)) {
    return changed("request-property-required", true, "was added as required", whereIs(node));
  }
  const isBreaking = side === "response" && isClosed(b, before);
  return changed(`${side}-property-added`, isBreaking, "was added", whereIs(node));
}

/** By name; without those that can never be there, or not on this side. */
function propertiesOf(
  { properties, required, parts }: Form,
  reader: SchemaReader,
  side: Side,
  at: string,
): Map<string, SchemaNode> {
  const all = new Map(properties);
  for (const name of required) {
    if (!all.has(name)) all.set(name, parts.additionalProperties ?? nodeOf(true, `${at}.${name}`));
  }
  const isVisible = ([, node]: [string, SchemaNode]) => {
    const { forms, readOnly, writeOnly } = read(reader, node);
    return forms.length > 0 && !(side === "request" ? readOnly : writeOnly);
  };
  return new Map([...all].filter(isVisible));
}

/** The items of arrays, and the properties of objects that are not named. */
function compareParts(comparison: Comparison, b: Form, a: Form, at: string): RouteChange[] {
  const { before, after } = comparison;
  const place = { side: comparison.side, at };
  const compare = (keyword: string) => {
    const any = nodeOf(true, at);
    return compareNodes(comparison, b.parts[keyword] ?? any, a.parts[keyword] ?? any);
  };
  const changes = compare("items");
  const [wasClosed, isClosedNow] = [isClosed(b, before), isClosed(a, after)];
  if (!wasClosed && isClosedNow) {
    return [...changes, narrowed("properties-closed", "no longer allows other properties", place)];
  }
  if (wasClosed && !isClosedNow) {
    return [...changes, widened("properties-opened", "now allows other properties", place)];
  }
  return [...changes, ...compare("additionalProperties")];
}

/** Whether the form allows no property beyond those it names. */
function isClosed({ parts }: Form, reader: SchemaReader): boolean {
  const { additionalProperties } = parts;
  return (
    additionalProperties !== undefined && read(reader, additionalProperties).forms.length === 0
  );
}
