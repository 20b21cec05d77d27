/** A picture of a terminal, as SVG: sharp at any size, and its text can be selected. */

const LINE = 20;
const PADDING = 18;
const BAR = 34;
/** Wide enough for a font that is wider than most. */
const CHARACTER = 7.95;

const COLORS = {
  text: "#d7dde5",
  strong: "#ffffff",
  quiet: "#8592a3",
  done: "#6fd08c",
  busy: "#f2b866",
};

/**
 * @param command stands before the output, after a prompt
 * @param output plain text; a title is followed by two spaces and its route
 */
export function terminal(command: string, output: string): string {
  const lines = output.split("\n");
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * CHARACTER) + 2 * PADDING;
  const height = BAR + (lines.length + 1) * LINE + 2 * PADDING;
  const rows = [`${tspan("quiet", "$")} ${tspan("strong", command)}`, ...lines.map(painted)];
  const texts = rows.map(
    (row, i) => `  <text x="${PADDING}" y="${BAR + PADDING + 8 + i * LINE}">${row}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The output of ${command}" font-family="ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="${COLORS.text}">
  <rect width="${width}" height="${height}" rx="10" fill="#14181d"/>
  <g fill="#3a434e"><circle cx="20" cy="18" r="5.500"/><circle cx="38" cy="18" r="5.500"/><circle cx="56" cy="18" r="5.500"/></g>
${texts.join("\n")}
</svg>
`;
}

/** Its text, as it was printed. */
export function textOf(svg: string): string {
  const rows = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, row = ""]) => row);
  const plain = rows.slice(1).map((row) => row.replace(/<[^>]+>/g, ""));
  return plain
    .join("\n")
    .replaceAll("\u00a0", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function painted(line: string): string {
  const [, title, route] = /^(\S.*?) {2}((?:GET|POST|PUT|PATCH|DELETE) .*)$/.exec(line) ?? [];
  if (title && route) return `${tspan("strong", title)}${escaped("  ")}${tspan("quiet", route)}`;
  return escaped(line)
    .replace(/\b(finished|active)$/, (state) => tspan("done", state))
    .replace(/\b(running|scheduling|idle)$/, (state) => tspan("busy", state));
}

function tspan(color: keyof typeof COLORS, text: string): string {
  const weight = color === "strong" ? ' font-weight="600"' : "";
  return `<tspan fill="${COLORS[color]}"${weight}>${escaped(text)}</tspan>`;
}

/** SVG would show several spaces as one. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("  ", "\u00a0\u00a0");
}
