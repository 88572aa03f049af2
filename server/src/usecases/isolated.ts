import type { AccountId } from "../domain/ids.ts";

/**
 * Does the work for each item. One that fails must not block the others, so failures are thrown at the end: the first
 * one of each account, because a broken account may have any number of them.
 */
export async function forEachIsolated<Item extends { readonly accountId: AccountId }>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  isOver = (): boolean => false,
): Promise<void> {
  const failures = new Map<AccountId, unknown>();
  for await (const item of items) {
    if (isOver()) break;
    try {
      await work(item);
    } catch (error) {
      if (!failures.has(item.accountId)) failures.set(item.accountId, error);
    }
  }
  const [first, ...others] = failures.values();
  if (others.length > 0) throw new AggregateError(failures.values(), `Failed for ${[...failures.keys()].join(", ")}.`);
  if (failures.size > 0) throw first;
}
