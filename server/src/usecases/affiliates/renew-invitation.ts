import { AppError, orRefuse } from "../../domain/errors.ts";
import type { InvitationId } from "../../domain/ids.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import { findInvitationById } from "../../store/campaigns/invitation-list.ts";
import type { MerchantContext } from "../context.ts";
import { inviteAffiliate, type MadeInvitation } from "./invite-affiliate.ts";

/** Replaces an open or expired invitation. The old link stops working. */
export async function renewInvitation(context: MerchantContext, id: InvitationId): Promise<MadeInvitation> {
  const invitation = orRefuse(await findInvitationById(context.db, context.accountId, id), "invitation_not_found");
  const refusal = invitationRefusal(invitation, context.clock.now());
  if (refusal && refusal !== "invitation_expired") throw new AppError(refusal);
  return inviteAffiliate(context, { campaignId: invitation.campaignId, email: invitation.email, byMail: true });
}
