/** The changelog of all packages, from the notes that changesets keep until a release. */
export interface Plan {
  changesets: { summary: string }[];
  releases: { newVersion: string; type: "major" | "minor" | "patch" | "none" }[];
}

/**
 * Adds the section of the planned version above the others.
 *
 * @throws {Error} when nothing is planned
 */
export function withRelease(changelog: string, { changesets, releases }: Plan): string {
  const { newVersion } = releases.find(({ type }) => type !== "none") ?? {};
  if (newVersion === undefined) throw new Error("there is nothing to release: see CONTRIBUTING.md");
  const items = changesets.map(({ summary }) => `- ${summary.trim().replaceAll("\n", "\n  ")}\n`);
  const section = `## ${newVersion}\n\n${items.join("")}`;
  const [head = "", ...versions] = changelog.split(/^(?=## )/m);
  return [head, `${section}\n`, ...versions].join("");
}
