import type { Queryable } from "../../db/database.ts";
import { AppError } from "../../domain/errors.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import type { MemberInvitation } from "../../domain/member.ts";
import { findAccount } from "../../store/accounts.ts";
import { findMemberInvitation } from "../../store/member-invitations.ts";
import { findCredentialsByEmail, findUser } from "../../store/users.ts";
import type { Services } from "../context.ts";
import { tokenDigestOf } from "../invitations/open-invitation.ts";

export interface OpenMemberInvitation {
  readonly invitation: MemberInvitation;
  readonly accountName: string;
  readonly inviterName: string;
  /** Whoever was invited signs in with the password they have; nobody else may choose one for them. */
  readonly personIsKnown: boolean;
}

/** Looking changes nothing: link previews and mail scanners open it before the person does. */
export async function openMemberInvitation({ db, clock }: Services, token: string): Promise<OpenMemberInvitation> {
  const invitation = await findAcceptable(db, tokenDigestOf(token), clock.now());
  const [account, inviter, credentials] = await Promise.all([
    findAccount(db, invitation.accountId),
    findUser(db, invitation.invitedBy),
    findCredentialsByEmail(db, invitation.email),
  ]);
  if (!account || !inviter) throw new Error("An invitation without its account or its sender.");
  return {
    invitation,
    accountName: account.name,
    inviterName: inviter.name,
    personIsKnown: credentials !== undefined,
  };
}

export async function findAcceptable(db: Queryable, tokenDigest: Uint8Array, now: Date): Promise<MemberInvitation> {
  const invitation = await findMemberInvitation(db, tokenDigest);
  if (!invitation) throw new AppError("invitation_not_found");
  const refusal = invitationRefusal(invitation, now);
  if (refusal) throw new AppError(refusal);
  return invitation;
}
