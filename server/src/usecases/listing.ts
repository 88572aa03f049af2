import { reaching, type Page, type Position, type Slice, type Total } from "../store/page.ts";
import type { MerchantContext } from "./context.ts";

export type { Page, Total } from "../store/page.ts";

/** One list of the dashboard, in both ways that it is read: by pages on the screen, and whole into a file. */
export interface Listing<Filter, Row> {
  readonly page: (context: MerchantContext, filter: Filter, page: Page) => Promise<{ rows: Row[]; total: Total }>;
  /** Never more than one batch in memory, however long the list is. */
  readonly batches: (context: MerchantContext, filter: Filter) => AsyncGenerator<Row[], void>;
}

interface Reads<Filter, Row> {
  readonly read: (context: MerchantContext, filter: Filter, slice: Slice) => Promise<Row[]>;
  readonly count: (context: MerchantContext, filter: Filter) => Promise<Total>;
  /** Where the list goes on after this row. */
  readonly position: (row: Row) => Position;
}

const BATCH_ROWS = 500;

export function listing<Filter, Row>({ read, count, position }: Reads<Filter, Row>): Listing<Filter, Row> {
  return {
    async page(context, filter, page) {
      const [rows, total] = await Promise.all([read(context, filter, page), count(context, filter)]);
      return { rows, total: reaching(total, page, rows.length) };
    },
    async *batches(context, filter) {
      let after: Position | undefined;
      for (;;) {
        const rows = await read(context, filter, { limit: BATCH_ROWS, after });
        yield rows;
        const last = rows.at(-1);
        if (!last || rows.length < BATCH_ROWS) return;
        after = position(last);
      }
    },
  };
}
