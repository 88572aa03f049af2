import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Affiliation } from "../../domain/affiliation.ts";
import type { Binding } from "../../domain/customer.ts";
import { idOf, uuidOf } from "../../domain/ids.ts";
import { isPayment } from "./customers.ts";

/** A customer as their affiliate sees them. */
export interface OwnCustomer extends Binding {
  readonly key: Buffer;
  /** Their orders that paid. */
  readonly payments: number;
}

/** The customers of an affiliation, newest first. */
export async function listOwnCustomers(
  db: Queryable,
  { accountId, campaignId, affiliateId, id }: Affiliation,
  limit: number,
): Promise<{ customers: OwnCustomer[]; total: number }> {
  const theirs = sql`customers where account_id = ${uuidOf(accountId)} and affiliation_id = ${uuidOf(id)}`;
  const [rows, counted] = await Promise.all([
    db.query<{ key: Buffer; plan_id: string | null; bound_at: Date; payments: bigint }>(sql`
      select newest.key, newest.plan_id, newest.bound_at, paid.payments
      from (select key, plan_id, bound_at from ${theirs} order by bound_at desc, key limit ${limit}) newest
      cross join lateral (
        select count(*) as payments from conversions
        where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and customer_key = newest.key
          and ${isPayment(id)}
      ) paid
      order by newest.bound_at desc, newest.key`),
    db.query<{ total: bigint }>(sql`select count(*) as total from ${theirs}`),
  ]);
  const customers = rows.map((row) => ({
    key: row.key,
    affiliationId: id,
    affiliateId,
    planId: row.plan_id === null ? null : idOf("plan", row.plan_id),
    boundAt: row.bound_at,
    payments: Number(row.payments),
  }));
  return { customers, total: Number(counted[0]?.total ?? 0n) };
}
