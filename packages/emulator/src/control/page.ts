/** The page at the emulator's root: the files of `page/`, served as they are. */
import { readdirSync, readFileSync } from "node:fs";
import type { PlainRequest, PlainResponse } from "../http.ts";

/** Beside `src` and `dist`, so that the page needs no build. */
const FOLDER = new URL("../../page/", import.meta.url);
const FILES = "/_emulator/page/";

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** The page loads and calls this server alone, and turns no text into markup. */
const POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src"].map((kind) => `${kind} 'self'`),
  ...["base-uri", "form-action", "frame-ancestors"].map((kind) => `${kind} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

let responses: Map<string, PlainResponse> | undefined;

/** The page at `/`, or one of its files; undefined for every other address. */
export function pageResponse({ method, target }: PlainRequest): PlainResponse | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const [path = ""] = target.split("?", 1);
  if (path !== "/" && !path.startsWith(FILES)) return undefined;
  responses ??= readResponses();
  return responses.get(path === "/" ? `${FILES}index.html` : path);
}

function readResponses(): Map<string, PlainResponse> {
  return new Map(
    readdirSync(FOLDER).flatMap((name): [string, PlainResponse][] => {
      const type = TYPES[name.replace(/^.*\./, "")];
      if (type === undefined) return [];
      const body = readFileSync(new URL(name, FOLDER), "utf8");
      return [[FILES + name, { status: 200, headers: { ...HEADERS, "content-type": type }, body }]];
    }),
  );
}
