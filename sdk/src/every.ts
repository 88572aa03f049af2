import type { Pagination } from "./resources.ts";

interface Listed {
  readonly id: string;
}
export interface Walk<Item extends Listed> {
  /** Newest first, two items or more. */
  readonly page: (offset: number) => Promise<{ items: readonly Item[]; pagination: Pagination }>;
  /** The list's sort key, before the ID. */
  readonly time: (item: Item) => string;
}

/**
 * Every item of a list once, page by page. Lists are newest first and offsets count from the front, so a list that
 * changes meanwhile shifts: added items push others to the next page a second time, and removed ones (those that the
 * caller has just rejected, for example) pull unseen items back. So each page starts with the last item of the previous
 * one. If it does not, the reader goes back until it finds a known item.
 */
export async function* every<Item extends Listed>({ page, time }: Walk<Item>): AsyncGenerator<Item, void, undefined> {
  const isOlder = (item: Item, than: Item): boolean =>
    time(item) < time(than) || (time(item) === time(than) && item.id < than.id);
  let last: Item | undefined;
  for (let offset = 0; ;) {
    const { items, pagination } = await page(offset);
    const [first] = items;
    const known = last;
    if (known !== undefined && offset > 0 && (first === undefined || isOlder(first, known))) {
      offset = Math.max(0, offset - pagination.limit);
      continue;
    }
    for (const item of items) {
      if (known !== undefined && !isOlder(item, known)) continue;
      last = item;
      yield item;
    }
    if (items.length < pagination.limit) return;
    offset += items.length - 1;
  }
}
