import type { CampaignId } from "../../domain/ids.ts";
import { invitationRefusal, type Invitation } from "../../domain/invitation.ts";
import { listOpenInvitations } from "../../store/campaigns/invitations.ts";
import type { MerchantContext } from "../context.ts";

/** The links of a campaign that somebody may still accept. */
export async function listInvitations(context: MerchantContext, campaignId: CampaignId): Promise<Invitation[]> {
  const now = context.clock.now();
  const open = await listOpenInvitations(context.db, context.accountId, campaignId);
  return open.filter((invitation) => invitationRefusal(invitation, now) === undefined);
}
