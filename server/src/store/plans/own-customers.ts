import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Affiliation } from "../../domain/affiliation.ts";
import type { Currency } from "../../domain/values/currency.ts";
import type { Binding } from "../../domain/customer.ts";
import { idOf, uuidOf } from "../../domain/ids.ts";
import { countsOfRow, customerCounts, firstOrderAt, type CountsRow, type CustomerCounts } from "./customers.ts";

/** A customer as their affiliate sees them. */
export interface OwnCustomer extends Binding, CustomerCounts {
  readonly key: Buffer;
}

interface OwnCustomerRow extends CountsRow {
  key: Buffer;
  plan_id: string | null;
  bound_at: Date;
  first_order_at: Date | null;
}

/** The customers of an affiliation, newest first. */
export async function listOwnCustomers(
  db: Queryable,
  { accountId, campaignId, affiliateId, id: affiliationId }: Affiliation,
  { limit, currency }: { limit: number; currency: Currency },
): Promise<{ customers: OwnCustomer[]; total: number }> {
  const theirs = sql`customers where account_id = ${uuidOf(accountId)} and affiliation_id = ${uuidOf(affiliationId)}`;
  const counts = customerCounts({ accountId, campaignId }, sql`newest.key`, { affiliationId, currency });
  const [rows, counted] = await Promise.all([
    db.query<OwnCustomerRow>(sql`
      select newest.key, newest.plan_id, newest.bound_at, newest.first_order_at, counts.payments, counts.spent_minor
      from (
        select key, plan_id, bound_at, ${firstOrderAt} as first_order_at from ${theirs}
        order by bound_at desc, key limit ${limit}
      ) newest
      cross join lateral (${counts}) counts
      order by newest.bound_at desc, newest.key`),
    db.query<{ total: bigint }>(sql`select count(*) as total from ${theirs}`),
  ]);
  const customers = rows.map((row) => ({
    key: row.key,
    affiliationId,
    affiliateId,
    planId: row.plan_id === null ? null : idOf("plan", row.plan_id),
    boundAt: row.bound_at,
    firstOrderAt: row.first_order_at,
    ...countsOfRow(row),
  }));
  return { customers, total: Number(counted[0]?.total ?? 0n) };
}
