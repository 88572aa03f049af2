/** A separate parser for bank files, independent of the code that writes them. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decode = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (whole, name: string) => {
    const known = entities[name];
    if (known === undefined) throw new Error(`Unknown entity ${whole}.`);
    return known;
  });

/** Strict: throws if it is not well-formed. */
export function readXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  const token = /<\?[^?]*\?>|<(\/?)([A-Za-z0-9]+)((?:\s+[A-Za-z:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const found = token.exec(xml);
    if (!found) throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 40)}`);
    const [whole, closing, name, attributes = "", empty, text] = found;
    const current = open.at(-1);
    if (!current) throw new Error("Text after the end.");
    if (whole.startsWith("<?")) continue;
    if (text !== undefined) current.text += decode(text);
    else if (closing === "/") {
      if (current.name !== name) throw new Error(`</${name}> ends <${current.name}>.`);
      open.pop();
    } else {
      const pairs = [...attributes.matchAll(/([A-Za-z:]+)="([^"]*)"/g)];
      const element: Element = {
        name: name ?? "",
        attributes: Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key, decode(value)])),
        children: [],
        text: "",
      };
      current.children.push(element);
      if (empty !== "/") open.push(element);
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || !document) throw new Error("Not one whole document.");
  return document;
}

export const all = (element: Element, path: string): Element[] =>
  path
    .split("/")
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );

export function one(element: Element, path: string): string {
  const [found, ...more] = all(element, path);
  if (!found || more.length > 0) throw new Error(`${path}: ${found ? "several" : "none"}.`);
  return found.text;
}
