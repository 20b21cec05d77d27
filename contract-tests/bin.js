#!/usr/bin/env node
/** Runs the built command inside the repository; the packed one is dist/cli.js itself. */
import { register } from "node:module";

register("./scripts/built-packages.js", import.meta.url);
await import("./dist/cli.js");
