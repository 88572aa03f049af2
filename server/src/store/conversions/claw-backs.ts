import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { clawBackSorts, ownClawBackSorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import type { ClawBack, ClawedBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type ClawBackId,
  type ConversionId,
} from "../../domain/ids.ts";
import { inForce } from "./refunds.ts";
import { newestFirst, ownedBy, type List, type OfAccount, type OfPerson, type Position } from "../page.ts";
import { affiliateNameOf, campaignNameOf } from "../sort-values.ts";

interface ClawBackRow {
  id: string;
  account_id: string;
  conversion_id: string;
  campaign_id: string;
  affiliate_id: string;
  amount_minor: bigint;
  currency: Currency;
  reason: string;
  actor: string;
  created_at: Date;
  payout_id: string | null;
  refund_id: string | null;
  undoes_id: string | null;
}
const columns = raw(
  `id, account_id, conversion_id, campaign_id, affiliate_id, amount_minor, currency, reason, actor, created_at, payout_id,
  refund_id, undoes_id`,
);

const clawBackOf = (row: ClawBackRow): ClawBack => ({
  id: idOf("claw_back", row.id),
  accountId: idOf("account", row.account_id),
  conversionId: idOf("conversion", row.conversion_id),
  campaignId: idOf("campaign", row.campaign_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  amount: { minor: row.amount_minor, currency: row.currency },
  reason: row.reason,
  actor: row.actor,
  createdAt: row.created_at,
  payoutId: row.payout_id === null ? null : idOf("payout", row.payout_id),
  refundId: row.refund_id === null ? null : idOf("refund", row.refund_id),
  undoes: row.undoes_id === null ? null : idOf("claw_back", row.undoes_id),
});

export async function insertClawBack(tx: Tx, clawBack: ClawBack): Promise<void> {
  await tx.query(sql`
    insert into claw_backs (id, account_id, conversion_id, campaign_id, affiliate_id, amount_minor, currency, reason, actor, created_at,
      refund_id, undoes_id)
    values (${uuidOf(clawBack.id)}, ${uuidOf(clawBack.accountId)}, ${uuidOf(clawBack.conversionId)},
      ${uuidOf(clawBack.campaignId)}, ${uuidOf(clawBack.affiliateId)}, ${clawBack.amount.minor}, ${clawBack.amount.currency},
      ${clawBack.reason}, ${clawBack.actor}, ${clawBack.createdAt}, ${clawBack.refundId && uuidOf(clawBack.refundId)},
      ${clawBack.undoes && uuidOf(clawBack.undoes)})`);
}

export async function findClawBack(db: Queryable, accountId: AccountId, id: ClawBackId): Promise<ClawBack | undefined> {
  const [row] = await db.query<ClawBackRow>(sql`
    select ${columns} from claw_backs where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && clawBackOf(row);
}

/** Oldest first, including returned amounts. */
export async function listClawBacksOf(
  db: Queryable,
  accountId: AccountId,
  conversionId: ConversionId,
): Promise<ClawBack[]> {
  const rows = await db.query<ClawBackRow>(sql`
    select ${columns} from claw_backs
    where account_id = ${uuidOf(accountId)} and conversion_id = ${uuidOf(conversionId)} order by created_at, id`);
  return rows.map(clawBackOf);
}

/** Cannot change while the conversion is locked. */
export async function sumClawedBack(
  db: Queryable,
  { accountId, id }: Pick<Conversion, "accountId" | "id">,
): Promise<ClawedBack> {
  const [row] = await db.query<ClawedBack>(sql`
    select coalesce(sum(b.amount_minor), 0)::int8 as "totalMinor",
      coalesce(sum(b.amount_minor) filter (where coalesce(b.refund_id, undone.refund_id) is not null), 0)::int8
        as "byRefundsMinor",
      coalesce(-sum(b.amount_minor) filter (where ${inForce("refund")}), 0)::int8 as "waivedMinor"
    from claw_backs b left join claw_backs undone on undone.id = b.undoes_id and undone.account_id = b.account_id
    left join refunds refund on refund.id = undone.refund_id and refund.account_id = b.account_id
    where b.account_id = ${uuidOf(accountId)} and b.conversion_id = ${uuidOf(id)}`);
  return row ?? { totalMinor: 0n, byRefundsMinor: 0n, waivedMinor: 0n };
}

/** null: the given ID is malformed, so nothing matches. */
export interface ClawBackFilter {
  readonly affiliateId?: AffiliateId | null | undefined;
  readonly conversionId?: ConversionId | null | undefined;
  readonly currency?: Currency | undefined;
  readonly open?: boolean | undefined;
  readonly sort?: (typeof clawBackSorts)[number] | undefined;
}
export interface ListedClawBack {
  readonly clawBack: ClawBack;
  readonly campaignName: string;
  readonly affiliateName: string;
  /** The order's external ID. */
  readonly orderId: string;
}

const sorts = { status: raw("(payout_id is not null)"), created: "created_at", amount: "amount_minor" };
const listed = {
  table: "claw_backs",
  columns,
  complete: (db: Queryable, rows: Sql) => named(db, rows, raw("order by claw_back.position")),
  position,
};

export const clawBackList: List<OfAccount, ClawBackFilter, ListedClawBack> = newestFirst({
  ...listed,
  sorts: { ...sorts, affiliate: affiliateNameOf("claw_backs") },
  matches,
});

export interface OwnClawBackFilter {
  readonly sort?: (typeof ownClawBackSorts)[number] | undefined;
}

/** A person's claw-backs across all accounts. */
export const ownClawBackList: List<OfPerson, OwnClawBackFilter, ListedClawBack> = newestFirst({
  ...listed,
  sorts: { ...sorts, campaign: campaignNameOf("claw_backs") },
  matches: ownedBy,
});

export async function findListedClawBack(
  db: Queryable,
  accountId: AccountId,
  id: ClawBackId,
): Promise<ListedClawBack | undefined> {
  const one = sql`select ${columns} from claw_backs where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`;
  return (await named(db, one))[0];
}

function position({ clawBack }: ListedClawBack): Position {
  return { at: clawBack.createdAt, uuid: uuidOf(clawBack.id) };
}

function matches({ accountId }: OfAccount, filter: ClawBackFilter): Sql | undefined {
  const { affiliateId, conversionId, currency, open } = filter;
  if (affiliateId === null || conversionId === null) return undefined;
  return sql`account_id = ${uuidOf(accountId)}
    ${affiliateId ? sql`and affiliate_id = ${uuidOf(affiliateId)}` : empty}
    ${conversionId ? sql`and conversion_id = ${uuidOf(conversionId)}` : empty}
    ${currency ? sql`and currency = ${currency}` : empty}
    ${open === undefined ? empty : open ? sql`and payout_id is null` : sql`and payout_id is not null`}`;
}

async function named(db: Queryable, clawBacks: Sql, order = empty): Promise<ListedClawBack[]> {
  const rows = await db.query<ClawBackRow & { campaign_name: string; affiliate_name: string; external_id: string }>(sql`
    select claw_back.*, campaign.name as campaign_name, person.name as affiliate_name, conversion.external_id
    from (${clawBacks}) claw_back
    join campaigns campaign on campaign.account_id = claw_back.account_id and campaign.id = claw_back.campaign_id
    join affiliates affiliate on affiliate.account_id = claw_back.account_id and affiliate.id = claw_back.affiliate_id
    join users person on person.id = affiliate.user_id
    join conversions conversion on conversion.account_id = claw_back.account_id and conversion.id = claw_back.conversion_id
    ${order}`);
  return rows.map((row) => ({
    clawBack: clawBackOf(row),
    campaignName: row.campaign_name,
    affiliateName: row.affiliate_name,
    orderId: row.external_id,
  }));
}
