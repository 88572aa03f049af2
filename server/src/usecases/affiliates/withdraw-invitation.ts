import { invitationFacts } from "../../domain/audit-facts.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { InvitationId } from "../../domain/ids.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import { lockInvitation, saveWithdrawal } from "../../store/campaigns/invitations.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export async function withdrawInvitation(context: MerchantContext, id: InvitationId): Promise<void> {
  requireRole(context, "manager");
  const { db, clock, accountId } = context;
  await db.transaction(async (tx) => {
    const invitation = orRefuse(await lockInvitation(tx, accountId, id), "invitation_not_found");
    const now = clock.now();
    const refusal = invitationRefusal(invitation, now);
    if (refusal) throw new AppError(refusal);
    await saveWithdrawal(tx, invitation, now);
    await audit(tx, context, { action: "invitation.withdrawn", subject: id, before: invitationFacts(invitation) });
  });
}
