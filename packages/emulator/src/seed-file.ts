/** Reads and writes seed data as a file. */
import { readFileSync, writeFileSync } from "node:fs";
import { checkSeedData, type SeedData } from "./seed-data.ts";

/**
 * Reads JSON, or YAML from a file whose name ends in `.yaml` or `.yml`.
 *
 * @throws {Error} when the file cannot be read, or a part of it does not fit; names both
 */
export async function readSeedFile(file: string): Promise<SeedData> {
  try {
    const text = readFileSync(file, "utf8");
    const data: unknown = /\.ya?ml$/.test(file) ? (await yaml()).parse(text) : JSON.parse(text);
    checkSeedData(data);
    return data;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

export function writeSeedFile(file: string, data: SeedData): void {
  writeFileSync(file, `${JSON.stringify(data, undefined, 2)}\n`);
}

async function yaml() {
  try {
    return await import("yaml");
  } catch (cause) {
    throw new Error("YAML needs the package yaml: install it, or use JSON", { cause });
  }
}
