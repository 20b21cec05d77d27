/** The spec as its page shows it: badges, code samples, an emulator to try it on. */
import { codeSamplesOf } from "./code-samples.ts";
import { seededIds } from "./seeded.ts";
import { type Operation, type Origin, resolved, routesOf, type Spec } from "./spec.ts";

const BADGES: Record<Origin, { name: string; color: string }> = {
  documented: { name: "documented", color: "#1a7f37" },
  observed: { name: "observed", color: "#a34f00" },
  "not known": { name: "shape not known", color: "#5b6775" },
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
    operation["x-badges"] = [{ ...BADGES[originOf(operation)], position: "before" }];
    operation["x-codeSamples"] = codeSamplesOf(route, seeded);
    operation.parameters = (operation.parameters ?? []).filter(
      (parameter) => resolved(spec, parameter).name !== "undocumented",
    );
  }
  spec.info.description = `${tryIt(spec["x-profile"]?.name)}\n\n${spec.info.description}`;
  spec.servers = [EMULATOR, ...spec.servers];
  return spec;
}

/** The page puts its own origin in the place of ORIGIN. */
function tryIt(profile: string | undefined): string {
  const option = profile ? ` --profile ${profile}` : "";
  return `**Try it.** Serve the API on this machine and let this page call it:

\`\`\`sh
npm run emulator --${option} \\
  --allow-origin ORIGIN
\`\`\`

Then paste the admin key that it prints as the bearer token. The ids below are those of its projects.

Each operation says where its response comes from: **documented** by the API's document, **observed**
at one provider, or its **shape is not known**.`;
}

/** The source of the response's shape. */
export function originOf(operation: Operation): Origin {
  const { "x-profile": profile, "x-documented": documented } = operation;
  if (profile) return profile.response;
  return documented.response === "not-shown" ? "not known" : "documented";
}
