import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Affiliation, AffiliationStatus } from "../../domain/affiliation.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type CampaignId,
  type UserId,
} from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";

export interface AffiliationRow {
  id: string;
  account_id: string;
  campaign_id: string;
  affiliate_id: string;
  code: string;
  status: AffiliationStatus;
  seq: number;
  joined_at: Date;
  approved_at: Date | null;
  withheld_at: Date | null;
}

/** An affiliation and the number of its latest change. */
export interface NumberedAffiliation {
  readonly affiliation: Affiliation;
  readonly seq: number;
}

const columns = sql`id, account_id, campaign_id, affiliate_id, code, status, seq, joined_at, approved_at, withheld_at`;

export const affiliationOf = (row: Omit<AffiliationRow, "seq">): Affiliation => ({
  id: idOf("affiliation", row.id),
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  code: row.code,
  status: row.status,
  joinedAt: row.joined_at,
  approvedAt: row.approved_at,
  withheldAt: row.withheld_at,
});

const numberedOf = (row: AffiliationRow): NumberedAffiliation => ({ affiliation: affiliationOf(row), seq: row.seq });

/** Finds or creates the affiliate for this user in this account. */
export async function ensureAffiliate(
  tx: Tx,
  affiliate: { id: AffiliateId; accountId: AccountId; userId: UserId; createdAt: Date },
): Promise<AffiliateId> {
  // The update changes nothing, but `do nothing` would not return the existing row.
  const [row] = await tx.query<{ id: string }>(sql`
    insert into affiliates (id, account_id, user_id, created_at)
    values (${uuidOf(affiliate.id)}, ${uuidOf(affiliate.accountId)}, ${uuidOf(affiliate.userId)}, ${affiliate.createdAt})
    on conflict (account_id, user_id) do update set user_id = excluded.user_id
    returning id`);
  if (!row) throw new Error("An upsert returned no row.");
  return idOf("affiliate", row.id);
}

export type Joining = Omit<Affiliation, "approvedAt" | "withheldAt">;

/**
 * Joins, or rejoins after a removal with the same ID and code. Rejoining does not clear `withheld_at`: only the
 * merchant can. Returns undefined if the affiliate is already in the campaign, and `code_taken` if another affiliation
 * has the code.
 */
export async function saveJoining(tx: Tx, joining: Joining): Promise<NumberedAffiliation | "code_taken" | undefined> {
  const [joined] = await tx.query<AffiliationRow>(sql`
    insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
    values (${uuidOf(joining.id)}, ${uuidOf(joining.accountId)}, ${uuidOf(joining.campaignId)},
      ${uuidOf(joining.affiliateId)}, ${joining.code}, ${joining.status}, ${joining.joinedAt})
    on conflict do nothing
    returning ${columns}`);
  if (joined) return numberedOf(joined);
  const [returned] = await tx.query<AffiliationRow>(sql`
    update affiliations
    set status = ${joining.status}, joined_at = ${joining.joinedAt}, approved_at = null, seq = seq + 1
    where account_id = ${uuidOf(joining.accountId)} and campaign_id = ${uuidOf(joining.campaignId)}
      and affiliate_id = ${uuidOf(joining.affiliateId)} and status = 'removed'
    returning ${columns}`);
  if (returned) return numberedOf(returned);
  return (await hasAffiliation(tx, joining)) ? undefined : "code_taken";
}

async function hasAffiliation(db: Queryable, joining: Joining): Promise<boolean> {
  const rows = await db.query(sql`
    select id from affiliations
    where account_id = ${uuidOf(joining.accountId)} and campaign_id = ${uuidOf(joining.campaignId)}
      and affiliate_id = ${uuidOf(joining.affiliateId)}`);
  return rows.length === 1;
}

export async function lockAffiliation(
  tx: Tx,
  accountId: AccountId,
  id: AffiliationId,
): Promise<Affiliation | undefined> {
  const [row] = await tx.query<AffiliationRow>(sql`
    select ${columns} from affiliations
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} for update`);
  return row && affiliationOf(row);
}

/**
 * Includes removed affiliations: their conversions can still be listed, and the status rules refuse a second removal.
 */
export async function findAffiliationId(
  db: Queryable,
  accountId: AccountId,
  within: { campaignId: CampaignId; affiliateId: AffiliateId },
): Promise<AffiliationId | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from affiliations
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(within.campaignId)}
      and affiliate_id = ${uuidOf(within.affiliateId)}`);
  return row && idOf("affiliation", row.id);
}

export async function findAffiliateCode(
  db: Queryable,
  accountId: AccountId,
  id: AffiliationId,
): Promise<string | null> {
  const [row] = await db.query<{ code: string }>(sql`
    select code from affiliations where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row?.code ?? null;
}

/** Returns the number of the change, so that its event is sent once. */
export async function saveAffiliation(tx: Tx, from: AffiliationStatus, changed: Affiliation): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(sql`
    update affiliations set status = ${changed.status}, approved_at = ${changed.approvedAt},
      withheld_at = ${changed.withheldAt}, seq = seq + 1
    where account_id = ${uuidOf(changed.accountId)} and id = ${uuidOf(changed.id)} and status = ${from}
    returning seq`);
  if (!row) throw new Error("A locked affiliation was not in the status it was read with.");
  return row.seq;
}

export async function findPersonOfAffiliate(
  db: Queryable,
  accountId: AccountId,
  affiliateId: AffiliateId,
): Promise<{ name: string; email: string }> {
  const [row] = await db.query<{ name: string; email: string }>(sql`
    select u.name, u.email
    from affiliates f join users u on u.id = f.user_id
    where f.account_id = ${uuidOf(accountId)} and f.id = ${uuidOf(affiliateId)}`);
  if (!row) throw new Error("An affiliate without a user.");
  return row;
}

export async function isInCampaign(
  db: Queryable,
  accountId: AccountId,
  person: { campaignId: CampaignId; email: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select n.id
    from users u
    join affiliates f on f.user_id = u.id and f.account_id = ${uuidOf(accountId)}
    join affiliations n on n.account_id = f.account_id and n.affiliate_id = f.id
    where u.email_folded = ${foldEmail(person.email)} and n.campaign_id = ${uuidOf(person.campaignId)}
      and n.status <> 'removed'`);
  return rows.length > 0;
}

export async function isAffiliateAnywhere(db: Queryable, userId: UserId): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (select from affiliates where user_id = ${uuidOf(userId)}) as found`);
  return row?.found ?? false;
}

/** The person's affiliate ID in each account. */
export async function listAffiliatesOf(
  db: Queryable,
  userId: UserId,
): Promise<{ accountId: AccountId; affiliateId: AffiliateId }[]> {
  const rows = await db.query<{ id: string; account_id: string }>(sql`
    select id, account_id from affiliates where user_id = ${uuidOf(userId)} order by id`);
  return rows.map((row) => ({ accountId: idOf("account", row.account_id), affiliateId: idOf("affiliate", row.id) }));
}
