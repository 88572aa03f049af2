import { daysAfter } from "./conversion.ts";
import type { ErrorCode } from "./errors.ts";
import type { AccountId, CampaignId, InvitationId } from "./ids.ts";

export interface Invitation {
  readonly id: InvitationId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  /** As the merchant wrote it; compared folded. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly replacedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

const VALID_DAYS = 7;
export const invitationExpiry = (createdAt: Date): Date => daysAfter(createdAt, VALID_DAYS);

/** Why the invitation cannot be accepted any more; undefined while it can. */
export function invitationRefusal(invitation: Invitation, now: Date): ErrorCode | undefined {
  if (invitation.acceptedAt) return "invitation_used";
  if (invitation.withdrawnAt) return "invitation_withdrawn";
  if (invitation.replacedAt) return "invitation_replaced";
  return now >= invitation.expiresAt ? "invitation_expired" : undefined;
}

/** Addresses are compared without regard to case and Unicode form, and shown as they were written. */
export const foldEmail = (email: string): string => email.normalize("NFKC").toLowerCase();
