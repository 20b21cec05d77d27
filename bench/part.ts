/** How a part of the benchmarks, a process of its own, talks with the one that started it. */

export interface Settings {
  quick: boolean;
  /** Only raw fetch and our own client count. */
  gate: boolean;
}

export function settings(): Settings {
  const { argv } = process;
  return { quick: argv.includes("--quick"), gate: argv.includes("--gate") };
}

export function progress(line: string) {
  process.stderr.write(`${line}\n`);
}

export function report(rows: unknown) {
  if (process.send) process.send(rows);
  else console.table(rows);
  process.disconnect?.();
}
