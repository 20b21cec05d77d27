/** Answers whose text, encoding or media type is not JSON, on routes and refusals of every kind. */
import { gzipSync } from "node:zlib";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup } from "../../fault.ts";
import type { Call, Json } from "../../provider.ts";
import { ANY, answering, insteadOf, type On, refusal, refusing } from "../../verbs.ts";
import { COMMON } from "./sources.ts";

const { must } = inGroup("conventions");

type Body = string | Uint8Array<ArrayBuffer>;

/** Writes the text of an answer in another way, under another media type if one is given. */
async function rewritten(
  response: Response,
  write: (text: string) => Body,
  type?: string,
): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  if (type !== undefined) headers.set("content-type", type);
  return new Response(write(await response.text()), { status: response.status, headers });
}

const writing = (on: On, write: (text: string) => Body, type?: string): Apply =>
  answering(on, (response) => rewritten(response, write, type));

const writingRefusal = (
  status: number,
  write: (text: string) => Body,
  type?: string,
  on: On = ANY,
): Apply => insteadOf(status, on, (response) => rewritten(response, write, type));

const html = () => "<!doctype html><title>No</title><p>No</p>";
const same = (text: string) => text;
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const linesOf = (text: string) =>
  JSON.parse(text).operations.map((it: Json) => `${JSON.stringify(it)}\n`);
const isNextPage = ({ name, query }: Call) => name === routes.listOperations && query.has("cursor");

export const mediaFaults = [
  ...must(COMMON, {
    "media-utf16-operations": [
      "writes the list of operations in UTF-16 and calls it JSON",
      writing(routes.listOperations, utf16),
    ],
    "media-utf16-next-page": [
      "writes each page of operations after the first in UTF-16",
      writing(isNextPage, utf16),
    ],
    "media-utf16-with-charset": [
      "writes a compute in UTF-16 and names that charset",
      writing(
        routes.getEndpoint,
        (text) => utf16(`\ufeff${text}`),
        "application/json; charset=utf-16",
      ),
    ],
    "media-byte-order-mark": [
      "puts a byte order mark before the list of computes",
      writing(routes.listProjectEndpoints, (text) => `\ufeff${text}`),
    ],
    "media-byte-order-mark-everywhere": [
      "puts a byte order mark before every answer",
      writing(ANY, (text) => `\ufeff${text}`),
    ],
    "media-gzip-unlabeled": [
      "compresses a compute without a content encoding",
      writing(routes.getEndpoint, (text) => new Uint8Array(gzipSync(text))),
    ],
    "media-gzip-unlabeled-branches": [
      "compresses the list of branches without a content encoding",
      writing(routes.listBranches, (text) => new Uint8Array(gzipSync(text))),
    ],
    "media-latin-1-key": [
      "writes a new key in Latin-1, whatever letters its name has",
      writing(routes.createOrganizationApiKey, (text) => Buffer.from(text, "latin1")),
    ],
    "media-regions-as-html": [
      "calls the list of regions HTML",
      writing(routes.listRegions, same, "text/html"),
    ],
    "media-snapshots-as-csv": [
      "answers the list of snapshots as CSV",
      writing(routes.listSnapshots, () => "id,name\n", "text/csv"),
    ],
    "media-key-as-form": [
      "answers a new key as a form",
      writing(
        routes.createOrganizationApiKey,
        (text) => new URLSearchParams(JSON.parse(text)).toString(),
        "application/x-www-form-urlencoded",
      ),
    ],
    "media-operations-by-line": [
      "lists operations as one JSON object per line",
      writing(routes.listOperations, (text) => linesOf(text).join(""), "application/x-ndjson"),
    ],
    "media-guarded-projects": [
      "guards the list of projects against inclusion by a script",
      writing(routes.listProjects, (text) => `)]}',\n${text}`),
    ],
    "media-callback-on-databases": [
      "wraps the list of databases in a callback",
      writing(routes.listDatabases, (text) => `callback(${text})`, "application/javascript"),
    ],
    "media-text-after-update": [
      "writes a line of text after the JSON of an update",
      writing(routes.updateEndpoint, (text) => `${text}\n-- 1 row`),
    ],
    "media-deletion-encoded-twice": [
      "answers a deletion with a string of JSON",
      writing(routes.deleteEndpoint, (text) => JSON.stringify(text)),
    ],
    "media-trailing-comma": [
      "leaves a comma after the last property of an operation",
      writing(routes.getOperation, (text) => text.replace(/\}\}$/, "},}")),
    ],
    "media-single-quotes": [
      "writes a new branch with single quotes",
      writing(routes.createBranch, (text) => text.replaceAll('"', "'")),
    ],
    "media-restart-as-text": [
      "answers a restart with a word of text",
      writing(routes.restartEndpoint, () => "restarted", "text/plain"),
    ],
    "media-start-as-yaml": [
      "answers a start in YAML",
      writing(routes.startEndpoint, () => "operations: []\n", "application/yaml"),
    ],
    "media-html-not-found": [
      "answers 404 with a page of HTML",
      writingRefusal(404, html, "text/html"),
    ],
    "media-html-not-found-of-operation": [
      "answers 404 with a page of HTML for an unknown operation alone",
      writingRefusal(404, html, "text/html", routes.getOperation),
    ],
    "media-html-called-json": [
      "answers 404 with a page of HTML that it calls JSON",
      writingRefusal(404, html),
    ],
    "media-html-conflict": [
      "answers 409 with a page of HTML",
      writingRefusal(409, html, "text/html"),
    ],
    "media-text-unauthorized": [
      "answers 401 in plain text",
      writingRefusal(401, () => "Unauthorized", "text/plain"),
    ],
    "media-html-for-unknown-keys": [
      "answers 401 in HTML to a wrong key and in JSON to none",
      writingRefusal(401, html, "text/html", ({ key }) => key !== undefined),
    ],
    "media-xml-malformed": [
      "answers 400 in XML",
      writingRefusal(400, () => "<error/>", "application/xml"),
    ],
    "media-forbidden-cut-short": [
      "leaves out the last brace of a 403",
      writingRefusal(403, (text) => text.slice(0, -1)),
    ],
    "media-accept-refused": [
      "answers 406 to a list of branches in JSON",
      refusing(routes.listBranches, () => refusal(406)),
    ],
    "media-body-refused": [
      "answers 415 to an update of a project in JSON",
      refusing(
        ({ name, headers }) =>
          name === routes.updateProject &&
          headers.get("content-type")?.startsWith("application/json"),
        () => refusal(415),
      ),
    ],
  }),
];
