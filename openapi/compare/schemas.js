/**
 * What two schemas allow, compared. A request may come to allow more and a response may come to
 * promise more; the other way round is breaking. What cannot be judged counts as breaking.
 */
import { showTypes, where } from "./schema-reader.js";

/** What each bound is when it is absent, and which of two values allows less. */
const BOUNDS = {
  minimum: { none: -Infinity, strictest: Math.max },
  maximum: { none: Infinity, strictest: Math.min },
  minLength: { none: 0, strictest: Math.max },
  maxLength: { none: Infinity, strictest: Math.min },
  minItems: { none: 0, strictest: Math.max },
  maxItems: { none: Infinity, strictest: Math.min },
  minProperties: { none: 0, strictest: Math.max },
  maxProperties: { none: Infinity, strictest: Math.min },
};
const NONE = "not given";
const EXCLUSIVE = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" };

/**
 * A function that compares a schema of one spec with a schema of another, each given as
 * `{ schema, at }`, and returns the changes between them. A pair of schemas is compared once, so
 * that schemas may contain themselves.
 *
 * @param before the reader of the first spec's schemas
 * @param after the reader of the second's
 * @param {"request" | "response"} side
 */
export function schemaComparer(before, after, side) {
  const hidden = side === "request" ? "readOnly" : "writeOnly";
  const seen = new Set();
  return (one, other) => compare(before.node(one), after.node(other));

  function compare(b, a) {
    const pair = `${b.key} ${a.key}`;
    if (seen.has(pair)) return [];
    seen.add(pair);
    const [old, now] = [before.read(b), after.read(a)];
    const at = after.home(a);
    return [...compareDefaults(old, now, at), ...compareForms(old.forms, now.forms, at)];
  }

  function compareDefaults(old, now, at) {
    if (side === "response" || same(old.default, now.default)) return [];
    const what = `the default was ${show(old.default)} and is ${show(now.default)}`;
    if (old.default === undefined) return [change("default-added", false, at, what)];
    return [change("default-changed", true, at, what)];
  }

  /** Each form finds its partner; those that find none were taken away or are new. */
  function compareForms(old, now, at) {
    const [wasFree, isFree] = [old, now].map((forms) => forms.some(({ free }) => free));
    if (wasFree && isFree) return [];
    if (wasFree) {
      const what = `was anything and is ${showTypes(now)}`;
      if (side === "response") return [change("refined", false, at, what)];
      return [narrowed("type-narrowed", at, what)];
    }
    if (isFree) return [widened("type-widened", at, `was ${showTypes(old)} and is anything`)];

    const { pairs, gone, added } = matched(old, now, at);
    const changes = pairs.flatMap(([b, a]) => compareForm(b, a, at));
    if (gone.length > 0 && added.length > 0) {
      const what = `was ${showTypes(gone)} and is ${showTypes(added)}`;
      changes.push(change("type-changed", true, at, what));
    } else if (gone.length > 0) {
      changes.push(narrowed("type-narrowed", at, `${showTypes(gone)} is no longer allowed`));
    } else if (added.length > 0) {
      changes.push(widened("type-widened", at, `${showTypes(added)} is allowed too`));
    }
    return changes;
  }

  function matched(old, now, at) {
    const gone = [...old];
    const added = [...now];
    const pairs = [];
    const several = (b) =>
      [gone, added].some((forms) => forms.filter((a) => sameType(b, a)).length > 1);
    const rules = [
      (b, a) => sameType(b, a) && several(b) && count(b, a) === 0,
      sameType,
      comparableTypes,
    ];
    for (const fits of rules) {
      for (const b of [...gone]) {
        const a = closest(
          b,
          added.filter((form) => fits(b, form)),
        );
        if (!a) continue;
        pairs.push([b, a]);
        gone.splice(gone.indexOf(b), 1);
        added.splice(added.indexOf(a), 1);
      }
    }
    return { pairs, gone, added };

    function closest(b, forms) {
      if (forms.length < 2) return forms[0];
      const counts = forms.map((a) => count(b, a));
      return forms[counts.indexOf(Math.min(...counts))];
    }

    /** What is only tried here is not seen yet. */
    function count(b, a) {
      const earlier = new Set(seen);
      const { length } = compareForm(b, a, at);
      for (const pair of seen) if (!earlier.has(pair)) seen.delete(pair);
      return length;
    }
  }

  function compareForm(b, a, at) {
    return [
      ...compareTypes(b, a, at),
      ...compareValues(b, a, at),
      ...compareText(b, a, at),
      ...compareBounds(b, a, at),
      ...compareProperties(b, a, at),
      ...compareParts(b, a, at),
      ...compareOthers(b, a, at),
    ];
  }

  function compareTypes(b, a, at) {
    if (b.type === a.type) return [];
    const what = `was ${showTypes([b])} and is ${showTypes([a])}`;
    const grew = a.type === "any" || b.type === "integer";
    return [grew ? widened("type-widened", at, what) : narrowed("type-narrowed", at, what)];
  }

  function compareValues(b, a, at) {
    if (b.values && !a.values) {
      return [widened("enum-opened", at, `was one of ${list(b.values)} and may be others`)];
    }
    if (!b.values && a.values) {
      return [narrowed("enum-closed", at, `is only ${list(a.values)}`)];
    }
    const [old, now] = b.values ? [b.values, a.values] : [b.known, a.known];
    const gone = old.filter((value) => !includes(now, value));
    const added = now.filter((value) => !includes(old, value));
    const changes = [];
    if (b.values) {
      if (gone.length > 0)
        changes.push(narrowed("enum-value-removed", at, `${list(gone)} is no longer a value`));
      if (added.length > 0)
        changes.push(widened("enum-value-added", at, `${list(added)} is a new value`));
      return changes;
    }
    // Callers of an open list expect values they do not know.
    const known = { where: at, breaking: false };
    if (gone.length > 0)
      changes.push({
        ...known,
        kind: "known-value-removed",
        what: `${list(gone)} is no longer listed`,
      });
    if (added.length > 0)
      changes.push({ ...known, kind: "known-value-added", what: `${list(added)} is listed now` });
    return changes;
  }

  function compareText(b, a, at) {
    return ["format", "pattern"].flatMap((keyword) => {
      const [old, now] = [b[keyword], a[keyword]];
      if (same(old, now)) return [];
      if (!old) return [narrowed(`${keyword}-added`, at, `has the ${keyword} ${now}`)];
      if (!now) return [widened(`${keyword}-removed`, at, `had the ${keyword} ${old}`)];
      const what = `the ${keyword} was ${old} and is ${now}`;
      return [change(`${keyword}-changed`, true, at, what)];
    });
  }

  function compareBounds(b, a, at) {
    const changes = [];
    const report = (keyword, old, now, grew) => {
      const what = `${keyword} was ${old} and is ${now}`;
      const rule = grew ? widened : narrowed;
      changes.push(rule(`bound-${grew ? "widened" : "narrowed"}`, at, what));
    };
    for (const [keyword, { none, strictest }] of Object.entries(BOUNDS)) {
      const [old, now] = [b, a].map(({ bounds }) => boundOf(bounds, keyword, none, strictest));
      if (old.value === now.value && old.excluded === now.excluded) continue;
      const stricter =
        old.value === now.value ? now.excluded : strictest(old.value, now.value) === now.value;
      report(keyword, showBound(old), showBound(now), !stricter);
    }
    const [wasUnique, isUnique] = [b, a].map(({ bounds }) => Boolean(bounds.uniqueItems));
    if (wasUnique !== isUnique) report("uniqueItems", wasUnique, isUnique, wasUnique);
    const [old = 0, now = 0] = [b.bounds.multipleOf, a.bounds.multipleOf];
    if (old === now) return changes;
    if (isMultiple(now, old)) report("multipleOf", old || NONE, now, false);
    else if (isMultiple(old, now)) report("multipleOf", old, now || NONE, true);
    else changes.push(change("bound-changed", true, at, `multipleOf was ${old} and is ${now}`));
    return changes;
  }

  function compareProperties(b, a, at) {
    const [old, now] = [properties(b, before, at), properties(a, after, at)];
    const changes = [];
    for (const [name, node] of old) {
      const next = now.get(name);
      const place = where(next ?? node);
      if (!next) {
        changes.push(change("property-removed", true, place, "is no longer there"));
        continue;
      }
      const [was, is] = [b.required.has(name), a.required.has(name)];
      if (!was && is)
        changes.push(narrowed("property-required", place, "was optional, is required"));
      if (was && !is)
        changes.push(widened("property-optional", place, "was required, is optional"));
      changes.push(...compare(node, next));
    }
    for (const [name, node] of now) {
      if (old.has(name)) continue;
      if (side === "request" && a.required.has(name)) {
        changes.push(change("property-required", true, where(node), "is new and required"));
      } else {
        const breaking = side === "response" && isClosed(b, before);
        changes.push(change("property-added", breaking, where(node), "is new"));
      }
    }
    return changes;
  }

  /** By name; without those that can never be there, or not on this side. */
  function properties(form, reader, at) {
    const all = new Map(form.properties);
    for (const name of form.required) {
      if (all.has(name)) continue;
      const any = reader.node({ schema: true, at: `${at}.${name}` });
      all.set(name, form.additionalProperties ?? any);
    }
    return new Map(
      [...all].filter(([, node]) => {
        const { forms, [hidden]: isHidden } = reader.read(node);
        return forms.length > 0 && !isHidden;
      }),
    );
  }

  function compareParts(b, a, at) {
    const any = { schema: true, at };
    const part = (form, reader, keyword) => form[keyword] ?? reader.node(any);
    const parts = (keyword) => compare(part(b, before, keyword), part(a, after, keyword));
    const changes = parts("items");
    const [was, is] = [isClosed(b, before), isClosed(a, after)];
    if (!was && is) return [...changes, narrowed("properties-closed", at, "allows no others")];
    if (was && !is) return [...changes, widened("properties-opened", at, "allows others")];
    return [...changes, ...parts("additionalProperties")];
  }

  function compareOthers(b, a, at) {
    const keywords = new Set([...Object.keys(b.others), ...Object.keys(a.others)]);
    return [...keywords].flatMap((keyword) => {
      const [old, now] = [b.others[keyword], a.others[keyword]];
      if (same(old, now)) return [];
      const what = `\`${keyword}\` is not the same`;
      if (old === undefined) return [narrowed("schema-changed", at, what)];
      if (now === undefined) return [widened("schema-changed", at, what)];
      return [change("schema-changed", true, at, what)];
    });
  }

  function narrowed(rule, at, what) {
    return change(rule, side === "request", at, what);
  }

  function widened(rule, at, what) {
    return change(rule, side === "response", at, what);
  }

  function change(rule, breaking, at, what) {
    return { kind: `${side}-${rule}`, breaking, where: at, what };
  }
}

function sameType(b, a) {
  return b.type === a.type;
}

function comparableTypes(b, a) {
  const types = [b.type, a.type];
  return types.includes("any") || types.every((type) => type === "integer" || type === "number");
}

function isClosed(form, reader) {
  return form.additionalProperties !== undefined
    ? reader.read(form.additionalProperties).forms.length === 0
    : false;
}

/** The stricter of a bound and its exclusive twin. */
function boundOf(bounds, keyword, none, strictest) {
  const value = bounds[keyword] ?? none;
  const exclusive = bounds[EXCLUSIVE[keyword]] ?? none;
  const excluded = exclusive !== none && strictest(value, exclusive) === exclusive;
  return excluded ? { value: exclusive, excluded } : { value, excluded };
}

function showBound({ value, excluded }) {
  if (!Number.isFinite(value)) return NONE;
  return excluded ? `${value}, itself excluded` : value;
}

/** 0 stands for no condition, which every number keeps. */
function isMultiple(number, of) {
  return of === 0 || (number !== 0 && Number.isInteger(number / of));
}

function includes(values, value) {
  return values.some((other) => same(other, value));
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function list(values) {
  return values.map(show).join(", ");
}

function show(value) {
  return value === undefined ? NONE : JSON.stringify(value);
}
