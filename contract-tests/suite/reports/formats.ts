/** Every report there is, by the name the command line has for it. */
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import type { Report } from "./model.ts";
import { renderSarif } from "./sarif.ts";
import { renderSummary } from "./summary.ts";
import { renderTable } from "./table.ts";

export const FORMATS = {
  table: renderTable,
  json: renderJson,
  junit: renderJunit,
  sarif: (report) => renderSarif(report),
  summary: (report) => renderSummary(report),
  html: renderHtml,
} as const satisfies Record<string, (report: Report) => string>;

export type Format = keyof typeof FORMATS;
