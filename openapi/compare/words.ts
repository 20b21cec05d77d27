import type { Change } from "./change.ts";
import type { Spec } from "./openapi.ts";

/** Keywords that people read and no program depends on. */
const WORDS = ["title", "summary", "description", "example", "examples", "tags", "externalDocs"];

/** One change for the spec and for each path and component whose words differ. */
export function compareWords(before: Spec, after: Spec): Change[] {
  const [old, now] = [placesOf(before), placesOf(after)];
  return [...old]
    .filter(([where, value]) =>
      // An example consists of nothing but words.
      where.startsWith("components/examples/")
        ? !same(value, now.get(where))
        : wordsDiffer(value, now.get(where)),
    )
    .map(([where]) => ({
      kind: "documentation-changed",
      breaking: false,
      where,
      what: "reads differently",
      routes: [],
    }));
}

/** The spec as a whole, its paths and its components, by name. */
function placesOf({ paths, components, ...rest }: Spec): Map<string, unknown> {
  const places = new Map<string, unknown>([["the spec", rest], ...Object.entries(paths ?? {})]);
  for (const [group, items] of Object.entries(components ?? {})) {
    for (const [name, item] of Object.entries(items ?? {})) {
      places.set(`components/${group}/${name}`, item);
    }
  }
  return places;
}

/** In `properties` the keys are names of properties, such as `title`. */
function wordsDiffer(b: unknown, a: unknown, keysAreNames = false): boolean {
  if (b === a || !isObject(b) || !isObject(a)) return false;
  return [...new Set([...Object.keys(b), ...Object.keys(a)])].some((key) => {
    if (!keysAreNames && WORDS.includes(key)) {
      return !same(b[key], a[key]);
    }
    return wordsDiffer(b[key], a[key], key === "properties");
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
