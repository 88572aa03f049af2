import { daysAfter } from "./values/day.ts";
import type { InvitationState } from "tributary-sdk/words";
import type { ErrorCode } from "./errors.ts";
import type { AccountId, CampaignId, InvitationId } from "./ids.ts";

export { invitationStates, type InvitationState } from "tributary-sdk/words";

/** Shared by invitations to campaigns and to accounts. */
export interface InvitationLife {
  /** As entered; compared case-folded. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly replacedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

export interface Invitation extends InvitationLife {
  readonly id: InvitationId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
}

const VALID_DAYS = 7;
export const invitationExpiry = (createdAt: Date): Date => daysAfter(createdAt, VALID_DAYS);

export function invitationState(invitation: InvitationLife, now: Date): InvitationState {
  if (invitation.acceptedAt) return "accepted";
  if (invitation.withdrawnAt) return "withdrawn";
  if (invitation.replacedAt) return "replaced";
  return now >= invitation.expiresAt ? "expired" : "open";
}

/** Why the invitation can no longer be accepted; undefined while it can. */
export const invitationRefusal = (invitation: InvitationLife, now: Date): ErrorCode | undefined =>
  refusals[invitationState(invitation, now)];

const refusals: Readonly<Record<InvitationState, ErrorCode | undefined>> = {
  open: undefined,
  expired: "invitation_expired",
  accepted: "invitation_used",
  withdrawn: "invitation_withdrawn",
  replaced: "invitation_replaced",
};

/** Email addresses are compared regardless of case and Unicode form, and shown as entered. */
export const foldEmail = (email: string): string => email.normalize("NFKC").toLowerCase();
