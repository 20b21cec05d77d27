/**
 * Prism loads faker's words in all languages, which takes half of the mock's start. It needs words only
 * for values that the spec has no example of: here it gets the English ones, once it asks.
 */
import { createRequire, Module } from "node:module";

const require = createRequire(import.meta.url);
const prism = createRequire(require.resolve("@stoplight/prism-http"));
const file = prism.resolve("@faker-js/faker");

require.cache[file] ??= Object.assign(new Module(file), {
  filename: file,
  loaded: true,
  exports: {
    get default() {
      return prism("@faker-js/faker/locale/en");
    },
  },
});
