/** The findings as annotations of GitHub Actions, at the files of the call that they concern. */
import { findingsOf } from "./findings.ts";
import type { Report } from "./model.ts";
import { sentenceOf, worstOf } from "./verdict.ts";

/** A file of the checkout. */
export interface AnnotatedFile {
  /** Relative to the checkout. */
  path: string;
  text: string;
}

export interface AnnotatedFiles {
  fixtures?: AnnotatedFile | undefined;
  baseline?: AnnotatedFile | undefined;
}

const COMMANDS: Readonly<Record<string, string>> = { failed: "error", warning: "warning" };

/** A line each; known deviations have none. */
export function renderAnnotations(report: Report, files: AnnotatedFiles): string {
  const findings = findingsOf(report).flatMap(({ rule, failures }) => {
    const command = COMMANDS[worstOf(rule)];
    const [failure] = failures;
    if (command === undefined || !failure) return [];
    const { message, routes } = failure.failure;
    const place = placeIn(files.fixtures, routes);
    const text = `${message}\n${sentenceOf(report, rule)}`;
    return [annotation(command, { ...place, title: `${rule.id}: ${rule.text}` }, text)];
  });
  const losses = (report.baseline?.lost ?? []).map(({ name, now }) =>
    annotation(
      "error",
      { ...placeIn(files.baseline, [name]), title: name },
      `no longer shown, but ${now}`,
    ),
  );
  const ends = report.ended === undefined ? [] : [annotation("error", {}, report.ended)];
  return [...findings, ...losses, ...ends].join("");
}

/** The line of the file that has one of these names, else its first one. */
function placeIn(file: AnnotatedFile | undefined, names: readonly string[]) {
  if (!file) return {};
  const lines = file.text.split("\n");
  const line = lines.findIndex((text) => names.some((it) => text.includes(JSON.stringify(it))));
  return { file: file.path, line: `${Math.max(line, 0) + 1}` };
}

function annotation(command: string, properties: Record<string, string>, text: string): string {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${[command, written.join(",")].join(" ").trim()}::${data(text)}\n`;
}

/** Escapes what would end a command, so that a server's text cannot give another one. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
