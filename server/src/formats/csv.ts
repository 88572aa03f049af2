import { stringify } from "csv-stringify/sync";

export type Cell = string | number | boolean | null;

/** Readers differ in which separators and line breaks they split at, so a cell with any of them is quoted. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    quoted_match: /[;\t]/,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    cast: { boolean: String },
  });

/**
 * Escapes text that a spreadsheet would run as a formula. Spreadsheets that split at a semicolon or a tab start a new cell after
 * each of them, and a new row after a line break, quoted or not: the text is escaped there as at its beginning.
 */
export const spreadsheetText = (text: string): string =>
  text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'");
