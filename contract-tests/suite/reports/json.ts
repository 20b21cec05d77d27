/** The report as JSON that every reader takes: half a surrogate pair is legal in it, but refused by some. */
export function renderJson(value: unknown): string {
  const wellFormed = (_: string, it: unknown) =>
    typeof it === "string" ? it.replace(/\p{Cs}/gu, "\uFFFD") : it;
  return `${JSON.stringify(value, wellFormed, 2)}\n`;
}
