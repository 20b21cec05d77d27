/** Bundles the document's spec into dist/openapi.json, and merges the profile neon into it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { built, readSpec, source } from "./specs.ts";

mkdirSync(dirname(built), { recursive: true });
writeFileSync(built, JSON.stringify(await readSpec(source), null, 2));
await import("./merge.ts");
