import type { Change } from "./change.ts";

/**
 * Says why the changes may not be released under the version they have; undefined if they may.
 * Breaking changes need a new major version, or a new minor version while the major is 0.
 *
 * @throws when a version is not of the form 1.2.3
 */
export function refusal(changes: Change[], before: string, after: string): string | undefined {
  const isBreaking = changes.some(({ breaking }) => breaking);
  const needed = isBreaking ? nextBreaking(before) : before;
  if (isAtLeast(after, needed)) return undefined;
  const reason = isBreaking ? "Breaking changes need" : "A later spec needs";
  return `${reason} info.version ${needed} or later; it is ${after}.`;
}

function nextBreaking(version: string): string {
  const [major, minor] = numbersOf(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function isAtLeast(version: string, other: string): boolean {
  const numbers = numbersOf(other);
  const differences = numbersOf(version).map((number, place) => number - (numbers[place] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0;
}

/** A pre-release counts as the version it leads to. */
function numbersOf(version: string): [major: number, minor: number, patch: number] {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) throw new Error(`info.version ${version} is not of the form 1.2.3`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

/** A table of the changes, breaking ones first, and a line that sums it up. */
export function table(changes: Change[], before: string, after: string): string {
  const breaking = changes.filter((change) => change.breaking);
  const rest = changes.filter((change) => !change.breaking);
  const summary = `${before} to ${after}: ${breaking.length} breaking, ${rest.length} other`;
  return [...section("Breaking", breaking), ...section("Not breaking", rest), summary].join("\n");
}

function section(title: string, changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const kindWidth = Math.max(...changes.map(({ kind }) => kind.length));
  const whereWidth = Math.max(...changes.map(({ where }) => where.length));
  const rows = changes.map(
    ({ kind, where, ...change }) =>
      `  ${kind.padEnd(kindWidth)}  ${where.padEnd(whereWidth)}  ${change.what}${reach({ where, ...change })}`,
  );
  return [title, ...rows, ""];
}

/** Reads ` (GET /projects and 12 more)`. */
function reach({ where, routes: [first, ...more] }: Pick<Change, "where" | "routes">): string {
  if (!first || first === where) return "";
  return more.length > 0 ? ` (${first} and ${more.length} more)` : ` (${first})`;
}

/** One line per breaking change, which GitHub shows at a file of the pull request. */
export function annotations(changes: Change[], fileOf: (change: Change) => string): string[] {
  return changes
    .filter(({ breaking }) => breaking)
    .map((change) => {
      const text = escaped(`${change.where} ${change.what}${reach(change)}`);
      return `::error file=${escaped(fileOf(change), ":,")},title=${change.kind}::${text}`;
    });
}

/** Escapes by GitHub's rules for workflow commands. */
function escaped(text: string, others = ""): string {
  return [...text]
    .map((char) => (`%\r\n${others}`.includes(char) ? encodeURIComponent(char) : char))
    .join("");
}
