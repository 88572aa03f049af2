import { reaching, type List, type Page, type Position, type Total } from "../store/page.ts";
import type { MerchantContext, Services } from "./context.ts";

export type { Page, Total } from "../store/page.ts";

type Reader<Scope> = Scope & Pick<Services, "db">;

export type PageReader<Scope, Filter, Row> = (
  context: Reader<Scope>,
  filter: Filter,
  page: Page,
) => Promise<{ rows: Row[]; total: Total }>;

/** A list in the dashboard: shown in pages, or downloaded in full. */
export interface Listing<Filter, Row> {
  readonly page: PageReader<MerchantContext, Filter, Row>;
  readonly batches: (context: MerchantContext, filter: Filter) => AsyncGenerator<Row[], void>;
}

export const listing = <Filter, Row>(list: List<MerchantContext, Filter, Row>): Listing<Filter, Row> => ({
  page: pagesOf(list),
  batches: (context, filter) => batchesOf(list, context, filter),
});

export const pagesOf =
  <Scope, Filter, Row>(list: List<Scope, Filter, Row>): PageReader<Scope, Filter, Row> =>
  async (context, filter, page) => {
    const { db } = context;
    const [rows, total] = await Promise.all([
      list.read(db, context, { filter, slice: page }),
      list.count(db, context, filter),
    ]);
    return { rows, total: reaching(total, page, rows.length) };
  };

const BATCH_ROWS = 500;

/** Holds only one batch in memory, regardless of the list's length. */
export async function* batchesOf<Scope, Filter, Row>(
  list: List<Scope, Filter, Row>,
  context: Scope & Pick<Services, "reads">,
  filter: Filter,
): AsyncGenerator<Row[], void> {
  let after: Position | undefined;
  for (;;) {
    const slice = { limit: BATCH_ROWS, after };
    const rows = await context.reads.run((db) => list.read(db, context, { filter, slice }));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = list.position(last);
  }
}
