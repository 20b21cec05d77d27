/** Makes sure that the readers of a report have the document that it cites. */
import { copyFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { documentFile } from "../spec/document.ts";

/** The document's place in its own repository. */
const IN_REPOSITORY = join("openapi", "document.md");

/**
 * Returns the document's path relative to `root`, the folder of the call. Elsewhere than in its own
 * repository it is a copy beside the reports; one outside `root` has an absolute path.
 */
export function placeDocument(out: string, root: string): string {
  if (relative(root, documentFile) === IN_REPOSITORY) return posix(IN_REPOSITORY);
  const copy = join(out, "document.md");
  copyFileSync(documentFile, copy);
  const path = relative(root, copy);
  return posix(path.startsWith("..") || isAbsolute(path) ? copy : path);
}

function posix(path: string): string {
  return path.split(sep).join("/");
}
