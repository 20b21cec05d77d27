/** Renders the requests of a check as shell lines, to reproduce a failure by hand. */
import type { Exchange } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";

const MOST_LINES = 25;

/** Uses $BASE_URL and $API_KEY; consecutive equal requests share one line. */
export function curlLines(exchanges: Exchange[], baseUrl: string, secrets: Secrets): string[] {
  const lines: { line: string; answers: string[] }[] = [];
  for (const exchange of exchanges) {
    const line = curl(exchange, baseUrl, secrets);
    const answered = exchange.status === undefined ? "no answer" : `${exchange.status}`;
    const last = lines.at(-1);
    if (last?.line === line) last.answers.push(answered);
    else lines.push({ line, answers: [answered] });
  }
  const left = lines.length - MOST_LINES;
  return [
    ...(left > 0 ? [`# ${left} earlier requests`] : []),
    ...lines.slice(-MOST_LINES).map(({ line, answers }) => `${line}  # ${summed(answers)}`),
  ];
}

function summed(answers: string[]): string {
  const [first = ""] = answers;
  if (answers.length === 1) return first;
  const alike = answers.every((answer) => answer === first);
  return alike ? `${first}, ${answers.length} times` : answers.slice(-8).join(", ");
}

/** One request as a shell line. */
export function curl(
  { method, url, headers, body }: Exchange,
  baseUrl: string,
  secrets: Secrets,
): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
  const words = ["curl", "-sS"];
  if (method !== "GET") words.push("-X", method);
  words.push(`"$BASE_URL${inDoubleQuotes(path, secrets)}"`);
  for (const [name, value] of headers) {
    if (name === "accept") continue;
    words.push("-H", `"${headerName(name)}: ${inDoubleQuotes(value, secrets)}"`);
  }
  if (body !== undefined && body !== null) words.push("-d", `'${inQuotes(String(body), secrets)}'`);
  return words.join(" ");
}

/** Escapes everything but the variables that stand for secrets. */
function inDoubleQuotes(text: string, secrets: Secrets): string {
  const marked = secrets.hide(text, (name) => `${MARK}${name}${MARK}`);
  return marked.replaceAll(/["\\`$]/g, "\\$&").replaceAll(MARKED, "$$$1");
}

/** Single quotes take no variables, so those of the secrets stand outside the quotes. */
function inQuotes(text: string, secrets: Secrets): string {
  const marked = secrets.hide(text, (name) => `${MARK}${name}${MARK}`);
  return marked.replaceAll("'", "'\\''").replaceAll(MARKED, `'"$$$1"'`);
}

/** A private-use character, which no request contains. */
const MARK = "\uE000";
const MARKED = new RegExp(`${MARK}(\\w+)${MARK}`, "g");

function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
