import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { cut } from "./connector.ts";

/** Whole rows in PostgreSQL's text form: cells between tabs, and a line feed after each row. */
export interface CopiedRows {
  readonly text: Buffer;
  readonly rows: number;
}

const LINE_FEED = 0x0a;
/** The stream's own chunks are a tenth of this: writing each of them to a file would take longer than reading it. */
const PAGE_BYTES = 262_144;

/** The rows of a `copy … to stdout`, as fast as the caller reads them. */
export async function* copyOut(client: pg.Client, command: string): AsyncGenerator<CopiedRows, void> {
  const stream = client.query(to(command));
  // If the connection is lost after the last row, this stream fails although nobody reads it any more. An error without
  // a listener would end the process. The next query on the connection reports the loss.
  stream.on("error", () => {});
  let waiting: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      if (size < PAGE_BYTES || !chunk.includes(LINE_FEED)) continue;
      const bytes = Buffer.concat(waiting, size);
      // A line feed inside a cell is escaped, so this one ends a row.
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      waiting = [bytes.subarray(end)];
      size -= end;
      yield pageOf(bytes.subarray(0, end));
    }
    if (size > 0) yield pageOf(Buffer.concat(waiting, size));
  } finally {
    // A caller that stops early would leave the server sending rows. After an SQL error the transaction is lost anyway.
    if (!stream.readableEnded) cut(client);
  }
}

function pageOf(text: Buffer): CopiedRows {
  let rows = 0;
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) rows += 1;
  return { text, rows };
}

/** Feeds a `copy … from stdin`. If the source fails, the server discards the rows it has received. */
export async function copyIn(
  client: pg.Client,
  command: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await pipeline(inTurns(rows), client.query(from(command)));
}

/**
 * Lets the event loop run once per page. If a source never waits and the socket always accepts more, nobody would read the
 * server's refusal.
 */
async function* inTurns(rows: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const each of rows) {
    size += each.length;
    if (size >= PAGE_BYTES) {
      size = 0;
      await setImmediate();
    }
    yield each;
  }
}
