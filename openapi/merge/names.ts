/** Takes parts of a profile into the document, under names of their own. */
import { lookUp, type Spec } from "../compare/openapi.ts";

/** The document's names of the profile's schemas that stand for the same thing. */
export type Names = Map<string, Set<string>>;

type Tree = Record<string, unknown>;

const LENT = "#profile/";

/** Two schemas that describe the same part of a shown shape become one. */
export function pair(names: Names, ours: string | undefined, theirs: string | undefined) {
  if (!ours || !theirs) return;
  names.set(theirs, (names.get(theirs) ?? new Set()).add(ours));
}

/** A copy of a part of the profile, whose references `importBorrowed` follows later. */
export function borrowed<Part>(part: Part): Part {
  if (typeof part === "string") return part.replace(/^#\/(?=components\/)/, LENT) as Part;
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(borrowed) as Part;
  const copy: Tree = {};
  for (const [key, value] of Object.entries(part)) copy[key] = borrowed(value);
  return copy as Part;
}

/** Brings in the components that borrowed parts refer to. Returns their pointers. */
export function importBorrowed(spec: Spec, profile: Spec, names: Names, prefix: string): string[] {
  const imported: string[] = [];
  const all = spec.components as Record<string, Tree>;
  const place = (text: string): string => {
    const [, kind, name] = /^#profile\/components\/([^/]+)\/([^/]+)$/.exec(text) ?? [];
    if (!kind || !name) return text;
    const own = kind === "schemas" ? ownName(names, name) : undefined;
    if (own) return `#/components/${kind}/${own}`;
    const components = all[kind] ?? {};
    all[kind] = components;
    const isTaken = name in components && !imported.includes(`#/components/${kind}/${name}`);
    const free = isTaken ? prefix + name : name;
    const at = `#/components/${kind}/${free}`;
    if (imported.includes(at)) return at;
    imported.push(at);
    components[free] = {};
    components[free] = mapped(borrowed(lookUp(profile, `#/components/${kind}/${name}`)), place);
    return at;
  };
  const { paths, components } = spec;
  mapped(paths, place);
  mapped(components, place);
  return imported;
}

/** The same name if it is among them. */
function ownName(names: Names, name: string): string | undefined {
  const own = names.get(name);
  return own?.has(name) ? name : own?.values().next().value;
}

/** Changes every reference in place. */
function mapped(value: unknown, place: (text: string) => string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const tree = value as Tree;
  for (const [key, part] of Object.entries(tree)) {
    if (typeof part === "string") tree[key] = place(part);
    else mapped(part, place);
  }
  return value;
}

/** Drops the components that nothing refers to. */
export function dropUnused(spec: Spec) {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(follow);
    if (typeof value !== "string" || !value.startsWith("#/components/") || used.has(value)) return;
    used.add(value);
    follow(lookUp(spec, value));
  };
  follow(spec.paths);
  for (const [kind, components = {}] of Object.entries(spec.components ?? {})) {
    if (kind === "securitySchemes") continue;
    for (const name of Object.keys(components)) {
      if (!used.has(`#/components/${kind}/${name}`)) delete components[name];
    }
  }
}
