import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import type { Tx } from "../db/database.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { uuidOf, type AccountId, type AffiliateId, type CampaignId } from "../domain/ids.ts";

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

/** Salted with the account: the same order id of two merchants cannot be recognised. */
function externalIdHash(account: string, externalId: string): Buffer {
  return createHash("sha256").update(account).update(externalId).digest();
}
