import { applyAffiliationAction, type Affiliation, type AffiliationAction } from "../../domain/affiliation.ts";
import { AppError } from "../../domain/errors.ts";
import { affiliateApprovedData } from "../../domain/events.ts";
import { idOf, type AffiliateId, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import { findAffiliationId, findPersonOfAffiliate, lockAffiliation, saveAffiliation } from "../../store/affiliates.ts";
import { findCampaign } from "../../store/campaigns.ts";
import { announce } from "../../store/events.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";

export interface ChangeAffiliation {
  readonly id: AffiliationId;
  readonly action: AffiliationAction;
}

export async function changeAffiliation(context: MerchantContext, input: ChangeAffiliation): Promise<Affiliation> {
  requireRole(context, "manager");
  const { db, clock, random, accountId } = context;
  return db.transaction(async (tx) => {
    const affiliation = await lockAffiliation(tx, accountId, input.id);
    if (!affiliation) throw new AppError("affiliation_not_found");
    const now = clock.now();
    const changed = applyAffiliationAction(affiliation, input.action, now);
    const seq = await saveAffiliation(tx, affiliation.status, changed);
    if (input.action === "approve") {
      const person = await findPersonOfAffiliate(tx, accountId, changed.affiliateId);
      await announce(tx, {
        id: idOf("event", random.uuid(now)),
        accountId,
        type: "affiliate.approved",
        subjectId: changed.id,
        seq,
        createdAt: now,
        data: affiliateApprovedData(changed, person),
      });
    }
    return changed;
  });
}

/** The public API knows an affiliate by the campaign and the affiliate's own id. */
export async function removeAffiliate(
  context: MerchantContext,
  within: { campaignId: CampaignId; affiliateId: AffiliateId },
): Promise<void> {
  const { db, accountId } = context;
  if (!(await findCampaign(db, accountId, within.campaignId))) throw new AppError("campaign_not_found");
  const id = await findAffiliationId(db, accountId, within);
  if (!id) throw new AppError("affiliate_not_found");
  await changeAffiliation(context, { id, action: "remove" });
}
