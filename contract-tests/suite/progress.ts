/** Shows the progress of a run on stderr: one updated line in a terminal, a few lines elsewhere. */
import type { Outcome } from "./run/outcome.ts";
import type { Rule } from "./run/rule.ts";

const LINES_ELSEWHERE = 5;

export interface Progress {
  step(rule: Pick<Rule, "id">, outcome: Pick<Outcome, "kind">): void;
  end(): void;
}

export function startProgress(
  name: string,
  total: number,
  stream: { isTTY?: boolean; write(text: string): unknown },
): Progress {
  let done = 0;
  let failed = 0;
  const summed = () =>
    `${name}: ${done} of ${total} rules${failed > 0 ? `, ${failed} failed` : ""}`;
  return {
    step({ id }, { kind }) {
      done += 1;
      if (kind === "failed") failed += 1;
      if (stream.isTTY) stream.write(`\r\x1b[K${summed()}  ${id}`);
      else if (done % Math.ceil(total / LINES_ELSEWHERE) === 0) stream.write(`${summed()}\n`);
    },
    end() {
      if (stream.isTTY) stream.write("\r\x1b[K");
    },
  };
}
