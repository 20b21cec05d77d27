/** Template strings for HTML and XML; values are escaped unless they are markup. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | undefined | readonly Value[];

export function markup(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(write)) };
}

/** Only for trusted text. */
export function raw(text: string): Markup {
  return { markup: text };
}

function write(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  return "markup" in value ? value.markup : value.map(write).join("");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML and XML forbid most control characters, even escaped. */
function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]|\p{Cs}|[\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
