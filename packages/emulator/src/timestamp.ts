/** A moment as the API writes it, to the second; the rest of the second is cut. */
export function timestampOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
