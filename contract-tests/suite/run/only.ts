/** Reads `--only`: names separated by commas, `*` for any letters. Without it, every name matches. */
export function matching(patterns: string | undefined): (name: string) => boolean {
  if (patterns === undefined) return () => true;
  const expressions = patterns
    .split(",")
    .map((pattern) => new RegExp(`^${pattern.trim().replaceAll("*", ".*")}$`));
  return (name) => expressions.some((expression) => expression.test(name));
}
