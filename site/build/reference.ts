/** The spec as its page shows it: success first, badges, code samples, an emulator to try it on. */
import { codeSamplesOf } from "./code-samples.ts";
import { seededIds } from "./seeded.ts";
import { type Operation, type Origin, resolved, routesOf, type Spec } from "./spec.ts";

const BADGES: Record<Origin, { name: string; color: string }> = {
  documented: { name: "documented", color: "#1a7f37" },
  observed: { name: "observed", color: "#b35900" },
  "not known": { name: "shape not known", color: "#6e7781" },
};

const EMULATOR = {
  url: "http://127.0.0.1:8080/api/v2",
  description: "An emulator on this machine",
};

export function referenceOf(original: Spec): Spec {
  const spec = structuredClone(original);
  const seeded = seededIds(spec);
  for (const route of routesOf(spec)) {
    for (const parameter of route.parameters) {
      parameter.example = seeded.ofParameter(parameter.name, parameter.example);
    }
  }
  for (const route of routesOf(spec)) {
    const { operation } = route;
    operation["x-badges"] = [BADGES[originOf(operation)]];
    operation["x-codeSamples"] = codeSamplesOf(route, seeded);
    operation.responses = successFirst(operation.responses);
    operation.parameters = (operation.parameters ?? []).filter(
      (parameter) => resolved(spec, parameter).name !== "undocumented",
    );
  }
  spec.servers = [EMULATOR, ...spec.servers];
  return spec;
}

/** Where the shape of the response comes from. */
export function originOf(operation: Operation): Origin {
  const { "x-profile": profile, "x-documented": documented } = operation;
  if (profile) return profile.response;
  return documented.response === "not-shown" ? "not known" : "documented";
}

/** A JavaScript object lists "401" before "2XX", and a page opens the first. */
function successFirst<T>(responses: Record<string, T>): Record<string, T> {
  const isRefusal = ([status]: [string, T]) => Number(!/^2/.test(status));
  const sorted = Object.entries(responses).sort((a, b) => isRefusal(a) - isRefusal(b));
  // An integer key would go to the front again.
  return Object.fromEntries(
    sorted.map(([status, response]) => [
      isRefusal([status, response]) ? `${status} ` : status,
      response,
    ]),
  );
}
