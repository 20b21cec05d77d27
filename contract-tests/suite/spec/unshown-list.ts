/** A list in a body whose shape is not shown: the body itself, or the first array that it has. */
export function unshownListIn(body: unknown): unknown[] | undefined {
  return Array.isArray(body) ? body : Object.values(body ?? {}).find(Array.isArray);
}
