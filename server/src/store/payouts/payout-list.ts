import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { ownPayoutSorts, payoutLineSorts, payoutSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type BatchId, type PayoutId } from "../../domain/ids.ts";
import type { Payout, PayoutAction, PayoutStatus } from "../../domain/payout.ts";
import {
  bounds,
  directed,
  newestFirst,
  ownedBy,
  type List,
  type OfAccount,
  type OfPerson,
  type Page,
} from "../page.ts";
import { affiliateNameOf, merchantNameOf } from "../sort-values.ts";
import { payoutColumns, payoutOf, type PayoutRow } from "./payouts.ts";

/** null: the given ID is malformed, so nothing matches. */
export interface PayoutFilter {
  readonly status?: PayoutStatus | undefined;
  readonly affiliateId?: AffiliateId | null | undefined;
  readonly batchId?: BatchId | null | undefined;
  readonly currency?: Currency | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly sort?: (typeof payoutSorts | typeof ownPayoutSorts)[number] | undefined;
}
export interface ListedPayout {
  readonly payout: Payout;
  readonly affiliateName: string;
  readonly merchantName: string;
}

/** A payout that is not paid yet sorts before all others. */
export const payoutList: List<OfAccount | OfPerson, PayoutFilter, ListedPayout> = newestFirst({
  table: "payouts",
  columns: payoutColumns,
  sorts: {
    affiliate: affiliateNameOf("payouts"),
    merchant: merchantNameOf("payouts"),
    status: "status",
    created: "created_at",
    amount: "amount_minor",
    paid: raw("coalesce(paid_on, '-infinity')"),
  },
  matches,
  complete: (db, payouts) => named(db, payouts, raw("order by payout.position")),
  position: ({ payout }) => ({ at: payout.createdAt, uuid: uuidOf(payout.id) }),
});

export async function findListedPayout(
  db: Queryable,
  scope: OfAccount | OfPerson,
  id: PayoutId,
): Promise<ListedPayout | undefined> {
  const one = sql`select ${payoutColumns} from payouts where ${within(scope)} and id = ${uuidOf(id)}`;
  return (await named(db, one))[0];
}

/** Reads without locking. */
export async function findPayouts(db: Queryable, accountId: AccountId, ids: readonly PayoutId[]): Promise<Payout[]> {
  const rows = await db.query<PayoutRow>(sql`
    select ${payoutColumns} from payouts
    where account_id = ${uuidOf(accountId)} and id = any(${ids.map(uuidOf)}::uuid[])`);
  return rows.map(payoutOf);
}

const within = (scope: OfAccount | OfPerson): Sql =>
  "accountId" in scope ? sql`account_id = ${uuidOf(scope.accountId)}` : ownedBy(scope);

function matches(scope: OfAccount | OfPerson, filter: PayoutFilter): Sql | undefined {
  const { status, affiliateId, batchId, currency, from, to } = filter;
  if (affiliateId === null || batchId === null) return undefined;
  return sql`${within(scope)}
    ${status ? sql`and status = ${status}` : empty}
    ${affiliateId ? sql`and affiliate_id = ${uuidOf(affiliateId)}` : empty}
    ${batchId ? sql`and batch_id = ${uuidOf(batchId)}` : empty}
    ${currency ? sql`and currency = ${currency}` : empty}
    ${from ? sql`and created_at >= ${from}` : empty}
    ${to ? sql`and created_at < ${to}` : empty}`;
}

async function named(db: Queryable, payouts: Sql, order = empty): Promise<ListedPayout[]> {
  const rows = await db.query<PayoutRow & { affiliate_name: string; merchant_name: string }>(sql`
    select payout.*, person.name as affiliate_name, account.name as merchant_name
    from (${payouts}) payout
    join affiliates affiliate on affiliate.account_id = payout.account_id and affiliate.id = payout.affiliate_id
    join users person on person.id = affiliate.user_id
    join accounts account on account.id = payout.account_id
    ${order}`);
  return rows.map((row) => ({
    payout: payoutOf(row),
    affiliateName: row.affiliate_name,
    merchantName: row.merchant_name,
  }));
}

export interface PayoutLine {
  readonly conversionId: string;
  readonly externalId: string | null;
  readonly clawBackId: string | null;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly createdAt: Date;
  readonly amountMinor: bigint;
}

export interface LinesPage extends Page {
  readonly sort?: (typeof payoutLineSorts)[number] | undefined;
}
const lineSorts = {
  campaign: raw("lower(campaign.name)"),
  created: raw("conversion.created_at"),
  amount: raw("line.amount_minor"),
};

/** Conversions first, then claw-backs, unless sorted. The caller has checked access to the payout. */
export async function listPayoutLines(
  db: Queryable,
  { accountId, id }: Pick<Payout, "accountId" | "id">,
  { sort, ...page }: LinesPage,
): Promise<PayoutLine[]> {
  const inOrder = raw("claw_back_id nulls first, conversion_id");
  const [cut, sorted] =
    sort === undefined
      ? [sql`order by ${inOrder} ${bounds(page)}`, empty]
      : [empty, sql`${directed(lineSorts, sort)},`];
  const rows = await db.query<PayoutLine>(sql`
    select line.conversion_id as "conversionId", line.claw_back_id as "clawBackId", campaign.id as "campaignId",
      conversion.external_id as "externalId", campaign.name as "campaignName", conversion.created_at as "createdAt", line.amount_minor as "amountMinor"
    from (select account_id, conversion_id, claw_back_id, amount_minor from payout_lines
      where account_id = ${uuidOf(accountId)} and payout_id = ${uuidOf(id)} ${cut}) line
    join conversions conversion on conversion.account_id = line.account_id and conversion.id = line.conversion_id
    join campaigns campaign on campaign.account_id = line.account_id and campaign.id = conversion.campaign_id
    order by ${sorted} line.claw_back_id nulls first, line.conversion_id ${sort === undefined ? empty : bounds(page)}`);
  return rows.map((row) => ({
    ...row,
    conversionId: idOf("conversion", row.conversionId),
    clawBackId: row.clawBackId === null ? null : idOf("claw_back", row.clawBackId),
    campaignId: idOf("campaign", row.campaignId),
  }));
}

export interface PayoutTransition {
  readonly action: PayoutAction | "create";
  readonly status: PayoutStatus;
  readonly actor: string;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly afterFile: boolean;
  readonly at: Date;
}

/** The caller has already found the payout in its account. */
export function listPayoutTransitions(db: Queryable, id: PayoutId): Promise<PayoutTransition[]> {
  return db.query<PayoutTransition>(sql`
    select action, status, actor, reason, reference, after_file as "afterFile", at
    from payout_transitions where payout_id = ${uuidOf(id)} order by seq`);
}
