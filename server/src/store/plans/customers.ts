import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Binding } from "../../domain/customer.ts";
import { idOf, uuidOf, type AccountId, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import type { Currency } from "../../domain/values/currency.ts";

/** A customer of one campaign, by their keyed hash. */
export interface CustomerOf {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly key: Buffer;
}

export interface BindingRow {
  affiliation_id: string;
  affiliate_id: string;
  plan_id: string | null;
  bound_at: Date;
  first_order_at: Date | null;
}

/**
 * When the customer paid first; null in a trial. An older process that binds them again leaves `first_paid_at` as it was,
 * so the later time counts.
 */
export const firstOrderAt = sql`case when not unpaid then greatest(bound_at, first_paid_at) end`;

export const bindingOf = (row: BindingRow): Binding => ({
  affiliationId: idOf("affiliation", row.affiliation_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  planId: row.plan_id === null ? null : idOf("plan", row.plan_id),
  boundAt: row.bound_at,
  firstOrderAt: row.first_order_at,
});

export async function findBinding(db: Queryable, { accountId, campaignId, key }: CustomerOf): Promise<Binding | null> {
  const [row] = await db.query<BindingRow>(sql`
    select c.affiliation_id, a.affiliate_id, c.plan_id, c.bound_at, ${firstOrderAt} as first_order_at
    from customers c join affiliations a on a.id = c.affiliation_id and a.account_id = c.account_id
    where c.account_id = ${uuidOf(accountId)} and c.campaign_id = ${uuidOf(campaignId)} and c.key = ${key}`);
  return row ? bindingOf(row) : null;
}

/** Serializes what adds to a customer's spend: new orders under a limit, and what is restored of earlier ones. */
export function lockCustomer(tx: Tx, { accountId, campaignId, key }: CustomerOf): void {
  tx.defer(sql`
    select from customers
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and key = ${key} for no key update`);
}

/** False if the customer is bound already. Waits for a concurrent order of the same customer. */
export async function bindCustomer(tx: Tx, { accountId, campaignId, key }: CustomerOf, to: Binding): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into customers (account_id, campaign_id, key, affiliation_id, plan_id, bound_at, unpaid)
    values (${uuidOf(accountId)}, ${uuidOf(campaignId)}, ${key}, ${uuidOf(to.affiliationId)}, ${to.planId && uuidOf(to.planId)},
      ${to.boundAt}, ${to.firstOrderAt === null})
    on conflict (campaign_id, key) do nothing returning key`);
  return rows.length === 1;
}

/** False if the customer is no longer bound as expected. */
export async function rebindCustomer(
  tx: Tx,
  { accountId, campaignId, key }: CustomerOf,
  { from, to }: { from: Binding; to: Binding },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update customers set affiliation_id = ${uuidOf(to.affiliationId)}, plan_id = ${to.planId && uuidOf(to.planId)}, bound_at = ${to.boundAt},
      unpaid = false, first_paid_at = null
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and key = ${key}
      and affiliation_id = ${uuidOf(from.affiliationId)} and bound_at = ${from.boundAt} returning key`);
  return rows.length === 1;
}

/**
 * False if another order has become the first one that the customer paid. Waits for a concurrent one. An order that was
 * paid before the binding counts from the binding.
 */
export async function saveFirstPayment(
  tx: Tx,
  { accountId, campaignId, key }: CustomerOf,
  { before, paidAt }: { before: Date | null; paidAt: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update customers set unpaid = false, first_paid_at = greatest(bound_at, ${paidAt})
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and key = ${key}
      and ${firstOrderAt} is not distinct from ${before} returning key`);
  return rows.length === 1;
}

export interface CustomerCounts {
  /** Orders of the customer for this affiliation that paid. */
  readonly payments: number;
  /** What all orders of the customer in the campaign pay, in one currency, without what was clawed back. */
  readonly spentMinor: bigint;
}

export interface CountsRow {
  payments: bigint;
  spent_minor: bigint;
}

/** Counts the orders of a customer. Those that never paid are left out, so that the index is all that is read. */
export function customerCounts(
  { accountId, campaignId }: Omit<CustomerOf, "key">,
  key: Sql,
  { affiliationId, currency }: { affiliationId: AffiliationId; currency: Currency },
): Sql {
  return sql`
    select count(*) filter (where affiliation_id = ${uuidOf(affiliationId)} and part_of is null) as payments,
      coalesce(sum(commission_minor - (select coalesce(sum(back.amount_minor), 0) from claw_backs back
        where back.account_id = conversions.account_id and back.conversion_id = conversions.id))
        filter (where commission_currency = ${currency}), 0)::int8 as spent_minor
    from conversions
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and customer_key = ${key}
      and status <> 'rejected' and coalesce(original_commission_minor, commission_minor) > 0`;
}

export const countsOfRow = (row: CountsRow | undefined): CustomerCounts => ({
  payments: Number(row?.payments ?? 0n),
  spentMinor: row?.spent_minor ?? 0n,
});

export async function countCustomer(
  db: Queryable,
  { key, ...of }: CustomerOf,
  by: { affiliationId: AffiliationId; currency: Currency },
): Promise<CustomerCounts> {
  const [row] = await db.query<CountsRow>(customerCounts(of, sql`${key}`, by));
  return countsOfRow(row);
}

/** Returns the account's encrypted key for hashing customers. The first call stores the given one. */
export async function ensureCustomerKey(db: Queryable, account: AccountId, sealed: Buffer): Promise<Buffer> {
  await db.query(sql`
    insert into customer_keys (account_id, sealed_key) values (${uuidOf(account)}, ${sealed}) on conflict (account_id) do nothing`);
  const kept = await findCustomerKey(db, account);
  if (!kept) throw new Error(`Account ${account} has no key for its customers.`);
  return kept;
}

export async function findCustomerKey(db: Queryable, account: AccountId): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealed_key: Buffer }>(sql`
    select sealed_key from customer_keys where account_id = ${uuidOf(account)}`);
  return row?.sealed_key;
}
