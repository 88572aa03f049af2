import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { CommissionType } from "../../domain/commission.ts";
import type { Conversion, ConversionStatus, WarningSign } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/currency.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type CampaignId,
  type ConversionId,
} from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { ruleOf, ruleValue } from "../campaigns/campaigns.ts";
import { isDeep, type Page } from "../page.ts";

export interface ConversionRow {
  id: string;
  account_id: string;
  campaign_id: string;
  affiliate_id: string;
  affiliation_id: string;
  external_id: string;
  amount_minor: bigint;
  currency: Currency;
  commission_minor: bigint;
  commission_currency: Currency;
  status: ConversionStatus;
  created_at: Date;
  matures_at: Date;
  approved_at: Date | null;
  rejected_at: Date | null;
  rejection_reason: string | null;
  payout_id: string | null;
  seq: number;
  attributed_by: "click" | "code";
  click_id: string | null;
  clicked_at: Date | null;
  click_expires_at: Date | null;
  commission_type: CommissionType;
  commission_value: bigint;
  rule_currency: Currency;
  warning_signs: WarningSign[];
  address_hash: Buffer | null;
}
export const conversionColumns = raw(
  `id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency, commission_minor,
  commission_currency, status, created_at, matures_at, approved_at, rejected_at, rejection_reason, payout_id, seq,
  attributed_by, click_id, clicked_at, click_expires_at, commission_type, commission_value, rule_currency, warning_signs,
  address_hash`,
);

/** Who changed a conversion, and why. */
export interface TransitionNote {
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}
export interface Transition extends TransitionNote {
  readonly seq: number;
  readonly action: "track" | "approve" | "reject" | "unreject";
  readonly status: ConversionStatus;
}

/**
 * False if the account already has the external ID. Waits for a concurrent duplicate, and inserts if that one rolls
 * back.
 */
export async function insertConversion(tx: Tx, conversion: Conversion, actor: string): Promise<boolean> {
  const { amount, commission, origin } = conversion;
  const rows = await tx.query(sql`
    with inserted as (
      insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
        commission_minor, commission_currency, status, created_at, matures_at, seq, attributed_by, click_id, clicked_at,
        click_expires_at, commission_type, commission_value, rule_currency, warning_signs, address_hash)
      values (${uuidOf(conversion.id)}, ${uuidOf(conversion.accountId)}, ${uuidOf(conversion.campaignId)},
        ${uuidOf(conversion.affiliateId)}, ${uuidOf(conversion.affiliationId)}, ${conversion.externalId},
        ${amount.minor}, ${amount.currency}, ${commission.minor}, ${commission.currency}, ${conversion.status},
        ${conversion.createdAt}, ${conversion.maturesAt}, ${conversion.seq}, ${origin.attributedBy},
        ${origin.clickId && uuidOf(origin.clickId)}, ${origin.clickedAt}, ${origin.clickExpiresAt}, ${origin.rule.type},
        ${ruleValue(origin.rule)}, ${origin.rule.type === "fixed" ? origin.rule.fixed.currency : amount.currency},
        ${origin.warningSigns}, ${origin.addressHash})
      on conflict (account_id, external_id) do nothing
      returning id, seq, status, created_at
    )
    insert into conversion_transitions (conversion_id, seq, action, status, actor, at)
    select id, seq, 'track', status, ${actor}, created_at from inserted
    returning seq`);
  return rows.length === 1;
}

export async function lockConversion(tx: Tx, account: AccountId, id: ConversionId): Promise<Conversion | undefined> {
  const [row] = await tx.query<ConversionRow>(
    sql`select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} for no key update`,
  );
  return row && conversionOf(row);
}

/** Saves the state after an action and its history entry. The row is locked, so a missing row is a bug. */
export async function saveConversion(
  tx: Tx,
  {
    from,
    after,
    action,
  }: { from: ConversionStatus; after: Conversion; action: Exclude<Transition["action"], "track"> },
  { actor, reason, at }: TransitionNote,
): Promise<void> {
  const rows = await tx.query(sql`
    with saved as (
      update conversions set status = ${after.status}, approved_at = ${after.approvedAt}, rejected_at = ${after.rejectedAt},
        rejection_reason = ${after.rejectionReason}, seq = ${after.seq}
      where account_id = ${uuidOf(after.accountId)} and id = ${uuidOf(after.id)} and status = ${from}
      returning id
    )
    insert into conversion_transitions (conversion_id, seq, action, status, actor, reason, at)
    select id, ${after.seq}::int, ${action}::text, ${after.status}, ${actor}, ${reason}, ${at} from saved
    returning seq`);
  if (rows.length !== 1) throw new Error(`Conversion ${after.id} was no longer ${from}, although it was locked.`);
}

export async function findConversion(
  db: Queryable,
  account: AccountId,
  id: ConversionId,
): Promise<Conversion | undefined> {
  const [row] = await db.query<ConversionRow>(
    sql`select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,
  );
  return row && conversionOf(row);
}

/** The caller has already checked that the conversion is in its account. */
export async function listTransitions(db: Queryable, id: ConversionId): Promise<Transition[]> {
  return db.query<Transition>(sql`
    select seq, action, status, actor, reason, at from conversion_transitions where conversion_id = ${uuidOf(id)} order by seq`);
}

interface ConversionScope {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliationId: AffiliationId | undefined;
}
type ConversionPage = Page & { readonly status?: ConversionStatus | undefined };

/** Two separate statements, so that each filter is planned for its index. */
export async function listConversions(
  db: Queryable,
  scope: ConversionScope,
  page: ConversionPage,
): Promise<Conversion[]> {
  const rows = await db.query<ConversionRow>(isDeep(page) ? deepPage(scope, page) : firstPages(scope, page));
  return rows.map(conversionOf);
}

const matching = ({ campaignId, affiliationId }: ConversionScope, { status }: ConversionPage): Sql =>
  sql`${affiliationId ? sql`affiliation_id = ${uuidOf(affiliationId)}` : sql`campaign_id = ${uuidOf(campaignId)}`}
    ${status ? sql`and status = ${status}` : empty}`;

const firstPages = (scope: ConversionScope, page: ConversionPage): Sql => sql`
  select ${conversionColumns} from conversions where account_id = ${uuidOf(scope.accountId)} and ${matching(scope, page)}
  order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;

/**
 * Skips whole days using the daily totals, and only the rest of the offset row by row, in an index-only scan. A page
 * costs as much as the number of days plus one day's conversions, not all rows before it. Totals and rows come from one
 * snapshot; if the list ends before the offset, no day matches.
 */
export const deepPage = (scope: ConversionScope, page: ConversionPage): Sql => sql`
  with days as (
      select day, sum(conversions) as conversions from conversion_totals
      where scope_id = ${uuidOf(scope.affiliationId ?? scope.campaignId)} and day > ${ALL_DAYS}
        ${page.status ? sql`and status = ${page.status}` : empty}
      group by day),
    start as materialized (
      select ((day + 1)::timestamp at time zone 'UTC') as before, (${page.offset}::int8 - skipped)::int8 as offset_left
      from (select day, conversions, sum(conversions) over (order by day desc) - conversions as skipped from days) running
      where ${page.offset}::int8 >= skipped and ${page.offset}::int8 < skipped + conversions),
    page as (
      select id from conversions where ${matching(scope, page)} and created_at < (select before from start)
      order by created_at desc, id desc limit ${page.limit} offset (select offset_left from start))
  select ${conversionColumns} from conversions
  where account_id = ${uuidOf(scope.accountId)} and id in (select id from page)
  order by created_at desc, id desc`;

export function conversionOf(row: ConversionRow): Conversion {
  return {
    id: idOf("conversion", row.id),
    accountId: idOf("account", row.account_id),
    campaignId: idOf("campaign", row.campaign_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    affiliationId: idOf("affiliation", row.affiliation_id),
    externalId: row.external_id,
    amount: { minor: row.amount_minor, currency: row.currency },
    commission: { minor: row.commission_minor, currency: row.commission_currency },
    status: row.status,
    createdAt: row.created_at,
    maturesAt: row.matures_at,
    approvedAt: row.approved_at,
    rejectedAt: row.rejected_at,
    rejectionReason: row.rejection_reason,
    payoutId: row.payout_id === null ? null : idOf("payout", row.payout_id),
    seq: row.seq,
    origin: {
      attributedBy: row.attributed_by,
      clickId: row.click_id === null ? null : idOf("click", row.click_id),
      clickedAt: row.clicked_at,
      clickExpiresAt: row.click_expires_at,
      rule: ruleOf(row.commission_type, row.commission_value, row.rule_currency),
      warningSigns: row.warning_signs,
      addressHash: row.address_hash,
    },
  };
}
