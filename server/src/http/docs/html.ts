const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

/** The anchor of a heading, formed as on GitHub, so that links between the guides work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** A heading that links to itself. */
export const headingHtml = (level: number, id: string, content: string): string =>
  `<h${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${level}>\n`;

/** A block of code. The script of the page adds the copy button. */
export const codeHtml = (code: string, language = ""): string =>
  `<pre class="code" tabindex="0"${language === "" ? "" : ` data-language="${escapeHtml(language)}"`}><code>${escapeHtml(code.trimEnd())}</code></pre>\n`;

/** Text with `code` in it, as the descriptions of the API are written. */
export const inlineHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** A table that scrolls sideways on a narrow screen. */
export const tableHtml = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" tabindex="0"><table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</tbody></table></div>\n`;
