/** Shows the progress of a run on stderr: one updated line in a terminal, a few lines elsewhere. */
import type { Surroundings } from "./options.ts";
import { cut } from "./reports/text/layout.ts";
import type { Failure, Outcome } from "./run/outcome.ts";
import type { Rule } from "./run/rule.ts";
import { columnsOf } from "./terminal.ts";

const LINES_ELSEWHERE = 5;

export interface Progress {
  step(rule: Pick<Rule, "id">, outcome: Pick<Outcome, "kind"> & Pick<Failure, "deviations">): void;
  end(): void;
}

export function startProgress(
  name: string,
  total: number,
  { stderr, env }: Pick<Surroundings, "stderr" | "env">,
): Progress {
  let done = 0;
  let failed = 0;
  const summed = () => `${done} of ${total} rules${failed > 0 ? `, ${failed} failed` : ""}`;
  return {
    step({ id }, { kind, deviations }) {
      done += 1;
      if (kind === "failed" && !deviations) failed += 1;
      if (stderr.isTTY) {
        // A line as wide as the terminal would wrap, and could not be cleared.
        const line = cut(`${summed()}: ${id}, ${name}`, columnsOf(stderr, env) - 1);
        stderr.write(`\r\x1b[K${line}`);
      } else if (done % Math.ceil(total / LINES_ELSEWHERE) === 0)
        stderr.write(`${name}: ${summed()}\n`);
    },
    end() {
      if (stderr.isTTY) stderr.write("\r\x1b[K");
    },
  };
}
