/** All report formats, with the file that each is written to. */
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import type { Report } from "./model.ts";
import { renderSarif } from "./sarif.ts";
import { renderSummary } from "./summary.ts";
import { renderText } from "./text.ts";

export const FORMATS = {
  text: (report) => renderText(report),
  json: renderJson,
  junit: renderJunit,
  sarif: (report) => renderSarif(report),
  summary: (report) => renderSummary(report),
  html: renderHtml,
} as const satisfies Record<string, (report: Report) => string>;

export type Format = keyof typeof FORMATS;

export const FILES: Readonly<Record<Format, string>> = {
  text: "report.txt",
  json: "report.json",
  html: "report.html",
  sarif: "report.sarif",
  summary: "report.md",
  junit: "junit.xml",
};
