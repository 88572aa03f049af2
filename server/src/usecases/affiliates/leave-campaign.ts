import { applyAffiliationAction } from "../../domain/affiliation.ts";
import { aboutAffiliation, affiliationFacts } from "../../domain/audit-facts.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { lockAffiliation, saveAffiliation } from "../../store/campaigns/affiliates.ts";
import { findAffiliationOfPerson } from "../../store/campaigns/own-affiliations.ts";
import { audit } from "../audit/audit.ts";
import type { AffiliateContext } from "../context.ts";

/** The same as a removal by the merchant: the link stops earning, and past earnings stay payable. */
export async function leaveCampaign(context: AffiliateContext, campaignId: CampaignId): Promise<void> {
  const { db, clock, userId } = context;
  const own = orRefuse(await findAffiliationOfPerson(db, userId, campaignId), "campaign_not_found");
  await db.transaction(async (tx) => {
    const affiliation = await lockAffiliation(tx, own.affiliation.accountId, own.affiliation.id);
    if (!affiliation || affiliation.status === "removed") throw new AppError("campaign_not_found");
    const left = applyAffiliationAction(affiliation, "remove", clock.now());
    await saveAffiliation(tx, affiliation.status, left);
    // Omits the affiliate's origin: the merchant must not see it.
    const acting = { ...context, accountId: left.accountId, actor: userId, origin: null };
    const sides = { before: affiliationFacts(affiliation), after: affiliationFacts(left) };
    await audit(tx, acting, { action: "affiliation.left", subject: left.id, about: aboutAffiliation(left), ...sides });
  });
}
