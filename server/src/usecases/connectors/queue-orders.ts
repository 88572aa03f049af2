import type { Tx } from "../../db/database.ts";
import type { AccountId } from "../../domain/ids.ts";
import { listFactsWithCode, listOrdersWithCode } from "../../store/connectors/fact-keys.ts";
import { listAffectedOrders } from "../../store/connectors/facts.ts";
import { RECEIPTS_CHANNEL } from "../../store/connectors/inbox.ts";
import { queueOrders } from "../../store/connectors/order-queue.ts";

interface NewHolder {
  readonly folded: string;
  /** Orders paid before are not the holder's. */
  readonly since: Date;
  readonly at: Date;
}

/** Shops may have reported orders with a code before it had a holder. Those without an affiliate are tried again. */
export async function queueOrdersWithCode(tx: Tx, accountId: AccountId, holder: NewHolder): Promise<void> {
  const { folded, since, at } = holder;
  const own = await listOrdersWithCode(tx, accountId, folded);
  const orders = new Set(own);
  for (const { provider, fact } of await listFactsWithCode(tx, accountId, folded))
    for (const order of await listAffectedOrders(tx, { accountId, provider }, [fact])) orders.add(order);
  if (orders.size === 0) return;
  await queueOrders(tx, accountId, { orders: [...orders], since, at });
  tx.tell(RECEIPTS_CHANNEL);
}
