/** Finds the list in an undocumented body: the body itself, or its first array. */
export function unshownListIn(body: unknown): unknown[] | undefined {
  return Array.isArray(body) ? body : Object.values(body ?? {}).find(Array.isArray);
}
