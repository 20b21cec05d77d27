/** Gathers the pages of the site from all over the repository, in the folder that VitePress reads. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { type Places, relinked } from "./links.ts";
import { ASSETS, FOLDERS, PAGES } from "./pages.ts";

export const root = join(import.meta.dirname, "../..");
export const staged = join(import.meta.dirname, "../vitepress/pages");

/** @param repository the address of a folder of the repository in a browser, or undefined */
export function stage(repository: string | undefined): void {
  rmSync(staged, { recursive: true, force: true });
  const pages = allPages();
  const places: Places = {
    pageOf: (file) => pages[file] ?? pages[posix.join(file, "README.md")],
    addressOf: (file) => {
      if (!existsSync(join(root, file)))
        throw new Error(`a link leads to ${file}, which does not exist`);
      return repository && `${repository}/${file}`;
    },
  };
  for (const [file, page] of Object.entries(pages)) {
    const markdown = readFileSync(join(root, file), "utf8");
    write(page, relinked(markdown, file, places));
  }
  for (const [folder, place] of Object.entries(ASSETS)) {
    if (existsSync(join(root, folder)))
      cpSync(join(root, folder), join(staged, place), { recursive: true });
  }
}

/** Also those of whole folders. */
export function allPages(): Record<string, string> {
  const inFolders = Object.entries(FOLDERS).flatMap(([folder, place]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => [`${folder}/${name}`, `${place}/${name}`]),
  );
  return { ...PAGES, ...Object.fromEntries(inFolders) };
}

export function write(page: string, text: string): void {
  const path = join(staged, page);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
