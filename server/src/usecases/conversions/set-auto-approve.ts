import type { AutoApprove } from "tributary-sdk/words";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { findAutoApprove, lockAutoApprove, saveAutoApprove } from "../../store/conversions/auto-approval.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export async function getAutoApprove({ db, accountId }: MerchantContext, id: CampaignId): Promise<AutoApprove> {
  return orRefuse(await findAutoApprove(db, accountId, id), "campaign_not_found");
}

export async function setAutoApprove(
  context: MerchantContext,
  { id, autoApprove }: { id: CampaignId; autoApprove: AutoApprove },
): Promise<void> {
  requireRole(context, "manager");
  const { db, accountId, clock } = context;
  const at = clock.now();
  await db.transaction(async (tx) => {
    const before = orRefuse(await lockAutoApprove(tx, accountId, id), "campaign_not_found");
    await saveAutoApprove(tx, { accountId, id }, { autoApprove, at });
    const sides = { before: { auto_approve: before }, after: { auto_approve: autoApprove } };
    await audit(tx, context, { action: "campaign.updated", subject: id, ...sides });
  });
}
