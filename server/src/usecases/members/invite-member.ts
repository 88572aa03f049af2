import { memberInvitationFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { invitationExpiry } from "../../domain/invitation.ts";
import type { NotMailedReason } from "../../domain/mail-limit.ts";
import type { MemberInvitation } from "../../domain/member.ts";
import type { Role } from "../../domain/roles.ts";
import { digestOf } from "../secret-digest.ts";
import { insertMemberInvitation } from "../../store/people/member-invitations.ts";
import { isMember } from "../../store/people/members.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { memberInvitationMail } from "../mail/mail-texts.ts";
import { mailInvitation } from "../mail/mail-invitation.ts";
import { changeMembers, type OpenAccount } from "./change-members.ts";

export interface InviteMember {
  readonly email: string;
  readonly role: Role;
}

export interface MadeMemberInvitation {
  readonly invitation: MemberInvitation;
  /** Contains the token, which is not stored anywhere. The owner passes it on. */
  readonly link: string;
  /** Why no email was sent; undefined if one was queued. */
  readonly notMailed: NotMailedReason | undefined;
}

/** Inviting the same person again ends the earlier link. */
export async function inviteMember(context: MerchantContext, input: InviteMember): Promise<MadeMemberInvitation> {
  const token = newToken(context);
  return changeMembers(context, (open) => invite(context, open, { ...input, token }));
}

export interface Token {
  readonly digest: Uint8Array;
  readonly link: string;
}

export function newToken({ random, settings }: MerchantContext): Token {
  const token = random.token();
  return { digest: digestOf(token), link: `${settings.baseUrl}/join/${token}` };
}

export async function invite(
  context: MerchantContext,
  { tx, account, owner }: OpenAccount,
  { email, role, token }: InviteMember & { token: Token },
): Promise<MadeMemberInvitation> {
  if (await isMember(tx, account.id, email)) throw new AppError("already_member");
  const now = context.clock.now();
  const invitation: MemberInvitation = {
    id: idOf("member_invitation", context.random.uuid(now)),
    accountId: account.id,
    email,
    role,
    invitedBy: owner,
    createdAt: now,
    expiresAt: invitationExpiry(now),
    acceptedAt: null,
    replacedAt: null,
    withdrawnAt: null,
  };
  await insertMemberInvitation(tx, invitation, token.digest);
  const after = memberInvitationFacts(invitation);
  await audit(tx, context, { action: "member.invited", subject: invitation.id, after });
  const facts = { accountName: account.name, role, link: token.link, expiresAt: invitation.expiresAt };
  const notMailed = await mailInvitation(tx, context, {
    to: email,
    content: memberInvitationMail(context.settings, facts),
  });
  return { invitation, link: token.link, notMailed };
}
