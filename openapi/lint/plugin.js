/** The house rules keep guesses out of the spec and documented routes in it. */
import documentCoverage from "./rules/document-coverage.js";
import documentedResponses from "./rules/documented-responses.js";
import honestShapes from "./rules/honest-shapes.js";
import mutationOperations from "./rules/mutation-operations.js";
import openEnum from "./rules/open-enum.js";
import pathFileName from "./rules/path-file-name.js";
import wholeFileRefs from "./rules/whole-file-refs.js";

/** Redocly loads a plugin by its default export. */
export default function house() {
  return {
    id: "house",
    rules: {
      oas3: {
        "document-coverage": documentCoverage,
        "documented-responses": documentedResponses,
        "honest-shapes": honestShapes,
        "mutation-operations": mutationOperations,
        "open-enum": openEnum,
        "path-file-name": pathFileName,
        "whole-file-refs": wholeFileRefs,
      },
    },
  };
}
