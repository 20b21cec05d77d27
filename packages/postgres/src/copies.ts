/** Notes of copies that are to be made, for the case that the process is killed before they are. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Moment } from "@hosted-postgres/emulator";
import { makePrivateFolder, writePrivateFile } from "./account.ts";

export interface Copy {
  source: string;
  branch: string;
  past?: Moment | undefined;
  /** The reason that it could not be made, which is final. */
  failure?: string | undefined;
}

export class Copies {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  note(copy: Copy): void {
    makePrivateFolder(this.#folder);
    writePrivateFile(join(this.#folder, copy.branch), JSON.stringify(copy), { flush: true });
  }

  forget(branch: string): void {
    rmSync(join(this.#folder, branch), { force: true });
  }

  /** Those to these branches. Notes about others are forgotten. */
  of(branch_ids: readonly string[]): Copy[] {
    makePrivateFolder(this.#folder);
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
