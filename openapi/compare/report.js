/** What people and GitHub read about the changes, and whether the version allows them. */

/**
 * Why the changes may not be released under the version they have, if so. Breaking changes take a
 * new major version, or a new minor one as long as the major is 0.
 */
export function refusal(changes, before, after) {
  const breaking = changes.some((change) => change.breaking);
  const needed = breaking ? nextBreaking(before) : before;
  if (isAtLeast(after, needed)) return undefined;
  const reason = breaking ? "Breaking changes need" : "A later spec needs";
  return `${reason} info.version ${needed} or later; it is ${after}.`;
}

function nextBreaking(version) {
  const [major, minor] = numbersOf(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function isAtLeast(version, other) {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  const first = one.findIndex((number, place) => number !== two[place]);
  return first === -1 || one[first] > two[first];
}

/** A pre-release counts as the version it leads to. */
function numbersOf(version) {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (!numbers) throw new Error(`info.version ${version} is not of the form 1.2.3`);
  return numbers;
}

/** A table, breaking changes first, and a line that sums it up. */
export function table(changes, before, after) {
  const [breaking, rest] = [true, false].map((is) => changes.filter((one) => one.breaking === is));
  const summary = `${before} to ${after}: ${breaking.length} breaking, ${rest.length} other`;
  return [...section("Breaking", breaking), ...section("Not breaking", rest), summary].join("\n");
}

function section(title, changes) {
  if (changes.length === 0) return [];
  const columns = changes.map(({ kind, where, what, routes }) => [
    kind,
    where,
    what + reach(where, routes),
  ]);
  const width = (column) => Math.max(...columns.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  const rows = columns.map(
    ([kind, where, what]) => `  ${kind.padEnd(first)}  ${where.padEnd(second)}  ${what}`,
  );
  return [title, ...rows, ""];
}

/** ` (GET /projects and 12 more routes)` */
function reach(where, [first, ...more]) {
  if (!first || first === where) return "";
  return more.length > 0 ? ` (${first} and ${more.length} more)` : ` (${first})`;
}

/** One line per breaking change that GitHub shows at a file of the pull request. */
export function annotations(changes, fileOf) {
  return changes
    .filter(({ breaking }) => breaking)
    .map((change) => {
      const { kind, where, what, routes } = change;
      const text = escaped(`${where} ${what}${reach(where, routes)}`);
      return `::error file=${escaped(fileOf(change), ":,")},title=${kind}::${text}`;
    });
}

/** By GitHub's rules for workflow commands. */
function escaped(text, others = "") {
  return [...text]
    .map((char) => (`%\r\n${others}`.includes(char) ? encodeURIComponent(char) : char))
    .join("");
}
