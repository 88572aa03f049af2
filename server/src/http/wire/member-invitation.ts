import type { InvitedMemberResponse, MemberInvitationResponse, MemberInvitationRow } from "tributary-sdk/pages";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import type { BrowsedMemberInvitation } from "../../usecases/members/browse-member-invitations.ts";
import type { MadeMemberInvitation } from "../../usecases/members/invite-member.ts";
import type { OpenMemberInvitation } from "../../usecases/members/open-member-invitation.ts";
import { mailFields, presentMail } from "./invitation.ts";

export const memberInvitationRow: z.ZodType<MemberInvitationRow> = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(["open", "expired"]),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});

export const presentMemberInvitation = (browsed: BrowsedMemberInvitation): MemberInvitationRow => ({
  id: browsed.invitation.id,
  email: browsed.invitation.email,
  role: browsed.invitation.role,
  state: browsed.state === "expired" ? "expired" : "open",
  invited_by: browsed.inviterName,
  created_at: browsed.invitation.createdAt.toISOString(),
  expires_at: browsed.invitation.expiresAt.toISOString(),
});

/** A new link, shown once. */
export const invitedMember: z.ZodType<InvitedMemberResponse> = z.object({
  email: z.string(),
  role: z.enum(roles),
  invite_link: z.string(),
  expires_at: z.string(),
  ...mailFields,
});

export const presentInvitedMember = ({ invitation, link, notMailed }: MadeMemberInvitation): InvitedMemberResponse => ({
  email: invitation.email,
  role: invitation.role,
  invite_link: link,
  expires_at: invitation.expiresAt.toISOString(),
  ...presentMail(notMailed),
});

/** What the invited person sees before they accept. */
export const openedMemberInvitation: z.ZodType<MemberInvitationResponse> = z.object({
  invitation: z.object({
    email: z.string(),
    role: z.enum(roles),
    expires_at: z.string(),
    account: z.object({ name: z.string() }),
    invited_by: z.object({ name: z.string() }),
  }),
});

export const presentOpenedMemberInvitation = (open: OpenMemberInvitation): MemberInvitationResponse => ({
  invitation: {
    email: open.invitation.email,
    role: open.invitation.role,
    expires_at: open.invitation.expiresAt.toISOString(),
    account: { name: open.accountName },
    invited_by: { name: open.inviterName },
  },
});
