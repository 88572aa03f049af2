import type { Tx } from "../../db/database.ts";
import { invitationFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, type CampaignId } from "../../domain/ids.ts";
import { invitationExpiry, type Invitation } from "../../domain/invitation.ts";
import { digestOf } from "../secret-digest.ts";
import { findAccount } from "../../store/accounts.ts";
import { isInCampaign } from "../../store/affiliates.ts";
import { findCampaign } from "../../store/campaigns.ts";
import { insertInvitation, replaceOpenInvitation } from "../../store/invitations.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { invitationLetter } from "../mail/letters.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { requireRole } from "../people/require-role.ts";
import { assertJoinable } from "./open-invitation.ts";

export interface InviteAffiliate {
  readonly campaignId: CampaignId;
  readonly email: string;
  /** Through the API the caller passes the link on; from the dashboard it goes by mail as well, where mail is sent. */
  readonly byMail?: boolean;
}

export interface MadeInvitation {
  readonly invitation: Invitation;
  /** Holds the token, which is kept nowhere: the merchant passes it on. */
  readonly link: string;
}

export async function inviteAffiliate(context: MerchantContext, input: InviteAffiliate): Promise<MadeInvitation> {
  requireRole(context, "manager");
  const { db, random, settings, accountId } = context;
  const invitation = newInvitation(context, input);
  const token = random.token();
  const tokenDigest = digestOf(token);
  const link = `${settings.baseUrl}/invite/${token}`;
  await db.transaction(async (tx) => {
    const campaign = await findCampaign(tx, accountId, input.campaignId);
    if (!campaign) throw new AppError("campaign_not_found");
    assertJoinable(campaign);
    await replaceOpenInvitation(tx, invitation);
    await insertInvitation(tx, invitation, tokenDigest);
    // Asked last: an acceptance of the older link that was on its way has committed by now, or never will.
    if (await isInCampaign(tx, accountId, input)) throw new AppError("already_in_campaign");
    await audit(tx, context, {
      action: "invitation.created",
      subject: invitation.id,
      after: invitationFacts(invitation),
    });
    if (input.byMail) await mailInvitation(tx, context, { invitation, link, campaignName: campaign.name });
  });
  return { invitation, link };
}

async function mailInvitation(
  tx: Tx,
  context: MerchantContext,
  { invitation, link, campaignName }: MadeInvitation & { campaignName: string },
): Promise<void> {
  const account = await findAccount(tx, context.accountId);
  if (!account) throw new Error("An invitation without its account.");
  const letter = invitationLetter({ merchantName: account.name, campaignName, link, expiresAt: invitation.expiresAt });
  await queueMail(tx, context, { to: invitation.email, letter });
}

function newInvitation(
  { clock, random, accountId }: MerchantContext,
  { campaignId, email }: InviteAffiliate,
): Invitation {
  const now = clock.now();
  return {
    id: idOf("invitation", random.uuid(now)),
    accountId,
    campaignId,
    email,
    createdAt: now,
    expiresAt: invitationExpiry(now),
    acceptedAt: null,
    replacedAt: null,
    withdrawnAt: null,
  };
}
