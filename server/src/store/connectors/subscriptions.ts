import type { ProviderName } from "tributary-sdk/words";
import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";

/** The first payment of a subscription. */
export interface FirstPayment {
  readonly orderId: string;
  /** False while it waits for events that decide who gets it. */
  readonly isSettled: boolean;
}

/** undefined: not known, or the provider does not say which one it is. */
export async function findFirstPayment(
  db: Queryable,
  { accountId, provider }: { accountId: AccountId; provider: ProviderName },
  subscriptionHandle: string,
): Promise<FirstPayment | undefined> {
  const [row] = await db.query<{ order_external_id: string; is_settled: boolean }>(sql`
    select f.order_external_id, exists (select from orders o
        where o.account_id = f.account_id and o.source = f.provider and o.external_id = f.order_external_id
          and o.conversion_id is not null)
      or not exists (select from receipts r
        where r.account_id = f.account_id and r.order_external_id = f.order_external_id and r.state = 'waiting') as is_settled
    from fact_handles h
    join facts f on f.account_id = h.account_id and f.provider = h.provider and f.kind = h.kind and f.object_id = h.object_id
    where h.account_id = ${uuidOf(accountId)} and h.provider = ${provider} and h.handle = ${subscriptionHandle}
      and h.kind = 'payment' and f.body::jsonb @> '{"startsSubscription": true}'
    order by f.order_external_id limit 1`);
  return row && { orderId: row.order_external_id, isSettled: row.is_settled };
}

/** The orders of the same subscription that wait or have no affiliate, and were paid before or after the given one; the oldest first. */
export async function listOpenSiblings(
  db: Queryable,
  { accountId, orderId }: { accountId: AccountId; orderId: string },
  paid: "before" | "after",
): Promise<string[]> {
  const rows = await db.query<{ order_external_id: string; is_before: boolean }>(sql`
    select distinct sibling.order_external_id, sibling.body::jsonb ->> 'paidAt' as paid_at,
      (sibling.body::jsonb ->> 'paidAt', sibling.order_external_id) < (own.body::jsonb ->> 'paidAt', own.order_external_id) as is_before
    from facts own
    join fact_handles h on h.account_id = own.account_id and h.provider = own.provider and h.kind = own.kind
      and h.object_id = own.object_id and starts_with(h.handle, 'subscription:')
    join fact_handles shared on shared.account_id = h.account_id and shared.provider = h.provider and shared.handle = h.handle
      and shared.kind = 'payment' and shared.object_id <> h.object_id
    join facts sibling on sibling.account_id = shared.account_id and sibling.provider = shared.provider
      and sibling.kind = shared.kind and sibling.object_id = shared.object_id
    where own.account_id = ${uuidOf(accountId)} and own.order_external_id = ${orderId} and own.kind = 'payment'
      and (exists (select from receipts r where r.account_id = sibling.account_id
          and r.order_external_id = sibling.order_external_id and r.state = 'waiting')
        or exists (select from orders o where o.account_id = sibling.account_id and o.source = sibling.provider
          and o.external_id = sibling.order_external_id and o.conversion_id is null))
    order by paid_at, sibling.order_external_id`);
  return rows.flatMap((row) => (row.is_before === (paid === "before") ? row.order_external_id : []));
}
