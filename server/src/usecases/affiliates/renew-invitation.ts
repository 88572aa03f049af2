import { AppError, orRefuse } from "../../domain/errors.ts";
import type { InvitationId } from "../../domain/ids.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import { findInvitationById } from "../../store/campaigns/invitation-list.ts";
import type { MerchantContext } from "../context.ts";
import { inviteAffiliate, type MadeInvitation } from "./invite-affiliate.ts";

/** A new link in place of one that is open or has expired; the old one leads nowhere from then on. */
export async function renewInvitation(context: MerchantContext, id: InvitationId): Promise<MadeInvitation> {
  const invitation = orRefuse(await findInvitationById(context.db, context.accountId, id), "invitation_not_found");
  const refusal = invitationRefusal(invitation, context.clock.now());
  if (refusal && refusal !== "invitation_expired") throw new AppError(refusal);
  return inviteAffiliate(context, { campaignId: invitation.campaignId, email: invitation.email, byMail: true });
}
