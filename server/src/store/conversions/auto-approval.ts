import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { AutoApprove } from "tributary-sdk/words";
import { inScope, type JobScope } from "../job-scope.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ConversionId } from "../../domain/ids.ts";

/**
 * An import disables automatic approval, because the old installation may still approve. Choosing it again enables it.
 */
const inForce = raw(`case when auto_approve_disabled_at is null then auto_approve else 'never' end as auto_approve`);
const switchedOn = raw("campaign.auto_approve = 'when_matured' and campaign.auto_approve_disabled_at is null");

export async function findAutoApprove(
  db: Queryable,
  accountId: AccountId,
  id: CampaignId,
): Promise<AutoApprove | undefined> {
  const [row] = await db.query<{ auto_approve: AutoApprove }>(sql`
    select ${inForce} from campaigns where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row?.auto_approve;
}

export async function lockAutoApprove(tx: Tx, accountId: AccountId, id: CampaignId): Promise<AutoApprove | undefined> {
  const [row] = await tx.query<{ auto_approve: AutoApprove }>(sql`
    select ${inForce} from campaigns where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}
    for no key update`);
  return row?.auto_approve;
}

export async function saveAutoApprove(
  tx: Tx,
  { accountId, id }: { accountId: AccountId; id: CampaignId },
  { autoApprove, at }: { autoApprove: AutoApprove; at: Date },
): Promise<void> {
  await tx.query(sql`
    update campaigns set auto_approve = ${autoApprove}, auto_approve_disabled_at = null, updated_at = ${at}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}

export interface Approvable {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly id: ConversionId;
  readonly maturesAt: Date;
}

/**
 * Pending, not flagged, and not withheld. The affiliate must be active or removed: if suspended, rejected or pending
 * approval, a person decides.
 */
const approvableOnceMature: Sql = sql`
  conversion.status = 'pending' and conversion.warning_signs = '{}'
  and affiliation.status in ('active', 'removed')
  and (affiliation.withheld_at is null or conversion.created_at > affiliation.withheld_at)`;

const approvable = (now: Date): Sql => sql`${approvableOnceMature} and conversion.matures_at <= ${now}`;

/** The next ones after `after`, in campaigns that approve mature conversions automatically. */
export async function listApprovable(
  db: Queryable,
  { now, after, limit, twin }: { now: Date; after: Approvable | undefined; limit: number; twin: JobScope },
): Promise<Approvable[]> {
  const campaignReached = after ? sql`and campaign.id >= ${uuidOf(after.campaignId)}` : empty;
  const reached = after
    ? sql`and (conversion.matures_at, conversion.id) > (case when campaign.id = ${uuidOf(after.campaignId)}
        then ${after.maturesAt}::timestamptz else '-infinity' end, ${uuidOf(after.id)}::uuid)`
    : empty;
  const rows = await db.query<Record<"account_id" | "campaign_id" | "id", string> & { matures_at: Date }>(sql`
    select campaign.account_id, campaign.id as campaign_id, ripe.id, ripe.matures_at
    from campaigns campaign
    cross join lateral (
      select conversion.id, conversion.matures_at
      from conversions conversion
      join affiliations affiliation on affiliation.account_id = conversion.account_id
        and affiliation.id = conversion.affiliation_id
      where conversion.campaign_id = campaign.id and conversion.account_id = campaign.account_id and ${approvable(now)}
        ${reached}
      order by conversion.matures_at, conversion.id limit ${limit}
    ) ripe
    where ${switchedOn} and ${inScope(twin, "campaign.account_id")} ${campaignReached}
    order by campaign.id, ripe.matures_at, ripe.id limit ${limit}`);
  return rows.map((row) => ({
    accountId: idOf("account", row.account_id),
    campaignId: idOf("campaign", row.campaign_id),
    id: idOf("conversion", row.id),
    maturesAt: row.matures_at,
  }));
}

/** When the next conversion of a twin matures and is approved, after `now`. */
export async function nextApprovalAt(db: Queryable, twin: AccountId, now: Date): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select min(conversion.matures_at) as at
    from conversions conversion
    join campaigns campaign on campaign.account_id = conversion.account_id and campaign.id = conversion.campaign_id
    join affiliations affiliation on affiliation.account_id = conversion.account_id
      and affiliation.id = conversion.affiliation_id
    where conversion.account_id = ${uuidOf(twin)} and conversion.matures_at > ${now}
      and ${switchedOn} and ${approvableOnceMature}`);
  return row?.at ?? null;
}

/** Checked again once the conversion is locked. The share lock makes a new suspension wait; a committed one is seen. */
export async function isStillApprovable(tx: Tx, { accountId, id }: Approvable, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1
    from conversions conversion
    join campaigns campaign on campaign.account_id = conversion.account_id and campaign.id = conversion.campaign_id
    join affiliations affiliation on affiliation.account_id = conversion.account_id
      and affiliation.id = conversion.affiliation_id
    where conversion.account_id = ${uuidOf(accountId)} and conversion.id = ${uuidOf(id)}
      and ${switchedOn} and ${approvable(now)}
    for share of affiliation`);
  return rows.length === 1;
}
