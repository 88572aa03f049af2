import { Marked, type Token, type Tokens } from "marked";
import { anchorOf, codeHtml, escapeHtml, headingHtml } from "./html.ts";

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly level: number;
  /** The text under the heading, for the search. */
  readonly text: string;
}

export interface RenderedGuide {
  readonly html: string;
  readonly sections: readonly Section[];
}

/** `linkTo` maps a guide's file name to its page; undefined: it has none, and the link becomes plain text. */
export function renderGuide(markdown: string, linkTo: (file: string) => string | undefined): RenderedGuide {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return headingHtml(depth, anchorOf(text), this.parser.parseInline(tokens));
      },
      code: ({ text, lang = "" }: Tokens.Code) => codeHtml(text, lang),
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = targetOf(href, linkTo);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  // Wrapped here, because the renderer of tables would have to repeat marked's own.
  const html = marked
    .parser(tokens)
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return { html, sections: sectionsOf(tokens) };
}

function targetOf(href: string, linkTo: (file: string) => string | undefined): string | undefined {
  if (/^(?:#|https?:\/\/)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const page = linkTo(file);
  return page === undefined ? undefined : anchor === undefined ? page : `${page}#${anchor}`;
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: (Omit<Section, "text"> & { parts: string[] })[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { text, depth } = token as Tokens.Heading;
      sections.push({ id: anchorOf(text), heading: plain(text), level: depth, parts: [] });
    } else sections.at(-1)?.parts.push(plain(token.raw));
  }
  return sections.map(({ parts, ...section }) => ({
    ...section,
    text: parts.join(" ").replaceAll(/\s+/g, " ").trim(),
  }));
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^```\w*$/gm, "")
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/[`*|[\]]|-{3,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
