import { createHash } from "node:crypto";
import sql, { empty } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { uuidOf, type AccountId, type AffiliateId, type CampaignId } from "../../domain/ids.ts";
import { expired } from "../retention.ts";

export interface Refusal {
  readonly id: string;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId | null;
  readonly affiliateId: AffiliateId | null;
  readonly externalId: string;
  readonly reason: ErrorCode;
  readonly refusedAt: Date;
}

export async function insertRefusal(tx: Tx, refusal: Refusal): Promise<void> {
  const account = uuidOf(refusal.accountId);
  await tx.query(sql`
    insert into refusals (id, account_id, campaign_id, affiliate_id, external_id_hash, reason, refused_at)
    values (${refusal.id}, ${account}, ${refusal.campaignId && uuidOf(refusal.campaignId)},
      ${refusal.affiliateId && uuidOf(refusal.affiliateId)}, ${externalIdHash(account, refusal.externalId)},
      ${refusal.reason}, ${refusal.refusedAt})`);
}

/** Whose refusals to read, and for which reasons. Refusals that concern other affiliates stay hidden. */
export interface Concern {
  readonly affiliateId: AffiliateId;
  readonly reasons: readonly ErrorCode[];
}

/** Refused tracking requests for an order, newest first. One order can go by several IDs. */
export async function listRefusals(
  db: Queryable,
  accountId: AccountId,
  { externalIds, limit, concern }: { externalIds: readonly string[]; limit: number; concern?: Concern },
): Promise<Pick<Refusal, "reason" | "refusedAt">[]> {
  const account = uuidOf(accountId);
  const hashes = externalIds.map((externalId) => externalIdHash(account, externalId));
  const concerning = concern
    ? sql`and affiliate_id = ${uuidOf(concern.affiliateId)} and reason = any(${[...concern.reasons]}::text[])`
    : empty;
  return db.query<Pick<Refusal, "reason" | "refusedAt">>(sql`
    select reason, refused_at as "refusedAt" from refusals
    where account_id = ${account} and external_id_hash = any(${hashes}::bytea[]) ${concerning}
    order by refused_at desc, id desc limit ${limit}`);
}

export async function deleteRefusalsBefore(tx: Tx, before: Date): Promise<void> {
  for (const old of expired({ time: "refused_at", id: "id" }, before))
    await tx.query(sql`delete from refusals where ${old}`);
}

/** Salted with the account, so that the same order ID of two merchants has different hashes. */
function externalIdHash(account: string, externalId: string): Buffer {
  return createHash("sha256").update(account).update(externalId).digest();
}
