/** The width of the terminal, and whether it shows colours. */

export interface Stream {
  isTTY?: boolean;
  columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The columns of the stream, else `COLUMNS`, else 80. */
export function columnsOf({ columns }: Stream, env: Environment): number {
  const named = Number(env.COLUMNS);
  return columns || (Number.isInteger(named) && named > 0 ? named : 80);
}

/** FORCE_COLOR is heard before NO_COLOR, as in Node; without either, only a terminal is coloured. */
export function isColoured({ isTTY }: Stream, env: Environment): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined) return !["0", "false"].includes(FORCE_COLOR);
  return isTTY === true && !NO_COLOR && TERM !== "dumb";
}
