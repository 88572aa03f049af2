/**
 * Spreadsheets run a cell that begins like a formula. Those that split at a semicolon or a tab, as many do in Europe, begin a
 * cell after each of them too, and a row after a line break, quoted or not: there it is escaped as at the beginning.
 */
export const spreadsheetText = (text: string): string =>
  text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'");

/** Quoted, a cell stays whole for readers that take several separators at once. */
export const SEPARATORS = /[;\t]/;
