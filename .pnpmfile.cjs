/** Completes the manifest of each package as it is packed, with the addresses that the root names. */
const { homepage, bugs, repository } = require("./package.json");

module.exports = { hooks: { beforePacking } };

/** Leaves out what is of use in the repository alone. */
function beforePacking({ scripts, devDependencies, ...manifest }) {
  const name = manifest.name.replace("@hosted-postgres/", "");
  const directory = name === "contract-tests" ? name : `packages/${name}`;
  return {
    ...manifest,
    homepage: `${homepage}/tree/main/${directory}#readme`,
    bugs,
    repository: { ...repository, directory },
  };
}
