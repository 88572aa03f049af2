import { BANK_RESULTS_BYTES_MAX, BANK_RESULTS_LINES_MAX } from "tributary-sdk/limits";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse, type Parser } from "csv-parse";
import { AppError } from "../domain/errors.ts";

/** A row of an uploaded table. */
export interface TableRow {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Lines are counted without the headings and empty lines. */
export const csvLimits = {
  bytes: BANK_RESULTS_BYTES_MAX,
  lines: BANK_RESULTS_LINES_MAX,
  columns: 20,
  cellLength: 500,
} as const;

/** The worst case: every cell is quoted and each of its characters doubled. */
const LINE_LENGTH_MAX = csvLimits.columns * csvLimits.cellLength * 2;
/** How much is parsed before other requests get a turn: a few milliseconds of work. */
const SLICE_BYTES = 4_096;

/**
 * The rows of a CSV file, separated by comma or semicolon, whichever the first line uses. Reads in slices and stops at
 * the first exceeded limit, so no file blocks other requests.
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow, void> {
  const texts = textsOf(slicesOf(chunks));
  const first = await texts.next();
  const start = first.value ?? "";
  const parser = parse({
    bom: true,
    delimiter: start.split(/[\r\n]/, 1)[0]?.includes(";") ? ";" : ",",
    info: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: LINE_LENGTH_MAX * 2,
  });
  // An error while feeding also ends the loop below, which reports it.
  pipeline(Readable.from(fed(parser, start, texts)), parser).catch(() => {});
  try {
    let lines = -1;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      lines += 1;
      refuseBeyondLimits(record, { lines, line: info.lines });
      if (record.some((cell) => cell !== "")) yield { line: info.lines, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(sentenceOf(error)) : error;
  } finally {
    parser.destroy();
  }
}

const unreadable = (text: string): AppError => new AppError("invalid_request", { text });
export const tooLarge = (): AppError =>
  new AppError("body_too_large", { text: `The file is larger than ${csvLimits.bytes / 1_000_000} MB. Split it.` });

function refuseBeyondLimits(cells: readonly string[], { lines, line }: { lines: number; line: number }): void {
  if (lines > csvLimits.lines)
    throw unreadable(
      `Line ${line}: the file has more than ${csvLimits.lines.toLocaleString("en-US")} lines. Split it.`,
    );
  if (cells.length > csvLimits.columns)
    throw unreadable(`Line ${line} has more than ${csvLimits.columns} columns. Remove those you do not need.`);
  if (cells.some(({ length }) => length > csvLimits.cellLength))
    throw unreadable(`Line ${line} has a cell with more than ${csvLimits.cellLength} characters. Shorten it.`);
}

function sentenceOf({ code, lines, record }: CsvError & { lines?: number; record?: unknown[] }): string {
  if (code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH")
    return `Line ${lines} has ${record?.length} cells, which does not match the number of headings.`;
  if (code === "CSV_MAX_RECORD_SIZE") return tooLong(lines);
  if (code === "CSV_QUOTE_NOT_CLOSED") return `Line ${lines}: the file ends inside a quoted cell. Close the quote.`;
  return `Line ${lines} has a quote in the wrong place. Quote the whole cell and double the quotes inside it.`;
}

const tooLong = (line: number | undefined): string => `Line ${line} is too long. Check it for an unclosed quote.`;

/** The parser's input. It keeps all cells of a line until the line ends, so line length is checked here. */
async function* fed(parser: Parser, start: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  let length = 0;
  const checked = (text: string): string => {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    length = end === -1 ? length + text.length : text.length - end - 1;
    if (length > LINE_LENGTH_MAX) throw unreadable(tooLong(parser.info.lines));
    return text;
  };
  yield checked(start);
  for await (const text of rest) yield checked(text);
}

/**
 * All slices but the last are full, so the first one shows how the headings are separated. Counts actual bytes,
 * whatever the headers said.
 */
async function* slicesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = [];
  let size = 0;
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > csvLimits.bytes) throw tooLarge();
    waiting.push(chunk);
    size += chunk.length;
    if (size < SLICE_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    const rest = size % SLICE_BYTES;
    for (let at = 0; at + SLICE_BYTES <= size; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
    waiting = [bytes.subarray(size - rest)];
    size = rest;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function* textsOf(slices: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const slice of slices) {
      yield decoder.decode(slice, { stream: true });
      await setImmediate();
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TypeError) throw unreadable("The file is not UTF-8 text. Save it as CSV UTF-8.");
    // The sender disconnected.
    throw unreadable("The upload was interrupted. Try again.");
  }
}
