/** Builds the API reference and says where it is. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { quietly } from "./quietly.mjs";

process.exitCode = await quietly("turbo", "run", "docs");
if (process.exitCode === 0) {
  console.log(`The API reference: ${pathToFileURL(resolve("openapi/dist/docs.html"))}`);
}
