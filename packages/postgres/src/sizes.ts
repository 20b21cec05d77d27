/** The number of connections that a compute allows, by its size: the document's table. */

/** The largest size of each row in compute units, and its connections. */
const MAX_CONNECTIONS = [
  [0.25, 112],
  [0.5, 225],
  [1, 450],
  [2, 901],
  [3, 1351],
  [4, 1802],
  [5, 2253],
  [6, 2703],
  [7, 3154],
  [8, 3604],
  [38, 4000],
] as const;

/**
 * Two guesses, since neither is shown: an autoscaling compute allows what its largest size does, and
 * one above 38 units as many as one of 38.
 *
 * @param max_cu the largest size of the compute, in compute units
 */
export function maxConnections(max_cu: number): number {
  const row = MAX_CONNECTIONS.find(([cu]) => max_cu <= cu) ?? MAX_CONNECTIONS.at(-1);
  return (row as (typeof MAX_CONNECTIONS)[number])[1];
}
