/** Notes of copies that are to be made, for the case that the process is killed before they are. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Moment } from "@hosted-postgres/emulator";

export interface Copy {
  source: string;
  branch: string;
  past?: Moment | undefined;
  /** Why it could not be made; it stays so. */
  failure?: string | undefined;
}

export class Copies {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  note(copy: Copy): void {
    mkdirSync(this.#folder, { recursive: true });
    const at = join(this.#folder, copy.branch);
    writeFileSync(`${at}.new`, JSON.stringify(copy), { mode: 0o600, flush: true });
    renameSync(`${at}.new`, at);
  }

  forget(branch: string): void {
    rmSync(join(this.#folder, branch), { force: true });
  }

  /** Those to these branches. Notes about others are forgotten. */
  of(branch_ids: readonly string[]): Copy[] {
    mkdirSync(this.#folder, { recursive: true });
    const names = readdirSync(this.#folder);
    for (const name of names) if (!branch_ids.includes(name)) this.forget(name);
    return names
      .filter((name) => branch_ids.includes(name))
      .map((name) => copyIn(readFileSync(join(this.#folder, name), "utf8")));
  }
}

function copyIn(text: string): Copy {
  const { past, ...copy } = JSON.parse(text) as Copy & {
    past?: { lsn: string } | { time: string };
  };
  if (!past) return copy;
  return { ...copy, past: "lsn" in past ? past : { time: new Date(past.time) } };
}
