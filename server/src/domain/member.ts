import { AppError } from "./errors.ts";
import type { AccountId, MemberInvitationId, UserId } from "./ids.ts";
import type { InvitationLife } from "./invitation.ts";
import type { Role } from "./roles.ts";

export interface Member {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly role: Role;
  readonly createdAt: Date;
}

/** An invitation to an account, with a role. */
export interface MemberInvitation extends InvitationLife {
  readonly id: MemberInvitationId;
  readonly accountId: AccountId;
  readonly role: Role;
  readonly invitedBy: UserId;
}

/** `owners` are all owners of the account, read while its members are locked. */
export function assertOwnerStays(owners: readonly UserId[], leaving: UserId): void {
  if (owners.every((owner) => owner === leaving)) throw new AppError("last_owner");
}
