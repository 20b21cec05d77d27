import { readdirSync } from "node:fs";
import { defineConfig } from "vitepress";

/** GitHub Pages serves a repository's site under the repository's name. */
const base = process.env.SITE_BASE || "/";
const pages = new URL("../pages/", import.meta.url);

export default defineConfig({
  title: "Hosted Postgres API",
  description: "A typed client, an emulator that keeps state, and a contract suite for one API.",
  lang: "en",
  base,
  srcDir: "pages",
  outDir: "../dist",
  cacheDir: ".vitepress/cache",
  head: [["link", { rel: "icon", href: `${base}mark.svg`, type: "image/svg+xml" }]],
  markdown: { theme: { light: "github-light", dark: "github-dark" } },
  themeConfig: {
    logo: "/mark.svg",
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Guides", link: "/guides/first-script", activeMatch: "/guides/" },
      { text: "API", link: "/api/index.html", target: "_self" },
      { text: "Packages", link: "/packages/client", activeMatch: "/packages/" },
      { text: "Document", link: "/document" },
    ],
    sidebar: [
      {
        text: "Guides",
        items: [
          { text: "First script", link: "/guides/first-script" },
          { text: "Waiting for operations", link: "/guides/waiting" },
          { text: "Pages of a list", link: "/guides/paging" },
          { text: "Keys", link: "/guides/keys" },
          { text: "Testing your code", link: "/guides/testing-your-code" },
          { text: "Holding a service to the contract", link: "/guides/contract" },
          { text: "Profiles", link: "/guides/profiles" },
          { text: "A real Postgres", link: "/guides/postgres" },
          { text: "An engine of your own", link: "/guides/data-plane" },
        ],
      },
      {
        text: "API",
        items: [
          { text: "Reference", link: "/api/index.html", target: "_self" },
          { text: "Reference with the profile neon", link: "/api/neon.html", target: "_self" },
          { text: "The document", link: "/document" },
        ],
      },
      {
        text: "Packages",
        items: [
          { text: "Client", link: "/packages/client", items: referenceOf("client") },
          { text: "Emulator", link: "/packages/emulator", items: referenceOf("emulator") },
          { text: "Postgres", link: "/packages/postgres", items: referenceOf("postgres") },
          { text: "Types", link: "/packages/types", items: referenceOf("types") },
          {
            text: "Contract suite",
            link: "/packages/contract-tests",
            items: referenceOf("contract-tests"),
          },
          { text: "The suite in GitHub Actions", link: "/packages/contract-tests-ci" },
          { text: "Profiles", link: "/packages/profiles" },
        ],
      },
      {
        text: "Behind it",
        items: [
          { text: "Trials of the suite", link: "/packages/trials" },
          { text: "The suite beside other tools", link: "/packages/peers" },
          { text: "Benchmarks", link: "/packages/bench" },
          { text: "Contributing", link: "/contributing" },
          { text: "Changelog", link: "/changelog" },
          { text: "Security", link: "/security" },
        ],
      },
    ],
  },
});

/** One page per entry point of a package. */
function referenceOf(name: string) {
  const folder = new URL(`reference/${name}/`, pages);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -3))
    .sort((a, b) => Number(b === "index") - Number(a === "index"))
    .map((page) => ({
      text: page === "index" ? "Exports" : page,
      link: `/reference/${name}/${page}`,
    }));
}
