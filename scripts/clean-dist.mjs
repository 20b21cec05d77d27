/** Empties dist before a build: tsc leaves the output of deleted modules there, which would be published. */
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
