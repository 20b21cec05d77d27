/**
 * A schema as the forms it allows, each of one type. References are followed, `allOf` is merged,
 * and type lists, `anyOf`, `oneOf`, `enum` and `const` become forms, so that two ways to write the
 * same thing read the same.
 */

/** They say nothing about which values are allowed. */
const SILENT = new Set(
  "title description example examples deprecated readOnly writeOnly default externalDocs xml discriminator contentMediaType contentEncoding $ref $id $schema $anchor $comment $defs".split(
    " ",
  ),
);
/** The keywords that mean something for values of one type only. */
const OF_TYPE = {
  string: ["format", "pattern", "minLength", "maxLength"],
  number: ["format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
};
OF_TYPE.integer = OF_TYPE.number;
const TYPED = new Set(Object.values(OF_TYPE).flat());
const STRICTER = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
  multipleOf: multipleOfBoth,
  uniqueItems: (one, other) => one || other,
};

/**
 * Reads the schemas of one spec. A node stands for schemas that all hold at once, most often one;
 * `read` gives its forms (none where no value is allowed), its default, and who may not see it.
 */
export function schemaReader(spec) {
  const ids = new Map();
  const results = new Map();
  return { node: (part) => node([part]), read, home };

  function node(parts) {
    const keys = new Set(parts.map(({ schema }) => idOf(schema)));
    return { parts, key: [...keys].sort().join("&") };
  }

  function idOf(schema) {
    if (!ids.has(schema)) ids.set(schema, String(ids.size));
    return ids.get(schema);
  }

  function read(target) {
    const known = results.get(target.key);
    if (known) return known;
    // A choice that contains itself adds nothing to itself.
    results.set(target.key, { forms: [] });
    const schemas = [];
    for (const part of target.parts) unfold(part, schemas, new Set());
    const all = (keyword) => schemas.map(({ schema }) => schema[keyword]);
    const result = {
      forms: simplified(combined(schemas.map(formsOf))),
      default: all("default").find((value) => value !== undefined),
      readOnly: all("readOnly").includes(true),
      writeOnly: all("writeOnly").includes(true),
    };
    results.set(target.key, result);
    return result;
  }

  /** Where its schema is written: the component, if a reference leads there. */
  function home({ parts: [{ schema, at }] }) {
    return schema.$ref
      ? home(node([{ schema: lookUp(spec, schema.$ref), at: nameOf(schema.$ref) }]))
      : at;
  }

  /** The schema itself, what it refers to and the parts of its `allOf`, one by one. */
  function unfold({ schema, at }, into, visited) {
    if (visited.has(schema)) return;
    visited.add(schema);
    into.push({ schema, at });
    if (schema.$ref)
      unfold({ schema: lookUp(spec, schema.$ref), at: nameOf(schema.$ref) }, into, visited);
    for (const part of schema.allOf ?? []) unfold({ schema: part, at }, into, visited);
  }

  function formsOf({ schema, at }) {
    if (schema === false) return [];
    const choices = ["anyOf", "oneOf"].flatMap((keyword) =>
      schema[keyword]
        ? [schema[keyword].flatMap((choice) => read(node([{ schema: choice, at }])).forms)]
        : [],
    );
    return combined([ownForms(schema, at), ...choices]);
  }

  /** What the schema itself says, `allOf`, `anyOf` and `oneOf` aside: a form for each type. */
  function ownForms(schema, at) {
    const constant = schema.const === undefined ? undefined : [schema.const];
    const values = commonValues(constant, schema.enum);
    const types = schema.type ? [schema.type].flat() : values ? typesOf(values) : ["any"];
    return types.flatMap((type) => {
      const allowed = values?.filter((value) => isOf(type, value));
      if (allowed?.length === 0) return [];
      return [formOf(schema, type, type === "null" ? undefined : allowed, at)];
    });
  }

  function formOf(schema, type, values, at) {
    const says = (keyword) =>
      schema[keyword] !== undefined && (type === "any" || OF_TYPE[type]?.includes(keyword));
    const form = { type, values, known: [], bounds: {}, others: {}, required: new Set() };
    form.properties = new Map();
    for (const keyword of ["format", "pattern"]) if (says(keyword)) form[keyword] = schema[keyword];
    for (const keyword of Object.keys(STRICTER)) {
      if (says(keyword)) form.bounds[keyword] = schema[keyword];
    }
    if (says("required")) form.required = new Set(schema.required);
    if (says("properties")) {
      for (const [name, property] of Object.entries(schema.properties)) {
        form.properties.set(name, node([{ schema: property, at: `${at}.${name}` }]));
      }
    }
    if (says("items")) form.items = node([{ schema: schema.items, at: `${at}[]` }]);
    if (says("additionalProperties")) {
      const any = { schema: schema.additionalProperties, at: `${at}[*]` };
      form.additionalProperties = node([any]);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (!isJudged(keyword)) form.others[keyword] = value;
    }
    return form;
  }

  /** Every form of the first with every form of the second, and so on. */
  function combined(lists) {
    return lists.reduce((all, forms) =>
      all.flatMap((one) => forms.flatMap((other) => merged(one, other))),
    );
  }

  /** The values that both forms allow, as one form, or none. */
  function merged(one, other) {
    const type = commonType(one.type, other.type);
    const values = commonValues(one.values, other.values)?.filter((value) => isOf(type, value));
    if (!type || values?.length === 0) return [];
    const form = { ...one, type, values, known: [...one.known, ...other.known] };
    form.bounds = { ...one.bounds };
    for (const [keyword, value] of Object.entries(other.bounds)) {
      const own = one.bounds[keyword];
      form.bounds[keyword] = own === undefined ? value : STRICTER[keyword](own, value);
    }
    for (const keyword of ["format", "pattern"]) {
      const both = new Set([one[keyword], other[keyword]].filter((text) => text !== undefined));
      form[keyword] = both.size > 0 ? [...both].sort().join(" and ") : undefined;
    }
    for (const keyword of ["items", "additionalProperties"]) {
      form[keyword] = both(one[keyword], other[keyword]);
    }
    form.required = new Set([...one.required, ...other.required]);
    form.properties = new Map();
    for (const name of [...one.properties.keys(), ...other.properties.keys()]) {
      // What one does not name falls under its `additionalProperties`.
      const [own, others] = [one, other].map(
        ({ properties, additionalProperties }) => properties.get(name) ?? additionalProperties,
      );
      form.properties.set(name, both(own, others));
    }
    form.others = { ...one.others };
    for (const [keyword, value] of Object.entries(other.others)) {
      const own = one.others[keyword];
      form.others[keyword] = own === undefined ? value : [own, value];
    }
    return [form];
  }

  function both(one, other) {
    if (!one || !other) return one ?? other;
    return node([...one.parts, ...other.parts]);
  }
}

/** The value itself, or what it refers to. */
export function resolved(spec, value) {
  return value?.$ref ? resolved(spec, lookUp(spec, value.$ref)) : value;
}

function lookUp(spec, ref) {
  const steps = ref.replace(/^#\//, "").split("/");
  const target = steps.reduce(
    (value, step) => value?.[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")],
    spec,
  );
  if (!ref.startsWith("#/") || target === undefined) throw new Error(`${ref} leads nowhere`);
  return target;
}

/** Where a node stands: `Compute.status`. */
export function where(target) {
  return target.parts[0].at;
}

export function showTypes(forms) {
  const names = forms.map(({ type, values, bounds }) => {
    if (values) return values.map((value) => JSON.stringify(value)).join(", ");
    const name = type === "any" ? "several types" : type;
    const limits = Object.entries(bounds).map(([keyword, value]) => `${keyword} ${value}`);
    return limits.length > 0 ? `${name} (${limits.join(", ")})` : name;
  });
  return [...new Set(names)].join(" or ") || "nothing";
}

function nameOf(ref) {
  return ref.split("/").at(-1);
}

function isJudged(keyword) {
  return (
    SILENT.has(keyword) ||
    TYPED.has(keyword) ||
    keyword.startsWith("x-") ||
    ["type", "enum", "const", "allOf", "anyOf", "oneOf"].includes(keyword)
  );
}

function typesOf(values) {
  return [...new Set(values.map(typeOf))];
}

function typeOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isOf(type, value) {
  if (type === "integer") return Number.isInteger(value);
  return type === "any" || typeOf(value) === type;
}

function commonType(one, other) {
  if (one === other || other === "any") return one;
  if (one === "any") return other;
  const numbers = [one, other].every((type) => type === "integer" || type === "number");
  return numbers ? "integer" : undefined;
}

function commonValues(one, other) {
  if (!one || !other) return one ?? other;
  return one.filter((value) => other.includes(value));
}

/** Values of one type are one list; an open list is its type, with values that are known. */
function simplified(forms) {
  for (const form of forms) form.free = form.type === "any" && isPlain(form) && !form.values;
  const free = forms.find((form) => form.free);
  if (free) return [free];
  const lists = new Map();
  const open = new Map();
  const rest = [];
  for (const form of forms) {
    const group = isPlain(form) ? (form.values ? lists : open) : undefined;
    if (!group) rest.push(form);
    else if (!group.has(form.type)) group.set(form.type, { ...form });
    else join(group.get(form.type), form);
  }
  for (const [type, form] of open) {
    form.known = [...form.known, ...(lists.get(type)?.values ?? [])];
    lists.delete(type);
  }
  return [...rest, ...lists.values(), ...open.values()];
}

function join(form, { values, known }) {
  form.values = values && [...new Set([...form.values, ...values])];
  form.known = [...form.known, ...known];
}

/** Nothing but a type and values. */
function isPlain(form) {
  return (
    Object.keys(form.bounds).length + Object.keys(form.others).length === 0 &&
    form.properties.size + form.required.size === 0 &&
    ["format", "pattern", "items", "additionalProperties"].every((part) => form[part] === undefined)
  );
}

function multipleOfBoth(one, other) {
  const [small, large] = [Math.min(one, other), Math.max(one, other)];
  return Number.isInteger(large / small) ? large : small * large;
}
