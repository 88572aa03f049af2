import {
  affiliationActions,
  type AffiliationStatus,
  type AffiliateStatus,
  type AffiliationAction,
} from "tributary-sdk/words";
import type { Visibility } from "./campaign.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { AccountId, AffiliateId, AffiliationId, CampaignId } from "./ids.ts";

export {
  affiliationStatuses,
  affiliateStatuses,
  affiliationActions,
  type AffiliationStatus,
  type AffiliateStatus,
  type AffiliationAction,
} from "tributary-sdk/words";

const TRACKING_CODE = /^[2-9a-z]{10}$/;

/** Checked before a code from a request is looked up: PostgreSQL fails if a text contains a NUL character. */
export const isTrackingCode = (text: string): boolean => TRACKING_CODE.test(text);

export interface Affiliation {
  readonly id: AffiliationId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly code: string;
  readonly status: AffiliationStatus;
  readonly joinedAt: Date;
  readonly approvedAt: Date | null;
  /**
   * When the merchant suspended or rejected the affiliate. Conversions tracked up to then are not approved automatically,
   * even after the affiliate has left or come back. Only the merchant clears it, by restoring or approving the affiliate.
   */
  readonly withheldAt: Date | null;
}

interface Transition {
  readonly from: readonly AffiliationStatus[];
  readonly to: AffiliationStatus;
  readonly refusal: ErrorCode;
}

export const affiliationTransitions: Readonly<Record<AffiliationAction, Transition>> = {
  approve: { from: ["pending", "rejected"], to: "active", refusal: "affiliation_already_active" },
  reject: { from: ["pending"], to: "rejected", refusal: "affiliation_not_waiting" },
  suspend: { from: ["active"], to: "suspended", refusal: "affiliation_not_active" },
  restore: { from: ["suspended"], to: "active", refusal: "affiliation_not_suspended" },
  remove: { from: ["active", "pending", "rejected", "suspended"], to: "removed", refusal: "affiliation_not_found" },
};

export function applyAffiliationAction(affiliation: Affiliation, action: AffiliationAction, now: Date): Affiliation {
  const { from, to, refusal } = affiliationTransitions[action];
  if (affiliation.status === "removed") throw new AppError("affiliation_not_found");
  if (action === "approve" && affiliation.status === "suspended") throw new AppError("affiliation_suspended");
  if (!from.includes(affiliation.status)) throw new AppError(refusal);
  return {
    ...affiliation,
    status: to,
    approvedAt: action === "approve" ? now : affiliation.approvedAt,
    withheldAt: withheldAfter(affiliation, action, now),
  };
}

function withheldAfter({ withheldAt }: Affiliation, action: AffiliationAction, now: Date): Date | null {
  if (action === "suspend" || action === "reject") return now;
  return action === "restore" || action === "approve" ? null : withheldAt;
}

export const affiliationActionsFrom = (status: AffiliationStatus): AffiliationAction[] =>
  affiliationActions.filter((action) => affiliationTransitions[action].from.includes(status));

/** The same for an accepted invitation and for an application on the campaign's public page. */
export const statusOnJoining = (visibility: Visibility): AffiliationStatus =>
  visibility === "public" ? "active" : "pending";

export const shownStatus = (status: AffiliationStatus): { status: AffiliateStatus; suspended: boolean } =>
  status === "suspended" || status === "removed"
    ? { status: "rejected", suspended: status === "suspended" }
    : { status, suspended: false };

/** The stored statuses that match a status filter of the public API. */
export const statusesShownAs = (shown: AffiliateStatus): AffiliationStatus[] =>
  shown === "rejected" ? ["rejected", "suspended"] : [shown];
