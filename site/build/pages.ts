/** The pages of the site, and the files they are made of. */

/** A page of the repository, by the file it is written in; paths are those of the repository. */
export const PAGES: Record<string, string> = {
  "site/home/index.md": "index.md",
  "openapi/document.md": "document.md",
  "openapi/profiles/README.md": "packages/profiles.md",
  "packages/types/README.md": "packages/types.md",
  "packages/client/README.md": "packages/client.md",
  "packages/emulator/README.md": "packages/emulator.md",
  "packages/postgres/README.md": "packages/postgres.md",
  "contract-tests/README.md": "packages/contract-tests.md",
  "contract-tests/ci/README.md": "packages/contract-tests-ci.md",
  "contract-tests/trials/README.md": "packages/trials.md",
  "contract-tests/trials/peers.md": "packages/peers.md",
  "bench/README.md": "packages/bench.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "security.md",
};

/** Folders whose Markdown files are pages of the same name. */
export const FOLDERS: Record<string, string> = { "site/guides": "guides" };

/** Files that pages include or show, beside them. */
export const ASSETS: Record<string, string> = {
  "site/samples": "samples",
  "site/home/public": "public",
  "packages/postgres/examples": "samples/postgres",
  "packages/emulator/recipes/postgres/dev.mjs": "samples/recipes/dev.mjs",
  "packages/emulator/recipes/github/postgres.yml": "samples/recipes/postgres.yml",
};
