import type { Tx } from "../../db/database.ts";
import { invitationFacts } from "../../domain/audit-facts.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type CampaignId } from "../../domain/ids.ts";
import { invitationExpiry, type Invitation } from "../../domain/invitation.ts";
import type { NotMailedReason } from "../../domain/mail-limit.ts";
import { digestOf } from "../secret-digest.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { isInCampaign } from "../../store/campaigns/affiliates.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { insertInvitation, replaceOpenInvitation } from "../../store/campaigns/invitations.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { invitationMail } from "../mail/mail-texts.ts";
import { mailInvitation } from "../mail/mail-invitation.ts";
import { requireRole } from "../require-role.ts";
import { assertJoinable } from "./open-invitation.ts";

export interface InviteAffiliate {
  readonly campaignId: CampaignId;
  readonly email: string;
  /** API callers send the link themselves; the dashboard also emails it, within the daily limits. */
  readonly byMail?: boolean;
  /** The merchant's message in that email. */
  readonly message?: string | undefined;
}

export interface MadeInvitation {
  readonly invitation: Invitation;
  /** Contains the token, which is not stored anywhere. The merchant passes it on. */
  readonly link: string;
  /** Why no email was sent; undefined if one was queued. */
  readonly notMailed: NotMailedReason | undefined;
}

export async function inviteAffiliate(context: MerchantContext, input: InviteAffiliate): Promise<MadeInvitation> {
  requireRole(context, "manager");
  const { db, random, settings, accountId } = context;
  const invitation = newInvitation(context, input);
  const token = random.token();
  const tokenDigest = digestOf(token);
  const link = `${settings.baseUrl}/invite/${token}`;
  return db.transaction(async (tx) => {
    const campaign = orRefuse(await findCampaign(tx, accountId, input.campaignId), "campaign_not_found");
    assertJoinable(campaign);
    await replaceOpenInvitation(tx, invitation);
    await insertInvitation(tx, invitation, tokenDigest);
    // Checked last: by now, a concurrent acceptance of the older link has either committed or will fail.
    if (await isInCampaign(tx, accountId, input)) throw new AppError("already_in_campaign");
    await audit(tx, context, {
      action: "invitation.created",
      subject: invitation.id,
      after: invitationFacts(invitation),
    });
    const notMailed = input.byMail
      ? await mail(tx, context, { invitation, link, campaign, message: input.message })
      : undefined;
    return { invitation, link, notMailed };
  });
}

async function mail(
  tx: Tx,
  context: MerchantContext,
  sent: Pick<InviteAffiliate, "message"> & { invitation: Invitation; link: string; campaign: Campaign },
): Promise<NotMailedReason | undefined> {
  const account = await findAccount(tx, context.accountId);
  if (!account) throw new Error("An invitation without its account.");
  const { email: to, expiresAt } = sent.invitation;
  const message = sent.message?.trim() ?? "";
  const facts = { merchantName: account.name, campaignName: sent.campaign.name };
  const content = invitationMail({ ...facts, message, link: sent.link, expiresAt });
  return mailInvitation(tx, context, { to, content, merchantId: context.accountId });
}

export function newInvitation(
  { clock, random, accountId }: Pick<MerchantContext, "clock" | "random" | "accountId">,
  { campaignId, email }: Pick<InviteAffiliate, "campaignId" | "email">,
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
