/** A strict reader of XML, and of HTML written like XML. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  /** With the text of its children. */
  text: string;
  children: Element[];
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** @throws {Error} at the first thing that is not well-formed */
export function parse(source: string): Element {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/.test(source) || /\p{Cs}/u.test(source)) {
    throw new Error("a character that no document may have");
  }
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const token =
    /<!doctype html>|<\?xml [^>]*\?>|<(script|style)>([\s\S]*?)<\/\1>|<\/([a-z][a-z0-9-]*)>|<([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    const [all, rawName, rawText, closed, opened, attributes = "", empty] = match ?? [];
    const parent = open.at(-1);
    if (!all || !parent) throw new Error(`not well-formed: ${source.slice(at, at + 80)}`);
    if (rawName) {
      parent.children.push({ name: rawName, attributes: {}, text: rawText ?? "", children: [] });
    } else if (closed) {
      if (parent.name !== closed) throw new Error(`${closed} closes ${parent.name}`);
      open.pop();
    } else if (opened) {
      const element = {
        name: opened,
        attributes: attributesOf(attributes),
        text: "",
        children: [],
      };
      parent.children.push(element);
      if (!empty) open.push(element);
    } else if (!all.startsWith("<")) {
      for (const element of open) element.text += plain(all);
    }
  }
  if (open.length > 1) throw new Error(`${open.at(-1)?.name} is not closed`);
  return root;
}

export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ]);
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)];
  const attributes = Object.fromEntries(pairs.map(([, name, value]) => [name, plain(value ?? "")]));
  if (Object.keys(attributes).length < pairs.length) throw new Error(`twice in ${text}`);
  return attributes;
}

function plain(text: string): string {
  return text.replace(/&([^;]*);?/g, (entity, name) => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`unknown entity ${entity}`);
    return character;
  });
}
