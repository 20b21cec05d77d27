/** The installed versions of Postgres: which of them new data gets, and which serves what is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Binaries, findPostgres, OLDEST_MAJOR, PACKAGE } from "./binaries.ts";
import { ensureTemplate } from "./template.ts";

/** A project that asks for no version has this one: its absence disappoints nobody. */
const UNASKED = 17;
/** Each is warned about once, though a test run has many planes. */
const missed = new Set<number>();
/** The document gives no bounds. */
const USUAL_MAJORS = [14, 15, 16, 17, 18];

export class Versions {
  /** The first is the default. */
  readonly #installed: readonly [Binaries, ...Binaries[]];
  readonly #templates = new Map<Binaries, Promise<string>>();

  /**
   * @param bin the folder of the only one to use; default: all that are installed
   * @throws {Error} when none runs here
   */
  constructor(bin?: string) {
    this.#installed = findPostgres(bin);
  }

  get default(): Binaries {
    return this.#installed[0];
  }

  /** The template of new data: the default's, with a warning, where a version that was asked for is missing. */
  templateFor(pg_version: number): Promise<string> {
    const found = serving(this.#installed, pg_version);
    if (found.major !== pg_version && pg_version !== UNASKED && !missed.has(pg_version)) {
      missed.add(pg_version);
      process.emitWarning(
        `pg_version ${pg_version} is not installed: Postgres ${found.version} serves it. ${this.#advice(pg_version)}`,
      );
    }
    return this.template(found);
  }

  template(binaries = this.default): Promise<string> {
    const template = this.#templates.get(binaries) ?? ensureTemplate(binaries);
    this.#templates.set(binaries, template);
    template.catch(() => this.#templates.delete(binaries));
    return template;
  }

  /**
   * The programs for a data folder, which only the version that made it can read.
   *
   * @throws {Error} when it is not installed
   */
  of(data: string): Binaries {
    const path = join(data, "PG_VERSION");
    // Postgres itself says best what is wrong with such a folder.
    if (!existsSync(path)) return this.default;
    const major = Number.parseInt(readFileSync(path, "utf8"), 10);
    const found = this.#installed.find((it) => it.major === major);
    if (found) return found;
    throw new Error(
      `the data was made by Postgres ${major}, which is not installed. ${this.#advice(major)}`,
    );
  }

  #advice(major: number): string {
    const installed = new Set(this.#installed.map(({ version }) => version));
    return `Installed: ${[...installed].join(", ")}. ${adviceFor(major)}`;
  }
}

/** One line for each `pg_version` that a project may have. */
export function served([first, ...others]: readonly Binaries[]): string[] {
  if (!first) return [];
  const installed = [first, ...others] as const;
  const majors = new Set([...USUAL_MAJORS, ...installed.map(({ major }) => major)]);
  return [...majors]
    .sort((a, b) => a - b)
    .map((major) => {
      const { version, source, major: found } = serving(installed, major);
      const advice = found === major ? `, ${source}` : `, the default. ${adviceFor(major)}`;
      return `  ${major}: Postgres ${version}${advice}`;
    });
}

/** The first of a project's version, else the default. */
function serving(installed: readonly [Binaries, ...Binaries[]], pg_version: number): Binaries {
  return installed.find(({ major }) => major === pg_version) ?? installed[0];
}

function adviceFor(major: number): string {
  if (major < OLDEST_MAJOR) return `Versions before ${OLDEST_MAJOR} do not run here.`;
  return `For ${major}, install postgresql-${major} or a ${major} of ${PACKAGE}.`;
}
