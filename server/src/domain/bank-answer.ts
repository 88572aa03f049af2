import { parseId, type PayoutId } from "./ids.ts";

/** One line of a bank's answer: a payout and what became of it. */
export interface BankLine {
  readonly line: number;
  /** As it stood in the file. */
  readonly text: string;
  /** null: no id of ours. */
  readonly payoutId: PayoutId | null;
  readonly status: "paid" | "failed" | null;
  readonly reference: string | null;
  readonly paidOn: string | undefined;
  readonly reason: string | null;
  /** What is wrong with the line itself. */
  readonly problem: string | null;
}

export const BANK_LINES_MAX = 10_000;
const REFERENCE_MAX = 140;
const REASON_MAX = 500;
const columns = ["payout_id", "status", "reference", "paid_on", "reason"] as const;
type Column = (typeof columns)[number];

/** The lines, or a sentence that says what is wrong with the file as a whole. */
export function readBankAnswer(csv: string): BankLine[] | string {
  // The headings, what is allowed, and one line more to see that there are too many.
  const rows = readCsv(csv.replace(/^\uFEFF/, ""), BANK_LINES_MAX + 2);
  if (!rows) return "csv ends inside a quoted text.";
  const [headings, ...lines] = rows;
  const places = new Map(headings?.cells.map((name, place) => [name.trim().toLowerCase(), place]));
  if (!places.has("payout_id") || !places.has("status"))
    return "csv must begin with a line of headings that has payout_id and status.";
  if (lines.length > BANK_LINES_MAX) return `csv must have at most ${BANK_LINES_MAX} lines.`;
  const cellOf = (cells: readonly string[], column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? "";
  return lines.map(({ line, cells }) => bankLineOf(line, (column) => cellOf(cells, column)));
}

function bankLineOf(line: number, cell: (column: Column) => string): BankLine {
  const text = cell("payout_id");
  const status = cell("status").toLowerCase();
  const paidOn = cell("paid_on");
  const isStatus = status === "paid" || status === "failed";
  const problem = !isStatus
    ? "status must be paid or failed."
    : paidOn !== "" && !isDay(paidOn)
      ? "paid_on must be a day such as 2026-03-01."
      : null;
  return {
    line,
    text,
    // In bank files the id stands with a hyphen, since they allow no underscore.
    payoutId: parseId("payout", text.replace("-", "_").toLowerCase()) ?? null,
    status: isStatus ? status : null,
    reference: cell("reference").slice(0, REFERENCE_MAX) || null,
    paidOn: paidOn === "" ? undefined : paidOn,
    reason: cell("reason").slice(0, REASON_MAX) || null,
    problem,
  };
}

/** A day that exists, from 1970 on: no calendar agrees about the first years, and nobody was paid in them. */
export function isDay(text: string): boolean {
  return (
    /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text)
  );
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Comma or semicolon, whichever the first line has; empty lines are skipped. Undefined: a quote is not closed. */
function readCsv(text: string, rowsMax: number): CsvRow[] | undefined {
  const separator = (text.split("\n", 1)[0] ?? "").includes(";") ? ";" : ",";
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  const endRow = (): void => {
    if (cells.some((each) => each.trim() !== "")) rows.push({ line, cells });
    cells = [];
    line += 1;
  };
  const token = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`,
    "y",
  );
  while (token.lastIndex < text.length && rows.length < rowsMax) {
    const found = token.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = "", end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== separator) endRow();
  }
  if (cells.length > 0) endRow();
  return rows;
}
