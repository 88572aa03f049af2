import type { AutoApprove } from "tributary-sdk/words";
import type { Tx } from "../../db/database.ts";
import type { Facts } from "../../domain/audit.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { findAutoApprove, lockAutoApprove, saveAutoApprove } from "../../store/conversions/auto-approval.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export async function getAutoApprove({ db, accountId }: MerchantContext, id: CampaignId): Promise<AutoApprove> {
  return orRefuse(await findAutoApprove(db, accountId, id), "campaign_not_found");
}

interface Choice {
  readonly id: CampaignId;
  readonly autoApprove: AutoApprove;
}

export async function setAutoApprove(context: MerchantContext, choice: Choice): Promise<void> {
  requireRole(context, "manager");
  await context.db.transaction(async (tx) => {
    const sides = await changeAutoApprove(tx, context, choice);
    await audit(tx, context, { action: "campaign.updated", subject: choice.id, ...sides });
  });
}

/** Within a transaction that audits the change. */
export async function changeAutoApprove(
  tx: Tx,
  { accountId, clock }: MerchantContext,
  { id, autoApprove }: Choice,
): Promise<{ readonly before: Facts; readonly after: Facts }> {
  const before = orRefuse(await lockAutoApprove(tx, accountId, id), "campaign_not_found");
  await saveAutoApprove(tx, { accountId, id }, { autoApprove, at: clock.now() });
  return { before: { auto_approve: before }, after: { auto_approve: autoApprove } };
}
