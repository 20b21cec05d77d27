import type { ClientEvent } from "./options.ts";

/**
 * An `onEvent` that writes a line per event, without headers, queries and bodies:
 * `GET /projects: 200 in 12 ms`.
 *
 * @param write where to; `console.debug` by default
 */
export function consoleLogger(
  write: (line: string) => void = console.debug,
): (event: ClientEvent) => void {
  return (event) => {
    const attempt = event.attempt > 1 ? ` (attempt ${event.attempt})` : "";
    write(`${event.route}: ${textOf(event)}${attempt}`);
  };
}

function textOf(event: ClientEvent): string {
  switch (event.type) {
    case "request":
      return "sent";
    case "response": {
      const id = event.requestId ? `, request id ${event.requestId}` : "";
      return `${event.status} in ${Math.round(event.durationMs)} ms${id}`;
    }
    case "fault":
      return `${event.code} after ${Math.round(event.durationMs)} ms`;
    case "retry":
      return `next attempt in ${Math.round(event.delayMs)} ms`;
  }
}
