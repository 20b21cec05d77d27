/** Makes sure that the readers of a report have the document that it cites. */
import { copyFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { documentFile } from "../spec/document.ts";

/** The document's place in its own repository. */
const IN_REPOSITORY = join("openapi", "document.md");

/**
 * Returns the document's path relative to `root`, the folder of the call or the checkout. Reports in
 * its own repository cite it there, others a copy beside them, whose path is absolute outside `root`.
 */
export function placeDocument(out: string, root: string): string {
  const isInside = (path: string) => !path.startsWith("..") && !isAbsolute(path);
  const isAtHome = relative(root, documentFile) === IN_REPOSITORY;
  if (isAtHome && isInside(relative(root, out))) return posix(IN_REPOSITORY);
  const copy = join(out, "document.md");
  copyFileSync(documentFile, copy);
  return posix(isInside(relative(root, copy)) ? relative(root, copy) : copy);
}

function posix(path: string): string {
  return path.split(sep).join("/");
}
