import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { batchSorts, previewSorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type BatchId,
  type PayoutId,
  type UserId,
} from "../../domain/ids.ts";
import type { Batch, PayoutMethod, PayoutStatus, SkipReason } from "../../domain/payout.ts";
import { inScope, type JobScope } from "../job-scope.ts";
import { bounds, countUpTo, directed, orderBy, type Page, type Total } from "../page.ts";
import type { Row } from "../row.ts";
import { isOwedBack, payable, pickedSum, reachesMinimum, type Earning } from "../withdrawable.ts";

const columns = sql`id, account_id as "accountId", currency, origin, minimum_minor as "minimumMinor", as_of as "asOf", month,
  actor, status, reached_affiliate_id as "reachedAffiliateId", skipped_without_details as "skippedWithoutDetails",
  created_at as "createdAt", made_at as "madeAt"`;

const batchOf = (row: Row<Batch>): Batch => ({
  ...row,
  id: idOf("batch", row.id),
  accountId: idOf("account", row.accountId),
  reachedAffiliateId: row.reachedAffiliateId === null ? null : idOf("affiliate", row.reachedAffiliateId),
});

/** False if the month already has a batch. */
export async function insertBatch(tx: Tx, batch: Batch): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into payout_batches (id, account_id, currency, origin, minimum_minor, as_of, month, actor, status,
      reached_affiliate_id, skipped_without_details, created_at, made_at)
    values (${uuidOf(batch.id)}, ${uuidOf(batch.accountId)}, ${batch.currency}, ${batch.origin}, ${batch.minimumMinor},
      ${batch.asOf}, ${batch.month}, ${batch.actor}, ${batch.status},
      ${batch.reachedAffiliateId && uuidOf(batch.reachedAffiliateId)}, ${batch.skippedWithoutDetails}, ${batch.createdAt},
      ${batch.madeAt})
    on conflict (account_id, currency, month) where month is not null do nothing
    returning id`);
  return rows.length === 1;
}

export async function hasMonthlyBatch(
  db: Queryable,
  { accountId, currency, month }: { accountId: AccountId; currency: Currency; month: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from payout_batches
    where account_id = ${uuidOf(accountId)} and currency = ${currency} and month = ${month}`);
  return rows.length > 0;
}

/** Batches of one account and currency start one at a time. True: an earlier batch is still being created. */
export async function lockBatchesOf(tx: Tx, accountId: AccountId, currency: Currency): Promise<boolean> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`tributary:batches:${accountId}:${currency}`}, 0))`,
  );
  const rows = await tx.query(sql`
    select 1 from payout_batches
    where account_id = ${uuidOf(accountId)} and currency = ${currency} and status = 'making' limit 1`);
  return rows.length > 0;
}

/** Other workers wait, and then continue after the affiliates that this transaction handled. */
export async function lockBatch(tx: Tx, accountId: AccountId, id: BatchId): Promise<Batch | undefined> {
  const [row] = await tx.query<Row<Batch>>(sql`
    select ${columns} from payout_batches where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}
    for no key update`);
  return row && batchOf(row);
}

export async function saveBatchProgress(
  tx: Tx,
  batch: Batch,
  { reached, madeAt }: { reached: AffiliateId | null; madeAt: Date | null },
): Promise<void> {
  await tx.query(sql`
    update payout_batches set reached_affiliate_id = ${reached && uuidOf(reached)},
      status = ${madeAt === null ? "making" : "made"}, made_at = ${madeAt}
    where account_id = ${uuidOf(batch.accountId)} and id = ${uuidOf(batch.id)}`);
}

export async function findBatch(db: Queryable, accountId: AccountId, id: BatchId): Promise<Batch | undefined> {
  const [row] = await db.query<Row<Batch>>(sql`
    select ${columns} from payout_batches where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && batchOf(row);
}

/** From the tallies, as the list shows it: payouts are not read. */
const totalOf = (status: PayoutStatus): Sql =>
  raw(`(select coalesce(sum(amount_minor), 0) from payout_tallies
    where account_id = payout_batches.account_id and batch_id = payout_batches.id and status = '${status}')`);

const batchColumns = {
  created: "created_at",
  open: totalOf("created"),
  paid: totalOf("paid"),
  failed: totalOf("failed"),
  cancelled: totalOf("cancelled"),
};

export async function listBatches(
  db: Queryable,
  accountId: AccountId,
  { sort, ...page }: Page & { sort?: (typeof batchSorts)[number] | undefined },
): Promise<Batch[]> {
  const rows = await db.query<Row<Batch>>(sql`
    select ${columns} from payout_batches where account_id = ${uuidOf(accountId)}
    ${orderBy(batchColumns, { sort, slice: page })} ${bounds(page)}`);
  return rows.map(batchOf);
}

export const countBatches = (db: Queryable, accountId: AccountId): Promise<Total> =>
  countUpTo(db, sql`select 1 from payout_batches where account_id = ${uuidOf(accountId)}`);

/** All payouts of the batch in ID order, with their affiliates' names, read without locking. */
export async function listStatusesInBatch(
  db: Queryable,
  accountId: AccountId,
  id: BatchId,
): Promise<{ id: PayoutId; status: PayoutStatus; affiliateName: string }[]> {
  const rows = await db.query<{ id: string; status: PayoutStatus; affiliate_name: string }>(sql`
    select payout.id, payout.status, person.name as affiliate_name
    from payouts payout
    join affiliates affiliate on affiliate.account_id = payout.account_id and affiliate.id = payout.affiliate_id
    join users person on person.id = affiliate.user_id
    where payout.account_id = ${uuidOf(accountId)} and payout.batch_id = ${uuidOf(id)} order by payout.id`);
  return rows.map((row) => ({ id: idOf("payout", row.id), status: row.status, affiliateName: row.affiliate_name }));
}

/** To resume after a crash. */
export async function listUnfinishedBatches(db: Queryable, twin: JobScope): Promise<Batch[]> {
  const rows = await db.query<Row<Batch>>(sql`
    select ${columns} from payout_batches where status = 'making' and ${inScope(twin, "payout_batches.account_id")}
    order by created_at, id`);
  return rows.map(batchOf);
}

export async function listTwinsWithUnfinishedBatches(db: Queryable): Promise<AccountId[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct account_id as id from payout_batches
    where status = 'making' and account_id in (select id from accounts where mode = 'test') order by 1`);
  return rows.map(({ id }) => idOf("account", id));
}

/** An affiliate with a payable balance, mature or not, or with returned claw-backs. */
export interface BatchCandidate {
  readonly affiliateId: AffiliateId;
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
}

/** The next candidates in ID order, or only the one with `affiliateId`. */
export async function listCandidates(
  db: Queryable,
  { accountId, currency, reachedAffiliateId }: Pick<Batch, "accountId" | "currency" | "reachedAffiliateId">,
  { affiliateId, limit }: { affiliateId?: AffiliateId | undefined; limit: number },
): Promise<BatchCandidate[]> {
  const after = reachedAffiliateId ? sql`and balance.owner_id > ${uuidOf(reachedAffiliateId)}` : empty;
  const only = affiliateId ? sql`and balance.owner_id = ${uuidOf(affiliateId)}` : empty;
  const rows = await db.query<Row<BatchCandidate>>(sql`
    select affiliate.id as "affiliateId", person.id as "userId", person.name, person.email
    from (
      select distinct owner_id from ledger_balances balance
      where balance.account_id = ${uuidOf(accountId)} and balance.kind in ('payable', 'receivable')
        and balance.currency = ${currency} and balance.balance_minor > 0 ${after} ${only}
      order by balance.owner_id limit ${limit}
    ) balance
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = balance.owner_id
    join users person on person.id = affiliate.user_id
    order by balance.owner_id`);
  return rows.map((row) => ({
    ...row,
    affiliateId: idOf("affiliate", row.affiliateId),
    userId: idOf("user", row.userId),
  }));
}

export interface BatchTerms {
  readonly currency: Currency;
  readonly minimumMinor: bigint;
  readonly asOf: Date;
}

export interface BatchPreviewRow {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly earnedMinor: bigint;
  readonly owedMinor: bigint;
  readonly amountMinor: bigint;
  readonly conversions: number;
  readonly skipped: SkipReason | null;
  readonly method: PayoutMethod | null;
  /** Suspended in at least one campaign of the account. */
  readonly suspended: boolean;
}
export interface BatchSummary {
  readonly payouts: number;
  readonly totalMinor: bigint;
  readonly conversions: number;
  readonly skipped: number;
  readonly skippedWithoutDetails: number;
}

const payee = (accountId: AccountId): Earning => ({
  accountId: sql`${uuidOf(accountId)}::uuid`,
  affiliateId: raw("balance.owner_id"),
  currency: raw("balance.currency"),
  balance: raw("balance.balance_minor"),
});

/** What each affiliate would be paid by the rules of makePayouts, and why others are skipped. */
const due = (accountId: AccountId, { currency, minimumMinor, asOf }: BatchTerms): Sql => sql`
  with earned as (
    select balance.owner_id as affiliate_id, picked.minor, picked.conversions::int as lines
    from ledger_balances balance
    cross join lateral ${pickedSum(payee(accountId), asOf)} picked
    where balance.account_id = ${uuidOf(accountId)} and balance.kind = 'payable' and balance.currency = ${currency}
      and balance.balance_minor > 0 and picked.conversions > 0
  ), owed as (
    select affiliate_id, sum(amount_minor)::int8 as minor from claw_backs
    where account_id = ${uuidOf(accountId)} and currency = ${currency} and ${isOwedBack("claw_backs")}
    group by affiliate_id
  ), due as (
    select affiliate.id as affiliate_id, person.name, coalesce(earned.minor, 0) as earned, coalesce(owed.minor, 0) as owed,
      coalesce(earned.lines, 0) as lines,
      ${payable} as amount, details.kind as method,
      case when ${payable} <= 0 then 'owes_more'
        when not (${reachesMinimum(minimumMinor)}) then 'below_minimum'
        when details.kind is null then 'no_payout_details' end as skipped
    from earned
    full join owed on owed.affiliate_id = earned.affiliate_id
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)}
      and affiliate.id = coalesce(earned.affiliate_id, owed.affiliate_id)
    join users person on person.id = affiliate.user_id
    left join payout_details details on details.user_id = affiliate.user_id
    -- only what is owed back: nothing to pay, and nothing to explain
    where earned.minor is not null or owed.minor < 0
  )`;

export interface PreviewPage extends Page {
  readonly sort?: (typeof previewSorts)[number] | undefined;
}
const previewColumns = { affiliate: raw("lower(name)"), conversions: "lines", amount: "amount" };

export async function previewBatch(
  db: Queryable,
  accountId: AccountId,
  { page, ...terms }: BatchTerms & { page: PreviewPage },
): Promise<BatchPreviewRow[]> {
  const rows = await db.query<Row<BatchPreviewRow>>(sql`
    ${due(accountId, terms)}
    select affiliate_id as "affiliateId", name, earned as "earnedMinor", owed as "owedMinor", amount as "amountMinor",
      lines as conversions, skipped, method,
      exists (select from affiliations a where a.account_id = ${uuidOf(accountId)} and a.affiliate_id = due.affiliate_id
        and a.status = 'suspended') as suspended
    from due
    order by skipped is not null, ${directed(previewColumns, page.sort ?? "affiliate")}, affiliate_id ${bounds(page)}`);
  return rows.map((row) => ({ ...row, affiliateId: idOf("affiliate", row.affiliateId) }));
}

export async function summariseBatch(db: Queryable, accountId: AccountId, terms: BatchTerms): Promise<BatchSummary> {
  const [summary] = await db.query<BatchSummary>(sql`
    ${due(accountId, terms)}
    select count(*) filter (where skipped is null)::int as payouts,
      coalesce(sum(amount) filter (where skipped is null), 0)::int8 as "totalMinor",
      coalesce(sum(lines) filter (where skipped is null), 0)::int as conversions,
      count(skipped)::int as skipped,
      (count(*) filter (where skipped = 'no_payout_details'))::int as "skippedWithoutDetails"
    from due`);
  if (!summary) throw new Error("A summary without a row.");
  return summary;
}
