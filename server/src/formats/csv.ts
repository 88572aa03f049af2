import { stringify } from "csv-stringify/sync";

export type Cell = string | number | boolean | null;

/** Readers split at different separators and line breaks, so a cell that contains any of them is quoted. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    quoted_match: /[;\t]/,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    cast: { boolean: String },
  });

/**
 * Escapes text that a spreadsheet would run as a formula. Some spreadsheets split at semicolons, tabs or line breaks
 * even inside quotes, so the text after each of them is escaped as well.
 */
export const spreadsheetText = (text: string): string =>
  text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'");
