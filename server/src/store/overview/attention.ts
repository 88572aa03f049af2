import { ATTENTION_MAX } from "tributary-sdk/limits";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type CampaignId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { openInvitation } from "../campaigns/invitations.ts";
import { countUnfolded } from "../current-totals.ts";
import type { Row } from "../row.ts";

export interface Attention {
  /** Affiliates of private campaigns who accepted and are pending approval. */
  readonly applicants: number;
  /** People who applied on a public page and are waiting for a link. */
  readonly applications: number;
  readonly claims: number;
  /** Flagged pending conversions. */
  readonly suspicious: number;
  readonly endpointsOff: number;
  readonly deliveriesFailed: number;
  /** Webhooks of shops that could not be processed. */
  readonly receiptsFailed: number;
}

export async function readAttention(
  db: Queryable,
  accountId: AccountId,
  { deliveriesSince, receiptsSince }: { deliveriesSince: Date; receiptsSince: Date },
): Promise<Attention> {
  const account = uuidOf(accountId);
  const upTo = (rows: Sql): Sql => sql`(select count(*)::int4 from (${rows} limit ${ATTENTION_MAX + 1}) counted)`;
  const [found] = await db.query<Attention>(sql`
    select ${upTo(sql`select from affiliations where account_id = ${account} and status = 'pending'`)} as applicants,
      ${upTo(sql`select from applications application
        join invitations invitation on invitation.account_id = application.account_id
          and invitation.campaign_id = application.campaign_id and invitation.email_folded = application.email_folded
        where application.account_id = ${account} and application.affiliation_id is null
          and invitation.created_at <= application.applied_at and ${openInvitation}`)} as applications,
      ${upTo(sql`select from claims where account_id = ${account} and state = 'open' and state <> 'asked'`)} as claims,
      ${upTo(sql`select from conversions
        where account_id = ${account} and status = 'pending' and warning_signs <> '{}'`)} as suspicious,
      ${upTo(sql`select from webhook_endpoints
        where account_id = ${account} and deleted_at is null and disabled_at is not null`)} as "endpointsOff",
      ${upTo(sql`select from deliveries where account_id = ${account} and status = 'failed' and status <> 'delivered'
        and created_at >= ${deliveriesSince}`)} as "deliveriesFailed",
      ${upTo(sql`select from receipts where account_id = ${account} and state = 'failed'
        and received_at >= ${receiptsSince}`)} as "receiptsFailed"`);
  if (!found) throw new Error("A select without a table returned no row.");
  return found;
}

export interface TightBudget {
  readonly campaignId: CampaignId;
  readonly name: string;
  readonly currency: Currency;
  readonly spendMinor: bigint;
  readonly budgetMinor: bigint;
}

/** Active campaigns that have used more than `percent` of their budget, most used first. */
export async function listTightBudgets(
  db: Queryable,
  accountId: AccountId,
  { percent, limit }: { percent: number; limit: number },
): Promise<TightBudget[]> {
  const rows = await db.query<Row<TightBudget>>(sql`
    select id as "campaignId", name, currency, spent_minor as "spendMinor", max_budget_minor as "budgetMinor"
    from campaigns join campaign_budgets budget on budget.account_id = campaigns.account_id and budget.campaign_id = id
    where campaigns.account_id = ${uuidOf(accountId)} and status = 'active' and max_budget_minor is not null
      and spent_minor * 100 > max_budget_minor * ${percent}::int8
    order by spent_minor::float8 / greatest(max_budget_minor, 1) desc, id limit ${limit}`);
  return rows.map((row) => ({ ...row, campaignId: idOf("campaign", row.campaignId) }));
}

/**
 * Changes with every change to a conversion, in whatever order transactions commit. Each one adds deltas, so their number
 * grows until they are folded. A fold rewrites the campaign's totals, which then carry its transaction number, so their
 * sum is larger than all earlier sums.
 */
export async function readVersion(db: Queryable, accountId: AccountId): Promise<string> {
  const [row] = await db.query<{ written: bigint | null; unfolded: bigint }>(sql`
    select sum(total.xmin::text::int8)::int8 as written, ${countUnfolded(sql`${uuidOf(accountId)}`)} as unfolded
    from campaigns campaign
    join conversion_totals total on total.scope_id = campaign.id and total.day = ${ALL_DAYS}
    where campaign.account_id = ${uuidOf(accountId)}`);
  return `${row?.written ?? 0n}-${row?.unfolded ?? 0n}`;
}
