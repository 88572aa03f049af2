import type { InvitationMail, InvitationRow, InvitedResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { invitationStates } from "../../domain/invitation.ts";
import { notMailedReasons, type NotMailedReason } from "../../domain/mail-limit.ts";
import type { BrowsedInvitation } from "../../usecases/affiliates/browse-invitations.ts";
import type { MadeInvitation } from "../../usecases/affiliates/invite-affiliate.ts";
import type { OpenInvitation } from "../../usecases/affiliates/open-invitation.ts";
import { application, presentApplication } from "./application.ts";
import { offerFields, presentOffer } from "./offer.ts";
import { isoOrNull, time } from "./times.ts";

export const invitation = z
  .object({
    status: z.literal("pending_invite").describe("The invitation has not been accepted yet."),
    email: z.string().describe("The invited email address.").meta({ example: "ada@partner.example" }),
    invite_link: z
      .string()
      .describe("Send this link to the affiliate yourself: Tributary does not email it.")
      .meta({ example: "https://partners.example/invite/3q2-7w" }),
    expires_at: time("Seven days after creation."),
  })
  .meta({ id: "Invitation", description: "An invitation to a campaign." });

export const invitationRow: z.ZodType<InvitationRow> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  email: z.string(),
  state: z.enum(invitationStates),
  created_at: z.string(),
  expires_at: z.string(),
  accepted_at: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
  replaced_at: z.string().nullable(),
  application: application.nullable(),
});

export const presentInvitation = (browsed: BrowsedInvitation): InvitationRow => {
  const { invitation: made, campaignName, state } = browsed;
  return {
    id: made.id,
    campaign_id: made.campaignId,
    campaign_name: campaignName,
    email: made.email,
    state,
    created_at: made.createdAt.toISOString(),
    expires_at: made.expiresAt.toISOString(),
    accepted_at: isoOrNull(made.acceptedAt),
    withdrawn_at: isoOrNull(made.withdrawnAt),
    replaced_at: isoOrNull(made.replacedAt),
    application: browsed.application && presentApplication(browsed.application),
  };
};

/** Whether an invitation was also emailed, and if not, why. */
export const mailFields = { mailed: z.boolean(), not_mailed_reason: z.enum(notMailedReasons).nullable() };

export const presentMail = (notMailed: NotMailedReason | undefined): InvitationMail => ({
  mailed: notMailed === undefined,
  not_mailed_reason: notMailed ?? null,
});

/** A new link, shown once. */
export const invited: z.ZodType<InvitedResponse> = z.object({
  email: z.string(),
  invite_link: z.string(),
  expires_at: z.string(),
  ...mailFields,
});

export const presentInvited = ({ invitation: made, link, notMailed }: MadeInvitation): InvitedResponse => ({
  email: made.email,
  invite_link: link,
  expires_at: made.expiresAt.toISOString(),
  ...presentMail(notMailed),
});

/** What the invited person sees before they accept. */
export const openedInvitation = z.object({
  invitation: z.object({
    email: z.string(),
    expires_at: z.string(),
    ...offerFields,
  }),
});

export const presentOpenedInvitation = (open: OpenInvitation): z.infer<typeof openedInvitation> => ({
  invitation: {
    email: open.invitation.email,
    expires_at: open.invitation.expiresAt.toISOString(),
    ...presentOffer(open),
  },
});
