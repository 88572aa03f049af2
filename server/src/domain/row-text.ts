/**
 * Rows as lines of JSON: an array of texts and nulls, in the order of the columns. Each text is PostgreSQL's own of the
 * value, so nothing is rounded, reordered or normalised on the way. Its copy format escapes nearly as JSON does, which
 * makes this a few replacements over many rows at once instead of work for every cell.
 */
export function jsonOfCopiedRows(copied: string): string {
  if (copied === "") return "";
  let text = copied.slice(0, -1); // every row ends with a line feed
  if (text.includes('"')) text = text.replaceAll('"', '\\"');
  if (text.includes("\\v")) text = text.replaceAll(/\\(\\|v)/g, (found) => (found === "\\v" ? "\\u000b" : found));
  if (RAW_CONTROL.test(text)) text = text.replaceAll(RAW_CONTROLS, escapeOf);
  text = text.replaceAll("\t", '","').replaceAll("\n", '"]\n["');
  return `["${text}"]\n`.replaceAll('"\\N"', "null");
}

/** The way back, for one line; undefined when it is no such row. */
export function copiedRowOfJson(line: string, columns: number): string | undefined {
  const cells = parsed(line);
  if (!Array.isArray(cells) || cells.length !== columns) return undefined;
  let text = "";
  for (const [place, cell] of cells.entries()) {
    if (cell !== null && typeof cell !== "string") return undefined;
    text += (place === 0 ? "" : "\t") + (cell === null ? "\\N" : copiedCell(cell));
  }
  return `${text}\n`;
}

// oxlint-disable-next-line no-control-regex -- these are what JSON does not allow and PostgreSQL does not escape
const RAW_CONTROL = /[\u0001-\u0007\u000e-\u001f]/;
const RAW_CONTROLS = new RegExp(RAW_CONTROL, "g");

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const ESCAPED = /[\\\b\f\n\r\t\v]/;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

function copiedCell(cell: string): string {
  return ESCAPED.test(cell) ? cell.replaceAll(new RegExp(ESCAPED, "g"), (found) => ESCAPES[found] ?? found) : cell;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
