import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";
import type { PayoutStep } from "../../domain/ledger.ts";
import type { Currency } from "../../domain/values/currency.ts";
import type { UnpaidChange } from "../../domain/withdrawable.ts";
import { inScope } from "../job-scope.ts";
import type { Row } from "../row.ts";
import { withdrawableIn } from "../withdrawable.ts";

/**
 * `matured_sums` has what a payout of an affiliate would include at a time, `matured_until`. Every change of unpaid
 * commission updates the payable balance first, which locks its row until the transaction ends. Later statements in
 * that transaction can rely on `matured_until`: nobody else moves it.
 */

/** After the transfers of these changes are posted. A change after `matured_until` is added up when the time has come. */
export function adjustMatured(tx: Tx, changes: readonly UnpaidChange[]): void {
  if (changes.length === 0) return;
  tx.defer(
    adding(sql`
      select change.affiliate_id, change.currency, change.conversions, change.minor
      from unnest(${changes.map(({ affiliateId }) => uuidOf(affiliateId))}::uuid[],
        ${changes.map(({ currency }) => currency)}::text[], ${changes.map(({ pickedFrom }) => pickedFrom)}::timestamptz[],
        ${changes.map(({ conversions }) => conversions)}::int8[], ${changes.map(({ minor }) => minor)}::int8[])
        change (affiliate_id, currency, picked_from, conversions, minor)
      join matured_sums own on own.affiliate_id = change.affiliate_id and own.currency = change.currency
        and change.picked_from <= own.matured_until`),
  );
}

/** The payouts took these lines from what is unpaid, or returned them. Their steps are posted. */
export async function adjustMaturedByPayouts(
  tx: Tx,
  accountId: AccountId,
  moves: readonly (PayoutStep & { readonly payout: string })[],
): Promise<void> {
  const unpaid = moves.filter(({ debit, credit }) => debit === "payable" || credit === "payable");
  if (unpaid.length === 0) return;
  await tx.query(
    adding(sql`
      select own.affiliate_id, own.currency, move.sign as conversions, move.sign * c.commission_minor as minor
      from unnest(${unpaid.map(({ payout }) => payout)}::uuid[],
        ${unpaid.map(({ credit }) => (credit === "payable" ? 1 : -1))}::int8[]) move (payout_id, sign)
      join payouts payout on payout.account_id = ${uuidOf(accountId)} and payout.id = move.payout_id
      join matured_sums own on own.affiliate_id = payout.affiliate_id and own.currency = payout.currency
      join payout_lines line on line.payout_id = payout.id and line.claw_back_id is null
      join conversions c on c.account_id = ${uuidOf(accountId)} and c.id = line.conversion_id
        and ${withdrawableIn("c").pickedFrom} <= own.matured_until`),
  );
}

const adding = (parts: Sql): Sql => sql`
  update matured_sums set conversions = matured_sums.conversions + added.conversions,
    commission_minor = matured_sums.commission_minor + added.minor
  from (select affiliate_id, currency, sum(conversions)::int8 as conversions, sum(minor)::int8 as minor
    from (${parts}) part group by 1, 2) added
  where matured_sums.affiliate_id = added.affiliate_id and matured_sums.currency = added.currency`;

/** Whose unpaid commission it is. */
export interface Earner {
  readonly accountId: AccountId;
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
}
export interface ListedEarner extends Earner {
  /** Some of their commission has matured since it was added up. */
  readonly isDue: boolean;
}

const c = withdrawableIn("c");
const ofEarner = sql`c.account_id = earner.account_id and c.affiliate_id = earner.affiliate_id
  and c.commission_currency = earner.currency and ${c.unpaid}`;

/** The next earners after `after`. Twins are left out: they are small, and each has its own time. */
export async function listEarners(
  db: Queryable,
  { now, after, limit }: { now: Date; after: Earner | undefined; limit: number },
): Promise<ListedEarner[]> {
  const position = after
    ? sql`(${uuidOf(after.accountId)}::uuid, 'payable', ${after.currency}, ${uuidOf(after.affiliateId)}::uuid)`
    : sql`(${NOBODY}::uuid, 'payable', '', ${NOBODY}::uuid)`;
  const rows = await db.query<Row<ListedEarner>>(sql`
    select earner.account_id as "accountId", earner.affiliate_id as "affiliateId", earner.currency, exists (
        select from conversions c where ${ofEarner} and ${c.pickedFrom} <= ${now}
          and ${c.pickedFrom} > coalesce(own.matured_until, '-infinity')) as "isDue"
    from (
      select account_id, owner_id as affiliate_id, currency from ledger_balances
      where (account_id, kind, currency, owner_id)
          > ${position}
        and kind = 'payable' and balance_minor > 0 and ${inScope(null, "ledger_balances.account_id")}
      order by account_id, kind, currency, owner_id limit ${limit}
    ) earner
    left join matured_sums own on own.affiliate_id = earner.affiliate_id and own.currency = earner.currency
    order by 1, 3, 2`);
  return rows.map((row) => ({
    ...row,
    accountId: idOf("account", row.accountId),
    affiliateId: idOf("affiliate", row.affiliateId),
  }));
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Adds up what has matured by now, or the first part of it: payouts and approvals of this earner wait meanwhile. If one of
 * them is changing the balance, it is added up the next time. Returns whether there is more.
 */
export async function addUpMatured(
  tx: Tx,
  { accountId, affiliateId, currency }: Earner,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<boolean> {
  const held = await tx.query(sql`
    select from ledger_balances where account_id = ${uuidOf(accountId)} and owner_id = ${uuidOf(affiliateId)}
      and kind = 'payable' and currency = ${currency} for no key update skip locked`);
  if (held.length === 0) return false;
  // Only a statement that starts now sees everything that was done before the balance was held.
  const [reached] = await tx.query<{ has_more: boolean }>(sql`
    insert into matured_sums (account_id, affiliate_id, currency, matured_until, conversions, commission_minor)
    select earner.account_id, earner.affiliate_id, earner.currency, part.until, passed.conversions, passed.minor
    from (select ${uuidOf(accountId)}::uuid as account_id, ${uuidOf(affiliateId)}::uuid as affiliate_id, ${currency} as currency) earner
    left join matured_sums own on own.affiliate_id = earner.affiliate_id and own.currency = earner.currency
    cross join lateral (
      select coalesce(own.matured_until, '-infinity'::timestamptz) as since
    ) kept
    cross join lateral (
      select coalesce((select ${c.pickedFrom} from conversions c
        where ${ofEarner} and ${c.pickedFrom} > kept.since and ${c.pickedFrom} <= ${now}
        order by ${c.pickedFrom} offset ${rowsMax} limit 1), ${now}::timestamptz) as until
    ) part
    cross join lateral (
      select count(*) as conversions, coalesce(sum(c.commission_minor), 0)::int8 as minor from conversions c
      where ${ofEarner} and ${c.pickedFrom} > kept.since and ${c.pickedFrom} <= part.until
    ) passed
    on conflict (affiliate_id, currency) do update set matured_until = excluded.matured_until,
      conversions = matured_sums.conversions + excluded.conversions,
      commission_minor = matured_sums.commission_minor + excluded.commission_minor
    where matured_sums.matured_until < excluded.matured_until
    returning matured_until < ${now} as has_more`);
  return reached?.has_more ?? false;
}
