import sql from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import type { AutoApprove } from "../domain/auto-approve.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ConversionId } from "../domain/ids.ts";

export async function findAutoApprove(
  db: Queryable,
  accountId: AccountId,
  id: CampaignId,
): Promise<AutoApprove | undefined> {
  const [row] = await db.query<{ auto_approve: AutoApprove }>(sql`
    select auto_approve from campaigns where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row?.auto_approve;
}

export async function lockAutoApprove(tx: Tx, accountId: AccountId, id: CampaignId): Promise<AutoApprove | undefined> {
  const [row] = await tx.query<{ auto_approve: AutoApprove }>(sql`
    select auto_approve from campaigns where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}
    for no key update`);
  return row?.auto_approve;
}

export async function saveAutoApprove(
  tx: Tx,
  { accountId, id }: { accountId: AccountId; id: CampaignId },
  { autoApprove, at }: { autoApprove: AutoApprove; at: Date },
): Promise<void> {
  await tx.query(sql`
    update campaigns set auto_approve = ${autoApprove}, updated_at = ${at}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}

export interface Approvable {
  readonly accountId: AccountId;
  readonly id: ConversionId;
}

/**
 * Of all accounts: pending, matured and without warning signs, in campaigns that approve such ones by themselves. Not those
 * of affiliates who are suspended or rejected: somebody has doubts about them, and decides.
 */
export async function listApprovable(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<Approvable[]> {
  const rows = await db.query<{ account_id: string; id: string }>(sql`
    select ripe.account_id, ripe.id
    from campaigns campaign
    cross join lateral (
      select account_id, id from conversions
      where campaign_id = campaign.id and account_id = campaign.account_id and status = 'pending'
        and warning_signs = '{}' and matures_at <= ${now}
        and exists (select from affiliations where affiliations.id = affiliation_id
          and affiliations.account_id = campaign.account_id and affiliations.status in ('active', 'removed'))
      order by matures_at limit ${limit}
    ) ripe
    where campaign.auto_approve = 'when_matured' limit ${limit}`);
  return rows.map((row) => ({ accountId: idOf("account", row.account_id), id: idOf("conversion", row.id) }));
}
