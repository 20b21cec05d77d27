/** Renders JSON without lone surrogates, which are legal but which some parsers reject. */
export function renderJson(value: unknown): string {
  const wellFormed = (_: string, it: unknown) =>
    typeof it === "string" ? it.replace(/\p{Cs}/gu, "\uFFFD") : it;
  return `${JSON.stringify(value, wellFormed, 2)}\n`;
}
