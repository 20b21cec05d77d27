/** Lets a part of the benchmarks, which runs in its own process, talk to its parent. */

export interface Settings {
  quick: boolean;
  /** Measures only raw fetch and this client. */
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
