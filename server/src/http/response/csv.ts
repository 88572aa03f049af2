import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvOf, spreadsheetText, type Cell } from "../../formats/csv.ts";

/** A heading, and what stands under it. */
export type Columns<Row> = readonly (readonly [heading: string, cell: (row: Row) => Cell])[];

export interface CsvFile<Row> {
  /** Without `.csv`. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly batches: AsyncGenerator<readonly Row[], void>;
}

/** Batch by batch, as fast as the reader takes them: neither the table nor the file is ever in memory as a whole. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  { name, columns, batches }: CsvFile<Row>,
): Promise<FastifyReply> {
  // Read before the first byte goes out: what goes wrong so far is still answered like everywhere else.
  const first = await batches.next();
  void reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "no-store");
  return reply.send(Readable.from(texts(columns, first, batches), { highWaterMark: 1 }));
}

/** Excel takes a file without it for the codepage of the reader's country. */
const BYTE_ORDER_MARK = "\uFEFF";

async function* texts<Row>(
  columns: Columns<Row>,
  first: IteratorResult<readonly Row[], void>,
  batches: AsyncGenerator<readonly Row[], void>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvOf([columns.map(([heading]) => heading)]);
  try {
    for (let batch = first; !batch.done; batch = await batches.next()) {
      if (batch.value.length > 0) yield csvOf(batch.value.map((row) => columns.map(([, cell]) => escaped(cell(row)))));
    }
  } finally {
    await batches.return();
  }
}

/** Numbers stay numbers. */
const escaped = (cell: Cell): Cell => (typeof cell === "string" ? spreadsheetText(cell) : cell);
