/** Only the browser script of the API reference is used, and it brings its libraries along. */
function readPackage(manifest) {
  if (manifest.name === "@scalar/api-reference") manifest.dependencies = {};
  return manifest;
}

export const hooks = { readPackage };
