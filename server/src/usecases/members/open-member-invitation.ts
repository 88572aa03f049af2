import type { Queryable } from "../../db/database.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import type { MemberInvitation } from "../../domain/member.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { findMemberInvitation } from "../../store/people/member-invitations.ts";
import { findUser } from "../../store/people/users.ts";
import type { Services } from "../context.ts";
import { tokenDigestOf } from "../affiliates/open-invitation.ts";

export interface OpenMemberInvitation {
  readonly invitation: MemberInvitation;
  readonly accountName: string;
  readonly inviterName: string;
}

/** Changes nothing, and does not reveal whether the invited address has an account. */
export async function openMemberInvitation({ db, clock }: Services, token: string): Promise<OpenMemberInvitation> {
  const invitation = await findAcceptable(db, tokenDigestOf(token), clock.now());
  const [account, inviter] = await Promise.all([
    findAccount(db, invitation.accountId),
    findUser(db, invitation.invitedBy),
  ]);
  if (!account || !inviter) throw new Error("An invitation without its account or its sender.");
  return {
    invitation,
    accountName: account.name,
    inviterName: inviter.name,
  };
}

export async function findAcceptable(db: Queryable, tokenDigest: Uint8Array, now: Date): Promise<MemberInvitation> {
  const invitation = orRefuse(await findMemberInvitation(db, tokenDigest), "invitation_not_found");
  const refusal = invitationRefusal(invitation, now);
  if (refusal) throw new AppError(refusal);
  return invitation;
}
