/** The answer that a finding shows: the one that broke the rule, without secrets, and cut. */
import { curl } from "./curl.ts";
import { type Answer, type Exchange, requestNameOf } from "./exchange.ts";
import type { ShownAnswer } from "./outcome.ts";
import type { Secrets } from "./secrets.ts";

const MOST_CHARACTERS = 2_000;

/** Fields whose value may be a secret that the run has not learned. */
const SECRET_FIELD = /("[^"]*(?:key|password|secret|token|uri)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** The password in an address such as a connection string. */
const SECRET_IN_ADDRESS = /(\b[a-z]{2,20}:\/\/[^\s:/@"]{0,100}):[^\s/@"]+@/gi;

/** About the connection, not the answer. */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];

const SECRET_HEADER = /authorization|cookie|key|secret|token/;

/**
 * Picks the exchange that a failed check is about: the first on a route that its message names with
 * the status, else the last on a route that it names, else the last with an answer.
 */
export function decidingOf(exchanges: Exchange[], message: string): Answer | undefined {
  const answered = exchanges.filter(
    (exchange): exchange is Answer => exchange.answer !== undefined,
  );
  const names = (answer: Answer, after: RegExp) => {
    const [, ...rests] = message.split(requestNameOf(answer));
    return rests.some((rest) => after.test(rest));
  };
  return (
    answered.find((answer) => names(answer, new RegExp(`^\\D{0,20}${answer.status}\\b`))) ??
    answered.findLast((answer) => names(answer, /^(?![/{\w])/)) ??
    answered.at(-1)
  );
}

export function shownAnswer(
  answer: Answer | undefined,
  baseUrl: string,
  secrets: Secrets,
): ShownAnswer | undefined {
  if (answer === undefined) return undefined;
  const { status, answer: response, text = "" } = answer;
  const without = (text: string) => secrets.hide(text).replaceAll(SECRET_IN_ADDRESS, "$1:…@");
  const headers = [...response.headers]
    .filter(([name]) => !HOP_BY_HOP.includes(name))
    .map(([name, value]): [string, string] => [
      name,
      SECRET_HEADER.test(name) ? "…" : cut(without(value), 200),
    ]);
  return {
    curl: curl(answer, baseUrl, secrets),
    status,
    headers,
    body: cut(without(text).replaceAll(SECRET_FIELD, '$1"…"'), MOST_CHARACTERS),
  };
}

function cut(text: string, most: number): string {
  const rest = text.length - most;
  return rest > 0 ? `${text.slice(0, most)}… (${rest} more characters)` : text;
}
