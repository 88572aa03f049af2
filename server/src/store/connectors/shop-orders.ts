import { providerNames, type CommissionBase, type ProviderName } from "tributary-sdk/words";
import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId, type ConversionId, type OrderId } from "../../domain/ids.ts";
import type { OrderFacts } from "../../domain/order.ts";
import type { Currency } from "../../domain/values/currency.ts";
import type { Money } from "../../domain/values/money.ts";
import { itemsJson } from "../conversions/insert-conversion.ts";
import { contains, newestFirst, type OfAccount } from "../page.ts";
import { expired } from "../retention.ts";

/** An order that a connector reported. */
export interface ShopOrder {
  readonly id: OrderId;
  readonly externalId: string;
  readonly source: ProviderName | "api";
  /** With all edits, before all refunds. */
  readonly amount: Money;
  readonly paidAt: Date;
  readonly conversionId: ConversionId | null;
  readonly customerKey: Buffer | null;
  readonly commissionBase: CommissionBase | null;
  /** Why no affiliate has it; null if one has it. */
  readonly reason: string | null;
}

interface ShopOrderRow {
  id: string;
  external_id: string;
  source: ProviderName | "api";
  amount_minor: bigint;
  currency: Currency;
  paid_at: Date;
  conversion_id: string | null;
  customer_key: Buffer | null;
  commission_base: CommissionBase | null;
  unattributed_reason: string | null;
}
const columns = raw(
  "id, external_id, source, amount_minor, currency, paid_at, conversion_id, customer_key, commission_base, unattributed_reason",
);

const orderOf = (row: ShopOrderRow): ShopOrder => ({
  id: idOf("order", row.id),
  externalId: row.external_id,
  source: row.source,
  amount: { minor: row.amount_minor, currency: row.currency },
  paidAt: row.paid_at,
  conversionId: row.conversion_id === null ? null : idOf("conversion", row.conversion_id),
  customerKey: row.customer_key,
  commissionBase: row.commission_base,
  reason: row.unattributed_reason,
});

/** What the shop sold according to its last statement. Nothing is written if it is the same. */
export async function saveItems(db: Queryable, of: OrderOf, items: OrderFacts["items"]): Promise<void> {
  await db.query(sql`
    update orders set items = ${itemsJson(items)}::jsonb
    where account_id = ${uuidOf(of.accountId)} and id = ${uuidOf(of.orderId)}
      and items is distinct from ${itemsJson(items)}::jsonb`);
}

interface OrderOf {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
}

export async function findShopOrder(
  db: Queryable,
  accountId: AccountId,
  { source, externalId }: { source: ProviderName; externalId: string },
): Promise<ShopOrder | undefined> {
  const [row] = await db.query<ShopOrderRow>(sql`
    select ${columns} from orders
    where account_id = ${uuidOf(accountId)} and source = ${source} and external_id = ${externalId}`);
  return row && orderOf(row);
}

export interface UnattributedOrder extends Omit<ShopOrder, "id" | "conversionId" | "reason"> {
  /** A UUID, if it is new. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly connectorId: ConnectorId;
  readonly customerKey: Buffer | null;
  readonly subscriptionId: string | null;
  readonly country: string | null;
  readonly reason: string;
}

/** Without items: nothing is paid for it. Leaves an order alone that an affiliate got in the meantime. */
export async function saveUnattributed(tx: Tx, order: UnattributedOrder): Promise<void> {
  await tx.query(sql`
    insert into orders (id, account_id, source, external_id, amount_minor, currency, customer_key, paid_at, subscription_id,
      country, connector_id, commission_base, unattributed_reason)
    values (${order.id}, ${uuidOf(order.accountId)}, ${order.source}, ${order.externalId}, ${order.amount.minor},
      ${order.amount.currency}, ${order.customerKey}, ${order.paidAt}, ${order.subscriptionId}, ${order.country},
      ${uuidOf(order.connectorId)}, ${order.commissionBase}, ${order.reason})
    on conflict (account_id, source, external_id) do update
    set amount_minor = excluded.amount_minor, currency = excluded.currency, customer_key = excluded.customer_key,
      paid_at = excluded.paid_at, subscription_id = excluded.subscription_id, country = excluded.country,
      unattributed_reason = excluded.unattributed_reason
    where orders.conversion_id is null`);
}

export interface SameCustomer {
  readonly customerKey: Buffer | null;
  readonly subscriptionId: string | null;
  /** Orders paid before the binding are not the affiliate's. */
  readonly since: Date;
}

/** Orders of a customer or a subscription that no affiliate has, oldest first. */
export async function listUnattributedOf(
  db: Queryable,
  accountId: AccountId,
  { customerKey, subscriptionId, since }: SameCustomer,
): Promise<string[]> {
  const rows = await db.query<{ external_id: string }>(sql`
    select external_id from orders
    where account_id = ${uuidOf(accountId)} and conversion_id is null and connector_id is not null and paid_at >= ${since}
      and (customer_key = ${customerKey} or subscription_id = ${subscriptionId})
    order by paid_at, external_id`);
  return rows.map((row) => row.external_id);
}

/** The customer of a subscription's first order that an affiliate has. */
export async function findSubscriber(
  db: Queryable,
  accountId: AccountId,
  subscriptionId: string,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ customer_key: Buffer }>(sql`
    select customer_key from orders
    where account_id = ${uuidOf(accountId)} and subscription_id = ${subscriptionId} and conversion_id is not null
      and customer_key is not null
    order by paid_at, id limit 1`);
  return row?.customer_key;
}

/** What is known about an order without an affiliate, for a claim; undefined if there is none. */
export async function findUnattributed(
  db: Queryable,
  accountId: AccountId,
  externalIds: readonly string[],
): Promise<ShopOrder | undefined> {
  const [row] = await db.query<ShopOrderRow>(sql`
    select ${columns} from orders
    where account_id = ${uuidOf(accountId)} and conversion_id is null and source = any(${providerNames}::text[])
      and external_id = any(${[...externalIds]}::text[])
    order by paid_at desc limit 1`);
  return row && orderOf(row);
}

export const unattributedList = newestFirst<
  OfAccount,
  { search?: string | undefined; sort?: undefined },
  ShopOrder,
  never
>({
  table: "orders",
  columns,
  time: "paid_at",
  sorts: {},
  matches: ({ accountId }, { search }) =>
    search === undefined
      ? sql`account_id = ${uuidOf(accountId)} and conversion_id is null`
      : sql`account_id = ${uuidOf(accountId)} and conversion_id is null and ${contains(sql`external_id`, search)}`,
  complete: async (db, rows) =>
    (await db.query<ShopOrderRow>(sql`select * from (${rows}) unattributed order by position`)).map(orderOf),
  position: ({ paidAt, id }) => ({ at: paidAt, uuid: uuidOf(id) }),
});

/**
 * Their facts stay, so a new event about one of them brings it back. They forget the customer, unless another order that
 * an affiliate has shares them.
 */
export async function deleteUnattributedBefore(tx: Tx, before: Date): Promise<void> {
  const forgotten = sql`regexp_replace(f.body, '"customerKey":"[0-9a-f]+"', '"customerKey":null')`;
  for (const old of expired({ time: "paid_at", id: "id" }, before))
    await tx.query(sql`
    with gone as (
      delete from orders where conversion_id is null and ${old} returning account_id, source, external_id
    ), payments as (
      update facts f set body = ${forgotten} from gone
      where f.account_id = gone.account_id and f.provider = gone.source and f.kind = 'payment'
        and f.order_external_id = gone.external_id
      returning f.account_id, f.provider, f.object_id
    )
    update facts f set body = ${forgotten}
    where f.kind = 'evidence' and (f.account_id, f.provider, f.object_id) in (
      select named.account_id, named.provider, named.object_id from payments
      join fact_handles own on own.account_id = payments.account_id and own.provider = payments.provider
        and own.kind = 'payment' and own.object_id = payments.object_id
      join fact_handles named on named.account_id = own.account_id and named.provider = own.provider
        and named.handle = own.handle and named.kind = 'evidence')
    and not exists (
      select from fact_handles named
      join fact_handles other on other.account_id = named.account_id and other.provider = named.provider
        and other.handle = named.handle and other.kind = 'payment'
      join facts paid on paid.account_id = other.account_id and paid.provider = other.provider and paid.kind = other.kind
        and paid.object_id = other.object_id
      join orders o on o.account_id = paid.account_id and o.source = paid.provider
        and o.external_id = paid.order_external_id and o.conversion_id is not null
      where named.account_id = f.account_id and named.provider = f.provider and named.kind = f.kind
        and named.object_id = f.object_id)`);
}
