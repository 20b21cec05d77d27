/** Finds the facts that the descriptions of a spec no longer state, and those that no fact covers. */
import type { Tree } from "./forms.ts";

/** Phrases by place. */
export type Facts = Map<string, string[]>;

/** Words that carry a fact: numbers, values in backticks, roles, times and what is allowed. */
const TELLING =
  /\d[\d.,]*|`[^`]+`|\b(administrators?|owner|any (user|member)|personal|milliseconds|minutes|seconds|hundred|once|never|always|immediately|permanently|at most|only|cannot|must|newest|every|by default)\b/g;

/** @param sections phrases by place, by the section of the document that states them */
export function factsOf(sections: Record<string, Record<string, string[]>>): Facts {
  const facts: Facts = new Map();
  for (const [place, phrases] of Object.values(sections).flatMap(Object.entries)) {
    facts.set(place, [...(facts.get(place) ?? []), ...phrases]);
  }
  return facts;
}

/** Facts whose phrase does not stand at its place, as `place: phrase`. */
export function missingFacts(spec: Tree, facts: Facts): string[] {
  const texts = textsOf(spec);
  return [...facts].flatMap(([place, phrases]) =>
    phrases
      .filter((phrase) => !texts.get(place)?.includes(phrase))
      .map((phrase) => `${place}: ${phrase}`),
  );
}

/** Telling words outside all phrases of their place, as `place: word`. */
export function unprovenWords(spec: Tree, facts: Facts): string[] {
  return [...textsOf(spec)].flatMap(([place, text]) => {
    const phrases = facts.get(place) ?? [];
    const remaining = phrases.reduce((left, phrase) => left.replaceAll(phrase, " "), text);
    const shown = remaining.split("Not shown: ")[0] ?? "";
    return (shown.match(TELLING) ?? []).map((word) => `${place}: ${word}`);
  });
}

/** The summary and description of each place, on one line. */
function textsOf(spec: Tree): Map<string, string> {
  const { schemas, parameters, responses, requestBodies, securitySchemes } = spec.components;
  const found: [string, Tree][] = [
    ["info", spec.info],
    ...spec.servers.map((server: Tree) => ["server", server]),
    ...spec.tags.map((tag: Tree) => [`tag ${tag.name}`, tag]),
    ...Object.entries(schemas).flatMap(([name, schema]) => described(`schema ${name}`, schema)),
    ...under("parameter", parameters),
    ...under("response", responses),
    ...under("request", requestBodies),
    ...under("security", securitySchemes),
    ...Object.values<Tree>(spec.paths).flatMap((item) =>
      Object.values<Tree>(item).flatMap((route) =>
        route.operationId ? [[`route ${route.operationId}`, route]] : [],
      ),
    ),
  ];
  return new Map(
    found.map(([place, { summary = "", description = "" }]) => [
      place,
      `${summary} ${description}`.replace(/\s+/g, " "),
    ]),
  );
}

function under(kind: string, parts: Record<string, Tree>): [string, Tree][] {
  return Object.entries(parts).map(([name, part]) => [`${kind} ${name}`, part]);
}

/** A schema and its properties at any depth. */
function described(place: string, schema: Tree): [string, Tree][] {
  const properties = Object.entries<Tree>(schema.properties ?? {});
  return [
    [place, schema],
    ...properties.flatMap(([name, property]) => described(`${place}.${name}`, property)),
  ];
}
