import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvOf, spreadsheetText, type Cell } from "../../formats/csv.ts";

type PlainField<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row] & string;
/** A field of the row with its name as the heading, or a heading with a function for the cell. */
type Column<Row> = PlainField<Row> | readonly [heading: string, cell: (row: Row) => Cell];
export type Columns<Row> = readonly Column<Row>[];

export interface CsvFile<Row> {
  /** Without `.csv`. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly batches: AsyncGenerator<readonly Row[], void>;
}

/** Streams in chunks, as fast as the client reads: neither the table nor the file is ever in memory as a whole. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  { name, columns, batches }: CsvFile<Row>,
): Promise<FastifyReply> {
  // Read before the first byte is sent, so an error up to here still gets the usual response.
  const first = await batches.next();
  void reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "no-store");
  return reply.send(Readable.from(texts(columns, first, batches), { highWaterMark: 1 }));
}

/** Without it, Excel assumes the code page of the reader's country. */
const BYTE_ORDER_MARK = "\uFEFF";

async function* texts<Row>(
  columns: Columns<Row>,
  first: IteratorResult<readonly Row[], void>,
  batches: AsyncGenerator<readonly Row[], void>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvOf([columns.map(headingOf)]);
  try {
    for (let batch = first; !batch.done; batch = await batches.next()) {
      if (batch.value.length > 0)
        yield csvOf(batch.value.map((row) => columns.map((column) => escaped(cellOf(column, row)))));
    }
  } finally {
    await batches.return();
  }
}

const headingOf = <Row>(column: Column<Row>): string => (typeof column === "string" ? column : column[0]);

/** The compiler cannot tell that a plain field of a row holds a cell. */
const cellOf = <Row>(column: Column<Row>, row: Row): Cell =>
  typeof column === "string" ? (row[column] as Cell) : column[1](row);

/** Numbers stay numbers. */
const escaped = (cell: Cell): Cell => (typeof cell === "string" ? spreadsheetText(cell) : cell);
