import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { csvLimits, readCsv, type TableRow } from "../../src/formats/read-csv.ts";

const HEADINGS = "payout_id,status\n";
const LARGE = csvLimits.bytes - 10_000;
/** A few milliseconds of work. */
const BYTES_PER_TURN = 4_096;
/** Enough for the longest line that is within the limits. */
const LONG_LINE_TURNS = 10;

/** The rows of a file that arrives in one piece, or the error, and the turns that other work got meanwhile. */
async function read(csv: string): Promise<{ rows: number; error: string | undefined; turns: number }> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const rows: TableRow[] = [];
  let error: string | undefined;
  try {
    for await (const row of readCsv(Readable.from([Buffer.from(csv)]))) rows.push(row);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  isOver = true;
  return { rows: rows.length, error, turns };
}

describe("a CSV file", () => {
  test.each([
    ["empty lines", HEADINGS.padEnd(LARGE, "\n"), 1],
    ["blank lines", `${HEADINGS}${" \n".repeat(LARGE / 2)}`, 1],
    ["lines of blank cells", `${HEADINGS}${`${" ".repeat(90)},\n`.repeat(csvLimits.lines)}`, 1],
    [
      "ordinary lines",
      `${HEADINGS}${"po_01kqzzzzzzzzzzzzzzzzzzzzzz,paid\n".repeat(csvLimits.lines)}`,
      1 + csvLimits.lines,
    ],
  ])("is read in slices, with a turn for other work after each: %s", async (_name, csv, rows) => {
    const result = await read(csv);
    expect(result).toMatchObject({ rows, error: undefined });
    expect(result.turns).toBeGreaterThanOrEqual(Math.floor(csv.length / BYTES_PER_TURN));
  });

  test.each([
    ["commas", "payout_id,status".padEnd(LARGE, ",")],
    ["commas below the header", HEADINGS.padEnd(LARGE, ",")],
    ["quotes", HEADINGS.padEnd(LARGE, '"')],
    ["one quoted cell", `${HEADINGS}"`.padEnd(LARGE, "x")],
  ])("is not read further when a line is too long: %s", async (_name, csv) => {
    const { error, turns } = await read(csv);
    expect(error).toMatch(/^Line [12] is too long\./);
    expect(turns).toBeLessThan(LONG_LINE_TURNS);
  });
});
